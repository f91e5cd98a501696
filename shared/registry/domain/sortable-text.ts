/**
 * Text in a form that a database can hold, whatever it is, and that sorts and contains as ours does.
 *
 * PostgreSQL takes no U+0000 and no half of a surrogate pair, and its collation "C" compares code points, where ours
 * compares the units of UTF-16. Units from U+D800 on become the code points 0x10000 above them, U+0000 and U+0001 become
 * U+0001 and one of two that nothing else becomes; all others stay. So no form is a part of another's form unless its
 * text is a part of the other's, and ASCII and nearly all letters are themselves, which `pg_trgm` needs.
 */
export function sortableText(text: string): string {
  let sortable = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit <= 1) sortable += unit === 0 ? escapedNull : escapedOne;
    else sortable += String.fromCodePoint(unit < 0xd800 ? unit : 0x10000 + unit);
  }
  return sortable;
}

const escapedNull = '\u0001\u{10fffe}';
const escapedOne = '\u0001\u{10ffff}';

/** Greater than every other letter that such a text can go on with. */
export const greatestLetter = '\u{10ffff}';
