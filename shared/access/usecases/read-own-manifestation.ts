import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import { findManifestation, StoredManifestation } from '../db/manifestations.ts';
import { type Manifestation, neverSigned } from '../domain/manifestation.ts';

/** The Manifestation of Will of somebody who is known to exist, signed or not. One round trip. */
export async function readOwnManifestation(
  personId: string,
  { table }: { readonly table: Table },
): Promise<Manifestation> {
  return (await findManifestation(table, personId)) ?? neverSigned;
}

/** Where the Manifestation of Will of a person is kept, for a page that reads it with the session. */
export function manifestationKey(personId: string): ItemKey {
  return keys.manifestation(personId);
}

/** The Manifestation of Will, signed or not, of what was read at `manifestationKey`. */
export function manifestationIn(item: Item | undefined): Manifestation {
  return parseFound(StoredManifestation, item) ?? neverSigned;
}
