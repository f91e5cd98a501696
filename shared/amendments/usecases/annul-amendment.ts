import {
  findWithdrawal,
  listDocuments,
  type StoredDocument,
  withdrawalWrite,
} from '../../documents/db/documents.ts';
import { documentIdOf } from '../../documents/usecases/issue-document.ts';
import { keys } from '../../kernel/db/keys.ts';
import { getItem } from '../../kernel/db/table.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { AnnulBody, AnnulmentReport } from '../../registry/contracts/annulment-contract.ts';
import { requireEntity, type StoredEntity } from '../../registry/db/entities.ts';
import { claimAfter, claimOf } from '../../registry/db/names.ts';
import { revisedEntityWrites } from '../../registry/db/new-entity.ts';
import { registrySharding } from '../../registry/db/registry-changes.ts';
import { amendableFields } from '../../registry/domain/amendable-entity.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import { changesOf, paidBy } from '../../registry/usecases/annulment-report.ts';
import {
  amendmentWrite,
  findAnyAmendment,
  listAmendments,
  type StoredAmendment,
} from '../db/amendments.ts';
import { restoredFields } from '../domain/proposed-changes.ts';
import * as amendmentErrors from '../errors/amendment-errors.ts';
import { amendmentCertificateSlug } from './decide-amendment.ts';

/**
 * Annuls the approval of an amendment: the fields that it changed get their previous values, and its certificate is
 * withdrawn or, if not issued yet, never issued. The filing stays Approved. The people concerned are notified by email.
 *
 * Errors: 404; 409 `filing.not_approved`, `filing.annulled`, `entity.annulled`, `filing.covered` if a later change
 * covers it, `entity.name_taken` if another entity has the previous name.
 */
export function annulAmendment(
  filingId: string,
  { reasonCode, reason, plan = false }: AnnulBody,
  actor: Actor,
  deps: CoreDeps,
): Promise<AnnulmentReport> {
  const { table } = deps;
  return retryOnConflict(async () => {
    const filing = await findAnyAmendment(table, filingId);
    if (filing === null) throw apiErrors.notFound();
    const { approvedAt, entityId } = filing;
    if (filing.statusId !== 'Approved' || approvedAt === null)
      throw amendmentErrors.amendmentNotApproved();
    if (filing.annulment !== undefined) throw amendmentErrors.amendmentAnnulled();
    // The entity is read first, so that its version guarantees that no filing is approved in between.
    const entity = await requireEntity(table, entityId);
    if (entity.annulment !== undefined) throw registryErrors.entityAnnulled();
    const [after, documents, paid] = await Promise.all([
      restored(filing, entity, deps),
      listDocuments(table, entityId),
      paidBy(table, filing.invoiceId),
    ]);
    const at = deps.now().toISOString();
    const certificate = await certificateOf(filing, documents, at, deps);
    const changes = changesOf('legal_entity', entity, after, amendableFields);
    const report: AnnulmentReport = {
      subject: { type: 'amendment', id: filingId },
      planned: plan,
      ...{ at, reasonCode, changes, paid },
      withdrawn: certificate.withdrawn.map(({ id, name }) => ({ id, name })),
      // The certificate that was issued before the annulment.
      remaining: documents
        .filter((document) => document.createdAt >= approvedAt && document.id !== certificate.id)
        .map(({ id }) => ({ type: 'document', id })),
    };
    if (plan) return report;
    const outcome = await transact(table, {
      ...revisedEntityWrites(entity, after, at, await registrySharding(deps)),
      filing: orElse(
        amendmentWrite({ ...filing, annulment: { at, reasonCode }, updatedAt: at }),
        conflict,
      ),
      certificate: orElse(certificate.write, conflict),
      notification: mailWrite(deps.newId(), at, {
        template: 'annulled',
        of: 'amendment',
        id: filingId,
        personId: null,
      }),
      ...auditAct(deps, {
        at,
        actor,
        action: 'amendment.annulled',
        reason,
        subject: { type: 'amendment', id: filingId },
        details: {
          legalEntityId: entityId,
          reasonCode,
          restored: changes.map(({ field }) => field),
        },
      }),
    });
    if (outcome.kind === 'written') return report;
    switch (outcome.refusal) {
      case 'name_taken':
        throw apiErrors.nameTaken();
      case 'revised_before':
      case lostRace:
        return lostRace;
      default:
        throw outcome.error;
    }
  });
}

/**
 * The entity with the previous values of the changed fields. A plan is refused for the same reasons as the annulment.
 */
async function restored(
  filing: StoredAmendment,
  entity: StoredEntity,
  { table }: CoreDeps,
): Promise<StoredEntity> {
  const filings = await listAmendments(table, entity.id);
  const others = filings.filter(({ id }) => id !== filing.id);
  const restoration = restoredFields(filing, others, entity);
  if (restoration.kind === 'covered') throw amendmentErrors.amendmentCovered(restoration.by);
  const after = { ...entity, ...restoration.fields };
  const claim = claimAfter(entity, after);
  if (claim.pk !== claimOf(entity).pk && (await getItem(table, claim)) !== undefined)
    throw apiErrors.nameTaken();
  return after;
}

interface Withdrawn {
  readonly id: string;
  readonly withdrawn: readonly StoredDocument[];
  readonly write: Write<unknown> | undefined;
}

/** The writes for the filing's certificate. If it is not issued yet, they prevent it. */
async function certificateOf(
  { id, entityId, approvedAt }: StoredAmendment,
  documents: readonly StoredDocument[],
  at: string,
  { table }: CoreDeps,
): Promise<Withdrawn> {
  const documentId = documentIdOf(id, amendmentCertificateSlug);
  const document = documents.find((each) => each.id === documentId);
  if (document === undefined) {
    const check = {
      Key: keys.document(entityId, approvedAt ?? '', documentId),
      ConditionExpression: 'attribute_not_exists(pk)',
    };
    return { id: documentId, withdrawn: [], write: { check } };
  }
  if ((await findWithdrawal(table, entityId, document.sha256)) !== null)
    return { id: documentId, withdrawn: [], write: undefined };
  const { createdAt: documentCreatedAt } = document;
  const about = { entityId, documentId, documentCreatedAt };
  const withdrawal = { ...about, withdrawnAt: at, replacedBy: null };
  return {
    id: documentId,
    withdrawn: [document],
    write: withdrawalWrite(document.sha256, withdrawal),
  };
}
