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
const file = () => writeSnapshotFile({ ...packRegistry(rows, nameTools), until });

function read(bytes: Uint8Array) {
  const result = readSnapshotFile(bytes);
  return result.state;
}

/** A file with the byte at a place changed. */
function changed(place: number): Uint8Array {
  const bytes = file();
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return bytes;
}

describe('a file with a snapshot of the registry', () => {
  it('gives back what was written', () => {
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

  it('may be of an empty registry', () => {
    expect(read(writeSnapshotFile({ ...packRegistry([], nameTools), until }))).toBe('whole');
  });

  it('is used in place, and its arrays begin where their elements may', () => {
    const bytes = file();
    const result = readSnapshotFile(bytes);
    if (result.state !== 'whole') throw new Error(result.state);
    for (const array of Object.values(result.snapshot.arrays)) {
      expect(array.buffer).toBe(bytes.buffer);
      expect(array.byteOffset % 8).toBe(0);
    }
  });

  it('is damaged with any byte changed, and with any part of it missing', () => {
    const { length } = file();
    const states = new Set<string>();
    for (let place = 8; place < length; place += 1) states.add(read(changed(place)));
    for (let end = 0; end < length; end += 1) states.add(read(file().slice(0, end)));
    expect([...states]).toEqual(['damaged']);
    expect(read(changed(0))).toBe('damaged');
  });

  it.each([
    ['an older', snapshotVersion - 1],
    ['a newer', snapshotVersion + 1],
  ])('is of another version when %s code wrote it', (_, version) => {
    const bytes = file();
    new DataView(bytes.buffer).setUint32(4, version, true);
    expect(read(bytes)).toBe('ofAnotherVersion');
  });

  it('is of another version when names were folded by another Unicode', () => {
    const unicode = process.versions['unicode'] ?? '';
    const text = Buffer.from(file()).toString('latin1');
    const bytes = Uint8Array.from(Buffer.from(text.replace(`"${unicode}"`, '"99.0"'), 'latin1'));
    // Someone has written it so: the sum is right.
    expect(bytes.length).toBe(text.length);
    const head = new DataView(bytes.buffer);
    head.setUint32(8, crc32(bytes.subarray(12)), true);
    expect(read(bytes)).toBe('ofAnotherVersion');
  });

  it('has a version that stands for how names are folded: who changes nameKey or what names are compared by raises snapshotVersion', () => {
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
        "snapshotVersion": 3,
        "unicode": "17.0",
      }
    `);
  });
});
