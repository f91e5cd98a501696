import { findReusedRequests } from '../../certificates/db/certificates.ts';
import { dissolutionWrites } from '../../certificates/usecases/cancel-certificate.ts';
import {
  everyDocument,
  listDocuments,
  withdrawalWrite,
  withdrawnSince,
} from '../../documents/db/documents.ts';
import { keys } from '../../kernel/db/keys.ts';
import { getItem } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { AnnulBody, AnnulmentReport } from '../../registry/contracts/annulment-contract.ts';
import { findEntity, type StoredEntity } from '../../registry/db/entities.ts';
import { claimOf } from '../../registry/db/names.ts';
import { revisedEntityWrites } from '../../registry/db/new-entity.ts';
import { registrySharding } from '../../registry/db/registry-changes.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import { changesOf, openFilings, paidBy } from '../../registry/usecases/annulment-report.ts';
import { findAnyApplication } from '../db/applications.ts';

/**
 * Annuls the registration of an incorporated or imported entity. It is dissolved immediately, its name becomes
 * available, searches no longer find it, and all its documents are withdrawn. Its number is never reused. The
 * application stays Approved and payments stay paid. The people concerned are notified by email.
 *
 * Errors: 404; 409 `entity.annulled`.
 */
export function annulRegistration(
  entityId: string,
  { reasonCode, reason, plan = false }: AnnulBody,
  actor: Actor,
  deps: CoreDeps,
): Promise<AnnulmentReport> {
  const { table } = deps;
  return retryOnConflict(async () => {
    const entity = await findEntity(table, entityId);
    if (entity === null) throw apiErrors.notFound();
    if (entity.annulment !== undefined) throw registryErrors.entityAnnulled();
    const at = deps.now().toISOString();
    const { applicationId, dissolutionDate } = entity;
    const [application, documents, everyWithdrawn, remaining] = await Promise.all([
      applicationId === null ? null : findAnyApplication(table, applicationId),
      listDocuments(table, entityId),
      getItem(table, keys.withdrawal(entityId, everyDocument)),
      whatRemains(entityId, deps),
    ]);
    const after: StoredEntity = {
      ...entity,
      dissolutionDate: dissolutionDate !== null && dissolutionDate < at ? dissolutionDate : at,
      annulment: { at, reasonCode },
    };
    const report: AnnulmentReport = {
      subject: { type: 'legal_entity', id: entityId },
      planned: plan,
      ...{ at, reasonCode, remaining },
      changes: [
        ...changesOf('legal_entity', entity, after, ['dissolutionDate']),
        { of: 'legal_entity', id: entityId, field: 'claimed name', from: entity.name, to: null },
      ],
      withdrawn: await notWithdrawn(entityId, documents, deps),
      paid: await paidBy(table, application?.invoiceId),
    };
    if (plan) return report;
    const outcome = await transact(table, {
      ...revisedEntityWrites(entity, after, at, await registrySharding(deps)),
      freedName: {
        remove: {
          Key: claimOf(entity),
          ConditionExpression: 'attribute_not_exists(pk) OR entityId = :entity',
          ExpressionAttributeValues: { ':entity': entityId },
        },
      },
      ...(await dissolutionWrites(after, actor, at, deps)),
      // A restored table may still have the mark.
      withdrawal:
        everyWithdrawn === undefined
          ? orElse(
              withdrawalWrite(everyDocument, {
                entityId,
                withdrawnAt: at,
                replacedBy: null,
              }),
              conflict,
            )
          : undefined,
      notification: mailWrite(deps.newId(), at, {
        template: 'annulled',
        of: 'legal_entity',
        id: entityId,
        personId: null,
      }),
      ...auditAct(deps, {
        at,
        actor,
        action: 'legal_entity.annulled',
        reason,
        subject: { type: 'legal_entity', id: entityId },
        details: { applicationId, reasonCode },
      }),
    });
    if (outcome.kind === 'written') return report;
    switch (outcome.refusal) {
      case 'revised_before':
      case lostRace:
        return lostRace;
      default:
        throw outcome.error;
    }
  });
}

/** Open filings and requests, which can now only be refused. */
async function whatRemains(
  entityId: string,
  { table }: CoreDeps,
): Promise<AnnulmentReport['remaining']> {
  const [filings, requests] = await Promise.all([
    openFilings(table, entityId),
    findReusedRequests(table, entityId),
  ]);
  return [
    ...filings,
    // Unpaid requests are cancelled; issued ones are complete.
    ...requests
      .filter(({ paidAt, issuedAt }) => paidAt !== null && issuedAt === null)
      .map(({ id }) => ({ type: 'certificate_request' as const, id })),
  ];
}

async function notWithdrawn(
  entityId: string,
  documents: Awaited<ReturnType<typeof listDocuments>>,
  { table }: CoreDeps,
): Promise<AnnulmentReport['withdrawn']> {
  const valid: AnnulmentReport['withdrawn'] = [];
  for (let first = 0; first < documents.length; first += 100) {
    const some = documents.slice(first, first + 100);
    const withdrawn = await withdrawnSince(table, entityId, some);
    for (const { id, name } of some) if (!withdrawn.has(id)) valid.push({ id, name });
  }
  return valid;
}
