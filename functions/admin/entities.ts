import { actorOf } from '../../shared/access/auth/actor.ts';
import { dissolutionWrites } from '../../shared/certificates/usecases/cancel-certificate.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { type CoreDeps, coreDeps } from '../../shared/kernel/deps/core.ts';
import {
  presentAdminEntity,
  presentEntityLine,
} from '../../shared/registry/contracts/admin-entities.ts';
import {
  adminAddRepresentative,
  adminGetLegalEntity,
  adminImportLegalEntity,
  adminListLegalEntities,
  adminRemoveRepresentative,
  adminUpdateLegalEntity,
} from '../../shared/registry/routes/admin-entities.ts';
import { addRepresentative } from '../../shared/registry/usecases/add-representative.ts';
import { importEntity } from '../../shared/registry/usecases/import-entity.ts';
import { listEntities } from '../../shared/registry/usecases/list-entities.ts';
import { readConfirmation } from '../../shared/registry/usecases/read-confirmation.ts';
import { type RepresentedEntity, readEntity } from '../../shared/registry/usecases/read-entity.ts';
import { removeRepresentative } from '../../shared/registry/usecases/remove-representative.ts';
import { reviseEntity } from '../../shared/registry/usecases/revise-entity.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

async function answer(found: RepresentedEntity, deps: CoreDeps) {
  const confirmation = await readConfirmation(found.entity, deps);
  return { data: presentAdminEntity({ ...found, confirmation }, deps.now().toISOString()) };
}

export const rows: readonly Operation[] = [
  operation(adminImportLegalEntity, async ({ body, caller }, deps) =>
    answer(await importEntity(body, actorOf(caller), deps), deps),
  ),
  operation(adminGetLegalEntity, async ({ params }, deps) =>
    answer(await readEntity(deps.table, params.id), deps),
  ),
  operation(adminUpdateLegalEntity, async ({ params, body, caller }, deps) =>
    answer(await reviseEntity(params.id, body, actorOf(caller), deps, dissolutionWrites), deps),
  ),
  operation(adminAddRepresentative, async ({ params: { id, personId }, caller }, deps) =>
    answer(await addRepresentative({ entityId: id, personId }, actorOf(caller), deps), deps),
  ),
  operation(adminRemoveRepresentative, async ({ params: { id, personId }, caller }, deps) =>
    answer(await removeRepresentative({ entityId: id, personId }, actorOf(caller), deps), deps),
  ),
  operation(adminListLegalEntities, async ({ query }, deps) =>
    presentPage(await listEntities(query, deps), query.limit, presentEntityLine),
  ),
];

export const handler = operations(rows, coreDeps);
