import { foldCase } from '../../kernel/domain/fold-case.ts';
import { nameKey } from '../../kernel/domain/legal-entity.ts';
import { confusables } from './confusables.ts';

/** What names are compared with that is not ours. Passed in: rules import no libraries. */
export interface NameTools {
  /** How many letters must be inserted, removed or replaced to turn one text into the other. */
  distance(left: string, right: string): number;
  /** How a word of Latin letters sounds, in two ways at most; the same twice where there is one. */
  soundsOf(word: string): readonly [string, string];
}

/** What two names are compared by. */
export interface NameFeatures {
  /** In the form in which names are the same (spec 4.10). */
  readonly key: string;
  /** The name's look, as written and in lower case, without spaces and punctuation. */
  readonly looks: readonly [string, string];
  /** The words that tell it from others, as they look, sorted; each once, and without those that many names have. */
  readonly words: string;
  /** The same words in their order, without accents. */
  readonly telling: readonly string[];
  /** They as one. */
  readonly core: string;
  /** The digits among them. */
  readonly digits: string;
  /** How they sound; null if they are not Latin, or too short to say. */
  readonly sounds: readonly [string, string] | null;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const NO_WORD = /[^\p{L}\p{M}\p{N}]+/gu;
// The same for ASCII: the tables behind those take a millisecond to make.
const ASCII = /^\p{ASCII}*$/u;
const ASCII_WORD = /[0-9A-Za-z]+/g;
const NO_ASCII_WORD = /[^0-9A-Za-z]+/g;
const NO_DIGIT = /[^0-9]+/g;
const LATIN = /^[a-z0-9]+$/;

/** Words of names of companies that do not tell one from another; in small letters and without accents, as they are compared. */
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

// Without word breaks, words of a company's form are at an end.
const FORM =
  /^(?:株式会社|주식회사)(?=.)|(?<=.)(?:股份有限公司|有限公司|公司|集团|株式会社|주식회사)$/u;

/** Below so many letters names that sound alike are too many. */
const shortest = { core: 4, sound: 3 } as const;

/** The features of a name that are compared. Takes some microseconds. */
export function nameFeatures(name: string, { soundsOf }: NameTools): NameFeatures {
  const key = nameKey(name);
  const all = wordsOf(withoutMarks(key));
  const telling = all.filter((word) => !genericWords.has(word));
  // "Holdings Group" has nothing else.
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
  return [...new Set(words.map(skeleton))].toSorted().join(' ');
}

function looksOf(name: string, key: string): NameFeatures['looks'] {
  const small = lookOf(key, key);
  // These are the only ASCII capitals that look like something else than their small letters.
  const isSame = ASCII.test(name) && !/[IM]/.test(name);
  return [isSame ? small : lookOf(name, key), small];
}

/** Falls back to the key for a name that has only symbols. */
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

// Accents and what is like them, the points of Hebrew and of Arabic. The vowel signs of other scripts are letters.
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0655\u0670]/g;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Text without accents, in compatible letters, in its own case. Does not separate letters that look the same. */
export function withoutMarks(text: string): string {
  if (ASCII.test(text)) return text;
  return text.normalize('NFKD').replace(MARKS, '').replace(IGNORABLE, '').normalize('NFC');
}

/**
 * The look of a text: each character is replaced by the one it can be confused with (UTS #39, "skeleton", from
 * Unicode's list of confusable characters), without case and marks. Texts that can be confused have the same skeleton.
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
