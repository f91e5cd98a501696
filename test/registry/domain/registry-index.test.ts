import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey } from '../../../shared/kernel/domain/company-name.ts';
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

describe('the registry index in many small blocks', () => {
  registryIndexContract(() => searchable(createRegistryIndex(2)));
});

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
const step = fc.oneof(
  fc.record({ put: fc.array(row, { maxLength: 12 }) }),
  fc.record({ query, limit: fc.nat(12) }),
);

describe('the registry index against a plain filter and sort', () => {
  it.each([2, 3, 7, 512])(
    'gives the same answers in blocks of %i while rows come and change',
    (capacity) => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 2, maxLength: 24 }), (steps) => {
          const index = createRegistryIndex(capacity);
          const plain = new Map<string, RegistryRow>();
          for (const step of steps) {
            if ('put' in step) {
              index.apply(step.put);
              for (const row of step.put) {
                if (row.version > (plain.get(row.id)?.version ?? -1)) plain.set(row.id, row);
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
        }),
        { numRuns: 1500 },
      );
    },
  );

  it('keeps no reference to the rows it was given', () => {
    const index = createRegistryIndex();
    const given = { ...registryRow(1, { name: 'Acme' }), secret: 'kept elsewhere' };
    index.apply([given]);
    given.name = 'Changed';
    expect(index.search('acme').results).toEqual([registryRow(1, { name: 'Acme' })]);
  });
});

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
