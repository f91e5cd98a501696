import type { Table } from '../../kernel/db/table.ts';
import { readPerson } from '../../people/usecases/read-people.ts';
import { findManifestation } from '../db/manifestations.ts';
import { type Manifestation, neverSigned } from '../domain/manifestation.ts';

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
