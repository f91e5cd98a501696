import { digest } from './key-parts.ts';
import type { ItemKey } from './keys.ts';

/** Keys of applications and filings, their reviews, files and links. */
export const caseKeys = {
  /** An application is stored with its owner, so a successful read by this key proves ownership. */
  application: (ownerId: string, id: string) => ({
    pk: `PERSON#${ownerId}`,
    sk: `APPLICATION#${id}`,
  }),
  applicationOwner: (id: string) => ({ pk: `APPLICATION#${id}`, sk: 'OWNER' }),
  /** The token of a signature link is a secret; its digest finds the application. */
  signatureLink: (token: string) => ({ pk: `SIGNATURE#${digest(token)}`, sk: 'SIGNATURE' }),
  /** A certificate request is stored in its entity's partition, where it is listed. */
  certificateRequest: (entityId: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CERTIFICATE_REQUEST#${id}`,
  }),
  certificateRequestEntity: (id: string) => ({ pk: `CERTIFICATE_REQUEST#${id}`, sk: 'ENTITY' }),
  /** The entity's only request that is open or issued. */
  certificateClaim: (entityId: string, type: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CERTIFICATE_CLAIM#${type}`,
  }),
  /** The code printed on a certificate, hashed so that it can't be read from the table. */
  certificateCode: (code: string) => ({
    pk: `CERTIFICATE_CODE#${digest(code)}`,
    sk: 'CERTIFICATE_CODE',
  }),
  taxProof: (id: string) => ({ pk: `TAX_PROOF#${id}`, sk: 'TAX_PROOF' }),
  /** The status of an uploaded file's scan. `objectKey` is its key in the bucket. */
  uploadScan: (objectKey: string) => ({ pk: `UPLOAD_SCAN#${objectKey}`, sk: 'UPLOAD_SCAN' }),
  proofOfAddress: (id: string) => ({ pk: `PROOF_OF_ADDRESS#${id}`, sk: 'PROOF_OF_ADDRESS' }),
  /** An amendment filing is stored in its entity's partition, where it is listed. */
  amendment: (entityId: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `AMENDMENT#${id}`,
  }),
  amendmentEntity: (id: string) => ({ pk: `AMENDMENT#${id}`, sk: 'ENTITY' }),
  /** The entity's only open filing. */
  openAmendment: (entityId: string) => ({ pk: `ENTITY#${entityId}`, sk: 'OPEN_AMENDMENT' }),
  /** A representative's objection to a filing; at most one per representative. */
  objection: (filingId: string, personId: string) => ({
    pk: `AMENDMENT#${filingId}`,
    sk: `OBJECTION#${personId}`,
  }),
  /**
   * The token of an emailed link is a secret; its digest finds the filing and the person who can
   * object.
   */
  objectionLink: (token: string) => ({
    pk: `OBJECTION_LINK#${digest(token)}`,
    sk: 'OBJECTION_LINK',
  }),
  /** When reviewers were last notified of waiting cases. */
  reviewDigest: () => ({ pk: 'REVIEW_DIGEST', sk: 'REVIEW_DIGEST' }),
  /** A staff member's saved views of the queue. */
  queueViews: (personId: string) => ({ pk: `QUEUE_VIEWS#${personId}`, sk: 'QUEUE_VIEWS' }),
  review: (id: string) => ({ pk: `REVIEW#${id}`, sk: 'REVIEW' }),
  /** An internal note of a reviewer. */
  reviewNote: (reviewId: string, at: string, id: string) => ({
    pk: `REVIEW#${reviewId}`,
    sk: `NOTE#${at}#${id}`,
  }),
  /** A reviewer's question to the applicant. */
  reviewQuestion: (reviewId: string, at: string, id: string) => ({
    pk: `REVIEW#${reviewId}`,
    sk: `QUESTION#${at}#${id}`,
  }),
  /** The only answer to a question. */
  reviewAnswer: (reviewId: string, requestId: string) => ({
    pk: `REVIEW#${reviewId}`,
    sk: `ANSWER#${requestId}`,
  }),
  /** The reviews of one subject; `submission` is the event that asked for the review. */
  reviewOf: (subjectId: string, submission: string) => ({
    pk: `REVIEWS#${subjectId}`,
    sk: `SUBMISSION#${submission}`,
  }),
  /**
   * The reviews of cases by the beginning of a word in the name of the case, its people or its
   * entity.
   */
  reviewWord: (beginning: string, createdAt: string, id: string) => ({
    pk: `REVIEW_WORD#${digest(beginning)}`,
    sk: `${createdAt}#${id}`,
  }),
  reviewParty: (about: string, createdAt: string, id: string) => ({
    pk: `REVIEW_PARTY#${about}`,
    sk: `${createdAt}#${id}`,
  }),
  /** The last count of waiting reviews. */
  reviewCounts: () => ({ pk: 'REVIEW_COUNTS', sk: 'REVIEW_COUNTS' }),
  residencyApplication: (id: string) => ({
    pk: `RESIDENCY_APPLICATION#${id}`,
    sk: 'RESIDENCY_APPLICATION',
  }),
  /** The integration's partition lists its applications by age. */
  residencyApplicationRow: (integrationId: string, createdAt: string, id: string) => ({
    pk: `INTEGRATION#${integrationId}`,
    sk: `RESIDENCY_APPLICATION#${createdAt}#${id}`,
  }),
  /** The integration's applications with the same `reference`, by age. */
  residencyReference: (
    integrationId: string,
    reference: string,
    createdAt: string,
    id: string,
  ) => ({
    pk: `RESIDENCY_REFERENCE#${integrationId}#${digest(reference)}`,
    sk: `RESIDENCY_APPLICATION#${createdAt}#${id}`,
  }),
  /** The token of the link under which the agreement is accepted is a secret, like a signature link's. */
  agreementLink: (token: string) => ({ pk: `AGREEMENT#${digest(token)}`, sk: 'AGREEMENT' }),
  /** The token of an emailed link is a secret; its digest finds the application whose account it claims. */
  claimLink: (token: string) => ({ pk: `CLAIM#${digest(token)}`, sk: 'CLAIM' }),
  /** Stored next to the application: its key is derived from the application's id. */
  applicantAccess: (applicationId: string) => ({
    pk: `RESIDENCY_APPLICATION#${applicationId}`,
    sk: 'APPLICANT_ACCESS',
  }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;

/**
 * The filings that are stored with their owner: the field that names the owner, in the filing and in the pointer to
 * it, and the keys of both.
 */
export const ownedFilings = {
  legal_entity_application: {
    owner: 'ownerId',
    item: caseKeys.application,
    pointer: caseKeys.applicationOwner,
  },
  amendment: { owner: 'entityId', item: caseKeys.amendment, pointer: caseKeys.amendmentEntity },
  certificate_request: {
    owner: 'entityId',
    item: caseKeys.certificateRequest,
    pointer: caseKeys.certificateRequestEntity,
  },
} as const;

/** Keys of the audit trail. */
export const trailKeys = {
  /** The typed reason of an operator's action; the audit entry has its id. */
  actReason: (id: string) => ({ pk: `ACT_REASON#${id}`, sk: 'ACT_REASON' }),
  audit: (subjectId: string | null, at: string, id: string) => ({
    pk: `AUDIT#${subjectId ?? 'none'}`,
    sk: `${at}#${id}`,
  }),
  /**
   * Copies of an entry for filters that its own keys don't serve: see
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

/** In the indexes: the audit trail entries that match a filter. */
export function auditFilterList(filter: string): string {
  return `AUDIT_FILTER#${digest(filter)}`;
}
