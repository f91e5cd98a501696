import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { verifyRpn } from '../../shared/registry/routes/registry.ts';
import { verifyResident } from '../../shared/registry/usecases/verify-resident.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof verifyRpn> = async ({ body }, deps) => {
  const found = await verifyResident(body.rpn, deps);
  if (found === null) return { result: 'not_found', active: false };
  return { result: `found_${found.resident}`, active: found.active };
};

export const rows: readonly Operation[] = [operation(verifyRpn, run)];

export const handler = operations(rows, coreDeps);
