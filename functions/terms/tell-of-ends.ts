import type { Context } from 'aws-lambda';
import { type CoreDeps, coreDeps } from '../../shared/kernel/deps/core.ts';
import { root } from '../../shared/kernel/deps/root.ts';
import { expireApprovals } from '../../shared/operators/usecases/operator-approvals.ts';
import {
  type ConfirmationsWanted,
  tellOfConfirmations,
} from '../../shared/terms/usecases/tell-of-confirmations.ts';
import { type EndsTold, tellOfEnds } from '../../shared/terms/usecases/tell-of-ends.ts';
import { inTime } from '../../shared/web/in-time.ts';

interface Told {
  readonly ends: EndsTold;
  readonly confirmations: ConfirmationsWanted;
}

/**
 * Called by the clock, every day: tells of residencies that end, and of confirmations that are wanted, and closes what no second
 * operator has approved in time. What it is called with does not matter.
 */
async function run(deps: CoreDeps): Promise<Told> {
  try {
    // Each even if another has failed.
    const [ends, expired] = await Promise.allSettled([tellOfEnds(deps), expireApprovals(deps)]);
    const confirmations = await tellOfConfirmations(deps);
    if (ends.status === 'rejected') throw ends.reason;
    if (expired.status === 'rejected') throw expired.reason;
    return { ends: ends.value, confirmations };
  } catch (error) {
    deps.log.error('ends of residencies could not be told', {}, error);
    throw error;
  }
}

const deps = root(coreDeps);

export const handler = (_event: unknown, context?: Context): Promise<Told> =>
  inTime(context, () => run(deps()));
