import { bareCode, generateCode } from '../../kernel/domain/code.ts';

/** 16 characters of an alphabet of 32: 80 random bits. */
const length = 16;

/** A new code to print on a certificate. `random` returns the given number of random bytes. */
export function newVerificationCode(random: (bytes: number) => Uint8Array): string {
  return generateCode(random, length);
}

/** The normalized code: in capitals, without spaces and separators; null for a text that can't be a code. */
export function readVerificationCode(text: string): string | null {
  const code = bareCode(text);
  return /^[2-9A-HJ-NP-Z]{16}$/.test(code) ? code : null;
}

/** The code as printed, in groups of four. */
export function inGroups(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** The limit on document verifications per network. `window` is in milliseconds. */
export const verifications = { kind: 'certificate_page', max: 30, window: 60_000 };
