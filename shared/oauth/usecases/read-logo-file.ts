import { constants, crc32, deflateSync, inflateSync } from 'node:zlib';
import { type LogoFault, logoSides, maxLogoBytes } from '../domain/client-logo.ts';

/** A stored picture. */
export interface LogoFile {
  /** A PNG that was put together here. */
  readonly content: Uint8Array;
  /** Pixels of each side. */
  readonly side: number;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Values of one pixel, and how many bits each may have, by colour type (PNG, third edition, table 12). */
const colourTypes: Readonly<Record<number, { readonly values: number; readonly bits: number[] }>> =
  {
    0: { values: 1, bits: [1, 2, 4, 8, 16] },
    2: { values: 3, bits: [8, 16] },
    3: { values: 1, bits: [1, 2, 4, 8] },
    4: { values: 2, bits: [8, 16] },
    6: { values: 4, bits: [8, 16] },
  };

/**
 * The other chunks that change how the picture looks (its real colours, the palette and transparency), with
 * the size that each must have, so that they can hold nothing else. `entries`: colours of the palette; 0
 * without a palette.
 */
const kept: Readonly<Record<string, (picture: Described) => { least: number; most: number }>> = {
  gAMA: () => exactly(4),
  sRGB: () => exactly(1),
  PLTE: ({ bits }) => ({ least: 3, most: 3 * 2 ** bits }),
  tRNS: ({ colourType, entries }) =>
    colourType === 3 ? { least: 1, most: entries } : exactly(colourType === 0 ? 2 : 6),
};

interface Described {
  readonly bits: number;
  readonly colourType: number;
  readonly entries: number;
}

const exactly = (bytes: number) => ({ least: bytes, most: bytes });

/** The chunks of a picture that affect how it looks. */
type Chunks = ReadonlyMap<string, Buffer>;

/**
 * Reads a picture that a stranger has uploaded, or returns what is wrong with it. It must be a valid PNG:
 * each chunk with its checksum, and exactly as many pixels as the header says. A new file is built from the
 * parts that are needed. Texts, places, further frames and anything else in or after the file are dropped.
 */
export function readLogoFile(file: Uint8Array): LogoFile | LogoFault {
  if (file.length > maxLogoBytes) return 'too_large';
  const chunks = chunksOf(Buffer.from(file));
  const header = chunks?.get('IHDR');
  if (chunks === null || header?.length !== 13) return 'not_png';
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (width !== height || width < logoSides.least || width > logoSides.most) return 'not_square';
  const pixels = pixelsOf(chunks, header, width);
  if (pixels === null) return 'not_png';
  const parts = [
    signature,
    chunk('IHDR', header),
    ...keptOf(chunks, header).map(([type, content]) => chunk(type, content)),
    chunk('IDAT', deflateSync(pixels, { level: constants.Z_BEST_COMPRESSION })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  const content = new Uint8Array(Buffer.concat(parts));
  return content.length > maxLogoBytes ? 'too_large' : { content, side: width };
}

/** All parts by their types, those of `IDAT` joined; null for a file that is no whole PNG. */
function chunksOf(file: Buffer): Chunks | null {
  if (!file.subarray(0, signature.length).equals(signature)) return null;
  const chunks = new Map<string, Buffer>();
  for (let at = signature.length; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > file.length) return null;
    const type = file.toString('latin1', at + 4, at + 8);
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return null;
    if (chunks.size === 0 && type !== 'IHDR') return null;
    if (type === 'IEND') return chunks;
    const content = file.subarray(at + 8, end);
    const before = chunks.get(type);
    if (type === 'IDAT') chunks.set(type, Buffer.concat([before ?? Buffer.alloc(0), content]));
    else if (before === undefined) chunks.set(type, content);
    else if (isNeeded(type)) return null;
    at = end + 4;
  }
  return null;
}

/**
 * The chunks that are kept next to the pixels; the palette of pictures without one is only a suggestion, and left out.
 */
function keptOf(chunks: Chunks, header: Buffer): readonly (readonly [string, Buffer])[] {
  return Object.keys(kept).flatMap((type) => {
    const content = chunks.get(type);
    const isNone = content === undefined || (type === 'PLTE' && header[9] !== 3);
    return isNone ? [] : [[type, content] as const];
  });
}

/** Whether each retained chunk has an allowed length and position. */
function areWhole(chunks: Chunks, described: Described): boolean {
  // Grey has no palette, and what has a value for it in each pixel is transparent by that alone.
  const { colourType } = described;
  if (chunks.has('PLTE') && (colourType === 0 || colourType === 4)) return false;
  if (chunks.has('tRNS') && (colourType === 4 || colourType === 6)) return false;
  return Object.entries(kept).every(([type, lengths]) => {
    const length = chunks.get(type)?.length;
    if (length === undefined) return true;
    const { least, most } = lengths(described);
    return length >= least && length <= most;
  });
}

/** A program that displays the picture must support this chunk: its type begins with a capital letter. */
function isNeeded(type: string): boolean {
  return /^[A-Z]/.test(type);
}

/** The pixels, line by line, as they are before they are compressed; null if they are not those that the header says. */
function pixelsOf(chunks: Chunks, header: Buffer, side: number): Buffer | null {
  const [bits = 0, colourType = -1, compression, filter, interlace] = header.subarray(8);
  const colour = colourTypes[colourType];
  if (colour === undefined || !colour.bits.includes(bits)) return null;
  // Interlaced ones are rare, and their lines are of seven lengths.
  if (compression !== 0 || filter !== 0 || interlace !== 0) return null;
  for (const type of chunks.keys()) {
    if (isNeeded(type) && !['IHDR', 'PLTE', 'IDAT'].includes(type)) return null;
  }
  const palette = chunks.get('PLTE')?.length;
  if (colourType === 3 && palette === undefined) return null;
  if (palette !== undefined && palette % 3 !== 0) return null;
  const entries = (palette ?? 0) / 3;
  // A proposal of 256 colours goes with true colour, whose values have 8 or 16 bits.
  if (!areWhole(chunks, { bits: Math.min(bits, 8), colourType, entries })) return null;
  const line = 1 + Math.ceil((side * bits * colour.values) / 8);
  const pixels = inflated(chunks.get('IDAT'), side * line);
  if (pixels === null) return null;
  // Each line begins with how it was filtered: one of five ways.
  for (let at = 0; at < pixels.length; at += line) {
    if ((pixels[at] ?? 5) > 4) return null;
  }
  return pixels;
}

/** Never more than is expected is unpacked. */
function inflated(data: Buffer | undefined, expected: number): Buffer | null {
  if (data === undefined) return null;
  try {
    const pixels = inflateSync(data, { maxOutputLength: expected });
    return pixels.length === expected ? pixels : null;
  } catch {
    return null;
  }
}

function chunk(type: string, content: Buffer): Buffer {
  const part = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), content]);
  part.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(part.subarray(4)));
  return Buffer.concat([part, checksum]);
}
