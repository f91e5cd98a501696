import { isDeepStrictEqual } from 'node:util';
import { marshall } from '@aws-sdk/util-dynamodb';
import { nameOf } from '../../bin/load/compute.ts';
import type { Asked } from '../../bin/load/measured.ts';
import { listOf, partitionKind } from '../../bin/load/partitions.ts';
import { getItems, tableClient, tableOver } from '../../shared/kernel/db/table.ts';
import type { RequestBody } from './dynamodb-proxy.ts';
import { itemSize } from './item-size.ts';
import { type TouchedKey, tableAccesses } from './table-accesses.ts';

type Image = Readonly<Record<string, unknown>> | undefined;

/**
 * Calculates the use of each partition of the table and its indexes, by DynamoDB's rules: a
 * transaction writes twice to the table and once to an index. An item that leaves an index
 * partition is also a write there.
 */
export function openPartitionMeter(endpoint: string, tableName: string) {
  const client = tableClient({ endpoint });
  const units = new Map<string, Asked>();

  const add = (where: string, key: string, asked: Partial<Asked>) => {
    const place = `${where} ${key}`;
    const { written, read } = units.get(place) ?? { written: 0, read: 0 };
    units.set(place, {
      written: written + (asked.written ?? 0),
      read: read + (asked.read ?? 0),
    });
  };
  const images = async (keys: readonly TouchedKey[]): Promise<readonly Image[]> => {
    const found = await getItems(tableOver(tableName, client), keys);
    return found.map((item) => item && marshall(item));
  };

  const wrote = (key: TouchedKey, times: number, before: Image, after: Image) => {
    add('table', key.pk, { written: times * kilobytes(before, after) });
    for (const where of ['gsi1', 'gsi2']) {
      const [from, to] = [indexKey(where, before), indexKey(where, after)];
      if (from?.join() === to?.join()) {
        // By value: the engine returns the members of a map in any order.
        if (to !== undefined && !isDeepStrictEqual(before, after))
          add(where, to[0], { written: kilobytes(before, after) });
        continue;
      }
      if (from !== undefined) add(where, from[0], { written: kilobytes(before) });
      if (to !== undefined) add(where, to[0], { written: kilobytes(after) });
    }
  };

  return {
    /** Executes a request and records its cost. `capacity` is what the table reports as consumed. */
    async around<T>(
      operation: string,
      body: RequestBody,
      work: () => Promise<{ readonly result: T; readonly ok: boolean; readonly capacity: number }>,
    ): Promise<T> {
      const accesses = tableAccesses(operation, body);
      const writes = /^(Put|Update|Delete|TransactWrite)/.test(operation);
      const keys = accesses.flatMap((access) => access.keys);
      const before = writes || operation !== 'Query' ? await images(keys) : [];
      const { result, ok, capacity } = await work();
      if (writes && ok) {
        const after = await images(keys);
        const times = operation.startsWith('Transact') ? 2 : 1;
        for (const [index, key] of keys.entries()) wrote(key, times, before[index], after[index]);
      } else if (operation === 'Query') {
        for (const { index, keys: asked } of accesses)
          for (const { pk } of asked) add(index ?? 'table', pk, { read: capacity });
      } else if (!writes) {
        for (const [index, { pk }] of keys.entries())
          add('table', pk, { read: Math.max(1, Math.ceil(bytes(before[index]) / 4_096)) });
      }
      return result;
    },
    /** The use since the last call, by kind of partition: of the list, or of the most used key. */
    take(): Readonly<Record<string, Asked>> {
      const lists = new Map<string, Asked & { readonly kind: string }>();
      for (const [place, asked] of units) {
        const [where = '', ...rest] = place.split(' ');
        const key = rest.join(' ');
        const found = partitionKind(where, key);
        const kind = found ? nameOf(found) : `${where} ?`;
        const list = `${where} ${found ? listOf(found, key) : key} ${kind}`;
        const { written = 0, read = 0 } = lists.get(list) ?? {};
        lists.set(list, { kind, written: written + asked.written, read: read + asked.read });
      }
      units.clear();
      const kinds: Record<string, Asked> = {};
      for (const { kind, written, read } of lists.values()) {
        const known = kinds[kind] ?? { written: 0, read: 0 };
        kinds[kind] = {
          written: Math.max(known.written, written),
          read: Math.max(known.read, read),
        };
      }
      return Object.fromEntries(Object.entries(kinds).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
    /** All units that were written, to all partitions. */
    written: () => [...units.values()].reduce((sum, asked) => sum + asked.written, 0),
    close: () => client.destroy(),
  };
}

function indexKey(where: string, item: Image): readonly [pk: string, sk: string] | undefined {
  const [pk, sk] = [item?.[`${where}pk`], item?.[`${where}sk`]];
  return pk === undefined ? undefined : [String(Object(pk).S), String(Object(sk).S)];
}

function bytes(item: Image): number {
  return item === undefined ? 0 : itemSize(item);
}

function kilobytes(...of: readonly Image[]): number {
  return Math.max(1, ...of.map((item) => Math.ceil(bytes(item) / 1_024)));
}
