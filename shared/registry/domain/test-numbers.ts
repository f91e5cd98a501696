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

/** Who a sandbox says has the number, and whether they are active; null: nobody; undefined: the registry knows. */
export function testNumber(rpn: string) {
  return testNumbers.get(rpn);
}
