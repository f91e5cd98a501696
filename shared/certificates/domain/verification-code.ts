import { bareCode, generateCode } from '../../kernel/domain/code.ts';

/** 16 of 32 characters: 80 random bits. */
const length = 16;

/** The code that is printed on a certificate. `random` gives that many random bytes. */
export function newVerificationCode(random: (bytes: number) => Uint8Array): string {
  return generateCode(random, length);
}

/**
 * The code as it was meant: without the spaces and signs that group it, in capitals; null for a text that
 * can't be a code of our own.
 */
export function readVerificationCode(text: string): string | null {
  const code = bareCode(text);
  return /^[2-9A-HJ-NP-Z]{16}$/.test(code) ? code : null;
}

/** The code as it is printed: in groups of four. */
export function inGroups(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** How often one network can look documents up. */
export const verifications = { kind: 'certificate_page', max: 30, window: 60_000 };
