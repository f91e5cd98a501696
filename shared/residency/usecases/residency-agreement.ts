import {
  certificateCodeWrite,
  type StoredAgreementCode,
} from '../../certificates/db/certificates.ts';
import { newVerification } from '../../certificates/usecases/verify-certificate.ts';
import { residencyAgreementIds } from '../../documents/agreements/residency-agreement.ts';
import { listPersonDocuments, personDocumentWrite } from '../../documents/db/documents.ts';
import type { AgreementDeps, DocumentDeps } from '../../documents/deps/documents.ts';
import type { WorkflowDeps } from '../../documents/deps/workflow.ts';
import type { Verification } from '../../documents/pdf/issued.ts';
import { documentIdOf, issuance } from '../../documents/usecases/issue-document.ts';
import { presentDocuments } from '../../documents/usecases/present-documents.ts';
import { storeFile } from '../../documents/usecases/uploads.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { shownText } from '../../kernel/pages/shown-text.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { findPerson, readResidencies } from '../../people/db/people.ts';
import { isActive } from '../../people/domain/residency.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct, auditPerson } from '../../platform/usecases/audit.ts';
import {
  findResidencyApplication,
  findResidencyApplicationToAccept,
  residencyApplicationWrite,
  type StoredResidencyApplication,
  usedAgreementLinkWrite,
} from '../db/residency-applications.ts';
import { appliedResidencyType, type VerifiedAgreement } from '../domain/granted-residency.ts';
import { decideResidencyApplication } from '../domain/residency-application.ts';
import { applicantName } from '../domain/residency-application-state.ts';
import { acceptedStatement } from '../pages/residency-agreement-page.ts';
import { renderAgreementOfCoexistence } from '../pdf/agreement-of-coexistence.ts';

/**
 * Issues the signed Agreement of Coexistence of an approved residency application, once, as a document of the person:
 * first the bytes under their SHA-256, then the entry with its verification code. The id is derived from the
 * application, and the date is that of the approval. Bytes without an entry, left by a failure, are never served, and
 * their code verifies nothing.
 *
 * Throws if another document has the code; the next attempt draws another.
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
  // Refused if an earlier attempt has stored it.
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

/** The signed text, in force or not; without its wording if it was never published. */
function textOf(
  { agreement, data }: StoredResidencyApplication,
  { agreements }: AgreementDeps,
): { readonly title: string; readonly text: string | null } {
  const { title } = agreements.inForce(data.residencyType);
  return agreements.withDigest(agreement.sha256 ?? '') ?? { title, text: null };
}

/** A residency application to be signed. */
export type ApplicationToAccept = StoredResidencyApplication;

