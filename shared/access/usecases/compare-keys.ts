import { keys as itemKeys, partitions } from '../../kernel/db/keys.ts';
import { listPeople, type StoredPerson } from '../../people/db/people.ts';
import { activeKeysOf, findKeys, forgetGatewayKey, type StoredKey } from '../db/api-keys.ts';
import {
  differenceOf,
  type HeldInPlan,
  isNamed,
  type RightPlan,
} from '../domain/gateway-difference.ts';
import type { GatewayCounts, GatewayRun } from '../domain/gateway-run.ts';
import type { GatewayKeys } from '../gateway-keys.ts';
import type { ReconcilingDeps } from '../reconciling-deps.ts';
import { type PlanName, planFor, planNames } from '../usage-plan.ts';
import { placeGatewayKey } from './place-gateway-key.ts';

const pageSize = 100;

/** How many persons' keys are read at once. */
const atOnce = 10;

type PlanIds = Readonly<Record<PlanName, string>>;

/**
 * The walk: looks at the keys of all persons, newest person first, from where the run stands, and with `carryOut`
 * mends what differs. `keep` stores how far it is, and says whether to go on; so does `isTimeLeft`.
 *
 * Persons who come meanwhile are before those that were seen, and not looked at: their keys have events of their
 * own. API Gateway is listed first, once; what is to be mended is looked at again before calls could suffer from it.
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
    const owned = await keysOf(page.items, deps);
    for (const { id, createdAt } of page.items) {
      if (!isTimeLeft()) {
        await keep(run);
        return;
      }
      const counts = { ...run.counts };
      for (const key of owned.get(id) ?? []) await look(key, planIds, counts);
      run = { ...run, counts, after: itemKeys.listed('person', createdAt, id).sk };
    }
    run = { ...run, after: page.next ?? run.after, isWalked: page.next === null };
    if (!(await keep(run)) || run.isWalked) return;
  }

  async function look(key: StoredKey, ids: PlanIds, counts: Counting): Promise<void> {
    counts.keys += 1;
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
  /** Whether it says for which key we made it; version 0.1.0 did not say so. */
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

/** The keys of these persons that are not revoked, by person. */
async function keysOf(
  people: readonly StoredPerson[],
  { table }: ReconcilingDeps,
): Promise<ReadonlyMap<string, readonly StoredKey[]>> {
  const owners = people.filter(({ activeKeys }) => activeKeys > 0);
  const found = new Map<string, readonly StoredKey[]>();
  for (let first = 0; first < owners.length; first += atOnce) {
    await Promise.all(
      owners.slice(first, first + atOnce).map(async ({ id }) => {
        const owned = await activeKeysOf(table, partitions.person(id));
        const stored = await findKeys(
          table,
          owned.map(({ hash }) => hash),
        );
        found.set(
          id,
          stored.filter((key): key is StoredKey => key !== null && key.revokedAt === null),
        );
      }),
    );
  }
  return found;
}
