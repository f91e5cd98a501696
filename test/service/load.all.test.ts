import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ceilingOf, most, nameOf, usageOf } from '../../bin/load/compute.ts';
import { readLoad } from '../../bin/load/measured.ts';
import { listOf, partitionKind, partitionKinds } from '../../bin/load/partitions.ts';
import { scenarios, tableFile, withLoad } from '../../bin/load.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { itemSize } from '../support/item-size.ts';
import { openPartitionWatch } from '../support/written-partitions.ts';

const load = readLoad();
const llc = 'LLC, from application to registration';

it('the partition tables in the docs match the output of bin/load.ts', () => {
  const page = readFileSync(tableFile, 'utf8');
  // If it differs: `npm run generate`.
  expect(withLoad(page, load)).toBe(page);
});

describe('the limit of a DynamoDB partition', () => {
  it.each(Object.entries(scenarios))('is not exceeded in %s', (_, perSecond) => {
    const beyond = usageOf(load, perSecond)
      .filter((usage) => most(usage) > 1)
      .map(({ kind }) => nameOf(kind));
    expect(beyond).toEqual([]);
  });

  it('is reached only by the registry list if its changes are not sharded over partitions', () => {
    const name =
      '1,000 LLCs in a second, and a thousand times the other load of the busiest second';
    const perSecond = Object.entries(scenarios).find(([each]) => each === name)?.[1] ?? {};
    const { 'gsi2 REGISTRY#': sharded, ...others } = load[llc] ?? {};
    const one = { ...load, [llc]: { ...others, 'gsi1 REGISTRY': { written: 1, read: 0 } } };
    expect(sharded).toEqual({ written: 1, read: 0 });
    expect(ceilingOf(one, llc)).toBe(1_000);
    const beyond = usageOf(one, perSecond).filter((usage) => most(usage) >= 1);
    expect(beyond.map(({ kind }) => nameOf(kind))).toEqual(['gsi1 REGISTRY']);
    expect(ceilingOf(load, llc)).toBe(2_000);
  });

  it('would be reached at 142 LLCs per second if the audit trail had a single partition', () => {
    expect(load[llc]?.['gsi1 AUDIT#']).toEqual({ written: 7, read: 0 });
    expect(Math.floor(1_000 / 7)).toBe(142);
    const trail = usageOf(load, { [llc]: 1_000 }).find(({ kind }) => kind.pattern === 'AUDIT');
    expect(trail?.written).toBeCloseTo(7_000 / 16 / 1_000);
  });

  it('is calculated as by hand, with the fullest partition first', () => {
    const made = {
      act: {
        'gsi1 AUDIT#': { written: 32, read: 0 },
        'table LIST#person#': { written: 2, read: 12_000 },
        'table PERSON#…': { written: 900, read: 0 },
      },
    };
    const [first, second] = usageOf(made, { act: 1 });
    // 12,000 units over eight partitions are half of their limit; 32 over 16 are two thousandths.
    expect([first?.kind.pattern, first?.read]).toEqual(['LIST#person', 0.5]);
    expect([second?.kind.pattern, second?.written]).toEqual(['AUDIT', 0.002]);
    expect(ceilingOf(made, 'act')).toBe(2);
    expect(ceilingOf({ act: {} }, 'act')).toBe(Infinity);
  });
});

describe('a table partition', () => {
  it.each(Object.entries(keys))('of the key %s has a known kind', (_, make) => {
    // Every key function takes only texts, except for the number of partitions.
    const { pk } = (make as (...parts: readonly string[]) => { readonly pk: string })(
      'a',
      'b',
      'c',
    );
    const known = partitionKind(
      'table',
      pk.replace('LIST#a', 'LIST#person').replace(/^a$/, 'PERSON#a'),
    );
    expect({ pk, known: known?.pattern }).toEqual({ pk, known: expect.any(String) });
  });

  it('has exactly one kind, and its list is known', () => {
    const kindOf = (where: string, key: string) => {
      const kind = partitionKind(where, key);
      return kind && [nameOf(kind), listOf(kind, key)];
    };
    expect([
      kindOf('gsi1', 'AUDIT#15'),
      kindOf('gsi1', 'AUDIT_FILTER#abc#3'),
      kindOf('gsi1', 'AUDIT_FILTER#abc'),
      kindOf('table', 'LIST#review#3'),
      kindOf('table', 'LIST#review#*#approved#3'),
      kindOf('table', 'AUDIT#ACTION#abc'),
      kindOf('table', 'AUDIT#6d1c1f0a'),
      kindOf('gsi2', 'AUDIT#6d1c1f0a'),
      kindOf('table', 'SOMETHING#else'),
    ]).toEqual([
      ['gsi1 AUDIT#', 'AUDIT'],
      ['gsi1 AUDIT_FILTER#…#', 'AUDIT_FILTER#abc'],
      ['gsi1 AUDIT_FILTER#…', 'AUDIT_FILTER#abc'],
      ['table LIST#review#', 'LIST#review'],
      ['table LIST#review#…#', 'LIST#review#*#approved'],
      ['table AUDIT#ACTION#…', 'AUDIT#ACTION#abc'],
      ['table AUDIT#…', 'AUDIT#6d1c1f0a'],
      undefined,
      undefined,
    ]);
    const names = partitionKinds.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
  });

  it('of an unknown kind is reported when it is written, in the table or an index', () => {
    const watch = openPartitionWatch();
    const key = { pk: { S: 'PERSON#1' }, sk: { S: 'PERSON' } };
    watch.see('UpdateItem', { Key: key });
    watch.see('GetItem', { Key: { ...key, pk: { S: 'NOTHING#1' } } });
    expect(watch.complaints()).toEqual([]);
    watch.see('PutItem', { Item: { ...key, pk: { S: 'NEW#secret' } } });
    watch.see('TransactWriteItems', {
      TransactItems: [
        { Put: { Item: { ...key, gsi1pk: { S: 'AUDIT#secret' } } } },
        { ConditionCheck: { Key: { ...key, pk: { S: 'CHECKED#1' } } } },
        {
          Update: {
            Key: key,
            UpdateExpression: 'SET gsi2pk = :list, gsi2sk = :order',
            ExpressionAttributeValues: { ':list': { S: 'OTHER' }, ':order': { S: '1' } },
          },
        },
      ],
    });
    expect(watch.complaints()).toEqual([
      'partition NEW#… of table: not in bin/load/partitions.ts (npm run generate)',
      'partition AUDIT#… of gsi1: not in bin/load/partitions.ts (npm run generate)',
      'partition OTHER of gsi2: not in bin/load/partitions.ts (npm run generate)',
    ]);
  });
});

it("an item has the size that DynamoDB's documentation specifies", () => {
  expect(
    itemSize({
      pk: { S: 'Ä' },
      n: { N: '-27.5' },
      is: { BOOL: true },
      none: { NULL: true },
      m: { M: { a: { S: 'xy' } } },
      l: { L: [{ S: 'x' }, { S: 'y' }] },
    }),
  ).toBe(2 + 2 + (1 + 3) + (2 + 1) + (4 + 1) + (1 + 3 + 1 + 2 + 1) + (1 + 3 + 2 * 2));
});
