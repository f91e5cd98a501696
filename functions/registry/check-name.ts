import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { checkName } from '../../shared/registry/routes/registry.ts';
import { checkAvailability } from '../../shared/registry/usecases/check-availability.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof checkName> = async ({ body }, deps) => {
  const { name, available, reserved } = await checkAvailability(body, deps);
  return { data: { name, optionId: body.optionId, available, reserved } };
};

export const rows: readonly Operation[] = [operation(checkName, run)];

export const handler = operations(rows, coreDeps);
