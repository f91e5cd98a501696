import { closingDeps } from '../../shared/platform/deps/evidence-deps.ts';
import { type ClosingDeps, closeDays } from '../../shared/platform/usecases/close-days.ts';
import { background } from '../../shared/web/http/background.ts';

/** Signs the evidence of past days. Runs every hour; a failed run is made up for by the next. */
async function run(deps: ClosingDeps) {
  return { closed: await closeDays(deps) };
}

export const handler = background(run, closingDeps);
