import type { Table } from '../../kernel/db/table.ts';
import { findManifestation } from '../db/manifestations.ts';
import { type Manifestation, neverSigned } from '../manifestation.ts';

/** The Manifestation of Will of somebody who is known to exist, signed or not. One round trip. */
export async function readOwnManifestation(
  personId: string,
  { table }: { readonly table: Table },
): Promise<Manifestation> {
  return (await findManifestation(table, personId)) ?? neverSigned;
}
