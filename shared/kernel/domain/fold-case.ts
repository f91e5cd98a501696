const ASCII = /^\p{ASCII}*$/u;
const EXCEPT_DOTLESS_I = /[^ı]+/g;

/**
 * A text for comparison without case: NFKC and full Unicode case folding, so "Straße" and
 * "STRASSE", or "ὈΔΥΣΣΕΎΣ" and "ὀδυσσεύς", are equal. Accents still differ, and so do "i" and "ı".
 * Independent of the locale. The function is idempotent, and canonically or compatibly equivalent
 * texts have the same result. Never throws; lone surrogates are unchanged.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const composed = text.normalize('NFKC').toLowerCase();
  return composed.replace(EXCEPT_DOTLESS_I, throughUpperCase).normalize('NFKC');
}

/** A typed text for comparison: without outer spaces and without case. */
export function textKey(text: string): string {
  return foldCase(text.trim());
}

// Lower, upper, lower: "ẞ" only expands to "SS" as "ß", and variants of a letter (в and ᲀ) only
// share a capital. "ı" is excluded because its capital is "I", another letter.
function throughUpperCase(part: string): string {
  return part.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

const marks = /\p{M}/gu;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
const breaks = /[^\p{L}\p{N}]+/u;
const mostWords = 20;

/**
 * The words of a text for operators' searches: without case, accents and punctuation, at most
 * twenty. `text` must have limited length: folding a run of marks takes quadratic time.
 */
export function plainWords(text: string): readonly string[] {
  const plain = foldCase(text.replace(ignorable, '')).normalize('NFD').replace(marks, '');
  return plain
    .split(breaks)
    .filter((word) => word !== '')
    .slice(0, mostWords);
}

/** Whether each search word is a prefix of one of the words. */
export function hasWords(words: readonly string[], sought: readonly string[]): boolean {
  return sought.every((each) => words.some((word) => word.startsWith(each)));
}
