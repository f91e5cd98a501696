import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';

/** A year, in milliseconds: a filing may wait that long for its payment. */
export const objectionLinkLifetime = 31_536_000_000;

/** A link is kept for a day after its end, in seconds. */
const retentionSeconds = 86_400;

/** A mailed link with which a representative can object to a filing; its token is not stored. */
export const StoredObjectionLink = z.object({
  filingId: z.string(),
  entityId: z.string(),
  /** Who was mailed it. */
  personId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type StoredObjectionLink = z.output<typeof StoredObjectionLink>;

/** What a representative has against a filing. */
export const StoredObjection = z.object({
  filingId: z.string(),
  personId: z.string(),
  note: z.nullable(z.string()),
  objectedAt: z.string(),
});
export type StoredObjection = z.output<typeof StoredObjection>;

/** The link with this token; null for an unknown token. */
export async function findObjectionLink(
  table: Table,
  token: string,
): Promise<StoredObjectionLink | null> {
  return parseFound(StoredObjectionLink, await getItem(table, keys.objectionLink(token)));
}

/** Keeps a link that was mailed, under the digest of its token; refused where the token exists. */
export function newObjectionLinkWrite(token: string, link: StoredObjectionLink): Write {
  return create({
    ...keys.objectionLink(token),
    ...link,
    ttl: Math.ceil(Date.parse(link.expiresAt) / 1000) + retentionSeconds,
  });
}

/** The person's objection to the filing; null when there is none. */
export async function findObjection(
  table: Table,
  filingId: string,
  personId: string,
): Promise<StoredObjection | null> {
  return parseFound(StoredObjection, await getItem(table, keys.objection(filingId, personId)));
}

/** Every objection to the filing, oldest first. */
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

/** The write that stores an objection; refused when the person has objected before. */
export function newObjectionWrite(objection: StoredObjection): Write {
  return create({ ...keys.objection(objection.filingId, objection.personId), ...objection });
}
