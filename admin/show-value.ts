const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/;

// Names and labels are user input: they must not move the cursor or change the text direction.
const disruptive = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** A value of an answer for people, on one line. An empty value is `-`. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(showValue).join(', ');
  if (typeof value === 'object') {
    const shown = Object.values(value).filter((part) => part !== null && part !== '');
    return shown.length === 0 ? '-' : shown.map(showValue).join(', ');
  }
  return String(value).replace(instant, '$1 $2Z').replace(disruptive, '\uFFFD');
}

const wide =
  /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}|[\u3000-\u303F\uFF01-\uFF60]/u;

/** The text's visible characters, each with its width in a terminal. */
function characters(text: string): readonly { readonly text: string; readonly width: number }[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => ({
    text: segment,
    width: wide.test(segment) ? 2 : 1,
  }));
}

/** The width of the text in terminal columns. */
export function textWidth(text: string): number {
  return characters(text).reduce((sum, { width }) => sum + width, 0);
}

/** The text in at most `width` columns; a longer one ends in …. */
export function shorten(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const character of characters(text)) {
    used += character.width;
    if (used > width) break;
    kept += character.text;
  }
  return `${kept.trimEnd()}…`;
}

/** The text padded with spaces to `width` columns. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}
