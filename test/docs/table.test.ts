import { describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { codes, documentText, tableUnder } from '../support/documents.ts';

const rows = tableUnder(documentText('docs/table.md'), '## Items')
  .filter(([name]) => codes(name)[0])
  .map(([name, partitionKey, sortKey]) => ({
    name: codes(name)[0],
    partitionKeys: codes(partitionKey),
    sortKeys: codes(sortKey),
  }));

/** A key up to its first value: `PERSON#…id` and `PERSON#0123` both begin with `PERSON#`. */
function beginning(key: string): string {
  return key.replace(/#.*/s, '#');
}

describe('docs/table.md', () => {
  it('describes exactly the items of shared/kernel/db/keys.ts', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(keys).toSorted());
  });

  it('states for every item its content and how long it is stored', () => {
    const table = tableUnder(documentText('docs/table.md'), '## Items').filter(
      ([name]) => codes(name)[0],
    );
    expect(table.filter(([, , , contents, kept]) => !contents || !kept)).toEqual([]);
  });

  it.each(Object.entries(keys))('shows the keys of %s as the code builds them', (name, make) => {
    const described = rows.find((row) => row.name === name);
    // Every part of every key is a string; the union of their parameters can't say so.
    const parts = ['PERSON#x', 'y', 'z'] as unknown as never[];
    const { pk, sk } = Reflect.apply(make, undefined, parts);
    const partitionKeys = described?.partitionKeys.map(beginning) ?? [];
    const sortKeys = described?.sortKeys.map((key) => beginning(key.replace(/^…\w+#/, '…'))) ?? [];
    expect(partitionKeys).toContain(beginning(pk));
    // A sort key that starts with a value has no fixed prefix.
    if (sk.startsWith('y')) expect(sortKeys[0]).toMatch(/^…/);
    else expect(sortKeys).toContain(beginning(sk));
  });
});
