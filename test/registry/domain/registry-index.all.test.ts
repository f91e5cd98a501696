import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRegistry } from '../../../shared/registry/domain/pack-registry.ts';
import { packedRegistry } from '../../../shared/registry/domain/packed-registry.ts';
import {
  createRegistryIndex,
  type RegistryIndex,
  type RegistryRow,
} from '../../../shared/registry/domain/registry-index.ts';
import { nameTools } from '../../../shared/registry/usecases/compare-names.ts';
import { answersAsPlain, registryRows, registrySteps } from '../../support/plain-search.ts';
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
      // All rows are packed again on each put.
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
      // The first rows are packed. All later rows are applied as changes.
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
  const { arrays, facts } = packRegistry(rows, nameTools);
  return createRegistryIndex(packedRegistry(arrays, facts), blockCapacity);
}

describe('a registry index', () => {
  it.each([2, 3, 7, 512])(
    'gives the results of a plain search with blocks of %i rows during changes',
    async (capacity) => {
      await fc.assert(
        fc.asyncProperty(registrySteps(24), (steps) =>
          answersAsPlain(createRegistryIndex(undefined, capacity), [], steps),
        ),
        { numRuns: 400 },
      );
    },
  );

  it('gives the results of a plain search over a packed registry during changes', async () => {
    await fc.assert(
      fc.asyncProperty(registryRows, registrySteps(16), (first, steps) =>
        answersAsPlain(packed(first, 3), first, steps),
      ),
      { numRuns: 400 },
    );
  });

  it('gives the results of a plain search if most letters are rare and lists have wide gaps', () => {
    // 3,000 names use 60 letters of several scripts. The queries are parts of the names and of permit numbers.
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
    const queries = Array.from({ length: 500 }, () => {
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

  it('finds rows that the packed format cannot encode: unusual ids, numbers and versions', () => {
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

  it('keeps no reference to the rows passed to it', () => {
    const index = createRegistryIndex();
    const given = { ...registryRow(1, { name: 'Acme' }), secret: 'kept elsewhere' };
    index.apply([given]);
    given.name = 'Changed';
    expect(index.search('acme').results).toEqual([registryRow(1, { name: 'Acme' })]);
  });
});
