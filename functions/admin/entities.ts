import { actorOf } from '../../shared/access/auth/caller.ts';
import { dissolutionWrites } from '../../shared/certificates/usecases/cancel-certificate.ts';
import { annulRegistration } from '../../shared/incorporation/usecases/annul-registration.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import type { CoreDeps } from '../../shared/kernel/deps/core.ts';
import { readPerson } from '../../shared/people/usecases/read-people.ts';
import {
  presentAdminEntity,
  presentEntityLine,
} from '../../shared/registry/contracts/admin-entities.ts';
import {
  adminAddRepresentative,
  adminAnnulLegalEntity,
  adminGetLegalEntity,
  adminImportLegalEntity,
  adminListLegalEntities,
  adminRemoveRepresentative,
  adminUpdateLegalEntity,
} from '../../shared/registry/routes/admin-entities.ts';
import { importEntity } from '../../shared/registry/usecases/import-entity.ts';
import {
  listCorrectionsOf,
  listEntities,
  type RepresentedEntity,
  readConfirmation,
  readEntity,
} from '../../shared/registry/usecases/read-entities.ts';
import {
  addRepresentative,
  removeRepresentative,
  reviseEntity,
} from '../../shared/registry/usecases/revise-entity.ts';
import { approved } from '../../shared/staff/deps/approved.ts';
import {
  type OperatorApprovalDeps,
  operatorApprovalDeps,
} from '../../shared/staff/deps/staff-deps.ts';
import {
  newEntityAct,
  type OperatorApprovals,
  revisedEntityAct,
} from '../../shared/staff/domain/guarded-acts.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

async function answer(found: RepresentedEntity, deps: CoreDeps) {
  const [confirmation, corrections] = await Promise.all([
    readConfirmation(found.entity, deps),
    listCorrectionsOf(found.entity.id, deps),
  ]);
  const at = deps.now().toISOString();
  return { data: presentAdminEntity({ ...found, confirmation, corrections }, at) };
}

/** For an act that is reported only by its email. */
const told = { template: 'operators_acted', integrationId: null } as const;

/** Its own emails go to all who represent the entity, and to who did. */
const representatives = {
  act: (_: unknown, setting: OperatorApprovals) =>
    setting.representatives ? ('representatives' as const) : null,
  before: async (
    {
      params: { id, personId },
    }: { readonly params: { readonly id: string; readonly personId: string } },
    { table }: OperatorApprovalDeps,
  ) => {
    const found = await readEntity(table, id);
    await readPerson(personId, { table });
    return found.representatives.some((each) => each.personId === personId);
  },
};

export const rows: readonly Operation<OperatorApprovalDeps>[] = [
  operation(
    adminImportLegalEntity,
    approved(
      adminImportLegalEntity,
      async ({ body, caller }, deps: OperatorApprovalDeps) =>
        answer(await importEntity(body, actorOf(caller), deps), deps),
      {
        act: ({ body }, setting) => newEntityAct(body, setting),
        before: async () => null,
        tell: ({ body: { representatives = [] } }, at) =>
          representatives.length === 0
            ? null
            : { ...told, what: 'legal_entity', personIds: representatives, entityId: null, at },
      },
    ),
  ),
  operation(adminGetLegalEntity, async ({ params }, deps) =>
    answer(await readEntity(deps.table, params.id), deps),
  ),
  operation(
    adminUpdateLegalEntity,
    approved(
      adminUpdateLegalEntity,
      async ({ params, body, caller }, deps: OperatorApprovalDeps) =>
        answer(await reviseEntity(params.id, body, actorOf(caller), deps, dissolutionWrites), deps),
      {
        act: ({ body }, setting) => revisedEntityAct(body, setting),
        before: async ({ params }, { table }) => {
          const { entity } = await readEntity(table, params.id);
          return [entity.taxState, entity.residency, entity.dissolutionDate];
        },
        tell: ({ params, body }, at) => ({
          ...told,
          what: body.taxState === undefined ? 'permit_number' : 'tax_state',
          personIds: [],
          entityId: params.id,
          at,
        }),
      },
    ),
  ),
  operation(
    adminAddRepresentative,
    approved(
      adminAddRepresentative,
      async ({ params: { id, personId }, caller }, deps: OperatorApprovalDeps) =>
        answer(await addRepresentative({ entityId: id, personId }, actorOf(caller), deps), deps),
      representatives,
    ),
  ),
  operation(
    adminRemoveRepresentative,
    approved(
      adminRemoveRepresentative,
      async ({ params: { id, personId }, caller }, deps: OperatorApprovalDeps) =>
        answer(await removeRepresentative({ entityId: id, personId }, actorOf(caller), deps), deps),
      representatives,
    ),
  ),
  operation(adminAnnulLegalEntity, async ({ params, body, caller }, deps) => ({
    data: await annulRegistration(params.id, body, actorOf(caller), deps),
  })),
  operation(adminListLegalEntities, async ({ query }, deps) =>
    presentPage(await listEntities(query, deps), query.limit, presentEntityLine),
  ),
];

export const handler = pathFunction(rows, operatorApprovalDeps);
