import { certificateCodeWrite } from '../../certificates/db/certificates.ts';
import { newVerification } from '../../certificates/usecases/certificate-code.ts';
import { listPersonDocuments, personDocumentWrite } from '../../documents/db/person-documents.ts';
import type { AgreementDeps } from '../../documents/deps/agreement-deps.ts';
import type { WorkflowDeps } from '../../documents/deps/workflow.ts';
import type { Verification } from '../../documents/pdf/issued.ts';
import { issuance } from '../../documents/usecases/issuance.ts';
import { storeFile } from '../../documents/usecases/store-file.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { appliedResidencyType } from '../domain/granted-residency.ts';
import { applicantName } from '../domain/residency-application-state.ts';
import { renderAgreementOfCoexistence } from '../pdf/agreement-of-coexistence.ts';
import { residencyAgreementDocumentId } from './residency-agreement-document.ts';

/**
 * Issues the signed Agreement of Coexistence of an approved residency application, once, as a document of the
 * person whom it became: its bytes under their SHA-256 first, then its entry and its verification code together. Its id
 * follows from the application, its date is that of the approval. Bytes without an entry, left by a failure in between, are
 * seen by nobody, and a code that was drawn for them alone opens nothing.
 *
 * Throws when another document has the code already; the next attempt draws another one.
 */
export async function issueResidencyAgreement(
  applicationId: string,
  deps: WorkflowDeps,
): Promise<void> {
  const approved = await readApproved(applicationId, deps);
  const { personId, approvedAt, application } = approved;
  const documentId = residencyAgreementDocumentId(applicationId);
  const present = await listPersonDocuments(deps.table, personId);
  if (present.some(({ id }) => id === documentId)) return;
  const { slug, version } = application.agreement;
  const { title } = textOf(application, deps);
  const verification = newVerification(deps);
  const content = await render(documentId, verification, approved, deps);
  const file = await storeFile(`documents/${personId}`, content, 'application/pdf', deps);
  const { sha256 } = file;
  // Refused when an earlier attempt has stored it.
  const outcome = await transact(deps.table, {
    document: personDocumentWrite({
      id: documentId,
      personId,
      name: title,
      slug,
      version,
      visibility: 'visible',
      ...file,
      createdAt: approvedAt,
    }),
    code: orElse(
      certificateCodeWrite(verification.code, {
        type: 'agreement_of_coexistence',
        applicationId,
        issuedAt: approvedAt,
        sha256,
      }),
      () => new Error(`document ${documentId} drew a code that another one has`),
    ),
    ...auditPerson(deps, {
      at: deps.now().toISOString(),
      actor: system,
      personId,
      action: 'document.issued',
      details: { documentId, sha256, visibility: 'visible' },
    }),
  });
  if (outcome.kind === 'refused' && outcome.refusal !== undefined) throw outcome.refusal;
}

interface Approved {
  readonly application: StoredResidencyApplication;
  readonly personId: string;
  readonly residentPermitNumber: string;
  readonly approvedAt: string;
  readonly effectiveDate: string;
}

async function readApproved(applicationId: string, { table }: WorkflowDeps): Promise<Approved> {
  const application = await findResidencyApplication(table, applicationId);
  const { personId = null, residentPermitNumber = null, approvedAt = null } = application ?? {};
  const effectiveDate = application?.residencyEffectiveDate ?? null;
  if (
    application === null ||
    personId === null ||
    residentPermitNumber === null ||
    approvedAt === null ||
    effectiveDate === null
  ) {
    throw new Error(`residency application ${applicationId} is not approved`);
  }
  return { application, personId, residentPermitNumber, approvedAt, effectiveDate };
}

function render(
  documentId: string,
  verification: Verification,
  { application, residentPermitNumber, approvedAt, effectiveDate }: Approved,
  deps: WorkflowDeps,
): Promise<Uint8Array> {
  const { data, agreement } = application;
  const { signerName, acceptedAt, sha256 } = agreement;
  if (signerName === null || acceptedAt === null || sha256 === null) {
    throw new Error(`residency application ${application.id} is not signed`);
  }
  const { title, text } = textOf(application, deps);
  return renderAgreementOfCoexistence({
    documentId,
    issuedAt: approvedAt,
    ...issuance(deps),
    verification,
    title,
    agreementVersion: agreement.version,
    text,
    agreementSha256: sha256,
    residentName: applicantName(data),
    residentPermitNumber,
    residencyType: appliedResidencyType(data.residencyType),
    effectiveDate,
    signerName,
    signedAt: acceptedAt,
  });
}

/** The text that was signed, in force or not; without words where it is none that was ever published. */
function textOf(
  { agreement, data }: StoredResidencyApplication,
  { agreements }: AgreementDeps,
): { readonly title: string; readonly text: string | null } {
  const { title } = agreements.inForce(data.residencyType);
  return agreements.withDigest(agreement.sha256 ?? '') ?? { title, text: null };
}
