import { foldCase } from './fold-case.ts';

/** A person's names; one of the two can be null or empty. */
export interface PersonNames {
  readonly givenName: string | null;
  readonly surname: string | null;
}

/** Given name and surname; null if neither is known. */
export function personName({ givenName, surname }: PersonNames): string | null {
  return [givenName, surname].filter(Boolean).join(' ') || null;
}

/**
 * Letters that Unicode does not decompose, with the usual replacements in passports and on
 * keyboards without them.
 */
const plainLetters: Readonly<Record<string, string>> = {
  ...{
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ŧ: 't',
    ŋ: 'n',
    ı: 'i',
    ə: 'e',
    ɨ: 'i',
    ɓ: 'b',
    ɗ: 'd',
  },
  ...{ ƙ: 'k', ƴ: 'y', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ĸ: 'k', ŀ: 'l' },
};

/**
 * A person's name for comparing spellings: without case, accents, spaces, punctuation and invisible
 * characters, and with plain letters for Ł, Ø, Þ and similar. Empty for a text without letters and
 * digits. `name` must have limited length: folding a run of marks takes quadratic time.
 */
export function personNameKey(name: string): string {
  const bare = foldCase(name)
    .normalize('NFD')
    // Apostrophes and accents typed on their own are letters or symbols in Unicode.
    .replaceAll(/[\p{M}\p{P}\p{S}\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\s\u02b0-\u02ff]+/gu, '')
    .normalize('NFC');
  return Array.from(bare, (letter) => plainLetters[letter] ?? letter).join('');
}

/** Created once, on first use: creating it takes longer than comparing a hundred names. */
let collator: Intl.Collator | undefined;

/**
 * A comparison for sorting lists of names: English order, with numbers by value. For `toSorted()`.
 */
export function orderOfNames(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(one, other);
}
