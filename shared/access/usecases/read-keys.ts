import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import { partitions } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { type RateUse, registryLimits } from '../../kernel/domain/rate-window.ts';
import { canWrite } from '../../kernel/domain/scopes.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findPerson, type StoredPerson } from '../../people/db/people.ts';
import { readPerson } from '../../people/usecases/read-people.ts';
import type { KeyCaller, OAuthCaller, PersonalKeyCaller } from '../auth/caller.ts';
import {
  activeKeysOf,
  findOwnedKey,
  lastUses,
  listOwnedKeys,
  type OwnedKey,
} from '../db/api-keys.ts';
import { readUse } from '../db/rate-counters.ts';

/** A page of an existing person's keys, newest first. */
export async function readOwnKeys(
  personId: string,
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<UsedKey>> {
  const page = await listOwnedKeys(table, partitions.person(personId), { limit, after: cursor });
  return withLastUses(page, table);
}

/** A key with the day (YYYY-MM-DD) of its last use; absent if it was not used. */
type UsedKey = OwnedKey & { readonly lastUsedOn?: string | undefined };

/** The keys with their last use: one more read. */
async function withLastUses(page: Page<OwnedKey>, table: Table): Promise<Page<UsedKey>> {
  const uses = await lastUses(
    table,
    page.items.map(({ id }) => id),
  );
  return {
    ...page,
    items: page.items.map((key) => ({ ...key, lastUsedOn: uses.get(key.id)?.usedOn })),
  };
}

/** A key of the person, revoked or not. Error: 404, also for another person's key. */
export async function readOwnKey(
  personId: string,
  keyId: string,
  { table }: { readonly table: Table },
): Promise<OwnedKey> {
  const key = await findOwnedKey(table, partitions.person(personId), keyId);
  if (key === null) throw apiErrors.notFound();
  return key;
}

/** The keys that will be revoked with the Manifestation of Will, oldest first. */
export async function readKeysUnderWill(
  personId: string,
  { table }: { readonly table: Table },
): Promise<readonly OwnedKey[]> {
  const keys = await activeKeysOf(table, partitions.person(personId));
  return keys.filter(({ kind, scopes }) => kind === 'agent' && canWrite(scopes));
}

/** A page of the person's keys, newest first. Error: 404. */
export async function readKeys(
  personId: string,
  { limit, cursor }: CursorPage,
  deps: { readonly table: Table },
): Promise<Page<UsedKey>> {
  const [, page] = await Promise.all([
    readPerson(personId, deps),
    listOwnedKeys(deps.table, partitions.person(personId), { limit, after: cursor }),
  ]);
  return withLastUses(page, deps.table);
}

/**
 * The person for whom the caller acts. For a token no read is needed, because its check has already
 * read the person.
 */
export async function personOf(
  caller: OAuthCaller | PersonalKeyCaller,
  table: Table,
): Promise<StoredPerson> {
  if (caller.kind === 'oauth') return caller.person;
  const person = await findPerson(table, caller.personId);
  if (person === null) throw new Error(`the owner of key ${caller.keyId} is missing`);
  return person;
}

/** The remaining calls of a key, without counting a call. One round trip. */
export function readRateUse(
  { keyId, counterId = keyId, limits }: KeyCaller,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<RateUse> {
  return readUse(table, counterId, limits ?? registryLimits, now().getTime());
}
