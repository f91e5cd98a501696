import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { findPerson, findPersonByEmail, listPeople, type StoredPerson } from '../db/people.ts';

/** Error: 404. */
export async function readPerson(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredPerson> {
  const person = await findPerson(table, id);
  if (person === null) throw apiErrors.notFound();
  return person;
}

/** A page of all persons, newest first, or the one with the e-mail address. */
export async function readPeople(
  { email, limit, cursor }: CursorPage & { readonly email?: string | undefined },
  { table }: { readonly table: Table },
): Promise<Page<StoredPerson>> {
  if (email === undefined) return listPeople(table, { limit, after: cursor });
  const person = await findPersonByEmail(table, email);
  return { items: person === null ? [] : [person], next: null };
}
