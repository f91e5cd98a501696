import { foldCase } from './fold-case.ts';

/** The names of a person, of whom one may have only one of the two: the other is null or empty. */
export interface PersonNames {
  readonly givenName: string | null;
  readonly surname: string | null;
}

/** Given name and surname; null if neither is known. */
export function personName({ givenName, surname }: PersonNames): string | null {
  return [givenName, surname].filter(Boolean).join(' ') || null;
}

/** Letters that Unicode does not decompose, and what passports and keyboards without them write instead. */
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
 * A person's name in the form in which two spellings of it are compared: without case, accents, spaces,
 * punctuation and invisible characters, and with plain letters for such as Ł, Ø and Þ. Empty for a text without
 * letters and digits. `name` is of limited length: folding costs the square of the length of a run of marks.
 */
export function personNameKey(name: string): string {
  const bare = foldCase(name)
    .normalize('NFD')
    // Apostrophes and accents that are typed alone are letters or signs to Unicode.
    .replaceAll(/[\p{M}\p{P}\p{S}\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\s\u02b0-\u02ff]+/gu, '')
    .normalize('NFC');
  return Array.from(bare, (letter) => plainLetters[letter] ?? letter).join('');
}

/** Made with the first comparison, and once: making one costs more than comparing a hundred names. */
let collator: Intl.Collator | undefined;

/** The order of names on lists: as in English, numbers in them by what they count. For `toSorted()`. */
export function orderOfNames(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(one, other);
}
