import { foldCase } from '../../kernel/domain/fold-case.ts';
import { nameKey } from '../../kernel/domain/legal-entity.ts';
import { confusables } from './confusables.ts';

/** Comparison functions from libraries. Passed in, because domain rules import no libraries. */
export interface NameTools {
  /** The edit distance: how many letters must be inserted, removed or replaced to turn one text into the other. */
  distance(left: string, right: string): number;
  /** The two phonetic codes of a word in Latin letters; equal if it has only one. */
  soundsOf(word: string): readonly [string, string];
}

/** The features by which two names are compared. */
export interface NameFeatures {
  /** The normalized name; equal for names that are considered the same (spec 4.10). */
  readonly key: string;
  /** The name's look, as written and in lower case, without spaces and punctuation. */
  readonly looks: readonly [string, string];
  /** The distinctive words as they look, sorted and without duplicates. Excludes words that many names have. */
  readonly words: string;
  /** The same words in their order, without accents. */
  readonly telling: readonly string[];
  /** The same words joined. */
  readonly core: string;
  /** The digits in these words. */
  readonly digits: string;
  /** Their phonetic codes; null if they are not Latin or too short. */
  readonly sounds: readonly [string, string] | null;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const NO_WORD = /[^\p{L}\p{M}\p{N}]+/gu;
// Faster for ASCII: the tables for other scripts take a millisecond to build.
const ASCII = /^\p{ASCII}*$/u;
const ASCII_WORD = /[0-9A-Za-z]+/g;
const NO_ASCII_WORD = /[^0-9A-Za-z]+/g;
const NO_DIGIT = /[^0-9]+/g;
const LATIN = /^[a-z0-9]+$/;

/** Common words in company names that do not distinguish them; in lower case and without accents, as compared. */
export const genericWords: ReadonlySet<string> = new Set(
  [
    'a an and et y e und of de del do da the la le el les los las der die das fur for',
    'ag associates association bv co company compania cia corp corporation enterprise enterprises',
    'foundation fundacion gmbh group groupe grupo gruppe holding holdings inc incorporated industries',
    'international global worldwide limitada limited llc llp lp ltd ltda nv oy ab as partners partnership',
    'plc pte pty sa sas sarl sl spa sociedad societe services servicios solutions soluciones trust ventures',
    'ооо зао оао компания группа холдинг',
  ].flatMap((line) => line.split(' ')),
);

// In scripts without word breaks, the company's form is a prefix or suffix.
const FORM =
  /^(?:株式会社|주식회사)(?=.)|(?<=.)(?:股份有限公司|有限公司|公司|集团|株式会社|주식회사)$/u;

/** Below these lengths, in letters, too many names would sound alike. */
const shortest = { core: 4, sound: 3 } as const;

/** The features of a name for comparison. Takes some microseconds. */
export function nameFeatures(name: string, { soundsOf }: NameTools): NameFeatures {
  const key = nameKey(name);
  const all = wordsOf(withoutMarks(key));
  const telling = all.filter((word) => !genericWords.has(word));
  // "Holdings Group" contains only common words.
  const words = telling.length > 0 ? telling : all.length > 0 ? all : [key];
  const core = words.join('');
  return {
    key,
    looks: looksOf(name, key),
    words: words.length === 1 ? skeleton(core) : skeletonsOf(words),
    telling: words,
    core,
    digits: core.replace(NO_DIGIT, ''),
    sounds: soundOf(words, core, soundsOf),
  };
}

function wordsOf(text: string): readonly string[] {
  if (ASCII.test(text)) return text.match(ASCII_WORD) ?? [];
  return (text.match(WORD) ?? []).map((word) => word.replace(FORM, ''));
}

function skeletonsOf(words: readonly string[]): string {
  const sorted = words.map(skeleton).sort();
  return sorted.filter((word, at) => word !== sorted[at - 1]).join(' ');
}

function looksOf(name: string, key: string): NameFeatures['looks'] {
  const small = lookOf(key, key);
  // The only ASCII capitals that look like something other than their lower-case letters.
  const isSame = ASCII.test(name) && !/[IM]/.test(name);
  return [isSame ? small : lookOf(name, key), small];
}

/** The look of a text, or the key for a name that contains only symbols. */
function lookOf(text: string, key: string): string {
  const seen = skeleton(text);
  return seen.replace(ASCII.test(seen) ? NO_ASCII_WORD : NO_WORD, '') || key;
}

function soundOf(
  words: readonly string[],
  core: string,
  soundsOf: NameTools['soundsOf'],
): NameFeatures['sounds'] {
  if (core.length < shortest.core || !LATIN.test(core)) return null;
  let first = '';
  let second = '';
  for (const word of words) {
    const [one, other] = soundsOf(word);
    first += one;
    second += other;
  }
  return first.length < shortest.sound || second.length < shortest.sound ? null : [first, second];
}

// Accents and similar marks, and the points of Hebrew and Arabic. The vowel signs of other scripts are letters.
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0655\u0670]/g;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Text without accents, in compatibility form, with its case unchanged. Letters that look the same stay different. */
export function withoutMarks(text: string): string {
  if (ASCII.test(text)) return text;
  return text.normalize('NFKD').replace(MARKS, '').replace(IGNORABLE, '').normalize('NFC');
}

/**
 * The skeleton of a text: each character is replaced by the one it can be confused with (UTS #39), without case and
 * marks. Texts that can be confused have the same skeleton.
 */
export function skeleton(text: string): string {
  if (ASCII.test(text))
    return text.replaceAll(SEEN, (sign) => asciiLooks[sign] ?? sign).toLowerCase();
  looks ??= readConfusables();
  let seen = '';
  for (const character of withoutMarks(text).normalize('NFKD')) {
    seen += looks.get(character) ?? character;
  }
  return withoutMarks(foldCase(seen));
}

/** The ASCII part of the list, so that most names need neither the whole list nor Unicode's tables. */
const asciiLooks: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  I: 'l',
  '|': 'l',
  m: 'rn',
  '%': 'o/0',
};
const SEEN = /[01I|m%]/g;

let looks: ReadonlyMap<string, string> | undefined;

function readConfusables(): ReadonlyMap<string, string> {
  const read = new Map<string, string>();
  let former = 0;
  for (const entry of confusables.split(';')) {
    const [form = '', gaps = ''] = entry.split('=');
    const [begin = 0, ...others] = form.split('.').map((value) => Number.parseInt(value, 36));
    former += begin;
    const seen = String.fromCodePoint(former, ...others);
    let point = 0;
    for (const gap of gaps.split(',')) {
      point += Number.parseInt(gap, 36);
      read.set(String.fromCodePoint(point), seen);
    }
  }
  return read;
}
