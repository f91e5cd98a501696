import type { IndexName } from './schema.ts';
import type { Item, Table } from './table.ts';

/** A partition of the table or of an index. */
export interface Partition {
  readonly value: string;
  /** Only sort keys with this prefix. */
  readonly prefix?: string;
  readonly index?: IndexName;
}

export interface PageBounds {
  /** 1 to 100. */
  readonly limit: number;
  /** The sort key of the previous page's last item; absent for the first page. */
  readonly after?: string | undefined;
  readonly keep?: (item: Item) => boolean;
  /** The attributes to read in addition to the sort key, for large items; default: all. */
  readonly only?: readonly string[] | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** The value of `after` for the next page; null at the end. */
  readonly next: string | null;
}

/**
 * One page of a partition, newest (highest sort key) first.
 *
 * Strongly consistent, except on an index. Reads the items of the page and up to two more. `keep`
 * filters while the page is filled, so a page is full unless it is the last one; items that it
 * rejects are read as well. New items never shift later pages.
 */
export async function readPage(
  table: Table,
  partition: Partition,
  { limit, after, keep, only }: PageBounds,
): Promise<Page<Item>> {
  const items: Item[] = [];
  // One more, to know whether there is another page; and the cursor's own item, which `BETWEEN`
  // includes.
  const requested = limit + (after === undefined ? 1 : 2);
  for await (const item of readBackwards(table, partition, after, requested, only)) {
    if (keep && !keep(item)) continue;
    if (items.length === limit) return { items, next: sortKeyOf(items[limit - 1], partition) };
    items.push(item);
  }
  return { items, next: null };
}

/** Every item of a partition, lowest sort key first. */
export async function readAll(table: Table, partition: Partition): Promise<readonly Item[]> {
  let { items, next } = await readPart(table, partition, { forwards: true });
  while (next !== undefined) {
    const part = await readPart(table, partition, { forwards: true, from: next });
    items = items.concat(part.items);
    next = part.next;
  }
  return items;
}

/**
 * Items of a partition in the order of their sort keys, up to a sort key. They are read lazily,
 * `requested` at first.
 */
export async function* readUpTo(
  table: Table,
  partition: Partition,
  last: string,
  requested: number,
): AsyncGenerator<Item> {
  for await (const page of pages(table, partition, true, last, requested)) yield* page;
}

/** The item with the lowest sort key of a partition; undefined when it is empty. */
export async function readFirst(table: Table, partition: Partition): Promise<Item | undefined> {
  for await (const [first] of pages(table, partition, true, undefined, 1)) return first;
  return undefined;
}

/** The items of a partition to count. */
interface Counted {
  /** Sort keys from the first (inclusive) to the second (exclusive). */
  readonly between?: readonly [from: string, to: string];
  /** Only items without this attribute. */
  readonly without?: string;
}

/**
 * The number of items in a partition, or of those that match `counted`; eventually consistent. It
 * reads all of them at half the price of other reads, so use it for small partitions or parts.
 */
export async function countAll(
  table: Table,
  partition: Partition,
  counted?: Counted,
): Promise<number> {
  return (await countParts(table, partition, counted)).count;
}

/** Like `countAll`, and the number of all items that were read: also those with the attribute `without`. */
export async function countParts(
  table: Table,
  { value }: Partition,
  { between, without }: Counted = {},
): Promise<{ readonly count: number; readonly all: number }> {
  let count = 0;
  let all = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const {
      Count = 0,
      ScannedCount = 0,
      LastEvaluatedKey,
    } = await table.client.call('Query', {
      TableName: table.name,
      Select: 'COUNT',
      KeyConditionExpression: `pk = :pk${between ? ' AND sk BETWEEN :from AND :to' : ''}`,
      FilterExpression: without === undefined ? undefined : 'attribute_not_exists(#without)',
      ExpressionAttributeNames: without === undefined ? undefined : { '#without': without },
      ExpressionAttributeValues: {
        ':pk': value,
        ...(between && { ':from': between[0], ':to': between[1] }),
      },
      ExclusiveStartKey: start,
    });
    count += Count;
    all += ScannedCount;
    start = LastEvaluatedKey;
  } while (start !== undefined);
  return { count, all };
}

