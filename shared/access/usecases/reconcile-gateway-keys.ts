import { keys as itemKeys } from '../../kernel/db/keys.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import { outsideDeadline, timeLeft } from '../../kernel/runtime/deadline.ts';
import type { GatewayKeys, HeldGatewayKey } from '../aws/gateway-keys.ts';
import {
  findKey,
  findKeys,
  forgetGatewayKey,
  lastUses,
  readKeysInGateway,
  releaseGatewayKey,
  StoredKey,
  unlistGatewayKey,
} from '../db/api-keys.ts';
import { findGatewayRun, gatewayRunWrite } from '../db/gateway-runs.ts';
import type { ReconcilingDeps } from '../deps/gateway-deps.ts';
import {
  differenceOf,
  type HeldInPlan,
  isNamed,
  mayRemoveUnknown,
  type RightPlan,
} from '../domain/gateway-difference.ts';
import { dueRun, type GatewayCounts, type GatewayRun } from '../domain/gateway-run.ts';
import { keyState } from '../domain/key-bounds.ts';
import {
  isIdle,
  newGatewayValue,
  type PlanName,
  planFor,
  planNames,
} from '../domain/usage-plan.ts';
import { placeGatewayKey } from './place-gateway-key.ts';
import { failsAlone } from './revoke-keys.ts';

/**
 * The time in milliseconds that must be left to process the next key, including retries while API
 * Gateway is busy.
 */
const reserve = 90_000;

const isTimeLeft = () => timeLeft() > reserve;

/**
 * Compares API Gateway with the table and corrects it, as far as time allows, if a run is due; the
 * next call continues where this one stopped. A worker holds the run while it works on it.
 * Everything is still safe with two workers, also while keys are issued and revoked.
 *
 * Throws if API Gateway keeps throttling, after giving up the lease.
 */
export async function reconcileGatewayKeys(deps: ReconcilingDeps): Promise<void> {
  const { table, now, newId, log } = deps;
  const found = await findGatewayRun(table);
  const due = dueRun(found, newId(), now());
  if (due === null) return;
  let held = await save(found, due);

  async function save(former: GatewayRun | null, run: GatewayRun): Promise<GatewayRun | null> {
    const outcome = await transact(table, { run: gatewayRunWrite(former, run) });
    return outcome.kind === 'written' ? { ...run, version: (former?.version ?? 0) + 1 } : null;
  }
  /** False if another run was requested, which replaces this one. */
  async function keep(run: GatewayRun): Promise<boolean> {
    held = held === null ? null : await save(held, run);
    return held !== null;
  }
  const giveBack = (run: GatewayRun) => keep({ ...run, leasedUntil: null });

  if (held === null) return;
  try {
    // Leftovers are deleted first: a gateway key released now is deleted by the next run, when no
    // call uses it.
    if (!held.isCleared) await keep(await removeLeftOvers(held, deps, isTimeLeft));
    if (held?.isCleared && !held.isWalked) await compareKeys(held, deps, keep, isTimeLeft);
    if (held?.isWalked) {
      const { id, carryOut, keysInAccount, counts } = held;
      if (!(await keep({ ...held, finishedAt: now().toISOString(), leasedUntil: null }))) return;
      if (keysInAccount !== null) {
        log.measure({ metric: 'GatewayKeysInAccount', value: keysInAccount });
      }
      if (counts.failed > 0) log.measure({ metric: 'KeyChecksFailed', value: counts.failed });
      log.info('gateway keys were compared', { run: id, carryOut, keysInAccount, ...counts });
    } else if (held !== null) await giveBack(held);
  } catch (error) {
    const last = held;
    // Ends the lease early for the next worker. If this fails too, the next one waits.
    if (last !== null) await outsideDeadline(() => giveBack(last)).catch(() => {});
    throw error;
  }
}

/** The maximum of one read. */
const pageSize = 100;

/** Log message for a key that could not be compared or repaired. */
const keyNotCompared = 'a key was not compared';

type PlanIds = Readonly<Record<PlanName, string>>;

/**
 * Compares the keys that have or had a gateway key, newest first, from the run's position. With
 * `carryOut` it corrects differences and releases idle gateway keys. `keep` stores the position and
 * returns whether to continue; so does `isTimeLeft`. Keys that get a gateway key in the meantime
 * may be missed. API Gateway is listed once at the start; a difference is checked again if its
 * correction could affect calls. A key that fails is counted and does not stop the others. Throws
 * if API Gateway or the table is unavailable.
 */
