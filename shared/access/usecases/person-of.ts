import type { Table } from '../../kernel/db/table.ts';
import { findPerson, type StoredPerson } from '../../people/db/people.ts';
import type { OAuthCaller, PersonalKeyCaller } from '../auth/caller.ts';

/** The person whom the caller acts for. No round trip for a token, whose check has read it already. */
export async function personOf(
  caller: OAuthCaller | PersonalKeyCaller,
  table: Table,
): Promise<StoredPerson> {
  if (caller.kind === 'oauth') return caller.person;
  const person = await findPerson(table, caller.personId);
  if (person === null) throw new Error(`the owner of key ${caller.keyId} is missing`);
  return person;
}
