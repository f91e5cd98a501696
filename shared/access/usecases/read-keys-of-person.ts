import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import { partitions } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { readPerson } from '../../people/usecases/read-people.ts';
import { listOwnedKeys } from '../db/api-keys.ts';
import { type UsedKey, withLastUses } from './read-own-keys.ts';

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
