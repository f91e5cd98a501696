import { nameKey } from '../../kernel/domain/legal-entity.ts';
import { unitAt, unitLength } from './packed-registry.ts';
import type { SearchEntry } from './registry-entry.ts';

/** A query, prepared for searching names and numbers. */
export interface SearchWords {
  /** The normalized query; not empty. */
  readonly key: string;
  /** A text that each name contains in which a later word begins with the query. */
  readonly keyAtWord: string;
  /** The words that are not part of another, longest first. */
  readonly words: readonly string[];
}

/** Matches by relevance, each rank in the registry's order. */
export interface Ranked<Match = SearchEntry> {
  /** The name equals the query or begins with it. */
  readonly starting: readonly Match[];
  /** The query is at the start of a later word of the name. */
  readonly atWord: readonly Match[];
  readonly containing: readonly Match[];
}

/** The search terms of a query; null if it is only white space. */
export function searchWords(query: string): SearchWords | null {
  const key = nameKey(query);
  if (key === '') return null;
  return { key, keyAtWord: ` ${key}`, words: distinctWords(key) };
}

function distinctWords(key: string): readonly string[] {
  const longestFirst = key.split(' ').toSorted((left, right) => right.length - left.length);
  return longestFirst.filter(
    (word, index) => !longestFirst.slice(0, index).some((longer) => longer.includes(word)),
  );
}

/**
 * Grams: sequences of one, two and three letters of a name, or of digits of a number, each encoded as one integer.
 * Letters beyond ASCII share 128 values, so a gram's value can have false positives but no false negatives.
 */
const tag = { one: 0x1000000, two: 0x2000000, three: 0x3000000, number: 0x4000000 } as const;

/** Visits the grams of all lengths of a folded name, given as bytes (`toUnitBytes`), some repeatedly. */
export function visitNameGrams(
  bytes: Uint8Array,
  from: number,
  to: number,
  visit: (gram: number) => void,
): void {
  let before = 0;
  let last = 0;
  let count = 0;
  for (let at = from; at < to; count += 1) {
    const unit = unitAt(bytes, at);
    at += unitLength(unit);
    const letter = letterOf(unit);
    visit(tag.one | letter);
    if (count > 0) visit(tag.two | (last << 8) | letter);
    if (count > 1) visit(tag.three | (before << 16) | (last << 8) | letter);
    before = last;
    last = letter;
  }
}

/** Grams that every name with the word has; at least one. The word must not be empty. */
export function gramsOfWord(word: string): number[] {
  const at = (index: number) => letterOf(word.charCodeAt(index));
  if (word.length === 1) return [tag.one | at(0)];
  if (word.length === 2) return [tag.two | (at(0) << 8) | at(1)];
  return Array.from(
    { length: word.length - 2 },
    (_, index) => tag.three | (at(index) << 16) | (at(index + 1) << 8) | at(index + 2),
  );
}

/** Visits the grams of three digits of a number, some repeatedly; of a shorter number the number itself; of 0 none. */
export function visitNumberGrams(number: number, visit: (gram: number) => void): void {
  if (number === 0) return;
  if (number < 100) {
    visit(tag.number + number + (number < 10 ? 0 : 10));
    return;
  }
  // Nine digits at a time make seven grams. As a 32-bit integer, their remainders take a tenth of the time.
  const high = Math.floor(number / 1e7);
  let rest = (number - high * 1e7 + (high % 100) * 1e7) | 0;
  const least = high < 100 ? 100 : 0;
  for (let done = 0; done < 7 && rest >= least; done += 1) {
    visit(tag.number + (rest % 1_000) + 110);
    rest = (rest / 10) | 0;
  }
  if (high >= 100) visitNumberGrams(high, visit);
}

/**
 * Lists of grams: every number with the digits has all grams of at least one list. One or two digits give many lists,
 * which is acceptable because so many numbers match that not all are read.
 */
export function gramsOfDigits(digits: string): readonly (readonly number[])[] {
  if (digits.length >= 3) {
    const at = Array.from({ length: digits.length - 2 }, (_, index) => index);
    return [at.map((index) => numberGram(digits, index, 3))];
  }
  return numbersUpToThree().flatMap((number) =>
    number.includes(digits) ? [[numberGram(number, 0, number.length)]] : [],
  );
}

/** All texts of one, two and three digits. */
function numbersUpToThree(): readonly string[] {
  return [1, 2, 3].flatMap((length) =>
    Array.from({ length: 10 ** length }, (_, value) => String(value).padStart(length, '0')),
  );
}

function letterOf(unit: number): number {
  return unit < 128 ? unit : 128 + (((unit * 0x9e35) >>> 8) & 127);
}

function numberGram(digits: string, from: number, length: number): number {
  let value = 0;
  for (let index = from; index < from + length; index += 1) {
    value = 10 * value + (digits.charCodeAt(index) - 48);
  }
  // After those with fewer digits: ten of one, a hundred of two.
  return tag.number + value + (length === 3 ? 110 : length === 2 ? 10 : 0);
}

/**
 * Text in a form that PostgreSQL can store, and whose order and substrings match those of the original.
 *
 * PostgreSQL rejects U+0000 and lone surrogates, and its collation "C" compares code points, where JavaScript compares
 * UTF-16 units. Units from U+D800 become code points 0x10000 higher; U+0000 and U+0001 become U+0001 followed by a
 * distinguishing character; all others stay the same. ASCII and nearly all letters are unchanged, which `pg_trgm`
 * needs.
 */
export function sortableText(text: string): string {
  let sortable = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit <= 1) sortable += unit === 0 ? escapedNull : escapedOne;
    else sortable += String.fromCodePoint(unit < 0xd800 ? unit : 0x10000 + unit);
  }
  return sortable;
}

const escapedNull = '\u0001\u{10fffe}';
const escapedOne = '\u0001\u{10ffff}';

/** Greater than every other letter that such a text can contain. */
export const greatestLetter = '\u{10ffff}';
