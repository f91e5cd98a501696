import type { Table } from '../../kernel/db/table.ts';
import type { HeldGatewayKey } from '../aws/gateway-keys.ts';
import { findKey, findKeys, type StoredKey } from '../db/api-keys.ts';
import type { ReconcilingDeps } from '../deps/reconciling-deps.ts';
import { mayRemoveUnknown } from '../domain/gateway-difference.ts';
import type { GatewayRun } from '../domain/gateway-run.ts';
import { keyState } from '../domain/key-state.ts';
import { failsAlone } from './fails-alone.ts';

/** What the log says of a gateway key that is left over and could not be removed. */
const keyNotRemoved = 'a gateway key that is left over was not removed';

/** As many as one read takes. */
const chunk = 100;

/**
 * Finds gateway keys of ours whose API key is revoked or unknown, and with `carryOut` removes them. Those of other
 * stages and services are left alone: ours say for which key they were made.
 *
 * API Gateway is listed before the table is read, and a key's item is there before its gateway key: a key that is
 * issued meanwhile is never taken for one that is unknown. `isDone` is false where the time did not reach.
 */
export async function removeLeftOvers(
  run: GatewayRun,
  { table, gatewayKeys, pace, log, now }: ReconcilingDeps,
  isTimeLeft: () => boolean,
): Promise<{ readonly run: GatewayRun; readonly isDone: boolean }> {
  const all = await gatewayKeys.all();
  const ours = all.filter(isOurs);
  const revoked: string[] = [];
  const unknown: string[] = [];
  for (let first = 0; first < ours.length; first += chunk) {
    const held = ours.slice(first, first + chunk);
    const hashes = [...new Set(held.map(({ keyHash }) => keyHash))];
    const byHash = await keysByHash(table, hashes);
    for (const { id, keyHash, value } of held) {
      const key = byHash.get(keyHash) ?? null;
      // Whose it is can't be said: it stays.
      if (key === 'unreadable') continue;
      if (key === null || key.gatewayValue !== value) unknown.push(id);
      else if (keyState(key, now()) !== 'good') revoked.push(id);
    }
  }
  const mayRemove = mayRemoveUnknown(unknown.length, ours.length, run.byOperator);
  const counts = {
    ...run.counts,
    leftOver: run.counts.removed + revoked.length + unknown.length,
    heldBack: mayRemove ? 0 : unknown.length,
  };
  if (run.carryOut) {
    for (const id of [...revoked, ...(mayRemove ? unknown : [])]) {
      if (!isTimeLeft()) return { run: { ...run, counts }, isDone: false };
      try {
        await gatewayKeys.remove(id);
        counts.removed += 1;
      } catch (error) {
        if (!failsAlone(error)) throw error;
        counts.failed += 1;
        log.error(keyNotRemoved, { gatewayKeyId: id });
      }
      await pace();
    }
  }
  const keysInAccount = gatewayKeys.planIds === null ? run.keysInAccount : all.length;
  return { run: { ...run, counts, keysInAccount }, isDone: true };
}

function isOurs(key: HeldGatewayKey): key is HeldGatewayKey & { readonly keyHash: string } {
  return key.keyHash !== null;
}

/** The keys with these hashes. One that can't be read hides no other; it was counted in the walk. */
async function keysByHash(
  table: Table,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, StoredKey | 'unreadable' | null>> {
  try {
    const found = await findKeys(table, hashes);
    return new Map(hashes.map((hash, place) => [hash, found[place] ?? null]));
  } catch (error) {
    if (!failsAlone(error)) throw error;
  }
  const found = new Map<string, StoredKey | 'unreadable' | null>();
  for (const hash of hashes) {
    const one = findKey(table, hash).catch((error: unknown) => {
      if (!failsAlone(error)) throw error;
      return 'unreadable' as const;
    });
    found.set(hash, await one);
  }
  return found;
}
