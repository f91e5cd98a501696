import { coreDeps } from '../../shared/deps/core.ts';
import { idempotentEndpoint } from '../../shared/http/idempotency.ts';
import { type Operation, operations } from '../../shared/http/operations.ts';
import type { Run } from '../../shared/http/request.ts';
import { applyForVisitorPass as route } from '../../shared/routes/visitor-passes.ts';
import { applyForVisitorPass, countVisitor } from '../../shared/usecases/apply-for-visitor-pass.ts';

const run: Run<typeof route> = async ({ body }, deps) => {
  await applyForVisitorPass(body, deps);
  return { success: true, data: { ok: true } };
};

const rows: readonly Operation[] = [
  {
    route,
    handler: (resolve) =>
      idempotentEndpoint(route, run, resolve, {
        screen: ({ clientAddress }, deps) => countVisitor(clientAddress, deps),
      }),
  },
];

export const handler = operations(rows, coreDeps);
