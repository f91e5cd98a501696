import type { Table } from '../../kernel/db/table.ts';
import { findResident, isActiveResident, type StoredResident } from '../../people/db/residents.ts';
import { testNumber } from '../domain/test-numbers.ts';

/** Who has a resident permit number, and whether they are in good order at this instant. */
export interface VerifiedResident {
  readonly resident: StoredResident['resident'];
  readonly active: boolean;
}

/**
 * The resident with the number; null if nobody has it. One round trip, but none in a sandbox for test numbers with a fixed
 * answer.
 */
export async function verifyResident(
  rpn: string,
  {
    table,
    now,
    isSandbox,
  }: { readonly table: Table; readonly isSandbox?: boolean | undefined; now(): Date },
): Promise<VerifiedResident | null> {
  const known = isSandbox === true ? testNumber(rpn) : undefined;
  if (known !== undefined) return known;
  const found = await findResident(table, rpn);
  return (
    found && {
      resident: found.resident,
      active: isActiveResident(found, now().toISOString()),
    }
  );
}
