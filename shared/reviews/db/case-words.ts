import { nameKey } from '../../kernel/domain/legal-entity.ts';

/** With how many letters of a word cases are looked for; a shorter text is looked for as a whole word. */
const lengths = [3, 8] as const;

/** From how many words of a name it is found. */
const words = 5;

/** A text as names of cases are compared: without what nobody sees, in one case and spacing. */
export function caseText(text: string): string {
  return nameKey(text)
    .replaceAll(/[\s.,;:()"'’-]+/g, ' ')
    .trim();
}

/**
 * What a case is found by: the name from each of its first words on, by the first letters of it. One place for each
 * beginning: where two words begin alike, `text` has both.
 */
export function caseWords(
  name: string,
): readonly { readonly beginning: string; readonly text: string }[] {
  const parts = caseText(name).split(' ').filter(Boolean);
  const texts = parts.slice(0, words).map((_, from) => parts.slice(from).join(' '));
  const beginnings = texts.flatMap((text) =>
    beginningsOf(text).map((each) => [each, text] as const),
  );
  const all = new Map<string, string[]>();
  for (const [beginning, text] of beginnings) {
    all.set(beginning, [...(all.get(beginning) ?? []), text]);
  }
  return [...all].map(([beginning, found]) => ({ beginning, text: found.join('\n') }));
}

/** Where a text that somebody looks for is filed; null: it is too short to look for. */
export function beginningOf(sought: string): string | null {
  const letters = [...sought];
  if (letters.length === 0) return null;
  const length = lengths.findLast((each) => each <= letters.length);
  return length === undefined ? wholeWord(sought) : letters.slice(0, length).join('');
}

/** Whether a place that was found has the text at the beginning of a word. */
export function hasBeginning(text: string, sought: string): boolean {
  const short = [...sought].length < lengths[0];
  return text
    .split('\n')
    .some((each) => (short ? `${each} `.startsWith(`${sought} `) : each.startsWith(sought)));
}

function beginningsOf(text: string): readonly string[] {
  const letters = [...text];
  const [first = ''] = text.split(' ');
  return [
    ...lengths
      .filter((each) => each <= letters.length)
      .map((each) => letters.slice(0, each).join('')),
    ...([...first].length < lengths[0] ? [wholeWord(first)] : []),
  ];
}

/** It can't be the beginning of a longer one. */
function wholeWord(word: string): string {
  return `${word} `;
}
