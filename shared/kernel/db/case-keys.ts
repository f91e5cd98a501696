import { digest } from './key-parts.ts';
import type { ItemKey } from './keys.ts';

/** Keys of what is applied for, of its reviews, and of the files and links that belong to it. */
export const caseKeys = {
  /** An application is stored with its owner: a successful read by its key shows who owns it. */
  application: (ownerId: string, id: string) => ({
    pk: `PERSON#${ownerId}`,
    sk: `APPLICATION#${id}`,
  }),
  applicationOwner: (id: string) => ({ pk: `APPLICATION#${id}`, sk: 'OWNER' }),
  /** The token of a signature link is a secret; its digest finds the application. */
  signatureLink: (token: string) => ({ pk: `SIGNATURE#${digest(token)}`, sk: 'SIGNATURE' }),
  /** A certificate request lies with its entity, where it is listed. */
  certificateRequest: (entityId: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CERTIFICATE_REQUEST#${id}`,
  }),
  certificateRequestEntity: (id: string) => ({ pk: `CERTIFICATE_REQUEST#${id}`, sk: 'ENTITY' }),
  /** The one request of the entity that is open or issued. */
  certificateClaim: (entityId: string, type: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CERTIFICATE_CLAIM#${type}`,
  }),
  /** The code that is printed on a certificate: hashed, so that readers of the table don't learn it. */
  certificateCode: (code: string) => ({
    pk: `CERTIFICATE_CODE#${digest(code)}`,
    sk: 'CERTIFICATE_CODE',
  }),
  taxProof: (id: string) => ({ pk: `TAX_PROOF#${id}`, sk: 'TAX_PROOF' }),
  /** The state of an uploaded file's scan. `objectKey` is its key in the bucket. */
  uploadScan: (objectKey: string) => ({ pk: `UPLOAD_SCAN#${objectKey}`, sk: 'UPLOAD_SCAN' }),
  proofOfAddress: (id: string) => ({ pk: `PROOF_OF_ADDRESS#${id}`, sk: 'PROOF_OF_ADDRESS' }),
  /** An amendment filing is stored in its entity's partition, where it is listed. */
  amendment: (entityId: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `AMENDMENT#${id}`,
  }),
  amendmentEntity: (id: string) => ({ pk: `AMENDMENT#${id}`, sk: 'ENTITY' }),
  /** The entity's one filing that is still open. */
  openAmendment: (entityId: string) => ({ pk: `ENTITY#${entityId}`, sk: 'OPEN_AMENDMENT' }),
  /** A representative's objection to a filing: one each. */
  objection: (filingId: string, personId: string) => ({
    pk: `AMENDMENT#${filingId}`,
    sk: `OBJECTION#${personId}`,
  }),
  /** The token of an emailed link is a secret; its digest finds the filing, and who may object to it. */
  objectionLink: (token: string) => ({
    pk: `OBJECTION_LINK#${digest(token)}`,
    sk: 'OBJECTION_LINK',
  }),
  /** When reviewers were last notified of waiting cases. */
  reviewDigest: () => ({ pk: 'REVIEW_DIGEST', sk: 'REVIEW_DIGEST' }),
  review: (id: string) => ({ pk: `REVIEW#${id}`, sk: 'REVIEW' }),
  /** What reviewers note for each other. */
  reviewNote: (reviewId: string, at: string, id: string) => ({
    pk: `REVIEW#${reviewId}`,
    sk: `NOTE#${at}#${id}`,
  }),
  /** A reviewer's question to the applicant. */
  reviewQuestion: (reviewId: string, at: string, id: string) => ({
    pk: `REVIEW#${reviewId}`,
    sk: `QUESTION#${at}#${id}`,
  }),
  /** The one answer to a question. */
  reviewAnswer: (reviewId: string, requestId: string) => ({
    pk: `REVIEW#${reviewId}`,
    sk: `ANSWER#${requestId}`,
  }),
  /** The reviews of one subject; `submission` is the event that asked for the review. */
  reviewOf: (subjectId: string, submission: string) => ({
    pk: `REVIEWS#${subjectId}`,
    sk: `SUBMISSION#${submission}`,
  }),
  /** The reviews of cases whose name has a word that begins so, and those that someone or something must do with. */
  reviewWord: (beginning: string, createdAt: string, id: string) => ({
    pk: `REVIEW_WORD#${digest(beginning)}`,
    sk: `${createdAt}#${id}`,
  }),
  reviewAbout: (about: string, createdAt: string, id: string) => ({
    pk: `REVIEW_ABOUT#${about}`,
    sk: `${createdAt}#${id}`,
  }),
  /** How many reviews waited when they were counted last. */
  reviewCounts: () => ({ pk: 'REVIEW_COUNTS', sk: 'REVIEW_COUNTS' }),
  residencyApplication: (id: string) => ({
    pk: `RESIDENCY_APPLICATION#${id}`,
    sk: 'RESIDENCY_APPLICATION',
  }),
  /** The partition of the integration lists its applications by age. */
  residencyApplicationRow: (integrationId: string, createdAt: string, id: string) => ({
    pk: `INTEGRATION#${integrationId}`,
    sk: `RESIDENCY_APPLICATION#${createdAt}#${id}`,
  }),
  /** The token of the link under which the agreement is accepted is a secret, like a signature link's. */
  agreementLink: (token: string) => ({ pk: `AGREEMENT#${digest(token)}`, sk: 'AGREEMENT' }),
  /** The token of an emailed link is a secret; its digest finds the application whose account it claims. */
  claimLink: (token: string) => ({ pk: `CLAIM#${digest(token)}`, sk: 'CLAIM' }),
  /** Stored next to the application: its key follows from the application's id. */
  applicantAccess: (applicationId: string) => ({
    pk: `RESIDENCY_APPLICATION#${applicationId}`,
    sk: 'APPLICANT_ACCESS',
  }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;

/** Keys of the audit trail. */
export const trailKeys = {
  /** The typed reason of an operator's action; the audit entry has its id. */
  actReason: (id: string) => ({ pk: `ACT_REASON#${id}`, sk: 'ACT_REASON' }),
  audit: (subjectId: string | null, at: string, id: string) => ({
    pk: `AUDIT#${subjectId ?? 'none'}`,
    sk: `${at}#${id}`,
  }),
  /**
   * Copies of an entry, on the lists of filters that its own keys don't serve: see
   * `shared/platform/db/audit-items.ts`.
   */
  auditByAction: (filter: string, at: string, id: string) => ({
    pk: `AUDIT#ACTION#${digest(filter)}`,
    sk: `${at}#${id}`,
  }),
  auditByActor: (filter: string, at: string, id: string) => ({
    pk: `AUDIT#ACTOR#${digest(filter)}`,
    sk: `${at}#${id}`,
  }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;

/** In the indexes: the entries of the audit trail that match a filter. */
export function auditFilterList(filter: string): string {
  return `AUDIT_FILTER#${digest(filter)}`;
}
