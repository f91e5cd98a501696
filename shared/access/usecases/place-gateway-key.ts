import type { CoreDeps } from '../../kernel/deps/core.ts';
import { type GatewayKeys, noRoomForGatewayKey } from '../aws/gateway-keys.ts';
import { recordGatewayKey, type StoredKey } from '../db/api-keys.ts';
import { planFor } from '../domain/usage-plan.ts';

export type PlacingDeps = Pick<CoreDeps, 'table' | 'log' | 'now'> & {
  readonly gatewayKeys: GatewayKeys;
};

/**
 * Gives an API key that is not revoked its counterpart in API Gateway, in the plan that its limits require,
 * and records it with the key. It can be repeated, also in parallel: a value exists once in API Gateway, so
 * all calls find the same one. If the key is revoked or lets go of the value in the meantime, the counterpart is removed again.
 *
 * `seenAs` is the id under which it was just seen in API Gateway, enabled and marked as ours.
 *
 * `no_capacity`, which is logged, and `no_plan`: calls stay on the shared key.
 */
export async function placeGatewayKey(
  key: StoredKey,
  { table, log, now, gatewayKeys }: PlacingDeps,
  seenAs?: string,
): Promise<'placed' | 'overtaken' | 'no_capacity' | 'no_plan'> {
  const placed = await gatewayKeys.ensure({
    keyId: key.id,
    keyHash: key.hash,
    value: key.gatewayValue,
    plan: planFor(key.limits),
    seenAs,
  });
  if (placed === 'no_plan') return placed;
  if (placed === 'no_capacity') {
    log.error(noRoomForGatewayKey, { keyId: key.id });
    log.measure({ metric: 'KeysWithoutGatewayKey', value: 1 });
    return placed;
  }
  const { id, plan } = placed;
  // Recorded again it would be young again, and metered with others for some minutes.
  const isRecorded = key.gatewayKeyId === id && key.gatewayPlan === plan;
  if (isRecorded) return 'placed';
  const recorded = await recordGatewayKey(table, key, {
    gatewayKeyId: id,
    gatewayPlan: plan,
    gatewaySince: now().toISOString(),
  });
  if (recorded) return 'placed';
  // The event of a revocation may have come before there was an id.
  await gatewayKeys.remove(id);
  return 'overtaken';
}
