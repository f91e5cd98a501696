import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { ownedItems } from '../../kernel/db/owned.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { StoredAnnulment, StoredShownText } from '../../kernel/db/stored-parts.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { picked } from '../../kernel/domain/fields.ts';
import { StoredEntity } from '../../registry/db/entities.ts';
import { amendableFields } from '../../registry/domain/amendable-entity.ts';
import { storedDecidedFiling } from '../../reviews/db/reviews.ts';
import { amendmentStatuses } from '../domain/amendment.ts';

const amendable = picked(StoredEntity.shape, amendableFields);
const proposed = Object.fromEntries(
  Object.entries(amendable).map(([field, schema]): [string, unknown] => [
    field,
    schema instanceof z.ZodMiniNullable ? schema : z.nullable(schema),
  ]),
) as { readonly [Field in keyof typeof amendable]: z.ZodMiniNullable<(typeof amendable)[Field]> }; // Each of the fields, or null.

/** An amendment filing as stored. */
export const StoredAmendment = z.object({
  id: z.string(),
  entityId: z.string(),
  statusId: z.enum(amendmentStatuses),
  proposedChanges: z.object(proposed),
  signature: z.nullable(
    z.object({
      personId: z.string(),
      signerName: z.string(),
      signedAt: z.string(),
      shown: StoredShownText,
    }),
  ),
  signatureVoidedAt: z.optional(z.string()),
  /** Assigned when the filing is created. The invoice itself is created at the first payment attempt. */
  invoiceId: z.string(),
  paidAt: z.nullable(z.string()),
  submittedAt: z.nullable(z.string()),
  ...storedDecidedFiling,
  /** The number of representatives who objected; absent if none. */
  objections: z.optional(z.int()),
  /** Set by a reviewer's decision, and removed if it could not be carried out. */
  verdict: z.optional(
    z.object({
      decision: z.enum(['approve', 'reject']),
      answer: z.nullable(z.string()),
      decidedAt: z.string(),
    }),
  ),
  /** The entity's values before the approval, for the certificate; null until approved. */
  previousValues: z.nullable(z.object(amendable)),
  /** The entity's version after the approval, which orders approvals of the same instant; absent until approved. */
  entityVersion: z.optional(z.int()),
  /** The annulment of a mistaken approval; absent if the filing was not annulled. */
  annulment: z.optional(StoredAnnulment),
  /** The creator's own reference. */
  ownReference: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
});
export type StoredAmendment = z.output<typeof StoredAmendment>;

const owned = ownedItems(StoredAmendment, 'amendment');

/** The entity's filing; null if the entity has no such filing. */
export const findAmendment = owned.find;

/** A filing of any entity, for workflows and emails. Two round trips. */
export const findAnyAmendment = owned.findAny;

/** Refuses the transaction if the filing is annulled. */
export function notAnnulled({ entityId, id }: Pick<StoredAmendment, 'entityId' | 'id'>): Write {
  return {
    check: {
      Key: keys.amendment(entityId, id),
      ConditionExpression: 'attribute_not_exists(annulment)',
    },
  };
}

/** All filings of an entity, newest first. */
export const listAmendments = owned.list;

/** A page of everyone's amendments, newest first, for operators. */
export const pageOfAmendments = owned.page;

/** The item of a filing, with its list entries. */
export const amendmentItem = owned.stored;

/** The write that stores a filing's next state. Refused if the filing has changed since it was read. */
export const amendmentWrite = owned.write;

/** The entity's open filing; null if there is none. Two round trips. */
export async function findOpenAmendment(
  table: Table,
  entityId: string,
): Promise<StoredAmendment | null> {
  const claim = await getItem(table, keys.openAmendment(entityId));
  return claim === undefined ? null : findAmendment(table, entityId, String(claim['filingId']));
}

/** The writes that store a new filing. Refused as `open` if the entity has an open one. */
export function newAmendmentWrites(filing: StoredAmendment): {
  readonly open: Write;
  readonly amendment: Write;
  readonly entityOf: Write;
} {
  const { id, entityId } = filing;
  const { item, pointer } = owned.create(filing);
  return {
    open: create({ ...keys.openAmendment(entityId), filingId: id }),
    amendment: item,
    entityOf: pointer,
  };
}

/** The write that allows the entity to file another amendment, for the transaction that closes this one. */
export function closeAmendmentWrite({ entityId, id }: StoredAmendment): Write {
  return {
    remove: {
      Key: keys.openAmendment(entityId),
      ConditionExpression: 'filingId = :filing',
      ExpressionAttributeValues: { ':filing': id },
    },
  };
}

/** How long an objection link is valid, in milliseconds (one year). A filing may wait that long for its payment. */
export const objectionLinkLifetime = 31_536_000_000;

/** How long a link is stored after it expires, in seconds (one day). */
const retentionSeconds = 86_400;

/** An emailed link with which a representative can object to a filing. The token itself is not stored. */
const StoredObjectionLink = z.object({
  filingId: z.string(),
  entityId: z.string(),
  /** The recipient. */
  personId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
type StoredObjectionLink = z.output<typeof StoredObjectionLink>;

/** A representative's objection to a filing. */
export const StoredObjection = z.object({
  filingId: z.string(),
  personId: z.string(),
  note: z.nullable(z.string()),
  objectedAt: z.string(),
});
export type StoredObjection = z.output<typeof StoredObjection>;

/** The link with this token; null if unknown. */
export async function findObjectionLink(
  table: Table,
  token: string,
): Promise<StoredObjectionLink | null> {
  return parseFound(StoredObjectionLink, await getItem(table, keys.objectionLink(token)));
}

/** Stores an emailed link under the digest of its token; refused if the token exists. */
export function newObjectionLinkWrite(token: string, link: StoredObjectionLink): Write {
  return create({
    ...keys.objectionLink(token),
    ...link,
    ttl: Math.ceil(Date.parse(link.expiresAt) / 1000) + retentionSeconds,
  });
}

/** The person's objection to the filing; null if there is none. */
export async function findObjection(
  table: Table,
  filingId: string,
  personId: string,
): Promise<StoredObjection | null> {
  return parseFound(StoredObjection, await getItem(table, keys.objection(filingId, personId)));
}

/** All objections to the filing, oldest first. */
export async function listObjections(
  table: Table,
  filingId: string,
): Promise<readonly StoredObjection[]> {
  const { pk, sk } = keys.objection(filingId, '');
  const items = await readAll(table, { value: pk, prefix: sk });
  const order = ({ objectedAt, personId }: StoredObjection) => `${objectedAt} ${personId}`;
  return items
    .map((item) => parseStored(StoredObjection, item))
    .toSorted((left, right) => (order(left) < order(right) ? -1 : 1));
}

/** The write that stores an objection; refused if the person has already objected. */
export function newObjectionWrite(objection: StoredObjection): Write {
  return create({ ...keys.objection(objection.filingId, objection.personId), ...objection });
}
