import { expect, it } from 'vitest';
import {
  bitmapBytes,
  type Postings,
  placesWith,
} from '../../../shared/registry/domain/postings.ts';

const count = 80_000;

/** Postings of these positions, by gram. */
function postingsOf(lists: readonly (readonly number[])[]): Postings {
  const bytes: number[] = [];
  const starts = lists.map((positions) => {
    while (bytes.length % 4 !== 0) bytes.push(0);
    const start = bytes.length;
    if (positions.length * 8 >= count) {
      const bits = new Uint8Array(bitmapBytes(count));
      for (const place of positions)
        bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7));
      bytes.push(...bits);
      return start;
    }
    let last = -1;
    for (const place of positions) {
      let gap = place - last - 1;
      for (; gap > 0x7f; gap >>>= 7) bytes.push(0x80 | (gap & 0x7f));
      bytes.push(gap);
      last = place;
    }
    return start;
  });
  return {
    count,
    grams: Uint32Array.from(lists, (_, gram) => gram),
    counts: Uint32Array.from(lists, ({ length }) => length),
    starts: Uint32Array.from([...starts, bytes.length]),
    bytes: Uint8Array.from(bytes),
  };
}

const every = (step: number, from = 0, end = count) =>
  Array.from({ length: Math.ceil((end - from) / step) }, (_, index) => from + index * step);

/** Longer than the parts that are read, in each form. */
const lists = [
  every(13),
  every(11, 3),
  every(12, 0, 5_000),
  every(17, 70_000),
  every(3, 1),
  every(2),
  [...every(40, 0, 20_000), ...every(9, 60_000)],
];
const postings = postingsOf(lists);
const sets = lists.map((list) => new Set(list));

it.each([
  [0],
  [4],
  [0, 1],
  [0, 2],
  [1, 3],
  [2, 3],
  [0, 5],
  [4, 5],
  [0, 1, 6],
  [6, 1, 0, 4, 5],
  [3, 6, 4],
])('finds every position that has all grams, in order: %s', (...grams) => {
  const next = placesWith(postings, grams);
  const found: number[] = [];
  for (let index = next(); index !== -1; index = next()) found.push(index);
  expect(next()).toBe(-1);
  const isAscending = found.every((place, index) => place > (found[index - 1] ?? -1));
  const isFound = new Set(found);
  const having = every(1).filter((place) => grams.every((gram) => sets[gram]?.has(place)));
  expect([isAscending, having.filter((place) => !isFound.has(place))]).toEqual([true, []]);
  // Others may be found too: the caller checks them.
  expect(found.length).toBeLessThanOrEqual(Math.min(...grams.map((gram) => sets[gram]?.size ?? 0)));
});

it('finds nothing if a gram has no positions', () => {
  expect(placesWith(postings, [0, 99])()).toBe(-1);
});
