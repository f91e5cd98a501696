import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Table } from '../../kernel/db/table.ts';
import { put, type Write } from '../../kernel/db/transact.ts';
import { leftLogos, namedLogos } from '../domain/client-logo.ts';
import type { StoredClient } from './oauth-clients.ts';

/** A client's logo. It never changes: a new logo is a new item, and the client refers to the current one. */
export const StoredLogo = z.object({
  clientId: z.string(),
  /** Its SHA-256, in hexadecimal. */
  sha256: z.string(),
  /** The resident whose application it is; null: the operators. */
  ownerId: z.nullable(z.string()),
  /** A PNG, in base64. */
  content: z.string(),
  /** Pixels of each side. */
  side: z.int(),
  createdAt: z.string(),
});
export type StoredLogo = z.output<typeof StoredLogo>;

/** The picture of this content, as it must be stored. */
export function logoOf(
  { clientId, ownerId }: Pick<StoredClient, 'clientId' | 'ownerId'>,
  { content, side }: { readonly content: Uint8Array; readonly side: number },
  createdAt: string,
): StoredLogo {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const base64 = Buffer.from(content).toString('base64');
  return { clientId, sha256, ownerId, content: base64, side, createdAt };
}

/** What people are shown of a client; null if it has no picture. One read, of those that have one only. */
export async function findLogo(
  table: Table,
  { clientId, logo }: Pick<StoredClient, 'clientId' | 'logo'>,
): Promise<StoredLogo | null> {
  if (logo === null) return null;
  return parseFound(StoredLogo, await getItem(table, keys.clientLogo(clientId, logo)));
}

/** The logos of a client. */
export function logoKeys(
  client: Pick<StoredClient, 'clientId' | 'logo' | 'proposed'>,
): readonly ItemKey[] {
  return namedLogos(client).map((logo) => keys.clientLogo(client.clientId, logo));
}

/** All pictures that a client names, by their digests. */
export async function findLogos(
  table: Table,
  client: Pick<StoredClient, 'clientId' | 'logo' | 'proposed'>,
): Promise<ReadonlyMap<string, StoredLogo>> {
  const named = logoKeys(client);
  if (named.length === 0) return new Map();
  const items = await getItems(table, named);
  const found = items.flatMap((item) => parseFound(StoredLogo, item) ?? []);
  return new Map(found.map((logo) => [logo.sha256, logo]));
}

/** The write of a new picture: in the transaction in which its client names it. */
export function addLogoWrite(logo: StoredLogo): Write {
  return put({ ...keys.clientLogo(logo.clientId, logo.sha256), ...logo });
}

/**
 * The writes that remove the pictures which a client names no more after `after`; null: it is gone. They are good only beside a write
 * of the client that is refused if someone has changed it since it was read.
 */
export function leftLogoWrites(
  client: StoredClient,
  after: Partial<Pick<StoredClient, 'logo' | 'proposed'>> | null,
): Readonly<Record<string, Write>> {
  const next = after === null ? { logo: null, proposed: null } : { ...client, ...after };
  const left = leftLogos(client, next);
  return Object.fromEntries(
    left.map((logo, position) => [
      `logo${position}`,
      { remove: { Key: keys.clientLogo(client.clientId, logo) } },
    ]),
  );
}
