import { generateCode, uniformInteger } from '../../kernel/domain/code.ts';

/**
 * The emailed codes. `short`: six digits, protected by attempt limits. `long`: twelve characters
 * from an alphabet of 32 without look-alikes, with 60 random bits, which can't be guessed.
 */
export type CodeKind = 'short' | 'long';

/** The probability of guessing a code with one attempt. */
export const chanceOfTry: Readonly<Record<CodeKind, number>> = { short: 1e-6, long: 2 ** -60 };

/** A new, uniformly distributed code. `random` returns the given number of random bytes. */
export function drawCode(kind: CodeKind, random: (bytes: number) => Uint8Array): string {
  if (kind === 'long') return generateCode(random);
  return String(uniformInteger(1_000_000, random)).padStart(6, '0');
}

/** A code as displayed in the email: long ones in groups of four. */
export function shownCode(code: string): string {
  return code.length === 6 ? code : code.replace(/.{4}(?=.)/g, '$&-');
}

/** The possible kind of an entered code; null if it is malformed. */
export function codeKindOf(entered: string): CodeKind | null {
  if (/^[0-9]{6}$/.test(entered)) return 'short';
  return /^[2-9A-HJ-NP-Z]{12}$/.test(entered) ? 'long' : null;
}
