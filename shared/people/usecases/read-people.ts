import { distance } from 'fastest-levenshtein';
import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { hasWords, plainWords } from '../../kernel/domain/fold-case.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findPerson, findPersonByEmail, type StoredPerson } from '../db/people.ts';
import { findPeopleByWords, listPeople, type PersonWords } from '../db/people-search.ts';
import { findResident, type PermitHolders, readPermitHolders } from '../db/residents.ts';
import {
  type ComparedPerson,
  type SimilarPerson,
  samePersonReasonsOf,
} from '../domain/same-person.ts';

/** Error: 404. */
export async function readPerson(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredPerson> {
  const person = await findPerson(table, id);
  if (person === null) throw apiErrors.notFound();
  return person;
}

/** Filters for persons; without any: all. */
interface PersonChoice extends PersonWords {
  readonly email?: string | undefined;
  readonly residentPermitNumber?: string | undefined;
}

/** A page of the persons that match everything given, newest first. */
export async function readPeople(
  { limit, cursor, ...choice }: PersonChoice & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredPerson>> {
  const request = { limit, after: cursor };
  const { email, residentPermitNumber, name, emailPart } = choice;
  if (email !== undefined || residentPermitNumber !== undefined) {
    const person = await findOne(table, choice);
    return { items: person === null ? [] : [person], next: null };
  }
  if (name !== undefined || emailPart !== undefined)
    return findPeopleByWords(table, choice, request);
  return listPeople(table, request);
}

async function findOne(
  table: Table,
  { email, residentPermitNumber, name = '', emailPart = '' }: PersonChoice,
): Promise<StoredPerson | null> {
  const person =
    email === undefined
      ? await withNumber(table, residentPermitNumber ?? '')
      : await findPersonByEmail(table, email);
  if (person === null) return null;
  const matches =
    (residentPermitNumber ?? person.residentPermitNumber) === person.residentPermitNumber &&
    hasWords(plainWords(`${person.givenName ?? ''} ${person.surname ?? ''}`), plainWords(name)) &&
    hasWords(plainWords(person.email), plainWords(emailPart));
  return matches ? person : null;
}

async function withNumber(table: Table, rpn: string): Promise<StoredPerson | null> {
  const resident = await findResident(table, rpn);
  return resident?.resident === 'natural_person' ? findPerson(table, resident.ownerId) : null;
}

/**
 * People who may be the same person, those with most reasons first; and the count with which a
 * grant checks that nobody was added since.
 */
interface SimilarPeople {
  readonly similar: readonly SimilarPerson[];
  readonly holders: PermitHolders;
}

/**
 * Finds permit holders who may be this person, except `account`, which is the person's own. Null if
 * no search is needed: the account has a permit number, which it keeps, or the date of birth is
 * unknown.
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
 * The account with this email address, and other people who may be the same person, as `findSimilarPeople` finds them.
 *
 * The permit holders are read before the account. A person who gets a permit between the two reads is then the account. In the
 * other order they would be a stranger with the same name, and an applicant who sends two applications would block themselves.
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
