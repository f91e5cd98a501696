import { readByKeyPrefixes } from '../../kernel/db/key-prefixes.ts';
import { readListed } from '../../kernel/db/listed-kinds.ts';
import type { Page, PageBounds } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { hasWords, plainWords } from '../../kernel/domain/fold-case.ts';
import { findPeople, StoredPerson } from './people.ts';

/**
 * The search words for persons: of their name, their email address, or both; each matches the
 * beginning of a word.
 */
export interface PersonWords {
  readonly name?: string | undefined;
  readonly emailPart?: string | undefined;
}

/**
 * A page of the persons that match the words, newest first, with their current data. They are found by the first word of a given
 * name, of a surname, of an address or of a domain. A page may end before it is full if many begin alike: `readChosen`. Writes of
 * the last second may be missing.
 */
export async function findPeopleByWords(
  table: Table,
  { name = '', emailPart = '' }: PersonWords,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredPerson>> {
  const names = plainWords(name);
  const parts = plainWords(emailPart);
  // A name is rarer than the beginning of an address or a domain.
  const [lists, words] = names.length > 0 ? [inNames, names] : [inAddresses, parts];
  return readByKeyPrefixes(table, lists, words, request, {
    load: (ids) => findPeople(table, ids),
    isMatch: (person) =>
      hasWords(plainWords(`${person.givenName ?? ''} ${person.surname ?? ''}`), names) &&
      hasWords(plainWords(person.email), parts),
  });
}

const inNames = [
  ['gsi1', 'surname'],
  ['gsi2', 'given_name'],
] as const;
const inAddresses = [
  ['gsi1', 'address'],
  ['gsi2', 'domain'],
] as const;

/** A page of all persons, newest first. */
export async function listPeople(
  table: Table,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredPerson>> {
  const page = await readListed(table, 'person', request);
  return { ...page, items: page.items.map((item) => parseStored(StoredPerson, item)) };
}
