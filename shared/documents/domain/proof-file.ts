/** The maximum size of an uploaded proof in bytes, because API Gateway passes little more to a function. */
export const maxProofBytes = 4_500_000;

/** The accepted types of a proof, with their file extensions. */
export const proofExtensions: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
};

/** Why a file is refused as a proof. */
export type ProofProblem = 'heic' | 'webp' | 'page' | 'archive' | 'incomplete' | 'type';

export type ProofFile =
  | { readonly ok: true; readonly content: Uint8Array; readonly contentType: string }
  | { readonly ok: false; readonly problem: ProofProblem };

const jpegBegin = [0xff, 0xd8, 0xff];
const pngBegin = [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a];
const pdfBegin = ascii('%PDF-');
const pdfEnd = ascii('%%EOF');

/**
 * How far from its first byte a PDF header may be, and its end from the last (PDF 1.7, appendix H, notes 13 and 18).
 */
const pdfReach = 1024;

/** Markup that identifies pages and scripts. Browsers detect pages by how a file begins, so only that is checked. */
const markup = /<(?:!doctype\s+html|html|script|iframe|\?php)/i;

/** The brands of HEIC images from iPhones and some cameras (ISO/IEC 23008-12). */
const heicBrand = /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/;

/** First bytes of these types and of archives. None may occur inside a file that has no end. */
const keyPrefixes: readonly (readonly number[])[] = [
  pdfBegin,
  jpegBegin,
  [0x89, ...ascii('PNG\r\n')],
  [...ascii('PK'), 3, 4],
];

/** The end record of a zip file (also of jars and office documents). */
const zipEnd = [0x50, 0x4b, 0x05, 0x06];
const zipEndLength = 22;
const maxZipCommentLength = 0xffff;

/**
 * The type of an uploaded proof, detected from its bytes. An image is cut at its end, because phones append data such
 * as a short video, which may be another file. A PDF keeps up to 1,024 bytes before and after it. An incomplete file is
 * accepted if no other file begins in it.
 */
export function readProof(content: Uint8Array): ProofFile {
  const contentType = typeOf(content);
  if (contentType === null) return { ok: false, problem: problemOf(content) };
  if (contentType === 'application/pdf') return readPdf(content);
  const end = contentType === 'image/jpeg' ? endOfJpeg(content) : endOfPng(content);
  const picture = content.subarray(0, end ?? content.length);
  if (end === null && holdsBeginning(picture)) return { ok: false, problem: 'incomplete' };
  if (isArchive(picture)) return { ok: false, problem: 'archive' };
  return { ok: true, content: picture, contentType };
}

function typeOf(content: Uint8Array): string | null {
  if (hasAt(content, 0, jpegBegin)) return 'image/jpeg';
  if (hasAt(content, 0, pngBegin)) return 'image/png';
  return beginOfPdf(content) === -1 ? null : 'application/pdf';
}

function problemOf(content: Uint8Array): ProofProblem {
  const start = latin1(content.subarray(0, pdfReach));
  if (heicBrand.test(start.slice(4))) return 'heic';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp';
  if (markup.test(start)) return 'page';
  return start.startsWith('PK\x03\x04') || isArchive(content) ? 'archive' : 'type';
}

/** The position of the PDF header; -1 if there is none, or if the file begins as another type. */
function beginOfPdf(content: Uint8Array): number {
  const start = latin1(content.subarray(0, pdfReach));
  const begin = start.indexOf('%PDF-');
  const isAnother = begin > 0 && problemOf(content.subarray(0, begin)) !== 'type';
  return isAnother ? -1 : begin;
}

function readPdf(content: Uint8Array): ProofFile {
  if (isArchive(content)) return { ok: false, problem: 'archive' };
  const end = lengthWithoutPadding(content);
  const tail = latin1(content.subarray(Math.max(0, end - pdfReach), end));
  const document = content.subarray(beginOfPdf(content));
  const another = () => holds(document, pdfEnd) || holdsBeginning(document);
  if (!tail.includes('%%EOF') && another()) return { ok: false, problem: 'incomplete' };
  return { ok: true, content, contentType: 'application/pdf' };
}

/**
 * The length of a JPEG up to its end marker. Parses segments, because an embedded preview has its own end marker. Null
 * if there is no end.
 */
function endOfJpeg(content: Uint8Array): number | null {
  let at = 2;
  while (at + 1 < content.length) {
    const marker = content[at + 1] ?? 0;
    if (content[at] !== 0xff || marker === 0 || marker === 0xff || isRestart(marker)) {
      // Entropy-coded data or fill bytes.
      at = marker === 0xff ? at + 1 : nextMarker(content, at + 1);
    } else if (marker === 0xd9) {
      return at + 2;
    } else if (marker === 0x01) {
      at += 2;
    } else {
      // The length counts its own two bytes.
      at += 2 + Math.max(2, 256 * (content[at + 2] ?? 0) + (content[at + 3] ?? 0));
    }
  }
  return null;
}

function nextMarker(content: Uint8Array, from: number): number {
  const at = content.indexOf(0xff, from);
  return at === -1 ? content.length : at;
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

/** The length of a PNG up to its last chunk; null if there is no end. */
function endOfPng(content: Uint8Array): number | null {
  const bytes = new DataView(content.buffer, content.byteOffset, content.length);
  const iend = ascii('IEND');
  let at = pngBegin.length;
  while (at + 12 <= content.length) {
    // Its length, its type, its data, its checksum.
    const next = at + 12 + bytes.getUint32(at);
    if (hasAt(content, at + 4, iend)) return Math.min(next, content.length);
    at = next;
  }
  return null;
}

function holdsBeginning(content: Uint8Array): boolean {
  return keyPrefixes.some((bytes) => holds(content, bytes));
}

/** Whether the bytes occur anywhere after the first byte. */
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

function latin1(content: Uint8Array): string {
  return Buffer.from(content.buffer, content.byteOffset, content.length).toString('latin1');
}

/** Whether a zip reader, which searches for the end record backwards, would find one. */
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

/** The file name of a downloaded proof. */
export function proofOfAddressFileName(id: string, type: string): string {
  return `proof-of-address-${id}${proofExtensions[type] ?? ''}`;
}
