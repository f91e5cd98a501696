import { transact } from '../../kernel/db/transact.ts';
import { outsideDeadline, timeLeft } from '../../kernel/runtime/deadline.ts';
import { findGatewayRun, gatewayRunWrite } from '../db/gateway-runs.ts';
import type { ReconcilingDeps } from '../deps/reconciling-deps.ts';
import { dueRun, type GatewayRun } from '../domain/gateway-run.ts';
import { compareKeys } from './compare-keys.ts';
import { removeLeftOvers } from './remove-left-overs.ts';

/** Milliseconds that must be left for the next piece of work: one person's keys, made anew while API Gateway is busy. */
const reserve = 90_000;

const isTimeLeft = () => timeLeft() > reserve;

/**
 * Makes API Gateway and the table agree, as far as the time reaches, if that is due; the next call goes on where
 * this one stopped. Whoever works on a run holds it; all that is done can be done by two at once, and beside keys
 * that are issued and revoked at that moment.
 *
 * Throws when API Gateway throttles for long; the run is given back before.
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
  /** False: somebody has asked for another run, which takes the place of this one. */
  async function keep(run: GatewayRun): Promise<boolean> {
    held = held === null ? null : await save(held, run);
    return held !== null;
  }
  const giveBack = (run: GatewayRun) => keep({ ...run, heldUntil: null });

  if (held === null) return;
  try {
    if (!held.isWalked) await compareKeys(held, deps, keep, isTimeLeft);
    if (held?.isWalked && isTimeLeft()) {
      const { run, isDone } = await removeLeftOvers(held, deps, isTimeLeft);
      const finishedAt = isDone ? now().toISOString() : null;
      const kept = await keep({ ...run, finishedAt, heldUntil: null });
      if (kept && isDone) {
        const { id, carryOut, keysInAccount, counts } = run;
        if (keysInAccount !== null) {
          log.measure({ metric: 'GatewayKeysInAccount', value: keysInAccount });
        }
        if (counts.failed > 0) log.measure({ metric: 'KeysNotCompared', value: counts.failed });
        log.info('gateway keys were compared', { run: id, carryOut, keysInAccount, ...counts });
      }
    } else if (held !== null) await giveBack(held);
  } catch (error) {
    const last = held;
    // The next one need not wait until the lease is over. Should that fail, too, it waits.
    if (last !== null) await outsideDeadline(() => giveBack(last)).catch(() => {});
    throw error;
  }
}
