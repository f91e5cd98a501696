import type { Face } from './fallback-faces.ts';
import { notoSerifCharacters } from './fonts/noto-serif.ts';

/**
 * A part of a text: as it is shown, and what it stands for when that is something else.
 *
 * A character that no typeface has is shown by its code point ("U+1F680"), which is unambiguous in
 * every script, and never as an empty box; a screen reader is given the character itself.
 */
export interface Glyphs {
  readonly shown: string;
  /** The character that `shown` names; null when a typeface has all of `shown`. */
  readonly character: string | null;
  /** The typeface of another script; null for the documents' own. */
  readonly face: Face | null;
  /** That of the Unicode Bidirectional Algorithm (UAX 9): an odd one is read from right to left. */
  readonly level: number;
}

const WHITE_SPACE = /[\p{White_Space}\uFEFF]+/gu;

/** A text as documents set it: composed (NFC), every run of white space one space. */
export function composed(text: string): string {
  return text.normalize('NFC').replace(WHITE_SPACE, ' ');
}

/** The characters of the text that the documents' own typeface lacks, each once, in the order of their appearance. */
export function missingCharacters(text: string): readonly string[] {
  return [...new Set(Array.from(composed(text)).filter((character) => !isCovered(character)))];
}

/**
 * The parts of a piece of a composed text: what a typeface has in one piece and direction, everything else one by
 * one. `levels` are those of the piece's UTF-16 units.
 */
export function inGlyphs(
  text: string,
  levels: Uint8Array,
  faceOf: (character: string) => Face | null,
): readonly Glyphs[] {
  const parts: Glyphs[] = [];
  let at = 0;
  for (const character of text) {
    const level = levels[at] ?? 0;
    at += character.length;
    const own = isCovered(character);
    const face = own ? null : faceOf(character);
    const last = parts.at(-1);
    if (!own && face === null) {
      parts.push({ shown: codePoint(character), character, face, level });
    } else if (last?.character === null && last.face === face && last.level === level) {
      parts[parts.length - 1] = { ...last, shown: last.shown + character };
    } else {
      parts.push({ shown: character, character: null, face, level });
    }
  }
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
