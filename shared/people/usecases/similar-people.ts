import { distance } from 'fastest-levenshtein';
import type { Table } from '../../kernel/db/table.ts';
import type { StoredPerson } from '../db/people.ts';
import { type PermitHolders, readPermitHolders } from '../db/permit-holders.ts';
import {
  type ComparedPerson,
  type SimilarPerson,
  samePersonReasonsOf,
} from '../domain/same-person.ts';

/** Whoever may be the same person, those with most reasons first; and what a grant needs to know that nobody was added since. */
export interface SimilarPeople {
  readonly similar: readonly SimilarPerson[];
  readonly holders: PermitHolders;
}

/**
 * Looks for people with a permit number who may be this person, without `account`, which is the person's own. Null where there is
 * nothing to look for: the account has a permit number, and keeps it, or no date of birth is known.
 */
export async function findSimilarPeople(
  sought: ComparedPerson & { readonly dateOfBirth: string | null },
  account: Pick<StoredPerson, 'id' | 'residentPermitNumber'> | null,
  { table }: { readonly table: Table },
): Promise<SimilarPeople | null> {
  if (sought.dateOfBirth === null || (account?.residentPermitNumber ?? null) !== null) return null;
  const holders = await readPermitHolders(table, sought.dateOfBirth);
  const similar = holders.people
    .filter(({ id }) => id !== account?.id)
    .map((person) => ({ person, reasons: samePersonReasonsOf(sought, person, distance) }))
    .filter(({ reasons }) => reasons.length > 0);
  return { similar: similar.toSorted(bySameness), holders };
}

function bySameness({ reasons: [one] }: SimilarPerson, { reasons: [other] }: SimilarPerson) {
  return Number(other === 'same_name') - Number(one === 'same_name');
}
