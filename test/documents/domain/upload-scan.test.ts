import { describe, expect, it } from 'vitest';
import {
  isScannedKey,
  type ScanStatus,
  type ScanVerdict,
  scanAfter,
} from '../../../shared/documents/domain/upload-scan.ts';

const verdicts: readonly ScanVerdict[] = ['clean', 'unscannable', 'refused'];

/** All sequences of at most this many verdicts. */
function sequences(length: number): readonly (readonly ScanVerdict[])[] {
  if (length === 0) return [[]];
  const shorter = sequences(length - 1);
  return [
    ...shorter,
    ...shorter
      .filter((each) => each.length === length - 1)
      .flatMap((each) => verdicts.map((verdict) => [...each, verdict])),
  ];
}

const after = (told: readonly ScanVerdict[]) =>
  told.reduce<ScanStatus>((status, verdict) => scanAfter(status, verdict) ?? status, 'pending');

/** The expected status for verdicts in any order and number. */
function meaning(told: readonly ScanVerdict[]): ScanStatus {
  if (told.includes('refused')) return 'refused';
  if (told.includes('clean')) return 'clean';
  return told.length > 0 ? 'unscannable' : 'pending';
}

describe('the status of a scan', () => {
  it('is the same for verdicts in any order and number', () => {
    const told = sequences(5);
    expect(told).toHaveLength(364);
    for (const each of told)
      expect({ each, state: after(each) }).toEqual({ each, state: meaning(each) });
  });

  it('changes only for a verdict that adds something', () => {
    expect(scanAfter('pending', 'clean')).toBe('clean');
    expect(scanAfter('clean', 'clean')).toBeNull();
    expect(scanAfter('clean', 'unscannable')).toBeNull();
    expect(scanAfter('refused', 'clean')).toBeNull();
    expect(scanAfter('clean', 'refused')).toBe('refused');
  });
});

it.each([
  ['tax-proofs/scanned/a/b', true],
  ['information/scanned/a/b', true],
  ['proofs-of-address/scanned/a/b', true],
  ['tax-proofs/a/b', false],
  ['tax-proofs/a/scanned', false],
  ['documents/scanned/b', false],
  ['refused/tax-proofs/scanned/a/b', false],
  ['', false],
])('the key decides whether a file must be scanned: %s', (key, expected) => {
  expect(isScannedKey(key)).toBe(expected);
});
