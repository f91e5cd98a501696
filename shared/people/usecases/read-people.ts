import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { hasWords, plainWords } from '../../kernel/domain/plain-words.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findPerson, findPersonByEmail, type StoredPerson } from '../db/people.ts';
import { findPeopleByWords, listPeople, type PersonWords } from '../db/people-search.ts';
import { findResident } from '../db/residents.ts';

/** Error: 404. */
export async function readPerson(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredPerson> {
  const person = await findPerson(table, id);
  if (person === null) throw apiErrors.notFound();
  return person;
}

/** Which persons are wanted; without anything: all. */
export interface PersonChoice extends PersonWords {
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