/** The application of a link. `isCurrent` is false if the link is for an earlier version. Error: 404. */
export async function readApplicationToAccept(
  token: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<{ readonly application: ApplicationToAccept; readonly isCurrent: boolean }> {
  const found = await findResidencyApplicationToAccept(table, token);
  if (found === null) throw apiErrors.notFound();
  return { application: found.application, isCurrent: found.current };
}

interface Acceptance {
  /** The link's token, which identifies the version that the signer saw. */
  readonly token: string;
  readonly signerName: string;
  /** SHA-256 of the text shown, in hexadecimal; absent if a program omits it. */
  readonly agreementSha256: string | undefined;
  /** The language of the page. */
  readonly language?: Locale | undefined;
}

type AcceptanceOutcome =
  | { readonly kind: 'accepted'; readonly application: StoredResidencyApplication }
  /** Nothing was written: the agreement text has changed since it was shown. */
  | { readonly kind: 'text_changed'; readonly application: StoredResidencyApplication }
  /** Nothing was written: the application was changed, already accepted, or submitted. */
  | { readonly kind: 'changed' | 'accepted_before' | 'not_draft' };

/**
 * Accepts the Agreement of Coexistence of the residency application behind a link, once. Anyone with the link can sign.
 * Each change of the application creates a new link, so that nobody signs data they have not seen.
 *
 * Error: 404 for an unknown link.
 */
export function acceptResidencyAgreement(
  { token, signerName, agreementSha256, language }: Acceptance,
  deps: CoreDeps & AgreementDeps,
): Promise<AcceptanceOutcome> {
  return retryOnConflict<AcceptanceOutcome>(async () => {
    const at = deps.now().toISOString();
    const found = await findResidencyApplicationToAccept(deps.table, token);
    if (found === null) throw apiErrors.notFound();
    const { application } = found;
    const text = deps.agreements.inForce(application.data.residencyType);
    const { sha256 } = text;
    const shown = shownText(language, (context) => [acceptedStatement(context), sha256]);
    const decision = decideResidencyApplication(
      application,
      {
        type: 'accept',
        ...{ token, signerName, ...residencyAgreementIds(text), sha256 },
        ...(shown !== null && { shown }),
      },
      at,
    );
    if (!decision.ok) return { kind: outcomeOf[decision.reason] ?? 'not_draft' };
    if (agreementSha256 !== undefined && agreementSha256 !== sha256) {
      return { kind: 'text_changed', application };
    }
    const { id, agreement } = decision.next;
    const outcome = await transact(deps.table, {
      application: residencyApplicationWrite(decision.next),
      agreementLink: usedAgreementLinkWrite(application, at),
      copy: mailWrite(deps.newId(), at, {
        template: 'residency_agreement_signed',
        applicationId: application.id,
      }),
      ...auditAct(deps, {
        at,
        // The link is the signer's only credential, so the actor is the system. The signer's name is in the acceptance.
        actor: system,
        action: 'residency_application.agreement_accepted',
        subject: { type: 'residency_application', id },
        details: { aocId: agreement.aocId, agreementVersion: agreement.version },
      }),
    });
    return outcome.kind === 'written' ? { kind: 'accepted', application: decision.next } : lostRace;
  });
}

/** The outcome of a refused acceptance; all other refusals mean that the application is no longer a draft. */
const outcomeOf: Readonly<Partial<Record<string, 'changed' | 'accepted_before'>>> = {
  agreement_changed: 'changed',
  already_accepted: 'accepted_before',
};

/** Verification of an issued agreement; null once the application or the person is erased. */
export async function verifyAgreement(
  { applicationId, issuedAt, sha256 }: StoredAgreementCode,
  { table, now }: CoreDeps,
): Promise<VerifiedAgreement | null> {
  const application = await findResidencyApplication(table, applicationId);
  const { personId = null, residentPermitNumber = null } = application ?? {};
  const { residencyEffectiveDate: effectiveDate = null } = application ?? {};
  const signedAt = application?.agreement.acceptedAt ?? null;
  if (
    application === null ||
    personId === null ||
    residentPermitNumber === null ||
    effectiveDate === null ||
    signedAt === null
  ) {
    return null;
  }
  const [person, residencies] = await Promise.all([
    findPerson(table, personId),
    readResidencies(table, personId),
  ]);
  if (person === null) return null;
  const at = now().toISOString();
  const granted = residencies.find((residency) => residency.applicationId === applicationId);
  return {
    residentName: applicantName(application.data),
    residentPermitNumber,
    residencyType: appliedResidencyType(application.data.residencyType),
    version: application.agreement.version,
    effectiveDate,
    signedAt,
    issuedAt,
    sha256,
    active: person.status === 'active' && residencies.some((residency) => isActive(residency, at)),
    annulledAt: granted?.annulment?.at ?? null,
  };
}

/**
 * The documents of an approved application (none before) and the status of its agreement (facts C12.9). The partner
 * can't see other documents of the person.
 */
export async function presentAgreementDocuments(
  application: StoredResidencyApplication,
  { table, documents }: DocumentDeps,
) {
  const { id, personId, agreement, data, residencyEffectiveDate } = application;
  const held = personId === null ? [] : await listPersonDocuments(table, personId);
  const own = held.filter((document) => document.id === residencyAgreementDocumentId(id));
  return {
    data: [...(await presentDocuments(own, documents))],
    agreementOfCoexistence: {
      aocId: agreement.aocId,
      slug: agreement.slug,
      version: agreement.version,
      residencyType: data.residencyType,
      templatePdfUrl: null,
      accepted: agreement.acceptedAt !== null,
      acceptedAt: agreement.acceptedAt,
      signerName: agreement.signerName,
      invalidatedAt: agreement.invalidatedAt,
    },
    residencyEffectiveDate,
  };
}

const slug = 'agreement-of-coexistence';

/** The document id of the signed agreement, derived from the application. */
export function residencyAgreementDocumentId(applicationId: string): string {
  return documentIdOf(applicationId, slug);
}
