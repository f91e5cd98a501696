import { doubleMetaphone } from 'double-metaphone';
import { distance } from 'fastest-levenshtein';
import type { NameTools } from '../domain/name-features.ts';

/** How names are compared: by Levenshtein's distance, and Double Metaphone of what has letters to sound. */
export const nameTools: NameTools = {
  distance,
  soundsOf: (word) => {
    const [first, second] = doubleMetaphone(word);
    // Digits have no sound, and tell "Route 66" from "Route".
    const digits = word.replace(/[^0-9]+/g, '');
    return [first + digits, second + digits];
  },
};
