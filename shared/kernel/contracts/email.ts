import * as z from 'zod/mini';
import { unharmed } from '../domain/refused-character.ts';

/** The longest email address in characters (RFC 5321, section 4.5.3.1.3, without the brackets). */
const maxEmailLength = 254;

/**
 * The local part is atoms separated by dots (RFC 5321, section 4.1.2). Domain labels are letters,
 * digits and inner hyphens (RFC 1035, section 2.3.1); the last one is letters only, or
 * internationalised (RFC 5890, section 2.3.2.1).
 */
const syntax =
  /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+\.)*[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*)$/;

const lengthsError =
  'Must have at most 64 characters before the @, and at most 63 between two dots after it';

/**
 * The lengths of RFC 5321, section 4.5.3.1. This is not part of the pattern because counted
 * repetitions are slow in some engines.
 */
function hasLengths(address: string): boolean {
  const [local = '', domain] = address.split('@', 2);
  if (domain === undefined) return true;
  return local.length <= 64 && domain.split('.').every((label) => label.length <= 63);
}

interface EmailOptions {
  /** The error message for a malformed address. */
  readonly error?: string;
  readonly maxLength?: number;
  readonly tooLong?: string;
}

/**
 * An email address for every field that takes one; invalid addresses are a 400. Quoted local parts
 * and IP addresses as domains are not accepted.
 */
export function Email({ error, maxLength = maxEmailLength, tooLong }: EmailOptions = {}) {
  return z
    .string(error)
    .check(z.overwrite(unharmed), z.trim(), z.maxLength(maxLength, tooLong), ...address(error));
}

/** The same without trimming white space. */
export const ExactEmail = z.string().check(z.maxLength(maxEmailLength), ...address());

/** The format comes last because the published description uses the last check's format. */
function address(error?: string) {
  return [
    z.refine<string>(hasLengths, { error: lengthsError }),
    z.email({ pattern: syntax, ...(error !== undefined && { error }) }),
  ] as const;
}
