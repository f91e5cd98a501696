import { digest } from '../../kernel/db/key-parts.ts';
import type { Table } from '../../kernel/db/table.ts';
import { textKey } from '../../kernel/domain/fold-case.ts';
import { findPerson, findPersonByEmail } from '../../people/db/people.ts';

/** Whose a case is: somebody of the registry, or whoever has an address, with an account or without. */
export type CaseOwner = { readonly personId: string } | { readonly email: string };

/** By what cases of whoever has an address are found, whether or not there is an account. */
export function aboutAddress(email: string): string {
  return digest(`address ${textKey(email)}`);
}

/** By what cases of an applicant are found: by the id of the person, and by their address. */
export async function aboutApplicant(by: CaseOwner, table: Table): Promise<readonly string[]> {
  if ('email' in by) {
    const person = await findPersonByEmail(table, by.email);
    return [aboutAddress(by.email), ...(person === null ? [] : [person.id])];
  }
  const person = await findPerson(table, by.personId);
  return [by.personId, ...(person === null ? [] : [aboutAddress(person.email)])];
}
