import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nameKey } from '../../shared/kernel/domain/legal-entity.ts';
import {
  readSnapshotFile,
  snapshotVersion,
  writeSnapshotFile,
} from '../../shared/registry/aws/snapshots.ts';
import { nameFeatures } from '../../shared/registry/domain/name-features.ts';
import { packRegistry } from '../../shared/registry/domain/pack-registry.ts';
import { packedRegistry } from '../../shared/registry/domain/packed-registry.ts';
import { createRegistryIndex } from '../../shared/registry/domain/registry-index.ts';
import { nameSignature } from '../../shared/registry/domain/similar-rows.ts';
import { nameTools } from '../../shared/registry/usecases/compare-names.ts';
import { registryRow } from '../support/registry-index-contract.ts';
import { similarPairs } from './domain/similar-pairs.ts';

const until = '2026-01-02T03:04:05.678Z';
const rows = [
  registryRow(1, { name: 'Straße & Söhne', residentPermitNumber: '80000000000012', version: 3 }),
  registryRow(2, { name: '漢字 😀 \ud83d', extension: 'Ltd.' }),
  { ...registryRow(3, { name: 'Beside' }), id: 'no-uuid' },
];
const written = writeSnapshotFile({ ...packRegistry(rows, nameTools), until });
const file = () => written.slice();

function read(bytes: Uint8Array) {
  const result = readSnapshotFile(bytes);
  return result.state;
}

/** Returns the file with the byte at `place` changed. */
function changed(place: number): Uint8Array {
  const bytes = file();
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return bytes;
}

describe('a registry snapshot file', () => {
  it('returns the rows that were written', () => {
    const result = readSnapshotFile(file());
    if (result.state !== 'whole') throw new Error(result.state);
    expect(result.snapshot.until).toBe(until);
    const index = createRegistryIndex(
      packedRegistry(result.snapshot.arrays, result.snapshot.facts),
    );
    expect(index.size).toBe(3);
    for (const [query, row] of [
      ['STRASSE', rows[0]],
      ['字', rows[1]],
      ['\ud83d', rows[1]],
      ['beside', rows[2]],
    ] as const) {
      expect(index.search(query).results).toEqual([row]);
    }
  });

  it('can contain an empty registry', () => {
    expect(read(writeSnapshotFile({ ...packRegistry([], nameTools), until }))).toBe('whole');
  });

  it('is read without copying, and its arrays are aligned to 8 bytes', () => {
    const bytes = file();
    const result = readSnapshotFile(bytes);
    if (result.state !== 'whole') throw new Error(result.state);
    for (const array of Object.values(result.snapshot.arrays)) {
      expect(array.buffer).toBe(bytes.buffer);
      expect(array.byteOffset % 8).toBe(0);
    }
  });

  it('is damaged if any byte is changed or any part is missing', () => {
    const { length } = file();
    const states = new Set<string>();
    for (let index = 8; index < length; index += 1) states.add(read(changed(index)));
    for (let end = 0; end < length; end += 1) states.add(read(file().slice(0, end)));
    expect([...states]).toEqual(['damaged']);
    expect(read(changed(0))).toBe('damaged');
  });

  it.each([
    ['older', snapshotVersion - 1],
    ['newer', snapshotVersion + 1],
  ])('has another version if %s code wrote it', (_, version) => {
    const bytes = file();
    new DataView(bytes.buffer).setUint32(4, version, true);
    expect(read(bytes)).toBe('ofAnotherVersion');
  });

  it('has another version if names were folded with another Unicode version', () => {
    const unicode = process.versions['unicode'] ?? '';
    const text = Buffer.from(file()).toString('latin1');
    const bytes = Uint8Array.from(Buffer.from(text.replace(`"${unicode}"`, '"99.0"'), 'latin1'));
    // The checksum is right, as if the file had been written this way.
    expect(bytes.length).toBe(text.length);
    const head = new DataView(bytes.buffer);
    head.setUint32(8, crc32(bytes.subarray(12)), true);
    expect(read(bytes)).toBe('ofAnotherVersion');
  });

  it('requires a new snapshotVersion if nameKey or the comparison of names changes', () => {
    const digest = createHash('sha256');
    for (let point = 0; point < 0x30000; point += 1) {
      digest.update(`${nameKey(`a${String.fromCodePoint(point)}b`)}\n`);
    }
    for (const name of similarPairs.flat()) {
      digest.update(JSON.stringify(nameSignature(nameFeatures(name, nameTools))));
    }
    const folding = { unicode: process.versions['unicode'], sha256: digest.digest('hex') };
    expect({ snapshotVersion, ...folding }).toMatchInlineSnapshot(`
      {
        "sha256": "e5544093b655d6d663526368a6941f212fdec0c8ae1c45d6704234586d93a474",
        "snapshotVersion": 5,
        "unicode": "17.0",
      }
    `);
  });
});
