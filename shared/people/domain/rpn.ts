import { uniformInteger } from '../../kernel/domain/code.ts';

/** The holder of a resident permit number (RPN). */
export type Resident = 'legal_entity' | 'natural_person';

const firstDigit: Record<Resident, string> = { legal_entity: '8', natural_person: '9' };

/** Whether `text` has the form of an RPN: exactly 14 digits, the first of them 8 or 9 (spec 1). */
export function isResidentPermitNumber(text: string): boolean {
  return /^[89][0-9]{13}$/.test(text);
}

/**
 * An RPN for a new resident: 8… for legal entities, 9… for natural persons, 13 further digits.
 *
 * `random` is a uniformly distributed integer from 0 to 10^13 - 1. The conditional write that
 * stores the number decides whether it is free.
 */
export function residentPermitNumber(resident: Resident, random: number): string {
  return firstDigit[resident] + String(random).padStart(13, '0');
}

/** A random RPN for a new resident. `random` returns the given number of random bytes. */
export function newResidentPermitNumber(
  resident: Resident,
  random: (bytes: number) => Uint8Array,
): string {
  return residentPermitNumber(resident, uniformInteger(10 ** 13, random));
}