async function* readBackwards(
  table: Table,
  partition: Partition,
  after: string | undefined,
  requested: number,
  only: readonly string[] | undefined,
) {
  for await (const page of pages(table, partition, false, after, requested, only)) yield* page;
}

async function* pages(
  table: Table,
  partition: Partition,
  forwards: boolean,
  before: string | undefined,
  /** The number of items to read at first; it doubles with each further read. */
  requested?: number,
  only?: readonly string[],
): AsyncGenerator<readonly Item[]> {
  let from: Place | undefined;
  let limit = requested;
  do {
    const part = await readPart(table, partition, { forwards, before, from, limit, only });
    yield part.items;
    from = part.next;
    if (limit !== undefined) limit *= 2;
  } while (from !== undefined);
}

/** The position at which a Query stopped. */
export type Place = Readonly<Record<string, unknown>>;

/**
 * The result of one Query in a partition: at most `limit` items and a megabyte. `before` and
 * `behind` are exclusive sort keys. `next` is the position where the following Query continues;
 * undefined at the end.
 */
export async function readPart(
  table: Table,
  partition: Partition,
  {
    forwards = false,
    before,
    behind,
    from,
    limit,
    only,
  }: {
    readonly forwards?: boolean;
    readonly before?: string | undefined;
    readonly behind?: string | undefined;
    readonly from?: Place | undefined;
    readonly limit?: number | undefined;
    /** As in `PageBounds`. */
    readonly only?: readonly string[] | undefined;
  },
): Promise<{ readonly items: readonly Item[]; readonly next: Place | undefined }> {
  const { value, prefix = '', index } = partition;
  const [partitionKey, sortKey] = attributes(index);
  const bounded = prefix !== '' || before !== undefined || behind !== undefined;
  // A cursor of another list: either none of this list's items come before it, or all do.
  if (before !== undefined && before < prefix) return { items: [], next: undefined };
  const last = `${prefix}\u{10ffff}`;
  if (behind !== undefined && behind > last) return { items: [], next: undefined };
  const first = prefix === '' ? ' ' : prefix;
  // DynamoDB rejects a BETWEEN whose bounds are reversed.
  if (before !== undefined && behind !== undefined && behind >= before)
    return { items: [], next: undefined };
  const { Items = [], LastEvaluatedKey } = await table.client.call('Query', {
    TableName: table.name,
    IndexName: index,
    ConsistentRead: index === undefined,
    ScanIndexForward: forwards,
    KeyConditionExpression: bounded ? '#pk = :pk AND #sk BETWEEN :low AND :high' : '#pk = :pk',
    ...(only && { ProjectionExpression: ['#sk', ...only.map((name) => `#${name}`)].join() }),
    ExpressionAttributeNames: {
      '#pk': partitionKey,
      ...((bounded || only) && { '#sk': sortKey }),
      ...(only && Object.fromEntries(only.map((name) => [`#${name}`, name]))),
    },
    ExpressionAttributeValues: {
      ':pk': value,
      ...(bounded && {
        ':low': behind !== undefined && behind > first ? behind : first,
        ':high': before !== undefined && before < last ? before : last,
      }),
    },
    ExclusiveStartKey: from,
    Limit: limit,
  });
  // BETWEEN includes its bounds; the previous page's last item must not appear again.
  const items =
    before === undefined && behind === undefined
      ? Items
      : Items.filter(({ [sortKey]: key }) => key !== before && key !== behind);
  return { items, next: LastEvaluatedKey };
}

function attributes(index: IndexName | undefined): readonly [string, string] {
  return index === undefined ? ['pk', 'sk'] : [`${index}pk`, `${index}sk`];
}

export function sortKeyOf(item: Item | undefined, { index }: Partition): string {
  return String(item?.[attributes(index)[1]]);
}
