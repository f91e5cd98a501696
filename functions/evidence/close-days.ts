import { closingDeps } from '../../shared/platform/deps/evidence-deps.ts';
import { type ClosingDeps, closeDays } from '../../shared/platform/usecases/close-days.ts';
import { background } from '../../shared/web/http/background.ts';

/** Signs the days that are over. It is called by the clock, every hour: one that failed is made up for. */
async function run(deps: ClosingDeps) {
  return { closed: await closeDays(deps) };
}

export const handler = background(run, closingDeps);
