import { shardsOf } from './key-parts.ts';
import {
  type Page,
  type PageBounds,
  type Partition,
  type Place,
  readFirst,
  readPage,
  readPart,
  sortKeyOf,
} from './page.ts';
import type { IndexName } from './schema.ts';
import type { Item, Table } from './table.ts';

/** A list over several partitions, each of which has the order of the whole list. */
export interface ShardedList {
  readonly name: string;
  /** 0 means that the list is not sharded. */
  readonly shards: number;
  readonly index?: IndexName;
  /** Only sort keys with this prefix. */
  readonly prefix?: string;
  /** Some new entries are still added to the list's own partition. */
  readonly ownGrows?: boolean;
}

export interface ShardedBounds extends PageBounds {
  /** The lowest sort keys come first, and cursors continue from there. */
  readonly oldestFirst?: boolean | undefined;
  /** Only sort keys above this one. */
  readonly above?: string | undefined;
  /** With `oldestFirst`: only sort keys below this one. */
  readonly until?: string | undefined;
  /**
   * The number of items to read first from each partition, large enough that few need a second
   * read.
   */
  readonly first?: number | undefined;
}

/** The state of one partition while a page is read. */
interface Source {
  readonly partition: Partition;
  /** The selected items, in the order of the page. */
  readonly items: Item[];
  /** The sort key of the last item read; undefined before the first. */
  last: string | undefined;
  from: Place | undefined;
  /** All items were read. */
  ended: boolean;
}

/**
 * One page of a sharded list, newest (highest sort key) first unless `oldestFirst`: the same page
 * and cursors as if all items were in one partition.
 *
 * All partitions are read in parallel, and those that may have more items of the page are read
 * again. With random ids this reads the page and two to six items of each partition, in three or
 * four round trips. The list's own partition gets no new items, so only one item of it is read
 * first; or the whole page, if it may hold all items.
 */
export async function readShardedPage(
  table: Table,
  list: ShardedList,
  request: ShardedBounds,
): Promise<Page<Item>> {
  const [own, ...sharded] = partitionsOf(list);
  const { limit, keep, oldestFirst = false } = request;
  if (sharded.length === 0 && !oldestFirst && request.above === undefined)
    return readPage(table, own, request);
  // One more item shows whether there is another page.
  const requested = limit + 1;
  const sources = [own, ...sharded].map(
    (partition): Source => ({
      partition,
      items: [],
      last: undefined,
      from: undefined,
      ended: false,
    }),
  );
  for (let round = 0, least = 2; ; round += 1) {
    const known = merged(sources, oldestFirst);
    const end = known[requested - 1]?.[0];
    const behind = sources.filter((source) => isBehind(source, end, oldestFirst));
    if (behind.length === 0) return cut(known, limit);
    const more = Math.max(least, Math.ceil((requested - known.length) / behind.length));
    await Promise.all(
      behind.map(async (source) => {
        const share = request.first ?? Math.ceil(requested / sharded.length);
        const ofOwn = list.ownGrows === true ? requested : 1;
        const first = source.partition === own && sharded.length > 0 ? ofOwn : share;
        await readOn(table, source, { ...request, limit: round === 0 ? first : more });
      }),
    );
    // A filter may exclude very many items.
    if (keep) least *= 2;
  }
}

/** Every partition of the list; the unsharded one comes first. */
export function partitionsOf({
  name,
  shards,
  index,
  prefix,
}: ShardedList): readonly [Partition, ...Partition[]] {
  const partition = (value: string): Partition => ({
    value,
    ...(index && { index }),
    ...(prefix !== undefined && { prefix }),
  });
  const [own, ...others] = shardsOf(name, shards);
  return [partition(own), ...others.map(partition)];
}

/** The oldest item of a list; undefined when it is empty. */
export async function readOldest(table: Table, list: ShardedList): Promise<Item | undefined> {
  const partitions = partitionsOf(list);
  const firsts = await Promise.all(partitions.map((partition) => readFirst(table, partition)));
  const [own] = partitions;
  return firsts
    .filter((item) => item !== undefined)
    .toSorted((left, right) => (sortKeyOf(left, own) < sortKeyOf(right, own) ? -1 : 1))[0];
}

/**
 * Whether unread items of a partition may come before `end`, the last position that the page needs,
 * if it is known.
 */
function isBehind({ ended, last }: Source, end: string | undefined, oldestFirst: boolean): boolean {
  if (ended) return false;
  if (end === undefined || last === undefined) return true;
  return oldestFirst ? last < end : last > end;
}

async function readOn(
  table: Table,
  source: Source,
  { limit, after, above, until, keep, only, oldestFirst: forwards = false }: ShardedBounds,
): Promise<void> {
  const { partition, from } = source;
  const bound = forwards
    ? { behind: after ?? above, before: until }
    : { before: after, behind: above };
  const { items, next } = await readPart(table, partition, {
    ...{ forwards, ...bound },
    ...{ from, limit, only },
  });
  source.items.push(...(keep ? items.filter(keep) : items));
  const last = items.at(-1);
  if (last !== undefined) source.last = sortKeyOf(last, partition);
  source.from = next;
  source.ended = next === undefined;
}

type Placed = readonly [place: string, item: Item];

/**
 * All items found, in the order of the page. An item that several versions of the service have
 * stored in different partitions appears once.
 */
function merged(sources: readonly Source[], oldestFirst: boolean): readonly Placed[] {
  const byPlace = new Map<string, Item>();
  for (const { partition, items } of sources) {
    for (const item of items) byPlace.set(sortKeyOf(item, partition), item);
  }
  return [...byPlace].toSorted(([one], [other]) => (one > other === oldestFirst ? 1 : -1));
}

function cut(known: readonly Placed[], limit: number): Page<Item> {
  const shown = known.slice(0, limit);
  const next = known.length > limit ? (shown.at(-1)?.[0] ?? null) : null;
  return { items: shown.map(([, item]) => item), next };
}
