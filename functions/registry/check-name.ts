import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { displayName } from '../../shared/kernel/domain/company-name.ts';
import { lookUpName } from '../../shared/registry/db/names.ts';
import { checkName } from '../../shared/registry/routes/registry.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof checkName> = async ({ body: { name, optionId } }, { table }) => {
  const { taken, reserved } = await lookUpName(table, optionId, name);
  return {
    data: { name: displayName(name), optionId, available: !taken && !reserved, reserved },
  };
};

export const rows: readonly Operation[] = [operation(checkName, run)];

export const handler = operations(rows, coreDeps);
