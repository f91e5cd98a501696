import type { Context } from 'aws-lambda';
import { root } from '../../shared/kernel/deps/root.ts';
import { inTime } from '../../shared/kernel/runtime/deadline.ts';
import { closingDeps } from '../../shared/platform/deps/evidence-deps.ts';
import { type ClosingDeps, closeDays } from '../../shared/platform/usecases/close-days.ts';

/** Signs the days that are over. It is called by the clock, every hour: one that failed is made up for. */
async function run(deps: ClosingDeps) {
  return { closed: await closeDays(deps) };
}

const deps = root(closingDeps);

export const handler = (_event: unknown, context?: Context) => inTime(context, () => run(deps()));
