import * as z from 'zod/mini';
import { type ItemKey, keys, partitions } from '../../kernel/db/keys.ts';
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

/** A request for a Certificate of Good Standing, with what its rules, its owner and reviewers need. */
export const StoredCertificateRequest = z.object({
  id: z.string(),
  type: z._default(z.enum(requestableTypes), usualType),
  entityId: z.string(),
  /** The person who requested it, and is notified of the outcome. */
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
  /** What its creator calls it. */
  ownReference: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
});
export type StoredCertificateRequest = z.output<typeof StoredCertificateRequest>;

/** The certificate behind a verification code, as it was issued. */
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
  /** Name and extension as they stand on the document. */
  entityName: z.string(),
  residentPermitNumber: z.string(),
  issuedAt: z.string(),
  sha256: z.string(),
});
export type StoredCertificate = z.output<typeof StoredCertificate>;

/**
 * The data behind the code on a resident's agreement. Name and number belong to the application and are erased with it.
 * Then the code is unknown.
 */
export const StoredAgreementCode = z.object({
  type: z.literal('agreement_of_coexistence'),
  /** The residency application that was approved. */
  applicationId: z.string(),
  issuedAt: z.string(),
  sha256: z.string(),
});
export type StoredAgreementCode = z.output<typeof StoredAgreementCode>;

/** The agreement first: a certificate may be without a type. */
const StoredCoded = z.union([StoredAgreementCode, StoredCertificate]);

const owned = ownedItems(StoredCertificateRequest, {
  kind: 'certificate_request',
  owner: 'entityId',
  partition: partitions.entity,
  item: keys.certificateRequest,
  pointer: keys.certificateRequestEntity,
});

/** The entity's request; null when the entity has no such request. */
export const findCertificateRequest = owned.find;

/** The request of any owner; for operators and workflows. Two round trips. */
export const findAnyCertificateRequest = owned.findAny;

/** All requests of an entity, newest first. */
export const readCertificateRequests = owned.list;

/** A page of everyone's requests, newest first, for operators. */
export const pageOfCertificateRequests = owned.page;

/** The item that the table keeps of a stored request, with its places on lists. */
export const certificateRequestItem = owned.stored;

/** The write that stores a request's next state, unless someone wrote it since it was read. */
export const certificateRequestWrite = owned.write;

/** Where an entity's claim on its request of a kind is. */
export function claimKey(entityId: string, type: RequestableType): ItemKey {
  return keys.certificateClaim(entityId, type);
}

/** The request of the kind that another one of the entity would be answered with; null if there is none. */
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

/** The writes that store a new request; refused as `claim` when the entity has one that is reused. */
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

/** The same for a state that may be the last: then the entity's next request is a new one. */
export function certificateRequestWrites(request: StoredCertificateRequest): {
  readonly request: Write;
  readonly claim: Write | undefined;
} {
  const claim = isReused(request.statusId)
    ? undefined
    : ({ remove: { Key: claimKey(request.entityId, request.type) } } as const);
  return { request: certificateRequestWrite(request), claim };
}

/** Lets a transaction through only while the entity has no request of the kind that is open or issued. */
export function noReusedRequest(entityId: string, type: RequestableType): Write {
  return {
    check: {
      Key: claimKey(entityId, type),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Lets a transaction through only while the request is the one that is open or issued. */
export function stillReused({ entityId, type, id }: StoredCertificateRequest): Write {
  return {
    check: {
      Key: claimKey(entityId, type),
      ConditionExpression: 'requestId = :id',
      ExpressionAttributeValues: { ':id': id },
    },
  };
}

/** The write that makes the code lead to its certificate or agreement. */
export function certificateCodeWrite(
  code: string,
  certificate: StoredCertificate | StoredAgreementCode,
): Write {
  return create({ ...keys.certificateCode(code), ...certificate });
}

/** The certificate or agreement with the code; null when none has it. */
export async function findCoded(
  table: Table,
  code: string,
): Promise<StoredCertificate | StoredAgreementCode | null> {
  return parseFound(StoredCoded, await getItem(table, keys.certificateCode(code)));
}
