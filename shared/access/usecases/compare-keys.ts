import type { LogFields } from '../../kernel/aws/log.ts';
import { keys as itemKeys } from '../../kernel/db/keys.ts';
import { listPeople } from '../../people/db/people-search.ts';
import type { GatewayKeys } from '../aws/gateway-keys.ts';
import { forgetGatewayKey, type StoredKey } from '../db/api-keys.ts';
import type { ReconcilingDeps } from '../deps/reconciling-deps.ts';
import {
  differenceOf,
  type HeldInPlan,
  isNamed,
  type RightPlan,
} from '../domain/gateway-difference.ts';
import type { GatewayCounts, GatewayRun } from '../domain/gateway-run.ts';
import { type PlanName, planFor, planNames } from '../domain/usage-plan.ts';
import { failsAlone } from './fails-alone.ts';
import { keysOfPeople } from './keys-of-people.ts';
import { placeGatewayKey } from './place-gateway-key.ts';

const pageSize = 100;

/** What the log says of a key that could not be compared, or mended. */
const keyNotCompared = 'a key was not compared';

type PlanIds = Readonly<Record<PlanName, string>>;

/**
 * The walk: looks at the keys of all persons, newest person first, from where the run stands, and with `carryOut`
 * mends what differs. `keep` stores how far it is, and says whether to go on; so does `isTimeLeft`.
 *
 * Persons who come meanwhile are before those that were seen, and not looked at: their keys have events of their
 * own. API Gateway is listed first, once; what is to be mended is looked at again before calls could suffer from it.
 *
 * A key that fails by itself is counted, and holds up no other. Throws when API Gateway or the table are away.
 */
export async function compareKeys(
  given: GatewayRun,
  deps: ReconcilingDeps,
  keep: (run: GatewayRun) => Promise<boolean>,
  isTimeLeft: () => boolean,
): Promise<void> {
  const { table, gatewayKeys } = deps;
  const { planIds } = gatewayKeys;
  if (planIds === null) {
    await keep({ ...given, isWalked: true });
    return;
  }
  const held = await listHeld(gatewayKeys, planIds);
  let run: GatewayRun = { ...given, keysInAccount: held.inAccount };
  let isFull = false;
  for (;;) {
    const page = await listPeople(table, { limit: pageSize, after: run.after ?? undefined });
    const owned = await keysOfPeople(page.items, table, deps.now());
    for (const { id, createdAt } of page.items) {
      if (!isTimeLeft()) {
        await keep(run);
        return;
      }
      const counts = { ...run.counts };
      const { keys, unreadable } = owned.get(id) ?? { keys: [], unreadable: [] };
      for (const keyId of unreadable) fail(counts, keyId, { personId: id });
      for (const key of keys) await tryToLook(key, planIds, counts);
      run = { ...run, counts, after: itemKeys.listed('person', createdAt, id).sk };
    }
    run = { ...run, after: page.next ?? run.after, isWalked: page.next === null };
    if (!(await keep(run)) || run.isWalked) return;
  }

  function fail(counts: Counting, keyId: string | null, fields: LogFields): void {
    counts.failed += 1;
    // Ids alone: what failed may quote the key's hash or its value at API Gateway.
    deps.log.error(keyNotCompared, { keyId, ...fields });
  }

  async function tryToLook(key: StoredKey, ids: PlanIds, counts: Counting): Promise<void> {
    counts.keys += 1;
    try {
      await look(key, ids, counts);
    } catch (error) {
      if (!failsAlone(error)) throw error;
      fail(counts, key.id, { cause: error instanceof Error ? error.name : 'unknown' });
    }
  }

  async function look(key: StoredKey, ids: PlanIds, counts: Counting): Promise<void> {
    const name = planFor(key.limits);
    const plan = { id: ids[name], label: gatewayKeys.label(name) };
    const seen = held.byValue.get(key.gatewayValue) ?? null;
    const difference = differenceOf(key, seen, plan);
    if (difference === null) return;
    const outcome = run.carryOut ? await mend(key, { plan, seen, isFull }, deps) : 'left';
    if (outcome === 'agrees') return;
    counts[difference] += 1;
    if (outcome === 'mended') counts.mended += 1;
    if (outcome === 'no_room') {
      counts.noRoom += 1;
      isFull = true;
    }
    if (run.carryOut) await deps.pace();
  }
}

type Counting = { -readonly [Name in keyof GatewayCounts]: GatewayCounts[Name] };

/**
 * Puts one key right. First of all its calls are taken off the gateway key, which may fail them, and metered with
 * others until the new place is known everywhere.
 */
async function mend(
  key: StoredKey,
  { plan, seen, isFull }: { plan: RightPlan; seen: SeenKey | null; isFull: boolean },
  deps: ReconcilingDeps,
): Promise<'agrees' | 'mended' | 'no_room' | 'left'> {
  if (isNamed(key, plan)) {
    // Made after API Gateway was listed, perhaps: then it is well.
    if (await isWell(key, plan, deps.gatewayKeys)) return 'agrees';
    // Somebody has recorded another place since it was read: theirs counts.
    if (!(await forgetGatewayKey(deps.table, key))) return 'agrees';
  }
  if (isFull) return 'no_room';
  const forgotten = { ...key, gatewayKeyId: null, gatewayPlan: undefined };
  const seenAs = seen?.enabled && seen.isMarked ? seen.id : undefined;
  const outcome = await placeGatewayKey(forgotten, deps, seenAs);
  if (outcome === 'no_capacity') return 'no_room';
  return outcome === 'placed' ? 'mended' : 'left';
}

async function isWell(key: StoredKey, plan: RightPlan, gatewayKeys: GatewayKeys): Promise<boolean> {
  const id = key.gatewayKeyId ?? '';
  const found = await gatewayKeys.look(id);
  if (found === null || found.value !== key.gatewayValue || !found.enabled) return false;
  return gatewayKeys.isIn(plan.id, id);
}

type SeenKey = HeldInPlan & {
  /** Whether it says for which key we made it. */
  readonly isMarked: boolean;
};

interface Held {
  readonly byValue: ReadonlyMap<string, SeenKey>;
  readonly inAccount: number;
}

/** All of API Gateway that matters: some forty calls at most, for it holds 10,000 keys and gives 500 at once. */
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
