/** Largest uploaded proof in bytes: API Gateway hands little more to a function. */
export const maxProofBytes = 4_500_000;

/** The types that a proof can have, with the endings of their files. */
export const proofExtensions: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
};

/** The first bytes of a file of each type. */
const signatures: readonly (readonly [type: string, bytes: readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** What a whole file ends in; only zeros and white space may follow. */
const endings: Readonly<Record<string, readonly number[]>> = {
  'application/pdf': ascii('%%EOF'),
  'image/jpeg': [0xff, 0xd9],
  // The whole last chunk: its length 0, IEND, its checksum.
  'image/png': [0, 0, 0, 0, ...ascii('IEND'), 0xae, 0x42, 0x60, 0x82],
};

/** What pages and scripts have and documents don't: PDFs may hold other tags in notes and metadata. */
const markup = /<(?:!doctype\s+html|html|script|iframe|\?php)/i;

/** What begins a file, of these and of archives: none of them is anywhere in a file without an end. */
const beginnings: readonly (readonly number[])[] = [
  ascii('%PDF-'),
  [0xff, 0xd8, 0xff],
  [0x89, ...ascii('PNG\r\n')],
  [...ascii('PK'), 3, 4],
];

/** The directory that a zip file (and a jar, or an office document) ends with. */
const zipEnd = [0x50, 0x4b, 0x05, 0x06];
const zipEndLength = 22;
const maxZipCommentLength = 0xffff;

/**
 * The type of a proof that somebody uploads, by its bytes, whatever it claims to be; null for every file that
 * is refused: of another type, with data after its end, or readable as a page, a script or an archive as well.
 * Whether the file is whole is for its reader to see: one without an end is taken if nothing else begins in it.
 */
export function proofTypeOf(content: Uint8Array): string | null {
  const type = signatures.find(([, bytes]) => hasAt(content, 0, bytes))?.[0];
  if (type === undefined || isMarkup(content) || isArchive(content)) return null;
  const ending = endings[type] ?? [];
  const end = type === 'image/png' ? content.length : lengthWithoutPadding(content);
  if (hasAt(content, end - ending.length, ending)) return type;
  const another = [ending, ...beginnings].some((bytes) => holds(content, bytes));
  return another ? null : type;
}

/** Whether the bytes are anywhere behind the first one. */
function holds(content: Uint8Array, bytes: readonly number[]): boolean {
  const [first = 0] = bytes;
  for (let at = content.indexOf(first, 1); at !== -1; at = content.indexOf(first, at + 1)) {
    if (hasAt(content, at, bytes)) return true;
  }
  return false;
}

function lengthWithoutPadding(content: Uint8Array): number {
  let length = content.length;
  while (length > 0 && isPadding(content[length - 1])) length -= 1;
  return length;
}

function isPadding(byte: number | undefined): boolean {
  return byte === 0 || byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

function isMarkup(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  return markup.test(bytes.toString('latin1'));
}

/** Whether a reader of zip files, which looks for the directory from the end, finds one. */
function isArchive(content: Uint8Array): boolean {
  const earliest = Math.max(0, content.length - zipEndLength - maxZipCommentLength);
  for (let at = content.length - zipEndLength; at >= earliest; at -= 1) {
    if (!hasAt(content, at, zipEnd)) continue;
    const comment = (content[at + 20] ?? 0) + 256 * (content[at + 21] ?? 0);
    if (at + zipEndLength + comment <= content.length) return true;
  }
  return false;
}

function hasAt(content: Uint8Array, at: number, bytes: readonly number[]): boolean {
  return at >= 0 && bytes.every((byte, index) => content[at + index] === byte);
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
