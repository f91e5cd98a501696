import * as z from 'zod/mini';
import { unharmed } from '../domain/refused-character.ts';

/** Longest address that an email can be sent to, in characters (RFC 5321, section 4.5.3.1.3, without its brackets). */
const maxEmailLength = 254;

/**
 * Before the @ atoms, with dots between them (RFC 5321, section 4.1.2). Labels of the domain are letters, digits
 * and hyphens, which stand inside (RFC 1035, section 2.3.1); the last one is of letters, or internationalised
 * (RFC 5890, section 2.3.2.1).
 */
const syntax =
  /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+\.)*[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*)$/;

const lengthsError =
  'At most 64 characters may stand before the @, and 63 between two dots behind it';

/** RFC 5321, section 4.5.3.1. No pattern: counted repetitions are costly to some engines. */
function hasLengths(address: string): boolean {
  const [local = '', domain] = address.split('@', 2);
  if (domain === undefined) return true;
  return local.length <= 64 && domain.split('.').every((label) => label.length <= 63);
}

interface EmailOptions {
  /** The complaint about a malformed address. */
  readonly error?: string;
  readonly maxLength?: number;
  readonly tooLong?: string;
}

/**
 * An address that email services accept, for every field that takes one; anything else is 400. Quoted local
 * parts and IP addresses as domains are refused.
 */
export function Email({ error, maxLength = maxEmailLength, tooLong }: EmailOptions = {}) {
  return z
    .string(error)
    .check(z.overwrite(unharmed), z.trim(), z.maxLength(maxLength, tooLong), ...address(error));
}

/** The same, but outer blanks are not trimmed. */
export const ExactEmail = z.string().check(z.maxLength(maxEmailLength), ...address());

/** The format is last: the published description has that of the last check. */
function address(error?: string) {
  return [
    z.refine<string>(hasLengths, { error: lengthsError }),
    z.email({ pattern: syntax, ...(error !== undefined && { error }) }),
  ] as const;
}
