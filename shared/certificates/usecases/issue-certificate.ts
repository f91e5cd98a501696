import { documentItem } from '../../documents/db/documents.ts';
import type { DocumentDeps } from '../../documents/deps/documents.ts';
import type { WorkflowDeps } from '../../documents/deps/workflow.ts';
import {
  type IssuedDocument,
  issuance,
  issueDocument,
} from '../../documents/usecases/issue-document.ts';
import { storeFile } from '../../documents/usecases/uploads.ts';
import { create, transact } from '../../kernel/db/transact.ts';
import { entityType, fullName } from '../../kernel/domain/legal-entity.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { entityUnchanged, requireEntity, type StoredEntity } from '../../registry/db/entities.ts';
import {
  certificateCodeWrite,
  certificateRequestWrite,
  type StoredCertificate,
  type StoredCertificateRequest,
} from '../db/certificates.ts';
import { decideCertificate } from '../domain/certificate.ts';
import { requestableKinds } from '../domain/certificate-type.ts';
import { newVerificationCode } from '../domain/verification-code.ts';
import { renderRequested } from '../pdf/requested-certificates.ts';
import { certificateKindTexts } from '../texts/index.ts';
import { type Assessment, refer } from './approve-certificate.ts';
import { requireCertificateRequest } from './read-certificate-request.ts';
import { verificationOf } from './verify-certificate.ts';

const kindTextsFor = byLocale(certificateKindTexts);

/** The result for an approved request. `issued`: now or earlier. */
type Issuance = 'issued' | Exclude<Assessment, 'approved'>;

/**
 * Issues an approved certificate, once: first the PDF under its SHA-256, then the document, the verification code and
 * the request's final status in one transaction. Bytes without an entry, left by a failure, are never served.
 *
 * The entity must be in good standing at that instant; otherwise the request is referred to the reviewers.
 */
export function issueCertificate(requestId: string, deps: WorkflowDeps): Promise<Issuance> {
  return retryOnConflict(async () => {
    const request = await requireCertificateRequest(requestId, deps);
    const { statusId } = request;
    if (statusId === 'Issued') return 'issued';
    if (statusId === 'Pending Review') return 'referred';
    if (statusId !== 'Approved') return 'closed';
    const entity = await requireEntity(deps.table, request.entityId);
    const at = deps.now().toISOString();
    const { eligible, taxCompliant } = requestableKinds[request.type].eligibility(entity, at);
    if (!eligible) return refer(request, 'not_in_good_standing', deps);
    if (taxCompliant !== true) return refer(request, 'tax_unresolved', deps);
    return issue(request, entity, at, deps);
  });
}

async function issue(
  request: StoredCertificateRequest,
  entity: StoredEntity,
  issuedAt: string,
  deps: WorkflowDeps,
): Promise<'issued' | typeof lostRace> {
  const documentId = deps.newId();
  const code = newVerificationCode(deps.random);
  const command = { type: 'issue', documentId, verificationCode: code } as const;
  const decision = decideCertificate(request, command, issuedAt);
  if (!decision.ok) throw new Error(`request ${request.id} can't be issued: ${decision.reason}`);
  const { residentPermitNumber } = entity;
  const entityName = fullName(entity);
  const { type } = request;
  const content = await renderRequested[type]({
    documentId,
    issuedAt,
    ...issuance(deps),
    verification: verificationOf(code, deps),
    entityName,
    entityType: entityType(entity.optionId),
    residentPermitNumber,
    registrationDate: entity.registrationDate,
  });
  const file = await storeFile(`documents/${entity.id}`, content, 'application/pdf', deps);
  const { sha256 } = file;
  const certificate: StoredCertificate = {
    type,
    requestId: request.id,
    entityId: entity.id,
    entityName,
    residentPermitNumber,
    issuedAt,
    sha256,
  };
  const outcome = await transact(deps.table, {
    request: certificateRequestWrite(decision.next),
    entity: entityUnchanged(entity),
    document: create(
      documentItem({
        id: documentId,
        entityId: entity.id,
        name: kindTextsFor({})[type].name,
        slug: type.replaceAll('_', '-'),
        version: '1',
        visibility: 'visible',
        ...file,
        createdAt: issuedAt,
      }),
    ),
    code: certificateCodeWrite(code, certificate),
    ...auditAct(deps, {
      at: issuedAt,
      actor: system,
      action: 'certificate_request.issued',
      subject: { type: 'certificate_request', id: request.id },
      details: { legalEntityId: entity.id, documentId, sha256 },
    }),
  });
  return outcome.kind === 'written' ? 'issued' : lostRace;
}

/** A verification code, and the data of its page. */
interface Certified {
  readonly code: string;
  readonly certificate: Omit<StoredCertificate, 'sha256' | 'issuedAt' | 'entityId'>;
}

/** Issues a document with a verification code, once; see `issueDocument`. */
export function issueCertifiedDocument(
  document: IssuedDocument,
  { code, certificate }: Certified,
  deps: DocumentDeps,
): Promise<void> {
  const { entityId, issuedAt } = document;
  const codeWrite = (sha256: string) =>
    certificateCodeWrite(code, { ...certificate, entityId, issuedAt, sha256 });
  return issueDocument({ ...document, codeWrite }, deps);
}
