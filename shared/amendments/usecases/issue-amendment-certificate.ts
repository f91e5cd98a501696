import { certifiedDetails } from '../../certificates/domain/certificate-type.ts';
import { issueCertifiedDocument } from '../../certificates/usecases/issue-certificate.ts';
import { newVerification } from '../../certificates/usecases/verify-certificate.ts';
import { findDocument } from '../../documents/db/documents.ts';
import type { WorkflowDeps } from '../../documents/deps/workflow.ts';
import { documentIdOf, issuance } from '../../documents/usecases/issue-document.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { findEntity } from '../../registry/db/entities.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import { findAnyAmendment, notAnnulled, type StoredAmendment } from '../db/amendments.ts';
import { amended, changedDetails } from '../domain/proposed-changes.ts';
import { renderCertificateOfAmendment } from '../pdf/certificate-of-amendment.ts';

/** The slug of the certificate among the entity's documents. */
export const amendmentCertificateSlug = 'certificate-of-amendment';

/**
 * Issues the Certificate of Amendment of an approved filing, with the entity's name and office just before and after
 * the amendment. Safe to repeat: its id is derived from the filing, and its date is that of the approval. An annulled
 * amendment gets no certificate.
 */
export async function issueAmendmentCertificate(
  filingId: string,
  deps: WorkflowDeps,
): Promise<void> {
  const { amendment, previousValues, issuedAt } = await readApproved(filingId, deps);
  const { entityId, proposedChanges } = amendment;
  if (amendment.annulment !== undefined) return;
  const entity = await findEntity(deps.table, entityId);
  if (entity === null) throw new Error(`amendment ${filingId} has no entity`);
  const documentId = documentIdOf(filingId, amendmentCertificateSlug);
  if ((await findDocument(deps.table, entityId, documentId)) !== null) return;
  const since = amended(previousValues, proposedChanges);
  const changed = changedDetails(proposedChanges);
  const entityName = fullName(since);
  const { residentPermitNumber } = entity;
  const name = changed.includes('name') ? { from: fullName(previousValues), to: entityName } : null;
  const verification = newVerification(deps);
  const content = await renderCertificateOfAmendment({
    documentId,
    issuedAt,
    ...issuance(deps),
    verification,
    entityName,
    residentPermitNumber,
    filingId,
    amendedAt: issuedAt,
    before: previousValues,
    changes: proposedChanges,
  });
  const certificate = {
    type: 'certificate_of_amendment',
    entityName,
    residentPermitNumber,
    change: { ...certifiedDetails(changed), name },
  } as const;
  await issueCertifiedDocument(
    {
      ...{ documentId, entityId, issuedAt, content },
      slug: amendmentCertificateSlug,
      name: 'Certificate of Amendment',
      unless: notAnnulled(amendment),
    },
    { code: verification.code, certificate },
    deps,
  );
}

async function readApproved(
  filingId: string,
  { table }: WorkflowDeps,
): Promise<{
  readonly amendment: StoredAmendment;
  readonly previousValues: AmendableEntity;
  readonly issuedAt: string;
}> {
  const amendment = await findAnyAmendment(table, filingId);
  const { previousValues = null, approvedAt = null } = amendment ?? {};
  if (amendment === null || previousValues === null || approvedAt === null) {
    throw new Error(`amendment ${filingId} is not approved`);
  }
  return { amendment, previousValues, issuedAt: approvedAt };
}
