import { distance } from 'fastest-levenshtein';
import type { Table } from '../../kernel/db/table.ts';
import { findPersonByEmail, type StoredPerson } from '../db/people.ts';
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
  return compared(sought, account, await readPermitHolders(table, sought.dateOfBirth));
}

/**
 * The account with this email address, and whoever else may be the same person, as `findSimilarPeople`.
 *
 * The permit holders are read before the account. A person who gets a permit between the two reads is then the account. In the other
 * order they would be a stranger with the same name, and an applicant who sends two applications would hinder themselves.
 */
export async function findApplicant(
  sought: ComparedPerson & { readonly email: string; readonly dateOfBirth: string },
  { table }: { readonly table: Table },
): Promise<{ readonly account: StoredPerson | null; readonly found: SimilarPeople | null }> {
  const holders = await readPermitHolders(table, sought.dateOfBirth);
  const account = await findPersonByEmail(table, sought.email);
  const hasPermit = (account?.residentPermitNumber ?? null) !== null;
  return { account, found: hasPermit ? null : compared(sought, account, holders) };
}

function compared(
  sought: ComparedPerson,
  account: Pick<StoredPerson, 'id'> | null,
  holders: PermitHolders,
): SimilarPeople {
  const similar = holders.people
    .filter(({ id }) => id !== account?.id)
    .map((person) => ({ person, reasons: samePersonReasonsOf(sought, person, distance) }))
    .filter(({ reasons }) => reasons.length > 0);
  return { similar: similar.toSorted(bySameness), holders };
}

function bySameness({ reasons: [one] }: SimilarPerson, { reasons: [other] }: SimilarPerson) {
  return Number(other === 'same_name') - Number(one === 'same_name');
}
