import type { TextRules } from '../domain/refused-character.ts';

/** White space that may stand in a line; with tabs and line ends, all that trimming removes. */
const space = String.raw` \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`;
const edge = String.raw`[${space}\t-\r\u2028\u2029\ufeff]*`;

/** Refused except in free text. */
const selectors = String.raw`\u180b-\u180d\u180f\ufe00-\ufe0f\ufffd`;

/**
 * The characters of the Basic Multilingual Plane that are refused in every text, whatever the version of
 * Unicode, except halves of characters, which not every engine sees.
 */
const refused = String.raw`\u0000-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff`;

const asciiPunctuation = '!-/:-@\\[-`{-~';

/**
 * What `refusedCharacter` and a minimum length of 1 require of a text before it is trimmed, as a pattern.
 * `visible`: something in it is not ASCII punctuation; `empty or visible`: the same, if there is anything. Linear in
 * the text's length.
 */
export function textPattern(
  content: 'any' | 'filled' | 'visible' | 'empty or visible',
  { variationSelectors, lines }: TextRules = {},
): string {
  const never = variationSelectors ? refused : refused + selectors;
  const between = `[${space}${lines ? '\\t\\n\\r\\u2028\\u2029' : ''}]*`;
  const word = `[^${never}${space}]`;
  const more = `(?:${between}${word})*`;
  switch (content) {
    case 'any':
      // Only one way to match a run of white space: two would cost the square of its length.
      return `^${edge}(?:${word}${more}${edge})?$`;
    case 'filled':
      return `^${edge}${word}${more}${edge}$`;
    case 'visible':
    case 'empty or visible': {
      const shown = `[^${never}${space}${asciiPunctuation}]`;
      const name = `(?:[${asciiPunctuation}][${space}${asciiPunctuation}]*)?${shown}${more}${edge}`;
      return content === 'visible' ? `^${edge}${name}$` : `^${edge}(?:${name})?$`;
    }
  }
}

/** Any text without those characters; not trimmed. */
export function charactersPattern({ variationSelectors }: TextRules): string {
  return `^[^${variationSelectors ? refused : refused + selectors}]*$`;
}

/** What remains when white space at both ends is trimmed. */
export function trimmedPattern(left: string): string {
  return `^${edge}${left}${edge}$`;
}
