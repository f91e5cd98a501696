import { constants, crc32, deflateSync, inflateSync } from 'node:zlib';
import { type LogoFault, logoSides, maxLogoBytes } from '../domain/client-logo.ts';

/** A checked logo file. */
export interface LogoFile {
  /** A PNG assembled here. */
  readonly content: Uint8Array;
  /** The length of each side in pixels. */
  readonly side: number;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * The values of one pixel and their allowed bit depths, by colour type (PNG, third edition, table
 * 12).
 */
const colourTypes: Readonly<Record<number, { readonly values: number; readonly bits: number[] }>> =
  {
    0: { values: 1, bits: [1, 2, 4, 8, 16] },
    2: { values: 3, bits: [8, 16] },
    3: { values: 1, bits: [1, 2, 4, 8] },
    4: { values: 2, bits: [8, 16] },
    6: { values: 4, bits: [8, 16] },
  };

/**
 * Other chunks that change the picture (its colours, palette and transparency), with the size that
 * each must have, so they can't contain anything else. `entries` is the number of colours in the
 * palette; 0 without one.
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

/** The chunks that affect the picture. */
type Chunks = ReadonlyMap<string, Buffer>;

/**
 * Reads an uploaded picture, or returns its fault. It must be a valid PNG: each chunk with its
 * checksum, and exactly as many pixels as the header says. A new file is assembled from the
 * necessary parts. Texts, locations, other frames and anything else in or after the file are
 * removed.
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

/** All chunks by type, with those of `IDAT` joined; null if the file is not a complete PNG. */
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
 * The retained chunks next to the pixels. A palette that the colour type does not need is only a
 * suggestion, and removed.
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
  // Greyscale has no palette, and colour types with an alpha channel have no transparency chunk.
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

/**
 * Whether programs must support this chunk to display the picture: its type begins with a capital
 * letter.
 */
function isNeeded(type: string): boolean {
  return /^[A-Z]/.test(type);
}

/** The uncompressed pixel data, line by line; null if it does not match the header. */
function pixelsOf(chunks: Chunks, header: Buffer, side: number): Buffer | null {
  const [bits = 0, colourType = -1, compression, filter, interlace] = header.subarray(8);
  const colour = colourTypes[colourType];
  if (colour === undefined || !colour.bits.includes(bits)) return null;
  // Interlaced files are rare, and their lines have seven different lengths.
  if (compression !== 0 || filter !== 0 || interlace !== 0) return null;
  for (const type of chunks.keys()) {
    if (isNeeded(type) && !['IHDR', 'PLTE', 'IDAT'].includes(type)) return null;
  }
  const palette = chunks.get('PLTE')?.length;
  if (colourType === 3 && palette === undefined) return null;
  if (palette !== undefined && palette % 3 !== 0) return null;
  const entries = (palette ?? 0) / 3;
  // True-colour pictures can have a suggested palette of 256 colours, although their values have 8
  // or 16 bits.
  if (!areWhole(chunks, { bits: Math.min(bits, 8), colourType, entries })) return null;
  const line = 1 + Math.ceil((side * bits * colour.values) / 8);
  const pixels = inflated(chunks.get('IDAT'), side * line);
  if (pixels === null) return null;
  // Each line begins with its filter type, one of five.
  for (let at = 0; at < pixels.length; at += line) {
    if ((pixels[at] ?? 5) > 4) return null;
  }
  return pixels;
}

/** Never inflates more than the expected size. */
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
