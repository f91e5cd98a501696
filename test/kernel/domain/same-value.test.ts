import { describe, expect, it } from 'vitest';
import { isSameValue } from '../../../shared/kernel/domain/same-value.ts';

describe('two values of JSON', () => {
  it.each([
    [1, 1],
    ['a', 'a'],
    [null, null],
    [undefined, null],
    [true, true],
    [[], []],
    [{}, {}],
    [
      [1, 'a', null],
      [1, 'a', null],
    ],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: null }, {}],
    [{ a: undefined }, { a: null }],
    [{ a: [{ b: 1 }] }, { a: [{ b: 1, c: null }] }],
  ])('%j and %j say the same', (left, right) => {
    expect([isSameValue(left, right), isSameValue(right, left)]).toEqual([true, true]);
  });

  it.each([
    [1, 2],
    [1, '1'],
    [0, null],
    ['', null],
    [false, null],
    [[], {}],
    [[], null],
    [{}, null],
    [{}, ''],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [[1], [1, null]],
    [['a'], { 0: 'a', length: 1 }],
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, {}],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
    [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
    ],
  ])('%j and %j do not', (left, right) => {
    expect([isSameValue(left, right), isSameValue(right, left)]).toEqual([false, false]);
  });
});
