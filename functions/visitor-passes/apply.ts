import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { createVisitorPassApplication as route } from '../../shared/residency/routes/visitor-pass-routes.ts';
import {
  applyForVisitorPass,
  countVisitor,
} from '../../shared/residency/usecases/visitor-passes.ts';
import { storedAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof route> = async ({ body }, deps) => {
  await applyForVisitorPass(body, deps);
  return { success: true, data: { ok: true } };
};

export const rows: readonly Operation[] = [
  operation(
    route,
    run,
    storedAnswers({
      screen: ({ clientAddress }, deps) => countVisitor(clientAddress, deps),
    }),
  ),
];

export const handler = operations(rows, coreDeps);
