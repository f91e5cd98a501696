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
