/**
 * Text as bytes that compare, and contain each other, as the text does by code units: each unit of UTF-16 has one to
 * three bytes, as UTF-8 would have for it. Surrogates are three bytes each, alone or in pairs, so that nothing is lost.
 */
export function toUnitBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(unitByteLength(text));
  writeUnitBytes(text, bytes, 0);
  return bytes;
}

/** How many bytes `toUnitBytes` makes of a text. */
export function unitByteLength(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) length += unit > 0x7ff ? 2 : 1;
  }
  return length;
}

/** Writes the bytes of a text from `at` on; gives the place after them. */
export function writeUnitBytes(text: string, into: Uint8Array, at: number): number {
  let end = at;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit <= 0x7f) {
      into[end++] = unit;
    } else if (unit <= 0x7ff) {
      into[end++] = 0xc0 | (unit >> 6);
      into[end++] = 0x80 | (unit & 0x3f);
    } else {
      into[end++] = 0xe0 | (unit >> 12);
      into[end++] = 0x80 | ((unit >> 6) & 0x3f);
      into[end++] = 0x80 | (unit & 0x3f);
    }
  }
  return end;
}

// Bytes of text without surrogates are its UTF-8, which the engine reads faster, and without a string for each letter.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text that the bytes from `start` to `end` were made of. */
export function fromUnitBytes(bytes: Uint8Array, start: number, end: number): string {
  if (!hasSurrogate(bytes, start, end)) return utf8.decode(bytes.subarray(start, end));
  let text = '';
  for (let index = start; index < end; index += 1) {
    const first = bytes[index] ?? 0;
    if (first <= 0x7f) {
      text += String.fromCharCode(first);
    } else if (first < 0xe0) {
      text += String.fromCharCode(((first & 0x1f) << 6) | next(bytes, ++index));
    } else {
      const middle = next(bytes, ++index);
      text += String.fromCharCode(((first & 0xf) << 12) | (middle << 6) | next(bytes, ++index));
    }
  }
  return text;
}

/** Whether one of the units is a surrogate, half of a pair or alone: 0xed and then a byte of the upper half. */
function hasSurrogate(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    if (bytes[index] === 0xed && (bytes[index + 1] ?? 0) >= 0xa0) return true;
  }
  return false;
}

function next(bytes: Uint8Array, index: number): number {
  return (bytes[index] ?? 0) & 0x3f;
}
