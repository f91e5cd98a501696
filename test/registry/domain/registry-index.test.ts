import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey } from '../../../shared/kernel/domain/company-name.ts';
import { packRegistry } from '../../../shared/registry/domain/pack-registry.ts';
import { packedRegistry } from '../../../shared/registry/domain/packed-registry.ts';
import {
  createRegistryIndex,
  type RegistryIndex,
  type RegistryRow,
} from '../../../shared/registry/domain/registry-index.ts';
import { registryIndexContract, registryRow } from '../../support/registry-index-contract.ts';

const searchable = (index: RegistryIndex) => ({ put: index.apply, search: index.search });

describe('the registry index', () => {
  registryIndexContract(() => searchable(createRegistryIndex()));
});

describe('the registry index over a packed registry', () => {
  registryIndexContract(() => {
    let index = createRegistryIndex();
    const all = new Map<string, RegistryRow>();
    return {
      // All that was put is packed anew each time.
      put: (rows) => {
        for (const row of rows) {
          if (row.version > (all.get(row.id)?.version ?? -1)) all.set(row.id, row);
        }
        index = packed([...all.values()]);
      },
      search: (query) => index.search(query),
    };
  });
});

describe('the registry index over a packed registry that has changed', () => {
  registryIndexContract(() => {
    let index: RegistryIndex | undefined;
    return {
      // What was put first is packed, all else comes as changes.
      put: (rows) => {
        if (index === undefined) index = packed(rows);
        else index.apply(rows);
      },
      search: (query) => (index ?? createRegistryIndex()).search(query),
    };
  });
});

describe('the registry index in many small blocks', () => {
  registryIndexContract(() => searchable(createRegistryIndex(undefined, 2)));
});

function packed(rows: readonly RegistryRow[], blockCapacity?: number): RegistryIndex {
  const { arrays, facts } = packRegistry(rows);
  return createRegistryIndex(packedRegistry(arrays, facts), blockCapacity);
}

const word = fc.string({
  unit: fc.constantFrom(...'aaabbcABÉéßsΣσς1280.', 'e\u0301', '\ud83d', '\ude00', '😀', '¨', 'İ'),
  minLength: 1,
  maxLength: 4,
});
const name = fc
  .array(word, { maxLength: 4 })
  .chain((words) => fc.constantFrom(' ', '  ', '\u00a0').map((space) => words.join(space)));
const row: fc.Arbitrary<RegistryRow> = fc
  .record({
    number: fc.nat(30),
    name,
    residentPermitNumber: fc.option(fc.stringMatching(/^8[0128]{4}$/)),
    version: fc.nat(5),
  })
  .map(({ number, ...fields }) => registryRow(number, fields));
const query = fc.oneof(
  name,
  word,
  fc.stringMatching(/^[0128]{1,3}$/),
  fc.constantFrom('a', 'b', 's', ' '),
);
type Step =
  | { readonly put: readonly RegistryRow[] }
  | { readonly query: string; readonly limit: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ put: fc.array(row, { maxLength: 12 }) }),
  fc.record({ query, limit: fc.nat(12) }),
);

