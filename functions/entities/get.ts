import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { presentLegalEntity } from '../../shared/registry/contracts/legal-entity.ts';
import { getLegalEntity } from '../../shared/registry/routes/entities.ts';
import { readAccessibleEntity } from '../../shared/registry/usecases/read-accessible-entity.ts';
import { endpoint } from '../../shared/web/endpoint.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof getLegalEntity> = async ({ params, caller }, { table }) => ({
  data: presentLegalEntity(await readAccessibleEntity(table, params.id, caller)),
});

export const handler = endpoint(getLegalEntity, run, coreDeps);
