import { expect, it } from 'vitest';
import type { RegistryRow } from '../../shared/registry/domain/registry-index.ts';

/** The fields that a registry search returns in every implementation. Other fields are ignored. */
type Found = Omit<RegistryRow, 'version'>;

/** A searchable registry. A search finds all rows that were stored before it. */
export interface Searchable {
  put(rows: readonly RegistryRow[]): Promise<void> | void;
  search(query: string): Promise<SearchAnswer> | SearchAnswer;
}

interface SearchAnswer {
  readonly results: readonly Found[];
  readonly truncated: boolean;
}

/** Returns a row with a UUID made from `number`, and the given fields. */
export function registryRow(number: number, row: Partial<RegistryRow>): RegistryRow {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { id, name: 'Unnamed', extension: 'LLC', residentPermitNumber: null, version: 1, ...row };
}

/**
 * Registers the tests that every registry search passes (spec 4.9). `make` returns a new, empty registry
 * for each test.
 */
export function registryIndexContract(make: () => Promise<Searchable> | Searchable): void {
  async function registryOf(
    names: readonly string[],
  ): Promise<(query: string) => Promise<string[]>> {
    const registry = await make();
    await registry.put(names.map((name, number) => registryRow(number, { name })));
    return async (query) => (await registry.search(query)).results.map(({ name }) => name);
  }

  it('finds nothing in an empty registry', async () => {
    const registry = await make();
    expect(await registry.search('acme')).toMatchObject({ results: [], truncated: false });
  });

  it('returns id, name, extension and permit number as they were put', async () => {
    const registry = await make();
    const row = registryRow(1, { name: 'Ácme  Labs', residentPermitNumber: '80000000000012' });
    await registry.put([row, registryRow(2, { name: 'Other', extension: 'Inc.' })]);
    const answers = [await registry.search('labs'), await registry.search('other')];
    expect(answers.map(({ results }) => results.map(fields))).toEqual([
      [
        {
          id: row.id,
          name: 'Ácme  Labs',
          extension: 'LLC',
          residentPermitNumber: '80000000000012',
        },
      ],
      [{ id: registryRow(2, {}).id, name: 'Other', extension: 'Inc.', residentPermitNumber: null }],
    ]);
  });

  it('finds a name by any part of it, in any case', async () => {
    const search = await registryOf(['Acme Labs', 'Straße Eins', 'ΟΔΥΣΣΕΥΣ']);
    expect(await search('CM')).toEqual(['Acme Labs']);
    expect(await search('me la')).toEqual(['Acme Labs']);
    expect(await search('STRASSE')).toEqual(['Straße Eins']);
    expect(await search('οδυσσευς')).toEqual(['ΟΔΥΣΣΕΥΣ']);
  });

  it('distinguishes accents', async () => {
    const search = await registryOf(['Cafe', 'Café']);
    expect(await search('CAFÉ')).toEqual(['Café']);
    expect(await search('cafe\u0301')).toEqual(['Café']);
    expect(await search('cafe')).toEqual(['Cafe']);
  });

  it('requires every word of the query in the name, in any order', async () => {
    const search = await registryOf(['Acme Labs', 'Acme Foods', 'Labs of Acme', 'Foods']);
    expect(await search('labs acme')).toEqual(['Acme Labs', 'Labs of Acme']);
    expect(await search('foods labs')).toEqual([]);
    expect(await search('ac acme ac')).toEqual(['Acme Foods', 'Acme Labs', 'Labs of Acme']);
  });

  it('ignores the kind and amount of white space', async () => {
    const search = await registryOf(['Acme \u00a0 Labs']);
    expect(await search(' \t acme \u3000\n labs  ')).toEqual(['Acme \u00a0 Labs']);
    expect(await search('   ')).toEqual([]);
  });

  it('treats no character of a query as a pattern', async () => {
    const search = await registryOf(['A.C*M%E_', 'Acme']);
    for (const query of ['.', '*', '%', '_', '.c*']) {
      expect(await search(query)).toEqual(['A.C*M%E_']);
    }
    for (const query of ['\\', '[a-z]', '(', '^a', 'e$', '\u0000', '|']) {
      expect(await search(query)).toEqual([]);
    }
  });

  it('searches the name without its extension', async () => {
    const search = await registryOf(['Acme']);
    expect(await search('llc')).toEqual([]);
    expect(await search('acme llc')).toEqual([]);
  });

  it('never matches from the end of one entity into the next', async () => {
    const registry = await make();
    await registry.put([
      registryRow(1, { name: 'Abc', residentPermitNumber: '80000000000001' }),
      registryRow(2, { name: 'Def', residentPermitNumber: '92222222222222' }),
    ]);
    for (const query of ['cd', 'c d', 'c\nd', 'c\u0000d', 'c,d', '19', '1 9', '1\n9', '1\u00009']) {
      expect((await registry.search(query)).results.map(({ name }) => name)).toEqual([]);
    }
  });

  it('finds a permit number by any part of it, but only by the query as a whole', async () => {
    const registry = await make();
    const row = registryRow(1, { name: 'Acme', residentPermitNumber: '81234567890123' });
    await registry.put([row, registryRow(2, { name: 'Other' })]);
    const answers = new Map<string, number>();
    for (const query of [
      '81234567890123',
      ' 45678 ',
      '3',
      '123 789',
      'acme 123',
      '812345678901234',
    ]) {
      answers.set(query, (await registry.search(query)).results.length);
    }
    expect([...answers.values()]).toEqual([1, 1, 1, 0, 0, 0]);
  });

  it('sorts the exact name first, then prefixes, then prefixes of words, then the rest', async () => {
    const search = await registryOf([
      'A Labs',
      'Bilabs',
      'Labs Zeta',
      'LABS',
      'Collabs',
      'Labsy',
      'Z Labsy',
    ]);
    expect(await search('labs')).toEqual([
      ...['LABS', 'Labs Zeta', 'Labsy'],
      ...['A Labs', 'Z Labsy'],
      ...['Bilabs', 'Collabs'],
    ]);
  });

  it('ranks by the whole query if it has several words', async () => {
    const search = await registryOf([
      'Beta Alpha',
      'X Alpha Beta',
      'Alpha Betas',
      'Alpha  Beta',
      'An Alpha C Beta',
      'Aalpha Beta',
    ]);
    expect(await search('alpha beta')).toEqual([
      ...['Alpha  Beta', 'Alpha Betas', 'X Alpha Beta'],
      ...['Aalpha Beta', 'An Alpha C Beta', 'Beta Alpha'],
    ]);
  });

  it('ranks permit numbers that contain the query with names that contain it inside a word', async () => {
    const registry = await make();
    await registry.put([
      registryRow(1, { name: 'Beta', residentPermitNumber: '80000000000770' }),
      registryRow(2, { name: 'Alpha1077' }),
      registryRow(3, { name: '077 Gamma' }),
      registryRow(4, { name: 'Delta1077', residentPermitNumber: '80000000000771' }),
    ]);
    const { results } = await registry.search('077');
    expect(results.map(({ name }) => name)).toEqual([
      '077 Gamma',
      'Alpha1077',
      'Beta',
      'Delta1077',
    ]);
  });

  it('orders equal names by spelling and then id', async () => {
    const registry = await make();
    const names = ['acme', 'ACME', 'Acme', 'Acme'];
    await registry.put(names.map((name, number) => registryRow(9 - number, { name })));
    const { results } = await registry.search('acme');
    expect(results.map(({ id, name }) => [name, id.at(-1)])).toEqual([
      ['ACME', '8'],
      ['Acme', '6'],
      ['Acme', '7'],
      ['acme', '9'],
    ]);
  });

  it('finds an entity only by its current name and number, and ignores late older changes', async () => {
    const registry = await make();
    await registry.put([registryRow(1, { name: 'Old', residentPermitNumber: null, version: 1 })]);
    await registry.put([
      registryRow(1, { name: 'New', residentPermitNumber: '80000000000012', version: 3 }),
    ]);
    await registry.put([registryRow(1, { name: 'Late', version: 2 })]);
    const found = new Map<string, number>();
    for (const query of ['old', 'late', 'new', '80000000000012']) {
      found.set(query, (await registry.search(query)).results.length);
    }
    expect(Object.fromEntries(found)).toEqual({ old: 0, late: 0, new: 1, '80000000000012': 1 });
  });

  it('returns the 1000 most relevant rows, and says if there are more', async () => {
    const registry = await make();
    const rows = Array.from({ length: 1000 }, (_, number) =>
      registryRow(number, { name: `Acme ${number}` }),
    );
    await registry.put(rows);
    const whole = await registry.search('m');
    expect([whole.results.length, whole.truncated]).toEqual([1000, false]);
    await registry.put([
      registryRow(1000, { name: 'Zoo M' }),
      registryRow(1001, { name: 'Zz', residentPermitNumber: null }),
    ]);
    const cut = await registry.search('m');
    expect([cut.results.length, cut.truncated, cut.results[0]?.name]).toEqual([
      1000,
      true,
      'Zoo M',
    ]);
  });
}

function fields({ id, name, extension, residentPermitNumber }: Found): Found {
  return { id, name, extension, residentPermitNumber };
}
