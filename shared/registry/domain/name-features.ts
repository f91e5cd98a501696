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
  sounds(): readonly [string, string] | null;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const NO_WORD = /[^\p{L}\p{M}\p{N}]+/gu;
// Faster for ASCII: the tables for other scripts take a millisecond to build.
const ASCII = /^\p{ASCII}*$/u;
const ASCII_WORD = /[0-9A-Za-z]+/g;
const NO_ASCII_WORD = /[^0-9A-Za-z]+/g;
const DIGIT = /[0-9]/;
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

/** The part of a name's features that depends on one word. */
interface WordFeatures {
  readonly word: string;
  readonly isGeneric: boolean;
  readonly look: string;
  sounds?: readonly [string, string];
}
type WordReader = (word: string) => WordFeatures;

/** As many words as fit into the processor's cache. */
const mostKnown = 2_000;

/** Finds the features of words, and remembers them, because names that are read one after the other share words. */
export function wordReader(): WordReader {
  let known = new Map<string, WordFeatures>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    // A new map, because the old table of a cleared one keeps the new one alive.
    if (known.size === mostKnown) known = new Map();
    const read: WordFeatures = { word, isGeneric: genericWords.has(word), look: skeleton(word) };
    known.set(word, read);
    return read;
  };
}

/** The features of a name for comparison. Takes some microseconds, or one if its words are known. */
export function nameFeatures(
  name: string,
  { soundsOf }: NameTools,
  wordOf: WordReader = wordReader(),
): NameFeatures {
  const key = nameKey(name);
  const plain = withoutMarks(key);
  const isAscii = ASCII.test(plain);
  const all = isAscii ? (plain.match(ASCII_WORD) ?? []) : wordsOf(plain);
  const read = all.map(wordOf);
  const distinctive = read.filter(({ isGeneric }) => !isGeneric);
  // "Holdings Group" contains only common words.
  const words = distinctive.length > 0 ? distinctive : read.length > 0 ? read : [wordOf(key)];
  const telling = words.map(({ word }) => word);
  const core = telling.join('');
  let sounds: ReturnType<NameFeatures['sounds']> | undefined;
  return {
    key,
    looks: looksOf(name, key, isAscii ? read : undefined),
    words: looksOfWords(words),
    telling,
    core,
    digits: DIGIT.test(core) ? core.replace(NO_DIGIT, '') : '',
    // Most names are compared without them.
    sounds: () => {
      if (sounds === undefined) sounds = soundOf(words, core, soundsOf);
      return sounds;
    },
  };
}

function wordsOf(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((word) => word.replace(FORM, ''));
}

function looksOfWords(words: readonly WordFeatures[]): string {
  const looks = words.map(({ look }) => look);
  if (looks.length === 1) return looks[0] ?? '';
  return looks
    .sort()
    .filter((look, at) => look !== looks[at - 1])
    .join(' ');
}

/** `asciiWords` are the words of a name that is ASCII but for accents. */
function looksOf(
  name: string,
  key: string,
  asciiWords: readonly WordFeatures[] | undefined,
): NameFeatures['looks'] {
  let small = '';
  if (asciiWords === undefined || SEEN_SIGN.test(key)) small = lookOf(key, key);
  else for (const { look } of asciiWords) small += look;
  small ||= key;
  const isSame = asciiWords !== undefined && SMALL_LOOK.test(withoutMarks(name));
  return [isSame ? small : lookOf(name, key), small];
}

// ASCII without the capitals that look like something other than their lower-case letters.
const SMALL_LOOK = /^[\0-HJ-LN-\x7f]*$/;

/** The look of a text, or the key for a name that contains only symbols. */
function lookOf(text: string, key: string): string {
  const seen = skeleton(text);
  return seen.replace(ASCII.test(seen) ? NO_ASCII_WORD : NO_WORD, '') || key;
}

function soundOf(
  words: readonly WordFeatures[],
  core: string,
  soundsOf: NameTools['soundsOf'],
): ReturnType<NameFeatures['sounds']> {
  if (core.length < shortest.core || !LATIN.test(core)) return null;
  let first = '';
  let second = '';
  for (const of of words) {
    of.sounds ??= soundsOf(of.word);
    first += of.sounds[0];
    second += of.sounds[1];
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
  const letters = text.normalize('NFKD').replace(MARKS, '');
  return ASCII.test(letters) ? letters : letters.replace(IGNORABLE, '').normalize('NFC');
}

/**
 * The skeleton of a text: each character is replaced by the one it can be confused with (UTS #39), without case and
 * marks. Texts that can be confused have the same skeleton.
 */
export function skeleton(text: string): string {
  const plain = withoutMarks(text);
  if (ASCII.test(plain)) {
    if (!SEEN.test(plain)) return plain.toLowerCase();
    let seen = plain;
    for (const [sign, look] of asciiLooks) seen = seen.replaceAll(sign, look);
    return seen.toLowerCase();
  }
  looks ??= readConfusables();
  let seen = '';
  for (const character of plain.normalize('NFKD')) {
    seen += looks.get(character) ?? character;
  }
  return withoutMarks(foldCase(seen));
}

/**
 * The ASCII part of the list, so that most names need neither the whole list nor Unicode's tables. In an order in which
 * no look is replaced again.
 */
const asciiLooks = [
  ['0', 'o'],
  ['1', 'l'],
  ['I', 'l'],
  ['|', 'l'],
  ['m', 'rn'],
  ['%', 'o/0'],
] as const;
const SEEN = /[01I|m%]/;
/** The punctuation among them. */
const SEEN_SIGN = /[|%]/;

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
