import { mustExist } from '../kernel/db/assign.ts';
import { keys } from '../kernel/db/keys.ts';
import { getItem, type Table } from '../kernel/db/table.ts';
import type { Writes } from '../kernel/db/transact.ts';
import { findPerson } from '../people/db/people.ts';
import type { Addressee } from './reviewed.ts';

/** The one person who applied. Throws when there is none. */
export async function applicantOf(personId: string, table: Table): Promise<readonly Addressee[]> {
  const person = await findPerson(table, personId);
  if (person === null) throw new Error(`person ${personId} does not exist`);
  return [{ id: person.id, email: person.email, locale: person.locale }];
}

/** What has to hold when somebody answers for a legal entity: they represent it; null: they don't. */
export async function answerableByRepresentative(
  entityId: string,
  personId: string,
  table: Table,
): Promise<Writes | null> {
  const key = keys.representative(entityId, personId);
  return (await getItem(table, key)) === undefined ? null : { representing: mustExist(key) };
}
