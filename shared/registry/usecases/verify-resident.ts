import type { Table } from '../../kernel/db/table.ts';
import { findResident, isActiveResident, type StoredResident } from '../../people/db/residents.ts';

/** Who has a resident permit number, and whether they are in good order at this instant. */
export interface VerifiedResident {
  readonly resident: StoredResident['resident'];
  readonly active: boolean;
}

/** The resident with the number; null when nobody has it. One round trip. */
export async function verifyResident(
  rpn: string,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<VerifiedResident | null> {
  const found = await findResident(table, rpn);
  return (
    found && {
      resident: found.resident,
      active: isActiveResident(found, now().toISOString()),
    }
  );
}
