import { indexOf, type Postings } from './postings.ts';
import type { RegistryRow } from './registry-entry.ts';

/** The arrays of a packed registry. A position is an entity's index in the registry's order. */
export interface PackedArrays {
  /** The start of each position's folded name in `keys`, with one more entry for the end. Likewise `nameStarts`. */
  readonly keyStarts: Uint32Array;
  readonly keys: Uint8Array;
  /** A bit for each byte of `keys`: whether its letter is a capital in the original name. */
  readonly capitals: Uint8Array;
  /** Positions whose names are not folded names with ASCII capitals, ascending, and these names. */
  readonly namePlaces: Uint32Array;
  readonly nameStarts: Uint32Array;
  readonly names: Uint8Array;
  /** The index of its extension in the list of extensions. */
  readonly extensionOf: Uint16Array;
  /** 16 bytes per id. */
  readonly ids: Uint8Array;
  /** All positions, sorted by id. */
  readonly byId: Uint32Array;
  readonly versions: Uint16Array;
  /** The lower 32 bits of its permit number, or 0, and the upper ones. */
  readonly numbers: Uint32Array;
  readonly numbersAbove: Uint16Array;
  readonly grams: Uint32Array;
  readonly gramCounts: Uint32Array;
  readonly gramStarts: Uint32Array;
  readonly postings: Uint8Array;
  /**
   * The spellings of names (`NameSignature`), sorted by letter code (`letterCode`), length and position: the existing
   * codes, the start of each in the following arrays, and the position and the rest of the signature of each name.
   */
  readonly codes: Uint16Array;
  readonly codeStarts: Uint32Array;
  readonly spelled: Uint32Array;
  readonly otherLetters: Uint16Array;
  readonly letterPairs: Uint32Array;
  readonly morePairs: Uint32Array;
  readonly lengths: Uint8Array;
}

/** The parts of a packed registry except its arrays. */
export interface PackedFacts {
  /** The number of entities in the arrays. */
  readonly count: number;
  readonly extensions: readonly string[];
  /** Rows that the arrays can't represent: an id that is no lower-case UUID, a number that begins with 0, many changes. */
  readonly others: readonly RegistryRow[];
}

/** A registry in a few large arrays, which are searched in place. */
export interface PackedRegistry {
  readonly arrays: PackedArrays;
  readonly facts: PackedFacts;
  readonly postings: Postings;
  /** The folded name. */
  key(place: number): string;
  /** The original name. */
  name(place: number): string;
  row(place: number): RegistryRow;
  /** The permit number's digits, or empty. */
  number(place: number): string;
  /** The position of an entity; -1 if missing. */
  placeOf(id: string): number;
}

