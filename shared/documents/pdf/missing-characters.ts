import { notoSerifCharacters } from './fonts/noto-serif.ts';

/**
 * A part of a text: as it is shown, and what it stands for when that is something else.
 *
 * A character that the typeface lacks is shown by its code point ("U+6771"), which is unambiguous in
 * every script, and never as an empty box; a screen reader is given the character itself.
 */
export interface Glyphs {
  readonly shown: string;
  /** The character that `shown` names; null when the typeface has all of `shown`. */
  readonly character: string | null;
}

const WHITE_SPACE = /[\p{White_Space}\uFEFF]+/gu;

/** A text as documents set it: composed (NFC), every run of white space one space. */
export function composed(text: string): string {
  return text.normalize('NFC').replace(WHITE_SPACE, ' ');
}

/**
 * The characters of the text that documents cannot show as they are, each once, in the order of their
 * appearance.
 */
export function missingCharacters(text: string): readonly string[] {
  return [...new Set(Array.from(composed(text)).filter((character) => !isCovered(character)))];
}

/** The parts of a composed text: what the typeface has in one piece, everything else one by one. */
export function inGlyphs(text: string): readonly Glyphs[] {
  const parts: Glyphs[] = [];
  let covered = '';
  for (const character of text) {
    if (isCovered(character)) {
      covered += character;
      continue;
    }
    if (covered !== '') parts.push({ shown: covered, character: null });
    covered = '';
    parts.push({ shown: codePoint(character), character });
  }
  if (covered !== '') parts.push({ shown: covered, character: null });
  return parts;
}

function isCovered(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return notoSerifCharacters.some(([first, last]) => point >= first && point <= last);
}

function codePoint(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}
