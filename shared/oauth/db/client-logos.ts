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
  /** The resident who owns the application; null for operators' clients. */
  ownerId: z.nullable(z.string()),
  /** A PNG in base64. */
  content: z.string(),
  /** The length of each side in pixels. */
  side: z.int(),
  createdAt: z.string(),
});
export type StoredLogo = z.output<typeof StoredLogo>;

/** A logo with this content, ready to be stored. */
export function logoOf(
  { clientId, ownerId }: Pick<StoredClient, 'clientId' | 'ownerId'>,
  { content, side }: { readonly content: Uint8Array; readonly side: number },
  createdAt: string,
): StoredLogo {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const base64 = Buffer.from(content).toString('base64');
  return { clientId, sha256, ownerId, content: base64, side, createdAt };
}

/** The current logo of a client; null if it has none, without a read. */
export async function findLogo(
  table: Table,
  { clientId, logo }: Pick<StoredClient, 'clientId' | 'logo'>,
): Promise<StoredLogo | null> {
  if (logo === null) return null;
  return parseFound(StoredLogo, await getItem(table, keys.clientLogo(clientId, logo)));
}

export function logoKeys(
  client: Pick<StoredClient, 'clientId' | 'logo' | 'proposed'>,
): readonly ItemKey[] {
  return namedLogos(client).map((logo) => keys.clientLogo(client.clientId, logo));
}

/** All logos to which a client refers, by digest. */
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

/** The write of a new logo, for the transaction in which its client refers to it. */
export function addLogoWrite(logo: StoredLogo): Write {
  return put({ ...keys.clientLogo(logo.clientId, logo.sha256), ...logo });
}

/**
 * The writes that delete the logos to which a client no longer refers after `after`; null: the
 * client was deleted. They must be in one transaction with a write of the client that is refused if
 * it has changed since it was read.
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
