import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';
import { type ObjectReaderSettings, openObjectReader } from '../../kernel/aws/object-client.ts';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';
import type { PackedArrays, PackedFacts } from '../domain/packed-registry.ts';

/**
 * The version of a file's content: layout, grams, folding and signatures. Part of the object key, so that other code
 * versions never read it.
 */
export const snapshotVersion = 5;

/** The registry at one instant. */
interface Snapshot {
  readonly arrays: PackedArrays;
  readonly facts: PackedFacts;
  /** When reading the table began, ISO 8601; later changes may be missing. */
  readonly until: string;
}

/** The validity of a file. Only a complete one is used. */
export type ReadSnapshot =
  | { readonly state: 'whole'; readonly snapshot: Snapshot }
  | { readonly state: 'damaged' | 'ofAnotherVersion' };

// All arrays start at a multiple of this, the size of the largest element.
const alignment = 8;
const magic = 0x54534752; // "RGST" in little-endian order, which all supported machines use
const headBytes = 16;

const arrayTypes = {
  keyStarts: Uint32Array,
  keys: Uint8Array,
  capitals: Uint8Array,
  namePlaces: Uint32Array,
  nameStarts: Uint32Array,
  names: Uint8Array,
  extensionOf: Uint16Array,
  ids: Uint8Array,
  byId: Uint32Array,
  versions: Uint16Array,
  numbers: Uint32Array,
  numbersAbove: Uint16Array,
  grams: Uint32Array,
  gramCounts: Uint32Array,
  gramStarts: Uint32Array,
  postings: Uint8Array,
  codes: Uint16Array,
  codeStarts: Uint32Array,
  spelled: Uint32Array,
  otherLetters: Uint16Array,
  letterPairs: Uint32Array,
  morePairs: Uint32Array,
  lengths: Uint8Array,
} as const satisfies Record<keyof PackedArrays, unknown>;

const Row = z.object({
  id: z.string(),
  name: z.string(),
  extension: z.string(),
  residentPermitNumber: z.nullable(z.string()),
  version: z.int(),
});

const Header = z.object({
  until: z.string(),
  /** The Unicode version used for case folding. */
  unicode: z.string(),
  count: z.int(),
  extensions: z.array(z.string()),
  others: z.array(Row),
  /** Number of elements of each array, in storage order. */
  lengths: z.record(z.string(), z.int()),
});

/**
 * A file: "RGST", version, CRC-32 of everything after it, header length, a JSON header, and the arrays one after the
 * other, so that they can be used in place.
 */
export function writeSnapshotFile({ arrays, facts, until }: Snapshot): Uint8Array {
  const header = new TextEncoder().encode(
    JSON.stringify({
      until,
      unicode: process.versions['unicode'],
      ...facts,
      lengths: Object.fromEntries(arrayNames().map((name) => [name, arrays[name].length])),
    }),
  );
  const places: [keyof PackedArrays, number][] = [];
  let length = aligned(headBytes + header.length);
  for (const name of arrayNames()) {
    places.push([name, length]);
    length = aligned(length + arrays[name].byteLength);
  }
  const file = new Uint8Array(length);
  file.set(header, headBytes);
  for (const [name, at] of places) {
    const { buffer, byteOffset, byteLength } = arrays[name];
    file.set(new Uint8Array(buffer, byteOffset, byteLength), at);
  }
  const head = new DataView(file.buffer);
  head.setUint32(0, magic, true);
  head.setUint32(4, snapshotVersion, true);
  head.setUint32(12, header.length, true);
  head.setUint32(8, crc32(file.subarray(12)), true);
  return file;
}

/** Reads a file, which must start at a multiple of 8 in memory and is used in place. Never throws. */
export function readSnapshotFile(file: Uint8Array): ReadSnapshot {
  if (file.length < headBytes) return { state: 'damaged' };
  const head = new DataView(file.buffer, file.byteOffset, file.length);
  if (head.getUint32(0, true) !== magic) return { state: 'damaged' };
  if (head.getUint32(4, true) !== snapshotVersion) return { state: 'ofAnotherVersion' };
  if (head.getUint32(8, true) !== crc32(file.subarray(12))) return { state: 'damaged' };
  // The checksum is correct, so the rest was written by this code.
  const headerEnd = headBytes + head.getUint32(12, true);
  const header = Header.safeParse(JSON.parse(textOf(file.subarray(headBytes, headerEnd))));
  if (!header.success || header.data.unicode !== process.versions['unicode']) {
    return { state: 'ofAnotherVersion' };
  }
  const { until, count, extensions, others, lengths } = header.data;
  let at = aligned(headerEnd);
  const arrays = arrayNames().map((name) => {
    const type = arrayTypes[name];
    const array = new type(file.buffer as ArrayBuffer, file.byteOffset + at, lengths[name] ?? 0);
    at = aligned(at + array.byteLength);
    return [name, array];
  });
  return {
    state: 'whole',
    snapshot: {
      // One entry per name with its own type, which fromEntries loses.
      arrays: Object.fromEntries(arrays) as unknown as PackedArrays,
      facts: { count, extensions, others },
      until,
    },
  };
}

function arrayNames(): readonly (keyof PackedArrays)[] {
  // Object.keys loses the names' type.
  return Object.keys(arrayTypes) as (keyof PackedArrays)[];
}

function aligned(length: number): number {
  return alignment * Math.ceil(length / alignment);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The newest snapshot that this code can read. */
export const snapshotKey = `search/registry-${snapshotVersion}`;

/** Reads the newest snapshot; `none` if none was ever written. */
export type SnapshotReader = () => Promise<ReadSnapshot | { readonly state: 'none' }>;

/**
 * Reads the newest snapshot with one GET. If time runs out, the part read so far is used by the next call. Throws if S3
 * does not answer, and a `DeadlineError`.
 */
export function openSnapshotReader(
  bucket: string,
  credentials?: ObjectReaderSettings['credentials'],
): SnapshotReader {
  const read = openSearchObject(bucket, snapshotKey, credentials);
  return async () => {
    const file = await read();
    return file === null ? { state: 'none' } : readSnapshotFile(file);
  };
}

/** Reads an object stored beside the snapshot; null if it does not exist. */
export function openSearchObject(
  bucket: string,
  key: string,
  credentials?: ObjectReaderSettings['credentials'],
): () => Promise<Uint8Array | null> {
  return openObjectReader({
    bucket,
    key,
    maxAttempts: 2,
    requestHandler: timeLimits({ attempts: 1, requestTimeout: 1_500 }).requestHandler,
    ...(credentials && { credentials }),
  });
}
