import { dependentVowels, joinsFormer, joinsNext } from './joining-characters.ts';

/** Characters that a text may contain, other than letters, digits, signs and spaces. */
export interface TextRules {
  /** Free text: also allows variation selectors (such as U+FE0F) and U+FFFD. */
  readonly variationSelectors?: boolean;
  /** Line ends of every kind and tabs. */
  readonly lines?: boolean;
}

/** The first character that a text must not contain. */
interface RefusedCharacter {
  /** What kind it is, with its article. */
  readonly kind: string;
  /** Its place in the text in code points, the first being 1. */
  readonly position: number;
}

/**
 * Controls, format characters, surrogates, what is private or unassigned, what is invisible by nature, the line
 * ends U+2028 and U+2029, and U+FFFD, which a program leaves where it could not read a character.
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
 * The first character that is refused in every text (decisions 2): control, format, private-use, unassigned and
 * default-ignorable ones, line breaks, and halves of surrogate pairs. ZWJ and ZWNJ pass where UAX #31 allows them,
 * and what `rules` allow. Without any of these: the first mark that piles up on a letter. Null: there is none. Which
 * characters are unassigned depends on the Unicode version of the runtime's ICU. Linear in the text's length.
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

/**
 * A letter with its marks; of more than five, five: to put many in order costs the square of their number.
 */
const marked = /[^\p{Mn}\p{Me}]?[\p{Mn}\p{Me}]{1,5}/gu;

const twice = /([\p{Mn}\p{Me}])\1/u;

/** The mark that makes a letter run over the lines around it: a fifth one, or one that is there already (UTS #39, 5.4). */
function stackedMark(text: string): RefusedCharacter | null {
  for (const { 0: found, index } of text.matchAll(marked)) {
    const decomposed = found.normalize('NFD');
    // A few letters of Gurung Khema have one mark twice.
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

/** Letters that show nothing: the Egyptian blanks. Ignorable ones are refused before. */
const blankLetters = /[\u{13441}\u{13442}\p{Default_Ignorable_Code_Point}]/gu;

/** Whether a name shows a letter or a digit. */
export function showsLetterOrDigit(name: string): boolean {
  return /[\p{L}\p{N}]/u.test(name.replace(blankLetters, ''));
}

/** A text with every character that it must not contain spelled out, such as `Ac<U+200B>me`. */
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
/** Marks that letters join across: Joining_Type Transparent, without what is refused anyway. */
const transparent = /^[\p{Mn}\p{Me}]$/u;
const before = new RegExp(`^[${joinsNext}]$`, 'u');
const after = new RegExp(`^[${joinsFormer}]$`, 'u');
const vowel = new RegExp(`^[${dependentVowels}]$`, 'u');

/**
 * Whether the zero-width joiner (U+200D) or non-joiner (U+200C) at `at` stands where scripts need it: the
 * contexts A1, A2 and B of UAX #31, section 2.3. `characters` are the code points of the text. It looks no
 * further than the next characters that are not marks, so that checking a whole text is linear in its length.
 */
export function isJoinerNeeded(characters: readonly string[], at: number): boolean {
  if (characters[at] === nonJoiner && breaksJoin(characters, at)) return true;
  if (!followsVirama(characters, at)) return false;
  if (characters[at] !== nonJoiner) return !vowel.test(characters[at + 1] ?? '');
  const next = skip(characters, at + 1, 1, isCombining);
  return letter.test(characters[next] ?? '');
}

/** A1: between two letters that would join. */
function breaksJoin(characters: readonly string[], at: number): boolean {
  const isTransparent = (character: string) => transparent.test(character);
  const left = characters[skip(characters, at - 1, -1, isTransparent)] ?? '';
  const right = characters[skip(characters, at + 1, 1, isTransparent)] ?? '';
  return before.test(left) && after.test(right);
}

/** The beginning of A2 and B: a letter with marks, a virama among the last of them. */
function followsVirama(characters: readonly string[], at: number): boolean {
  const virama = skip(characters, at - 1, -1, (sign) => isCombining(sign) && !isVirama(sign));
  if (!isVirama(characters[virama] ?? '')) return false;
  const base = skip(characters, virama - 1, -1, (character) => mark.test(character));
  return letter.test(characters[base] ?? '');
}

/** The first place from `from` on, in steps of `step`, whose character is not passed over. */
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

// Normalization sorts marks by their combining class (ccc) and keeps the order within a class, so a mark of a known
// class limits where another can be. A mark of class 0 never moves.
const overlay = '\u0334'; // ccc 1
const kanaVoicing = '\u3099'; // ccc 8
const sheva = '\u05b0'; // ccc 10
const iotaSubscript = '\u0345'; // ccc 240

interface Mark {
  /** Nonspacing, of a combining class other than 0. */
  readonly isCombining: boolean;
  /** ccc 9. */
  readonly isVirama: boolean;
}

/** Marks that were already checked: at most 2,500. Checking one takes eight normalizations. */
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

/** Whether the second of two marks goes before the first. */
function moves(first: string, second: string): boolean {
  const kept = `a${first.normalize('NFD')}${second.normalize('NFD')}`;
  return `a${first}${second}`.normalize('NFD') !== kept;
}

/**
 * Where mail programs look for a link: a dot before a name or a number, a colon of a scheme, an `@`. Not in an amount such as 1,300.00,
 * which people copy into other programs.
 */
const linkLike =
  /(?:[。．｡]|(?!(?<=(?:^|[\s(])\d[\d,]{0,15})\.\d\d(?!\.?[\p{L}\p{N}:/@-]))\.)(?=[\p{L}\p{N}]{2}|\p{N})|:(?=[/\p{L}])|@/gu;

/**
 * ZERO WIDTH NON-JOINER. Unlike a joiner or a zero-width space it is not allowed in host names, so a copied
 * address leads nowhere.
 */
const apart = '\u200c';

/**
 * The text without anything that email programs turn into a link. Anyone can choose a name such as `evil.com/login`,
 * and a link in our email would look like ours.
 */
export function harmless(text: string): string {
  // The part before `@` is included.
  return text.replaceAll(linkLike, (found) => (found === '@' ? apart : '') + found + apart);
}

/** The text as it was, for what someone copies from our mail into a field. */
export function unharmed(text: string): string {
  return text.replaceAll(/([.。．｡:@])\u200c/gu, '$1').replaceAll('\u200c@', '@');
}
