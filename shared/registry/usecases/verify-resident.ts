import type { Table } from '../../kernel/db/table.ts';
import { findResident, isActiveResident, type StoredResident } from '../../people/db/residents.ts';
import type { Resident } from '../../people/domain/rpn.ts';

/** A sandbox's answers for permit numbers that it never assigns; null: nobody has the number. */
const testNumbers: ReadonlyMap<
  string,
  { readonly resident: Resident; readonly active: boolean } | null
> = new Map([
  ['90000000000001', { resident: 'natural_person', active: true }],
  ['90000000000002', { resident: 'natural_person', active: false }],
  ['80000000000001', { resident: 'legal_entity', active: true }],
  ['80000000000002', { resident: 'legal_entity', active: false }],
  ['90000000000000', null],
  ['80000000000000', null],
] as const);

/** The sandbox's answer for a test number; null: not found; undefined: ask the registry. */
function testNumber(rpn: string) {
  return testNumbers.get(rpn);
}

/** The holder of a resident permit number, and whether they are active at this instant. */
export interface VerifiedResident {
  readonly resident: StoredResident['resident'];
  readonly active: boolean;
}

/** The resident with the number; null if nobody has it. One round trip; none for a sandbox's test numbers. */
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
