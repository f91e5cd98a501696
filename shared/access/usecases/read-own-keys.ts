import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import { partitions } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { canWrite } from '../../kernel/domain/scopes.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { activeKeysOf, findOwnedKey, listOwnedKeys, type OwnedKey } from '../db/api-keys.ts';
import { lastUses } from '../db/key-uses.ts';

/** A page of the keys of somebody who is known to exist, newest first. */
export async function readOwnKeys(
  personId: string,
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<UsedKey>> {
  const page = await listOwnedKeys(table, partitions.person(personId), { limit, after: cursor });
  return withLastUses(page, table);
}

/** A key with the day (YYYY-MM-DD) on which it was used last; absent where it was not. */
export type UsedKey = OwnedKey & { readonly lastUsedOn?: string | undefined };

/** The keys with their last use: a read more. */
export async function withLastUses(page: Page<OwnedKey>, table: Table): Promise<Page<UsedKey>> {
  const uses = await lastUses(
    table,
    page.items.map(({ id }) => id),
  );
  return { ...page, items: page.items.map((key) => ({ ...key, lastUsedOn: uses.get(key.id) })) };
}

/** One of the person's keys, revoked or not. Error: 404, also for somebody else's. */
export async function readOwnKey(
  personId: string,
  keyId: string,
  { table }: { readonly table: Table },
): Promise<OwnedKey> {
  const key = await findOwnedKey(table, partitions.person(personId), keyId);
  if (key === null) throw apiErrors.notFound();
  return key;
}

/** The keys that stop writing when the person revokes the Manifestation of Will, oldest first. */
export async function readKeysUnderWill(
  personId: string,
  { table }: { readonly table: Table },
): Promise<readonly OwnedKey[]> {
  const keys = await activeKeysOf(table, partitions.person(personId));
  return keys.filter(({ kind, scopes }) => kind === 'agent' && canWrite(scopes));
}
