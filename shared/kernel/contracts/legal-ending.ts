import * as z from 'zod/mini';
import { rule } from './rule.ts';
import { Name, seenName } from './text.ts';

/** The legal endings of an LLC's name, as accepted by `extension` (spec 2.5a). */
export const llcExtensions = [
  'LLC',
  'L.L.C.',
  'Limited Liability Company',
  'S. de R.L.',
  'SRL',
  'Limited Company',
  'L.C.',
  'LC',
  'Limited Liability Co.',
  'Limited Co.',
  'Ltd. Co.',
] as const;

const space = ' \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000';

/**
 * A pattern for a word of an ending, in any case, with or without full stops: "limited", "L.L.C.",
 * "L. L. C."
 */
function wordPattern(word: string): string {
  const letters = Array.from(
    word.replaceAll('.', ''),
    (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`,
  );
  const isAbbreviation = word === word.toUpperCase();
  return `${letters.join(isAbbreviation ? `(?:\\.[${space}]?)?` : '')}\\.?`;
}

const endings = llcExtensions.map((each) => each.split(' ').map(wordPattern).join(`[${space}]+`));

/**
 * A name with one of the endings: "Acme LLC", "Acme, l.l.c.", "Acme (Limited Company)". Runs in
 * linear time.
 */
const endingPattern = `(?:^|[${space},;(])(?:${endings.join('|')})[${space}).]*$`;
const ending = new RegExp(endingPattern, 'u');

/** Whether a name ends in a legal ending, which belongs in `extension`. */
export function endsInLegalEnding(name: string): boolean {
  return ending.test(name);
}

const hasNoEnding = rule(
  { not: { pattern: endingPattern } },
  z.refine<string>((name) => !endsInLegalEnding(name), {
    error: 'Must not end in a legal ending such as LLC: send that as `extension`',
  }),
);

/**
 * A requested company name, without its legal ending. With the ending in the name it would be shown
 * twice, and the name would differ from the same name of an existing company.
 */
export const RequestedName = Name(200).check(hasNoEnding);

/** The same for a search, which stores nothing. */
export const SoughtName = Name(200, { reading: seenName }).check(hasNoEnding);
