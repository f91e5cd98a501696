import { uniformInteger } from '../../kernel/domain/uniform-integer.ts';
import { type Resident, residentPermitNumber } from './rpn.ts';

/** A random RPN for a new resident. `random` gives that many random bytes. */
export function newResidentPermitNumber(
  resident: Resident,
  random: (bytes: number) => Uint8Array,
): string {
  return residentPermitNumber(resident, uniformInteger(10 ** 13, random));
}
