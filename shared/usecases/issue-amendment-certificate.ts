import { findAnyAmendment, type StoredAmendment } from '../db/amendments.ts';
import { findDocument } from '../db/documents.ts';
import { findEntity } from '../db/entities.ts';
import type { WorkflowDeps } from '../deps/workflow.ts';
import { renderCertificateOfAmendment } from '../documents/certificate-of-amendment.ts';
import { fullName } from '../domain/company-name.ts';
import { type AmendableEntity, amended, namesChanged } from '../domain/proposed-changes.ts';
import { documentIdOf } from './document-id.ts';
import { issueDocument } from './issue-document.ts';

const slug = 'certificate-of-amendment';

/**
 * Issues the Certificate of Amendment of an approved filing: however often it is repeated, one. Its id follows
 * from the filing, its date is that of the approval, and it says what the entity was called and where its
 * office was just before and after, whatever has become of it since.
 */
export async function issueAmendmentCertificate(
  filingId: string,
  deps: WorkflowDeps,
): Promise<void> {
  const { amendment, formerly, issuedAt } = await readApproved(filingId, deps);
  const { entityId, proposedChanges } = amendment;
  const entity = await findEntity(deps.table, entityId);
  if (entity === null) throw new Error(`amendment ${filingId} has no entity`);
  const documentId = documentIdOf(filingId, slug);
  if ((await findDocument(deps.table, entityId, documentId)) !== null) return;
  const since = amended(formerly, proposedChanges);
  const { principalOfficeAddress: office } = proposedChanges;
  const content = await renderCertificateOfAmendment({
    documentId,
    issuedAt,
    issuer: deps.issuer,
    verification: null,
    entityName: fullName(since),
    residentPermitNumber: entity.residentPermitNumber,
    filingId,
    amendedAt: issuedAt,
    name: namesChanged(proposedChanges) ? { from: fullName(formerly), to: fullName(since) } : null,
    principalOffice: office === null ? null : { from: formerly.principalOfficeAddress, to: office },
  });
  const name = 'Certificate of Amendment';
  await issueDocument({ documentId, entityId, slug, name, issuedAt, content }, deps);
}

async function readApproved(
  filingId: string,
  { table }: WorkflowDeps,
): Promise<{
  readonly amendment: StoredAmendment;
  readonly formerly: AmendableEntity;
  readonly issuedAt: string;
}> {
  const amendment = await findAnyAmendment(table, filingId);
  const { formerly = null, approvedAt = null } = amendment ?? {};
  if (amendment === null || formerly === null || approvedAt === null) {
    throw new Error(`amendment ${filingId} is not approved`);
  }
  return { amendment, formerly, issuedAt: approvedAt };
}
