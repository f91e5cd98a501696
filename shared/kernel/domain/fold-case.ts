const ASCII = /^\p{ASCII}*$/u;
const EXCEPT_DOTLESS_I = /[^ı]+/g;

/**
 * Text in the form in which case does not count: NFKC and Unicode full case folding, so that
 * "Straße" and "STRASSE", or "ὈΔΥΣΣΕΎΣ" and "ὀδυσσεύς", are one text. Accents count, and so does
 * the dot of "i" against "ı". Independent of any locale. Folding a folded text changes nothing,
 * and canonically or compatibly equivalent texts fold alike. Never throws; lone surrogates stay.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const composed = text.normalize('NFKC').toLowerCase();
  return composed.replace(EXCEPT_DOTLESS_I, throughUpperCase).normalize('NFKC');
}

/** The form in which texts are compared that people type: without outer spaces, and with their case folded. */
export function textKey(text: string): string {
  return foldCase(text.trim());
}

// Lower, upper, lower: "ẞ" expands to "SS" only as "ß", and variants of a letter (в and ᲀ) meet
// only in their capital. The capital of "ı" is "I", which is another letter.
function throughUpperCase(part: string): string {
  return part.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

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
