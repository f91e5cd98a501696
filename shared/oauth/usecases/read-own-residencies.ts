import type { Table } from '../../kernel/db/table.ts';
import { readResidencies, type StoredResidency } from '../../people/db/people.ts';

/** Every residency of the person, in the order in which they were granted. */
export function readOwnResidencies(
  { personId }: { readonly personId: string },
  { table }: { readonly table: Table },
): Promise<readonly StoredResidency[]> {
  return readResidencies(table, personId);
}
