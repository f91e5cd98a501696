import { generateCode, uniformInteger } from '../../kernel/domain/code.ts';

/**
 * The codes that are emailed. `short`: six digits, which budgets of tries must protect. `long`: twelve
 * characters from an alphabet of 32 without look-alikes, 60 random bits, which nobody guesses however often
 * they try.
 */
export type CodeKind = 'short' | 'long';

/** Chance of one try at a code. */
export const chanceOfTry: Readonly<Record<CodeKind, number>> = { short: 1e-6, long: 2 ** -60 };

/** A new code, each as likely as any other. `random` gives that many random bytes. */
export function drawCode(kind: CodeKind, random: (bytes: number) => Uint8Array): string {
  if (kind === 'long') return generateCode(random);
  return String(uniformInteger(1_000_000, random)).padStart(6, '0');
}

/** A code as the mail shows it: long ones in groups of four, as they are read out and typed. */
export function shownCode(code: string): string {
  return code.length === 6 ? code : code.replace(/.{4}(?=.)/g, '$&-');
}

/** The kind of code that an entry in that form can be; null when it can't be one. */
export function codeKindOf(entered: string): CodeKind | null {
  if (/^[0-9]{6}$/.test(entered)) return 'short';
  return /^[2-9A-HJ-NP-Z]{12}$/.test(entered) ? 'long' : null;
}
