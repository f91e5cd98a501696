import type { NameFeatures } from './name-features.ts';
import { editsOfLength } from './similar-names.ts';

/**
 * What can be told of a name's features from a few numbers: names that are similar have signatures that may be, and few
 * others have. Digests of 16 bits for what has to be equal, and for the spelling of the telling words the letters and the
 * pairs of letters that they have, as bits.
 */
export interface NameSignature {
  readonly looks: number;
  readonly smallLooks: number;
  readonly words: number;
  /** 0: it has no sound. */
  readonly sound: number;
  readonly otherSound: number;
  readonly letters: number;
  readonly pairs: number;
  readonly morePairs: number;
  /** Of the telling words, 255 at most. */
  readonly length: number;
}

/** The signature of a name. */
export function nameSignature({ looks, words, core, sounds }: NameFeatures): NameSignature {
  let letters = 0;
  let pairs = 0;
  let morePairs = 0;
  let last = 0;
  for (let index = 0; index < core.length; index += 1) {
    const unit = core.charCodeAt(index);
    letters |= 1 << (unit & 31);
    const pair = Math.imul(last * 31 + unit, 0x9e3779b1) >>> 26;
    if (pair < 32) pairs |= 1 << pair;
    else morePairs |= 1 << (pair - 32);
    last = unit;
  }
  return {
    looks: digest(looks[0]),
    smallLooks: digest(looks[1]),
    words: digest(words),
    sound: sounds === null ? 0 : digest(sounds[0]),
    otherSound: sounds === null ? 0 : digest(sounds[1]),
    letters,
    pairs,
    morePairs,
    length: Math.min(core.length, 255),
  };
}

/** Whether names with these signatures may be similar: never no where they are. */
export function maybeSimilar(wanted: NameSignature, other: NameSignature): boolean {
  return (
    other.looks === wanted.looks ||
    other.smallLooks === wanted.smallLooks ||
    other.words === wanted.words ||
    soundsSame(wanted, other.sound, other.otherSound) ||
    spelledNearly(wanted, other.letters, other.pairs, other.morePairs, other.length)
  );
}

/** Whether one of the sounds is the same. */
export function soundsSame(
  { sound, otherSound }: NameSignature,
  one: number,
  other: number,
): boolean {
  if (one === 0 || sound === 0) return false;
  return one === sound || one === otherSound || other === sound || other === otherSound;
}

/** Each edit changes two letters at most, and four pairs. */
export function spelledNearly(
  wanted: NameSignature,
  letters: number,
  pairs: number,
  morePairs: number,
  length: number,
): boolean {
  const difference = length - wanted.length;
  const edits = editsOfLength(difference < 0 ? length : wanted.length);
  return (
    difference <= edits &&
    -difference <= edits &&
    bitsOf(letters ^ wanted.letters) <= 2 * edits &&
    bitsOf(pairs ^ wanted.pairs) + bitsOf(morePairs ^ wanted.morePairs) <= 4 * edits
  );
}

/** FNV-1a, folded to 16 bits; never 0. */
function digest(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return ((hash >>> 16) ^ hash) & 0xffff || 1;
}

function bitsOf(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
