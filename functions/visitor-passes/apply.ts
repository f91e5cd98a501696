import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { applyForVisitorPass, countVisitor } from '../../shared/visitors/apply-for-visitor-pass.ts';
import { createVisitorPassApplication as route } from '../../shared/visitors/visitor-pass-routes.ts';
import { idempotentOperation } from '../../shared/web/idempotency.ts';
import { type Operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof route> = async ({ body }, deps) => {
  await applyForVisitorPass(body, deps);
  return { success: true, data: { ok: true } };
};

export const rows: readonly Operation[] = [
  idempotentOperation(route, run, {
    screen: ({ clientAddress }, deps) => countVisitor(clientAddress, deps),
  }),
];

export const handler = operations(rows, coreDeps);
