import { isDependentVowel, joinsFormer, joinsNext } from './joining-characters.ts';

/** Characters that a text can contain other than letters, digits, symbols and spaces. */
export interface TextRules {
  /** Free text: also allows variation selectors (such as U+FE0F) and U+FFFD. */
  readonly variationSelectors?: boolean;
  /** Also allows line ends of every kind and tabs. */
  readonly lines?: boolean;
}

/** The first forbidden character of a text. */
interface RefusedCharacter {
  /** The kind of character, with its article. */
  readonly kind: string;
  /** Its position in the text in code points, starting at 1. */
  readonly position: number;
}

/**
 * Control, format, private-use and unassigned characters, surrogates, invisible characters, the
 * line ends U+2028 and U+2029, and U+FFFD, which replaces characters that a program could not read.
 */
const suspect = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd]/u;
const lineControls = /^[\t\n\r\u2028\u2029]$/;
const ofFreeText = /^[\p{Variation_Selector}\ufffd]$/u;
const joiner = /^[\u200c\u200d]$/;

const kinds: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [joiner, 'a joiner that joins nothing'],
  [/^\p{Cc}$/u, 'a control character'],
  [/^\p{Bidi_Control}$/u, 'a control of the writing direction'],
  [/^\p{Cf}$/u, 'a format character'],
  [/^\p{Cs}$/u, 'half a character'],
  [/^\p{Co}$/u, 'a private-use character'],
  [/^\p{Cn}$/u, 'an unassigned character'],
  [/^\p{Variation_Selector}$/u, 'a variation selector'],
  [/^[\u2028\u2029]$/, 'a line break'],
  [/^\ufffd$/, 'a replacement character'],
];

/**
 * The first character that every text rejects (decisions 2): control, format, private-use,
 * unassigned and default-ignorable characters, line breaks, and lone surrogates. ZWJ and ZWNJ are
 * allowed where UAX #31 allows them, and so are the characters in `rules`. If there is none, the
 * first stacked mark; otherwise null. Which characters are unassigned depends on the Unicode
 * version of the runtime's ICU. Runs in linear time.
 */
export function refusedCharacter(text: string, rules: TextRules = {}): RefusedCharacter | null {
  if (!suspect.test(text)) return stackedMark(text);
  const characters = [...text];
  for (const [at, character] of characters.entries()) {
    if (!suspect.test(character)) continue;
    if (rules.lines && lineControls.test(character)) continue;
    if (rules.variationSelectors && ofFreeText.test(character)) continue;
    if (joiner.test(character) && isJoinerNeeded(characters, at)) continue;
    const kind = kinds.find(([pattern]) => pattern.test(character))?.[1];
    return { kind: kind ?? 'an invisible character', position: at + 1 };
  }
  return stackedMark(text);
}

/** A letter with up to five of its marks: sorting many marks takes quadratic time. */
const marked = /[^\p{Mn}\p{Me}]?[\p{Mn}\p{Me}]{1,5}/gu;

const twice = /([\p{Mn}\p{Me}])\1/u;

/**
 * A mark that stacks up over neighbouring lines: a letter's fifth mark, or a repeated one (UTS #39,
 * 5.4).
 */
function stackedMark(text: string): RefusedCharacter | null {
  for (const { 0: found, index } of text.matchAll(marked)) {
    const decomposed = found.normalize('NFD');
    // A few letters of Gurung Khema contain the same mark twice.
    const isOwn = (character: string) => twice.test(character.normalize('NFD'));
    const kind = /[\p{Mn}\p{Me}]{5}/u.test(decomposed)
      ? 'more than four marks on one letter'
      : twice.test(decomposed) && !Array.from(found).some(isOwn)
        ? 'the same mark twice on one letter'
        : null;
    if (kind !== null) {
      return { kind, position: Array.from(text.slice(0, index + found.length)).length };
    }
  }
  return null;
}

/**
 * Letters without a visible glyph: the Egyptian blanks. Ignorable characters were rejected before.
 */
const blankLetters = /[\u{13441}\u{13442}\p{Default_Ignorable_Code_Point}]/gu;

export function showsLetterOrDigit(name: string): boolean {
  return /[\p{L}\p{N}]/u.test(name.replace(blankLetters, ''));
}

/** A text with every forbidden character spelled out, such as `Ac<U+200B>me`. */
export function spelledOut(text: string): string {
  return Array.from(text, (character) =>
    suspect.test(character) ? `<U+${codePoint(character)}>` : character,
  ).join('');
}