describe('the registry index against a plain filter and sort', () => {
  it.each([2, 3, 7, 512])(
    'gives the same answers in blocks of %i while rows come and change',
    (capacity) => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 2, maxLength: 24 }), (steps) =>
          answersAsPlain(createRegistryIndex(undefined, capacity), [], steps),
        ),
        { numRuns: 1500 },
      );
    },
  );

  it('gives the same answers over a packed registry while rows come and change', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(row, { maxLength: 30, selector: ({ id }) => id }),
        fc.array(step, { minLength: 2, maxLength: 16 }),
        (first, steps) => answersAsPlain(packed(first, 3), first, steps),
      ),
      { numRuns: 1500 },
    );
  });

  it('gives the same answers where most letters are rare, and lists have wide gaps', () => {
    // 3,000 names of 60 letters in several scripts; the queries are parts of them, and parts of numbers.
    const random = fc.sample(fc.nat(2 ** 30), { numRuns: 40_000, seed: 47 });
    let at = 0;
    const next = (below: number) => (random[at++ % random.length] ?? 0) % below;
    const letters = [
      ...'abcdefghijklmnopqrstuvwxyzéßçñøабвгдежзиклмнопрст漢字会社株式京都東',
      '😀',
    ];
    const letter = () => letters[Math.min(next(letters.length), next(letters.length))] ?? '';
    const words = (count: number) =>
      Array.from({ length: count }, () => Array.from({ length: 1 + next(7) }, letter).join(''));
    const rows = Array.from({ length: 3000 }, (_, number) =>
      registryRow(number, {
        name: words(1 + next(3)).join(' '),
        residentPermitNumber: next(9) === 0 ? null : `8${String(next(2 ** 30)).padStart(13, '0')}`,
      }),
    );
    const index = packed(rows);
    const scanned = createRegistryIndex();
    scanned.apply(rows);
    const part = (text: string, length: number) => {
      const start = next(Math.max(1, text.length - length));
      return text.slice(start, start + length);
    };
    const queries = Array.from({ length: 1500 }, () => {
      const { name, residentPermitNumber } = rows[next(rows.length)] ?? registryRow(0, {});
      const text = next(3) === 0 ? (residentPermitNumber ?? '0') : name;
      return next(4) === 0
        ? `${part(name, 2)} ${part(text, 1 + next(3))}`
        : part(text, 1 + next(6));
    });
    const differing = queries.filter((query) => {
      const limit = next(2) === 0 ? 1000 : next(40);
      const expected = JSON.stringify(scanned.search(query, limit));
      return JSON.stringify(index.search(query, limit)) !== expected;
    });
    expect(differing).toEqual([]);
  });

  it('finds rows for which the packed form has no place: other ids, numbers and versions', () => {
    const rows = [
      { ...registryRow(1, { name: 'Acme One' }), id: 'not-a-uuid' },
      { ...registryRow(2, { name: 'Acme Two' }), id: '0000000A-0000-4000-8000-000000000002' },
      registryRow(3, { name: 'Acme Three', residentPermitNumber: '0812' }),
      registryRow(4, { name: 'Acme Four', version: 2 ** 33 }),
      registryRow(5, { name: 'Acme Five', extension: 'GmbH & Co. KG' }),
    ];
    const index = packed(rows);
    expect(index.size).toBe(5);
    expect(index.search('acme').results.map(({ name }) => name)).toEqual([
      ...['Acme Five', 'Acme Four', 'Acme One', 'Acme Three', 'Acme Two'],
    ]);
    expect(index.search('081').results).toEqual([rows[2]]);
    expect(index.search('five').results).toEqual([rows[4]]);
  });

  it('keeps no reference to the rows it was given', () => {
    const index = createRegistryIndex();
    const given = { ...registryRow(1, { name: 'Acme' }), secret: 'kept elsewhere' };
    index.apply([given]);
    given.name = 'Changed';
    expect(index.search('acme').results).toEqual([registryRow(1, { name: 'Acme' })]);
  });
});

/** Goes through the steps with an index that has these rows, and expects of each what a plain filter and sort gives. */
function answersAsPlain(
  index: RegistryIndex,
  first: readonly RegistryRow[],
  steps: readonly Step[],
): void {
  const plain = new Map(first.map((each) => [each.id, each]));
  for (const step of steps) {
    if ('put' in step) {
      index.apply(step.put);
      for (const each of step.put) {
        if (each.version > (plain.get(each.id)?.version ?? -1)) plain.set(each.id, each);
      }
      expect(index.size).toEqual(plain.size);
    } else {
      const expected = plainSearch([...plain.values()], step.query);
      expect(index.search(step.query, step.limit)).toEqual({
        results: expected.slice(0, step.limit),
        truncated: expected.length > step.limit,
      });
    }
  }
}

function plainSearch(rows: readonly RegistryRow[], query: string): readonly RegistryRow[] {
  const whole = nameKey(query);
  if (whole === '') return [];
  const rank = (row: RegistryRow): number => {
    const name = nameKey(row.name);
    if (name === whole) return 0;
    if (name.startsWith(whole)) return 1;
    if (name.includes(` ${whole}`)) return 2;
    if (whole.split(' ').every((word) => name.includes(word))) return 3;
    return row.residentPermitNumber?.includes(whole) ? 3 : 4;
  };
  const sortKey = (row: RegistryRow) => [String(rank(row)), nameKey(row.name), row.name, row.id];
  return rows
    .filter((row) => rank(row) < 4)
    .toSorted((left, right) => {
      const [one, other] = [sortKey(left), sortKey(right)];
      const place = one.findIndex((part, index) => part !== other[index]);
      return (one[place] ?? '') < (other[place] ?? '') ? -1 : 1;
    });
}
