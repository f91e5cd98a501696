import { digest, textKey } from '../kernel/db/key-parts.ts';
import type { Table } from '../kernel/db/table.ts';
import { findPerson, findPersonByEmail } from '../people/db/people.ts';

/** By what cases of whoever has an address are found, whether or not there is an account. */
export function aboutAddress(email: string): string {
  return digest(`address ${textKey(email)}`);
}

/** By what cases of a person are found: by their id, and by their address. */
export async function aboutPerson(id: string, table: Table): Promise<readonly string[]> {
  const person = await findPerson(table, id);
  return person === null ? [id] : [id, aboutAddress(person.email)];
}

/** The same for whoever has an address, with an account or without. */
export async function aboutHolder(email: string, table: Table): Promise<readonly string[]> {
  const person = await findPersonByEmail(table, email);
  return [aboutAddress(email), ...(person === null ? [] : [person.id])];
}
