import { actorOf } from '../../shared/access/auth/caller.ts';
import { annulRegistration } from '../../shared/incorporation/usecases/annul-registration.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { presentEntityLine } from '../../shared/registry/contracts/admin-entities.ts';
import {
  adminAnnulLegalEntity,
  adminGetLegalEntity,
  adminImportLegalEntity,
  adminListLegalEntities,
} from '../../shared/registry/routes/admin-entities.ts';
import { importEntity } from '../../shared/registry/usecases/import-entity.ts';
import { listEntities, readEntity } from '../../shared/registry/usecases/read-entities.ts';
import {
  addsRepresentative,
  entityAnswer,
  removesRepresentative,
  revisesEntity,
} from '../../shared/service/handlers/operator-acts.ts';
import { actOperation, approved } from '../../shared/staff/deps/approved.ts';
import {
  type OperatorApprovalDeps,
  operatorApprovalDeps,
} from '../../shared/staff/deps/staff-deps.ts';
import { newEntityAct } from '../../shared/staff/domain/guarded-acts.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<OperatorApprovalDeps>[] = [
  operation(
    adminImportLegalEntity,
    approved(
      adminImportLegalEntity,
      async ({ body, caller }, deps: OperatorApprovalDeps) =>
        entityAnswer(await importEntity(body, actorOf(caller), deps), deps),
      {
        act: ({ body }, setting) => newEntityAct(body, setting),
        before: async () => null,
        notify: ({ body: { representatives = [] } }, at) =>
          representatives.length === 0
            ? null
            : {
                template: 'operators_acted',
                what: 'legal_entity',
                personIds: representatives,
                entityId: null,
                integrationId: null,
                at,
              },
      },
    ),
  ),
  operation(adminGetLegalEntity, async ({ params }, deps) =>
    entityAnswer(await readEntity(deps.table, params.id), deps),
  ),
  actOperation(revisesEntity),
  actOperation(addsRepresentative),
  actOperation(removesRepresentative),
  operation(adminAnnulLegalEntity, async ({ params, body, caller }, deps) => ({
    data: await annulRegistration(params.id, body, actorOf(caller), deps),
  })),
  operation(adminListLegalEntities, async ({ query }, deps) =>
    presentPage(await listEntities(query, deps), query.limit, presentEntityLine),
  ),
];

export const handler = pathFunction(rows, operatorApprovalDeps);
