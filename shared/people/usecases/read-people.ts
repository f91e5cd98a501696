import { listOwnedKeys, type OwnedKey } from '../../access/db/api-keys.ts';
import { findManifestation } from '../../access/db/manifestations.ts';
import { type Manifestation, neverSigned } from '../../access/manifestation.ts';
import { partitions } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { findPerson, findPersonByEmail, listPeople, type StoredPerson } from '../db/people.ts';

interface PageOf {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

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
  { email, limit, cursor }: PageOf & { readonly email?: string | undefined },
  { table }: { readonly table: Table },
): Promise<Page<StoredPerson>> {
  if (email === undefined) return listPeople(table, { limit, after: cursor });
  const person = await findPersonByEmail(table, email);
  return { items: person === null ? [] : [person], next: null };
}

/** A page of the person's keys, newest first. Error: 404. */
export async function readKeys(
  personId: string,
  { limit, cursor }: PageOf,
  deps: { readonly table: Table },
): Promise<Page<OwnedKey>> {
  const [, page] = await Promise.all([
    readPerson(personId, deps),
    listOwnedKeys(deps.table, partitions.person(personId), { limit, after: cursor }),
  ]);
  return page;
}

/** The person's Manifestation of Will, signed or not. Error: 404. */
export async function readManifestation(
  personId: string,
  deps: { readonly table: Table },
): Promise<Manifestation> {
  const [, will] = await Promise.all([
    readPerson(personId, deps),
    findManifestation(deps.table, personId),
  ]);
  return will ?? neverSigned;
}
