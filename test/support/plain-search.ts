import fc from 'fast-check';
import { expect } from 'vitest';
import { nameKey } from '../../shared/kernel/domain/legal-entity.ts';
import type {
  RegistryRow,
  RegistrySearchResult,
} from '../../shared/registry/domain/registry-index.ts';
import { registryRow } from './registry-index-contract.ts';

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

/** Rows with different ids. */
export const registryRows = fc.uniqueArray(row, { maxLength: 30, selector: ({ id }) => id });

/** Rows that are added and changed, with queries in between. */
export const registrySteps = (maxLength: number) => fc.array(step, { minLength: 2, maxLength });

/** A registry that is compared with a simple one. */
interface Answering {
  apply(rows: readonly RegistryRow[]): Promise<void> | void;
  search(query: string, limit: number): Promise<RegistrySearchResult> | RegistrySearchResult;
  readonly size?: number;
}

/** Runs the steps on a registry with these rows, and expects the results of a plain filter and sort. */
export async function answersAsPlain(
  registry: Answering,
  first: readonly RegistryRow[],
  steps: readonly Step[],
): Promise<void> {
  const plain = new Map(first.map((each) => [each.id, each]));
  for (const step of steps) {
    if ('put' in step) {
      await registry.apply(step.put);
      for (const each of step.put) {
        if (each.version > (plain.get(each.id)?.version ?? -1)) plain.set(each.id, each);
      }
      if (registry.size !== undefined) expect(registry.size).toEqual(plain.size);
    } else {
      const expected = plainSearch([...plain.values()], step.query);
      expect(await registry.search(step.query, step.limit)).toEqual({
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
      const index = one.findIndex((part, at) => part !== other[at]);
      return (one[index] ?? '') < (other[index] ?? '') ? -1 : 1;
    });
}