export async function compareKeys(
  given: GatewayRun,
  deps: ReconcilingDeps,
  keep: (run: GatewayRun) => Promise<boolean>,
  isTimeLeft: () => boolean,
): Promise<void> {
  const { table, gatewayKeys, now } = deps;
  const { planIds } = gatewayKeys;
  if (planIds === null) {
    await keep({ ...given, isWalked: true });
    return;
  }
  const held = await listHeld(gatewayKeys, planIds);
  let run: GatewayRun = { ...given, keysInAccount: held.inAccount };
  let isFull = false;
  for (;;) {
    const page = await readKeysInGateway(table, { limit: pageSize, after: run.after ?? undefined });
    const uses = await lastUses(
      table,
      page.items.map((item) => String(item['id'])),
    );
    for (const item of page.items) {
      if (!isTimeLeft()) {
        await keep(run);
        return;
      }
      const [id, createdAt] = [String(item['id']), String(item['createdAt'])];
      const counts = { ...run.counts };
      await tryToCheck(item, uses.get(id)?.meteredOn, planIds, counts);
      run = { ...run, counts, after: itemKeys.listed('gateway_key', createdAt, id).sk };
    }
    run = { ...run, after: page.next ?? run.after, isWalked: page.next === null };
    if (!(await keep(run)) || run.isWalked) return;
  }

  async function tryToCheck(
    item: Item,
    meteredOn: string | undefined,
    ids: PlanIds,
    counts: Counting,
  ): Promise<void> {
    try {
      await check(parseStored(StoredKey, item), meteredOn, ids, counts);
    } catch (error) {
      if (!failsAlone(error)) throw error;
      counts.failed += 1;
      // Only the id is logged: the error may quote the key's hash or its gateway value.
      const cause = error instanceof Error ? error.name : 'unknown';
      deps.log.error(keyNotCompared, { keyId: String(item['id']), cause });
    }
  }

  async function check(
    key: StoredKey,
    meteredOn: string | undefined,
    ids: PlanIds,
    counts: Counting,
  ): Promise<void> {
    if (keyState(key, now()) !== 'good') {
      if (run.carryOut) await unlistGatewayKey(table, key);
      return;
    }
    counts.keys += 1;
    if (isIdle(key, meteredOn, now())) {
      if (!run.carryOut || (await release(key, meteredOn, deps))) counts.idle += 1;
      return;
    }
    const name = planFor(key.limits);
    const plan = { id: ids[name], label: gatewayKeys.label(name) };
    const seen = held.byValue.get(key.gatewayValue) ?? null;
    const difference = differenceOf(key, seen, plan);
    if (difference === null) return;
    const outcome = run.carryOut ? await mend(key, { plan, seen, isFull }, deps) : 'left';
    if (outcome === 'agrees') return;
    counts[difference] += 1;
    if (outcome === 'fixed') counts.fixed += 1;
    if (outcome === 'no_room') {
      counts.overQuota += 1;
      isFull = true;
    }
    if (run.carryOut) await deps.pace();
  }
}

/** Calls in progress may use the gateway key for some seconds: it stays until the next run. */
function release(
  key: StoredKey,
  meteredOn: string | undefined,
  { table, random }: ReconcilingDeps,
): Promise<boolean> {
  return releaseGatewayKey(table, key, { value: newGatewayValue(random), meteredOn });
}

type Counting = { -readonly [Name in keyof GatewayCounts]: GatewayCounts[Name] };

/**
 * Corrects one key. First its calls are metered with others, because calls with the gateway key may
 * fail; they stay there until the new place is known everywhere.
 */
async function mend(
  key: StoredKey,
  { plan, seen, isFull }: { plan: RightPlan; seen: SeenKey | null; isFull: boolean },
  deps: ReconcilingDeps,
): Promise<'agrees' | 'fixed' | 'no_room' | 'left'> {
  if (isNamed(key, plan)) {
    // It may have been created after API Gateway was listed.
    if (await isWell(key, plan, deps.gatewayKeys)) return 'agrees';
    // Another place was recorded since the key was read, which is valid.
    if (!(await forgetGatewayKey(deps.table, key))) return 'agrees';
  }
  if (isFull) return 'no_room';
  const forgotten = { ...key, gatewayKeyId: null, gatewayPlan: undefined };
  const seenAs = seen?.enabled && seen.isMarked ? seen.id : undefined;
  const outcome = await placeGatewayKey(forgotten, deps, seenAs);
  if (outcome === 'no_capacity') return 'no_room';
  return outcome === 'placed' ? 'fixed' : 'left';
}

async function isWell(key: StoredKey, plan: RightPlan, gatewayKeys: GatewayKeys): Promise<boolean> {
  const id = key.gatewayKeyId ?? '';
  const found = await gatewayKeys.look(id);
  if (found === null || found.value !== key.gatewayValue || !found.enabled) return false;
  return gatewayKeys.isIn(plan.id, id);
}

