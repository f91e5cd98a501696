import { isJoinerNeeded } from './joiner-context.ts';

/** What a text may hold besides letters, digits, signs and spaces. */
export interface TextRules {
  /** Free text: takes characters that choose how the one before them looks (such as U+FE0F), and U+FFFD. */
  readonly variationSelectors?: boolean;
  /** Line ends of every kind and tabs. */
  readonly lines?: boolean;
}

/** The first character that a text must not contain. */
export interface RefusedCharacter {
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
