import { presentLegalEntity } from '../../shared/contracts/legal-entity.ts';
import { coreDeps } from '../../shared/deps/core.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Run } from '../../shared/http/request.ts';
import { getLegalEntity } from '../../shared/routes/entities.ts';
import { readAccessibleEntity } from '../../shared/usecases/read-accessible-entity.ts';

const run: Run<typeof getLegalEntity> = async ({ params, caller }, { table }) => ({
  data: presentLegalEntity(await readAccessibleEntity(table, params.id, caller)),
});

export const handler = endpoint(getLegalEntity, run, coreDeps);