type SeenKey = HeldInPlan & {
  /** Whether it names its API key. */
  readonly isMarked: boolean;
};

interface Held {
  readonly byValue: ReadonlyMap<string, SeenKey>;
  readonly inAccount: number;
}

/**
 * The gateway keys and plans: about forty calls at most, because API Gateway holds 10,000 keys and
 * returns 500 in a call.
 */
async function listHeld(gatewayKeys: GatewayKeys, planIds: PlanIds): Promise<Held> {
  const all = await gatewayKeys.all();
  const plans = new Map<string, string>();
  for (const name of planNames) {
    for (const id of await gatewayKeys.inPlan(planIds[name])) plans.set(id, planIds[name]);
  }
  const byValue = all.map(({ id, value, enabled, keyHash }): [string, SeenKey] => [
    value,
    { id, enabled, planId: plans.get(id) ?? null, isMarked: keyHash !== null },
  ]);
  return { byValue: new Map(byValue), inAccount: all.length };
}

/** Log message for a leftover gateway key that could not be removed. */
const keyNotRemoved = 'an unused gateway key was not removed';

/**
 * Finds our gateway keys whose API key is revoked, released or unknown, and with `carryOut` deletes
 * them. If the API key exists but does not record its gateway key, it is recorded there, unless it
 * is idle. Gateway keys of other stages and services are never changed: ours name their API key.
 * API Gateway is listed before the table is read, and a key's item exists before its gateway key,
 * so a key issued in the meantime is never treated as unknown. In the returned run `isCleared` is
 * set unless time ran out.
 */
async function removeLeftOvers(
  run: GatewayRun,
  deps: ReconcilingDeps,
  isTimeLeft: () => boolean,
): Promise<GatewayRun> {
  const { table, gatewayKeys, pace, log, now } = deps;
  if (gatewayKeys.planIds === null) return { ...run, isCleared: true };
  const all = await gatewayKeys.all();
  const ours = all.filter(isOurs);
  const known: string[] = [];
  const unknown: string[] = [];
  const unrecorded: { readonly key: StoredKey; readonly held: HeldGatewayKey }[] = [];
  for (let first = 0; first < ours.length; first += pageSize) {
    const page = ours.slice(first, first + pageSize);
    const byHash = await keysByHash(table, [...new Set(page.map(({ keyHash }) => keyHash))]);
    for (const held of page) {
      const key = byHash.get(held.keyHash) ?? null;
      // Its API key can't be read, so it stays.
      if (key === 'unreadable') continue;
      if (key === null) unknown.push(held.id);
      else if (key.gatewayValue !== held.value) known.push(held.id);
      else if (keyState(key, now()) !== 'good') known.push(held.id);
      else if (key.gatewayKeyId !== held.id) unrecorded.push({ key, held });
    }
  }
  const mayRemove = mayRemoveUnknown(unknown.length, ours.length, run.byOperator);
  const counts = {
    ...run.counts,
    orphaned: run.counts.removed + known.length + unknown.length,
    retained: mayRemove ? 0 : unknown.length,
  };
  const left = { ...run, counts, keysInAccount: all.length };
  if (!run.carryOut) {
    counts.unrecorded += unrecorded.length;
    return { ...left, isCleared: true };
  }
  for (const id of [...known, ...(mayRemove ? unknown : [])]) {
    if (!isTimeLeft()) return left;
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
  for (const { key, held } of unrecorded) {
    if (!isTimeLeft()) return left;
    counts.unrecorded += 1;
    try {
      const use = (await lastUses(table, [key.id])).get(key.id);
      if (isIdle(key, use?.meteredOn, now())) {
        if (await release(key, use?.meteredOn, deps)) counts.idle += 1;
      } else if (
        (await placeGatewayKey(key, deps, held.enabled ? held.id : undefined)) === 'placed'
      ) {
        counts.fixed += 1;
      }
    } catch (error) {
      if (!failsAlone(error)) throw error;
      counts.failed += 1;
      const cause = error instanceof Error ? error.name : 'unknown';
      log.error(keyNotCompared, { keyId: key.id, cause });
    }
    await pace();
  }
  return { ...left, isCleared: true };
}

function isOurs(key: HeldGatewayKey): key is HeldGatewayKey & { readonly keyHash: string } {
  return key.keyHash !== null;
}

/** The keys with these hashes. One that can't be parsed hides no other. */
async function keysByHash(
  table: Table,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, StoredKey | 'unreadable' | null>> {
  try {
    const found = await findKeys(table, hashes);
    return new Map(hashes.map((hash, index) => [hash, found[index] ?? null]));
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
