import { foldCase } from './fold-case.ts';

const marks = /\p{M}/gu;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
const breaks = /[^\p{L}\p{N}]+/u;
const mostWords = 20;

/**
 * The words of a text as operators look for them: case folded, without accents and punctuation, at most twenty. `text` is of
 * limited length: folding costs the square of the length of a run of marks.
 */
export function plainWords(text: string): readonly string[] {
  const plain = foldCase(text.replace(ignorable, '')).normalize('NFD').replace(marks, '');
  return plain
    .split(breaks)
    .filter((word) => word !== '')
    .slice(0, mostWords);
}

/** Whether each of the sought words is the beginning of one of the words. */
export function hasWords(words: readonly string[], sought: readonly string[]): boolean {
  return sought.every((each) => words.some((word) => word.startsWith(each)));
}
