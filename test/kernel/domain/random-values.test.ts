import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  base62,
  codeKey,
  generateCode,
  isVoucherCode,
  uniformInteger,
} from '../../../shared/kernel/domain/code.ts';
import {
  isResidentPermitNumber,
  newResidentPermitNumber,
} from '../../../shared/people/domain/rpn.ts';

/** Gives these bytes, one array per call. */
function sequence(...values: readonly (readonly number[])[]): () => Uint8Array {
  const rest = values.map((value) => Uint8Array.from(value));
  return () => {
    const next = rest.shift();
    if (next === undefined) throw new Error('no more random bytes');
    return next;
  };
}

describe('uniformInteger', () => {
  it('reads six bytes as one number', () => {
    expect(uniformInteger(2 ** 48, sequence([0, 0, 0, 0, 1, 2]))).toBe(258);
    expect(uniformInteger(100, sequence([0, 0, 0, 0, 1, 2]))).toBe(58);
  });

  it('draws again if the remainder would favour small numbers', () => {
    const largest = [255, 255, 255, 255, 255, 255];
    expect(uniformInteger(10 ** 13, sequence(largest, [0, 0, 0, 0, 0, 7]))).toBe(7);
  });

  it('returns every value of a small range about equally often', () => {
    const counts = Array.from({ length: 5 }, () => 0);
    for (let draw = 0; draw < 5_000; draw += 1) {
      const value = uniformInteger(5, randomBytes);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    expect(counts.length).toBe(5);
    // 1,000 expected, standard deviation 28: eight of them.
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(226);
  });
});

describe('newResidentPermitNumber', () => {
  it('begins with 8 for entities and 9 for persons, and always has 14 digits', () => {
    const one = () => sequence([0, 0, 0, 0, 0, 1]);
    expect(newResidentPermitNumber('legal_entity', one())).toBe('80000000000001');
    expect(newResidentPermitNumber('natural_person', one())).toBe('90000000000001');
    const numbers = Array.from({ length: 500 }, () =>
      newResidentPermitNumber('legal_entity', randomBytes),
    );
    expect(numbers.filter((number) => !isResidentPermitNumber(number))).toEqual([]);
  });
});

describe('generateCode', () => {
  it('uses every character of its alphabet equally often', () => {
    const everyByte = (from: number) => Array.from({ length: 12 }, (_, index) => from + index);
    const text = Array.from({ length: 21 }, (_, part) => part * 12)
      .map((from) => generateCode(() => Uint8Array.from(everyByte(from))))
      .join('');
    const counts = new Map<string, number>();
    for (const character of text.slice(0, 224)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted().join('')).toBe('23456789ABCDEFGHJKLMNPQRSTUVWXYZ');
    expect(new Set(counts.values())).toEqual(new Set([7]));
  });

  it('returns valid voucher codes that equal their key', () => {
    const code = generateCode(randomBytes);
    expect(code).toMatch(/^.{12}$/);
    expect(isVoucherCode(code)).toBe(true);
    expect(codeKey(code)).toBe(code);
  });
});

describe('codeKey', () => {
  it('ignores case and surrounding spaces', () => {
    expect(codeKey('  Spring-2026 ')).toBe('SPRING-2026');
  });
});

describe('base62', () => {
  it('pads to the length of 32 bytes', () => {
    expect(base62(new Uint8Array(32), 43)).toBe('0'.repeat(43));
    expect(base62(Uint8Array.of(62), 3)).toBe('010');
    const largest = base62(new Uint8Array(32).fill(255), 43);
    expect(largest).toHaveLength(43);
    const value = [...largest].reduce(
      (sum, digit) =>
        sum * 62n +
        BigInt('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.indexOf(digit)),
      0n,
    );
    expect(value).toBe(2n ** 256n - 1n);
  });
});