export function packedRegistry(arrays: PackedArrays, facts: PackedFacts): PackedRegistry {
  const { keyStarts, keys, capitals, namePlaces, nameStarts, names } = arrays;
  const { extensionOf, ids, byId, versions } = arrays;
  const { count, extensions } = facts;

  function key(place: number): string {
    return textOf(keys, keyStarts, place);
  }

  function name(place: number): string {
    const written = indexOf(namePlaces, place);
    if (written !== -1) return textOf(names, nameStarts, written);
    const start = keyStarts[place] ?? 0;
    const end = keyStarts[place + 1] ?? 0;
    const text = roomFor(end - start);
    for (let at = start; at < end; at += 1) {
      const isCapital = ((capitals[at >>> 3] ?? 0) >>> (at & 7)) & 1;
      text[at - start] = (keys[at] ?? 0) - 32 * isCapital;
    }
    return fromUnitBytes(text, end - start);
  }

  const idBytes = Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength);

  function idAt(place: number): string {
    const hex = idBytes.toString('hex', 16 * place, 16 * place + 16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  function row(place: number): RegistryRow {
    const digits = number(place);
    return {
      id: idAt(place),
      name: name(place),
      extension: extensions[extensionOf[place] ?? 0] ?? '',
      residentPermitNumber: digits === '' ? null : digits,
      version: versions[place] ?? 0,
    };
  }

  function number(place: number): string {
    const value = numberAt(arrays, place);
    if (value === 0) return '';
    // Small integers become text faster.
    const high = Math.floor(value / 1e7);
    const low = value - high * 1e7;
    return high === 0 ? String(low) : `${high}${String(1e7 + low).slice(1)}`;
  }

  function placeOf(id: string): number {
    if (!uuid.test(id)) return -1;
    const requested = new Uint8Array(16);
    writeIdBytes(id, requested, 0);
    let low = 0;
    let high = count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const place = byId[middle] ?? 0;
      const order = compareBytes(ids, 16 * place, requested);
      if (order === 0) return place;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  const postings: Postings = {
    count,
    grams: arrays.grams,
    counts: arrays.gramCounts,
    starts: arrays.gramStarts,
    bytes: arrays.postings,
  };
  return { arrays, facts, postings, key, name, row, number, placeOf };
}

/** Whether the arrays can represent the row. */
export function isPackable({ id, residentPermitNumber: digits, version }: RegistryRow): boolean {
  return (
    uuid.test(id) &&
    version >= 0 &&
    version <= 0xffff &&
    // 48 bits.
    (digits === null || /^[1-9][0-9]{0,13}$/.test(digits))
  );
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Writes the 16 bytes of a UUID in lower case. */
export function writeIdBytes(id: string, into: Uint8Array, at: number): void {
  let digits = 0;
  for (let index = 0; index < id.length; index += 1) {
    const unit = id.charCodeAt(index);
    if (unit === 0x2d) continue;
    const byte = at + (digits >>> 1);
    into[byte] = ((into[byte] ?? 0) << 4) | (unit < 0x3a ? unit - 0x30 : unit - 0x57);
    digits += 1;
  }
}

/** The permit number of a position, or 0. */
export function numberAt(
  { numbers, numbersAbove }: Pick<PackedArrays, 'numbers' | 'numbersAbove'>,
  place: number,
): number {
  return (numbersAbove[place] ?? 0) * 2 ** 32 + (numbers[place] ?? 0);
}

function textOf(bytes: Uint8Array, starts: Uint32Array, place: number): string {
  const start = starts[place] ?? 0;
  const end = starts[place + 1] ?? 0;
  const text = roomFor(end - start);
  for (let at = start; at < end; at += 1) text[at - start] = bytes[at] ?? 0;
  return fromUnitBytes(text, end - start);
}

let room = Buffer.alloc(512);

/**
 * A buffer of at least this length. It is shared, because a separate view for each text of a long
 * answer creates much garbage.
 */
function roomFor(length: number): Buffer {
  if (room.length < length) room = Buffer.alloc(2 * length);
  return room;
}

/** Compares the bytes from `start` with as many others. */
function compareBytes(bytes: Uint8Array, start: number, others: Uint8Array): number {
  for (let index = 0; index < others.length; index += 1) {
    const difference = (bytes[start + index] ?? 0) - (others[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Encodes text as bytes whose order and substrings match those of the UTF-16 code units: each unit has one to three
 * bytes, as in UTF-8. Surrogates have three bytes each, alone or in pairs, so that nothing is lost.
 */
export function toUnitBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(unitByteLength(text));
  writeUnitBytes(text, bytes, 0);
  return bytes;
}

/** The length of `toUnitBytes` for a text. */
export function unitByteLength(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index += 1) {
    length += unitLength(text.charCodeAt(index)) - 1;
  }
  return length;
}

/** The number of bytes of a UTF-16 unit. */
export function unitLength(unit: number): number {
  if (unit <= 0x7f) return 1;
  return unit <= 0x7ff ? 2 : 3;
}

/** The UTF-16 unit whose bytes start at this position. */
export function unitAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first <= 0x7f) return first;
  if (first < 0xe0) return ((first & 0x1f) << 6) | next(bytes, at + 1);
  return ((first & 0xf) << 12) | (next(bytes, at + 1) << 6) | next(bytes, at + 2);
}

/** Writes the bytes of a text from `at`; returns the position after them. */
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

/** Decodes bytes from the start of a buffer. */
function fromUnitBytes(bytes: Buffer, length: number): string {
  let all = 0;
  for (let at = 0; at < length; at += 1) all |= bytes[at] ?? 0;
  if (all < 0x80) return bytes.toString('latin1', 0, length);
  // Without surrogates the bytes are valid UTF-8.
  if (!hasSurrogate(bytes, length)) return bytes.toString('utf8', 0, length);
  let text = '';
  for (let at = 0; at < length; ) {
    const unit = unitAt(bytes, at);
    text += String.fromCharCode(unit);
    at += unitLength(unit);
  }
  return text;
}

/** Whether the bytes contain a surrogate: 0xed followed by a byte in the upper half. */
function hasSurrogate(bytes: Uint8Array, length: number): boolean {
  for (let index = 0; index < length; index += 1) {
    if (bytes[index] === 0xed && (bytes[index + 1] ?? 0) >= 0xa0) return true;
  }
  return false;
}

function next(bytes: Uint8Array, index: number): number {
  return (bytes[index] ?? 0) & 0x3f;
}
