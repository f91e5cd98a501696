import { dependentVowels, joinsFormer, joinsNext } from './joining-characters.ts';

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

// Normalization puts marks in the order of their combining class (ccc), those of one class stay as they were:
// beside a mark of a known class it tells where another one stands. A mark of class 0 never moves.
const overlay = '\u0334'; // ccc 1
const kanaVoicing = '\u3099'; // ccc 8
const sheva = '\u05b0'; // ccc 10
const iotaSubscript = '\u0345'; // ccc 240

/** A nonspacing mark of a combining class other than 0. */
function isCombining(character: string): boolean {
  return mark.test(character) && (moves(character, overlay) || moves(iotaSubscript, character));
}

/** ccc 9. */
function isVirama(character: string): boolean {
  return moves(character, kanaVoicing) && moves(sheva, character);
}

/** Whether the second of two marks goes before the first. */
function moves(first: string, second: string): boolean {
  const kept = `a${first.normalize('NFD')}${second.normalize('NFD')}`;
  return `a${first}${second}`.normalize('NFD') !== kept;
}
