import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { presentLegalEntity } from '../../shared/registry/contracts/legal-entity.ts';
import { getLegalEntity } from '../../shared/registry/routes/entities.ts';
import { readAccessibleEntity } from '../../shared/registry/usecases/read-accessible-entity.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof getLegalEntity> = async ({ params, caller }, { table }) => ({
  data: presentLegalEntity(await readAccessibleEntity(table, params.id, caller)),
});

export const rows: readonly Operation[] = [operation(getLegalEntity, run)];

export const handler = operations(rows, coreDeps);