function codePoint(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

const nonJoiner = '\u200c';

const letter = /^\p{L}$/u;
const mark = /^\p{Mn}$/u;
/**
 * Marks across which letters join: Joining_Type Transparent, without characters that are always
 * rejected.
 */
const transparent = /^[\p{Mn}\p{Me}]$/u;

/**
 * Whether the zero-width joiner (U+200D) or non-joiner (U+200C) at `at` is in a context where
 * scripts need it: A1, A2 and B of UAX #31, section 2.3. `characters` are the text's code points.
 * It only reads up to the next characters that are not marks, so checking a whole text is linear.
 */
export function isJoinerNeeded(characters: readonly string[], at: number): boolean {
  if (characters[at] === nonJoiner && breaksJoin(characters, at)) return true;
  if (!followsVirama(characters, at)) return false;
  if (characters[at] !== nonJoiner) return !isDependentVowel(characters[at + 1] ?? '');
  const next = skip(characters, at + 1, 1, isCombining);
  return letter.test(characters[next] ?? '');
}

/** Context A1: between two letters that would join. */
function breaksJoin(characters: readonly string[], at: number): boolean {
  const isTransparent = (character: string) => transparent.test(character);
  const left = characters[skip(characters, at - 1, -1, isTransparent)] ?? '';
  const right = characters[skip(characters, at + 1, 1, isTransparent)] ?? '';
  return joinsNext(left) && joinsFormer(right);
}

/** The start of A2 and B: a letter with marks, of which one of the last is a virama. */
function followsVirama(characters: readonly string[], at: number): boolean {
  const virama = skip(characters, at - 1, -1, (sign) => isCombining(sign) && !isVirama(sign));
  if (!isVirama(characters[virama] ?? '')) return false;
  const base = skip(characters, virama - 1, -1, (character) => mark.test(character));
  return letter.test(characters[base] ?? '');
}

/** The first index from `from`, in steps of `step`, whose character is not skipped. */
function skip(
  characters: readonly string[],
  from: number,
  step: 1 | -1,
  passes: (character: string) => boolean,
): number {
  let place = from;
  while (passes(characters[place] ?? '')) place += step;
  return place;
}

// Normalization sorts marks by combining class (ccc) and keeps the order within a class, so marks
// of known classes show the class of another one. A mark of class 0 never moves.
const overlay = '\u0334'; // ccc 1
const kanaVoicing = '\u3099'; // ccc 8
const sheva = '\u05b0'; // ccc 10
const iotaSubscript = '\u0345'; // ccc 240

interface Mark {
  /** A nonspacing mark of a combining class other than 0. */
  readonly isCombining: boolean;
  /** ccc 9. */
  readonly isVirama: boolean;
}

/** A cache of checked marks, at most 2,500: checking one takes eight normalizations. */
const marks = new Map<string, Mark>();
const noMark: Mark = { isCombining: false, isVirama: false };

function markOf(character: string): Mark {
  const known = marks.get(character);
  if (known !== undefined) return known;
  if (!/^\p{M}$/u.test(character)) return noMark;
  const found = {
    isCombining:
      mark.test(character) && (moves(character, overlay) || moves(iotaSubscript, character)),
    isVirama: moves(character, kanaVoicing) && moves(sheva, character),
  };
  marks.set(character, found);
  return found;
}

const isCombining = (character: string) => markOf(character).isCombining;
const isVirama = (character: string) => markOf(character).isVirama;

/** Whether normalization puts the second of two marks before the first. */
function moves(first: string, second: string): boolean {
  const kept = `a${first.normalize('NFD')}${second.normalize('NFD')}`;
  return `a${first}${second}`.normalize('NFD') !== kept;
}

/**
 * Where email programs detect links: a dot before a name or number, the colon of a scheme, an `@`.
 * Amounts such as 1,300.00 are excluded because people copy them into other programs.
 */
const linkLike =
  /(?:[。．｡]|(?!(?<=(?:^|[\s(])\d[\d,]{0,15})\.\d\d(?!\.?[\p{L}\p{N}:/@-]))\.)(?=[\p{L}\p{N}]{2}|\p{N})|:(?=[/\p{L}])|@/gu;

/**
 * ZERO WIDTH NON-JOINER. Unlike a joiner or a zero-width space it is not allowed in host names, so
 * a copied address does not work.
 */
const apart = '\u200c';

/**
 * The text without anything that email programs turn into links. Anyone can choose a name such as
 * `evil.com/login`, and a link in our email would look like ours.
 */
export function harmless(text: string): string {
  // The match includes the part before `@`.
  return text.replaceAll(linkLike, (found) => (found === '@' ? apart : '') + found + apart);
}

/** The original text, when someone copies it from our email into a field. */
export function unharmed(text: string): string {
  return text.replaceAll(/([.。．｡:@])\u200c/gu, '$1').replaceAll('\u200c@', '@');
}
