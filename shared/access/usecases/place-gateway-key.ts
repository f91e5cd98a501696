import type { CoreDeps } from '../../kernel/deps/core.ts';
import { type GatewayKeys, noRoomForGatewayKey } from '../aws/gateway-keys.ts';
import { recordGatewayKey, type StoredKey } from '../db/api-keys.ts';
import { planFor } from '../domain/usage-plan.ts';

export type PlacingDeps = Pick<CoreDeps, 'table' | 'log' | 'now'> & {
  readonly gatewayKeys: GatewayKeys;
};

/**
 * Gives a valid API key its gateway key, in the plan that matches its limits, and records it. It
 * can be repeated, also concurrently: a value is unique in API Gateway, so all calls find the same
 * gateway key. If the key is revoked or releases the value in the meantime, the gateway key is
 * deleted again.
 *
 * `seenAs` is the id of a gateway key that was just read, enabled and marked as ours.
 *
 * `no_capacity`, which is logged, and `no_plan`: calls are still metered with the shared key.
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
  // Recording it again would restart the delay, in which it is metered with others.
  const isRecorded = key.gatewayKeyId === id && key.gatewayPlan === plan;
  if (isRecorded) return 'placed';
  const recorded = await recordGatewayKey(table, key, {
    gatewayKeyId: id,
    gatewayPlan: plan,
    gatewaySince: now().toISOString(),
  });
  if (recorded) return 'placed';
  // The event of a revocation may have been processed before there was an id.
  await gatewayKeys.remove(id);
  return 'overtaken';
}
