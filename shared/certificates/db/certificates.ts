import * as z from 'zod/mini';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { ownedItems } from '../../kernel/db/owned.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { each } from '../../kernel/domain/fields.ts';
import { storedReasonCode, storedUnderReview } from '../../reviews/db/reviews.ts';
import { certificateStatuses, isReused, referralReasons } from '../domain/certificate.ts';
import {
  certificateTypes,
  type RequestableType,
  requestableTypes,
  unshownDetails,
  usualType,
} from '../domain/certificate-type.ts';

/** A request for a Certificate of Good Standing as stored. */
export const StoredCertificateRequest = z.object({
  id: z.string(),
  type: z._default(z.enum(requestableTypes), usualType),
  entityId: z.string(),
  /** The person who requested it, and who is notified of the outcome. */
  requestedBy: z.string(),
  statusId: z.enum(certificateStatuses),
  contested: z.boolean(),
  taxContestNote: z.nullable(z.string()),
  taxPaymentProofUrl: z.nullable(z.string()),
  contestedAt: z.nullable(z.string()),
  invoiceId: z.string(),
  paidAt: z.nullable(z.string()),
  referredFor: z.nullable(z.enum(referralReasons)),
  ...storedUnderReview,
  reviewedAt: z.nullable(z.string()),
  issuedAt: z.nullable(z.string()),
  rejectionReason: z.nullable(z.string()),
  ...storedReasonCode,
  documentId: z.nullable(z.string()),
  verificationCode: z.nullable(z.string()),
  /** The creator's own reference. */
  ownReference: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
});
export type StoredCertificateRequest = z.output<typeof StoredCertificateRequest>;

/** A certificate as issued, stored under its verification code. */
export const StoredCertificate = z.object({
  type: z.enum(certificateTypes),
  /** Only for a Certificate of Good Standing. */
  requestId: z.optional(z.string()),
  /** What changed; only on a certificate of a change. */
  change: z.optional(
    z.object({
      name: z.nullable(z.object({ from: z.string(), to: z.string() })),
      ...each(unshownDetails, z.boolean()),
    }),
  ),
  entityId: z.string(),
  /** Name and extension as printed on the document. */
  entityName: z.string(),
  residentPermitNumber: z.string(),
  issuedAt: z.string(),
  sha256: z.string(),
});
export type StoredCertificate = z.output<typeof StoredCertificate>;

/**
 * The data behind the code of a resident's agreement. Name and number are stored with the application; once it is
 * erased, the code is unknown.
 */
export const StoredAgreementCode = z.object({
  type: z.literal('agreement_of_coexistence'),
  /** The residency application that was approved. */
  applicationId: z.string(),
  issuedAt: z.string(),
  sha256: z.string(),
});
export type StoredAgreementCode = z.output<typeof StoredAgreementCode>;

/** The agreement must be tried first, because a stored certificate may have no type. */
const StoredCoded = z.union([StoredAgreementCode, StoredCertificate]);

const owned = ownedItems(StoredCertificateRequest, 'certificate_request');

/** The entity's request; null if the entity has no such request. */
export const findCertificateRequest = owned.find;

/** A request of any entity, for operators and workflows. Two round trips. */
export const findAnyCertificateRequest = owned.findAny;

/** All requests of an entity, newest first. */
export const readCertificateRequests = owned.list;

/** A page of everyone's requests, newest first, for operators. */
export const pageOfCertificateRequests = owned.page;

/** The item of a request, with its list entries. */
export const certificateRequestItem = owned.stored;

/** The write that stores a request's next state. Refused if the request has changed since it was read. */
export const certificateRequestWrite = owned.write;

/** The key of an entity's claim on its current request of a kind. */
export function claimKey(entityId: string, type: RequestableType): ItemKey {
  return keys.certificateClaim(entityId, type);
}

/** The entity's open or issued request of the kind, which another request would return; null if there is none. */
export async function findReusedRequest(
  table: Table,
  entityId: string,
  type: RequestableType,
): Promise<StoredCertificateRequest | null> {
  return findClaimed(table, entityId, await getItem(table, claimKey(entityId, type)));
}

/** The same for every kind. */
export async function findReusedRequests(
  table: Table,
  entityId: string,
): Promise<readonly StoredCertificateRequest[]> {
  const found = await Promise.all(
    requestableTypes.map((type) => findReusedRequest(table, entityId, type)),
  );
  return found.filter((request) => request !== null);
}

/** The same if the claim was already read. */
export async function findClaimed(
  table: Table,
  entityId: string,
  claim: Item | undefined,
): Promise<StoredCertificateRequest | null> {
  if (claim === undefined) return null;
  return findCertificateRequest(table, entityId, String(claim['requestId']));
}

/** The writes that store a new request. Refused as `claim` if the entity has a reusable one. */
export function newCertificateRequestWrites(request: StoredCertificateRequest): {
  readonly claim: Write;
  readonly request: Write;
  readonly requestEntity: Write;
} {
  const { id, entityId, type } = request;
  const { item, pointer } = owned.create(request);
  return {
    claim: create({ ...claimKey(entityId, type), requestId: id }),
    request: item,
    requestEntity: pointer,
  };
}

/**
 * The writes of a request's next state. If it is final, they release the claim, so that the next request is a new one.
 */
export function certificateRequestWrites(request: StoredCertificateRequest): {
  readonly request: Write;
  readonly claim: Write | undefined;
} {
  const claim = isReused(request.statusId)
    ? undefined
    : ({ remove: { Key: claimKey(request.entityId, request.type) } } as const);
  return { request: certificateRequestWrite(request), claim };
}

/** Refuses the transaction if the entity has an open or issued request of the kind. */
export function noReusedRequest(entityId: string, type: RequestableType): Write {
  return {
    check: {
      Key: claimKey(entityId, type),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Refuses the transaction unless this is the entity's open or issued request. */
export function stillReused({ entityId, type, id }: StoredCertificateRequest): Write {
  return {
    check: {
      Key: claimKey(entityId, type),
      ConditionExpression: 'requestId = :id',
      ExpressionAttributeValues: { ':id': id },
    },
  };
}

/** The write that stores a certificate or an agreement under its code. */
export function certificateCodeWrite(
  code: string,
  certificate: StoredCertificate | StoredAgreementCode,
): Write {
  return create({ ...keys.certificateCode(code), ...certificate });
}

/** The certificate or agreement with the code; null if unknown. */
export async function findCoded(
  table: Table,
  code: string,
): Promise<StoredCertificate | StoredAgreementCode | null> {
  return parseFound(StoredCoded, await getItem(table, keys.certificateCode(code)));
}
