import { findKey, findOwnedKey, unlistGatewayKey } from '../../access/db/api-keys.ts';
import { keyState } from '../../access/domain/key-bounds.ts';
import { planFor } from '../../access/domain/usage-plan.ts';
import { placeGatewayKey } from '../../access/usecases/place-gateway-key.ts';
import { partitions } from '../../kernel/db/keys.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { Consumer, EventOf } from '../../platform/domain/consumer.ts';
import type { GatewayKeyDeps } from '../deps/outbox.ts';

/**
 * Creates or removes the gateway key of an API key, depending on the key's current state and not on the event. A key
 * with a gateway key stays as it is; the hourly comparison finds manual changes.
 */
export const keepGatewayKeys: Consumer<
  EventOf<'gateway_key.requested' | 'gateway_keys.obsolete'>,
  GatewayKeyDeps
> = async ({ event }, deps) => {
  if (event.type === 'gateway_key.requested') return makeGatewayKey(event.keyHash, deps);
  for (const keyHash of event.keyHashes) await removeGatewayKey(keyHash, deps);
};

async function makeGatewayKey(keyHash: string, deps: GatewayKeyDeps): Promise<void> {
  const { table, gatewayKeys, now } = deps;
  const key = await findKey(table, keyHash);
  if (key === null) return;
  if (keyState(key, now()) !== 'good') {
    // An interrupted delivery may have created one without recording it.
    const orphan = await gatewayKeys.find(key.id);
    if (orphan !== null) await gatewayKeys.remove(orphan);
    return;
  }
  const plan = gatewayKeys.label(planFor(key.limits));
  if (key.gatewayKeyId !== null && key.gatewayPlan === plan) return;
  const outcome = await placeGatewayKey(key, deps);
  // The key was revoked or released in parallel. Its current state decides.
  if (outcome === 'overtaken') await makeGatewayKey(keyHash, deps);
}

async function removeGatewayKey(
  keyHash: string,
  { table, gatewayKeys }: GatewayKeyDeps,
): Promise<void> {
  const key = await findKey(table, keyHash);
  if (key === null || key.gatewayKeyId === null) return;
  await gatewayKeys.remove(key.gatewayKeyId);
  await unlistGatewayKey(table, key);
}

/** The key as its owner knows it. A key without a label is shown by its last characters. */
export async function keyLabelOf(
  keyId: string,
  personId: string,
  { table }: { readonly table: Table },
): Promise<string> {
  const key = await findOwnedKey(table, partitions.person(personId), keyId);
  return key === null ? keyId : `“${key.label ?? `…${key.lastFour}`}”`;
}
