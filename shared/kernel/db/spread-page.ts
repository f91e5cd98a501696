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

/** A list over several partitions, each in the order of the whole list. */
export interface SpreadList {
  readonly name: string;
  /** 0: it is not spread. */
  readonly shards: number;
  readonly index?: IndexName;
  /** Only sort keys that start with it. */
  readonly prefix?: string;
  /** Some of its entries go to their own partitions. */
  readonly ownGrows?: boolean;
}

/** A page of a spread list. */
export interface SpreadBounds extends PageBounds {
  /** The lowest sort keys come first, and cursors continue from there. */
  readonly oldestFirst?: boolean | undefined;
  /** Only sort keys above this one. */
  readonly above?: string | undefined;
  /** With the oldest first: sort keys from this one on are left out. */
  readonly until?: string | undefined;
  /** How many each partition is asked for at first: enough that hardly any must be asked again. */
  readonly first?: number | undefined;
}

/** A partition while a page is made of it. */
interface Source {
  readonly partition: Partition;
  /** The selected items, in the order of the page. */
  readonly items: Item[];
  /** Sort key of the last item that was read; undefined before the first. */
  last: string | undefined;
  from: Place | undefined;
  /** There are no more. */
  ended: boolean;
}

/**
 * One page of a spread list, newest (highest sort key) first unless the oldest are wanted first: the same
 * page, and the same cursors, as if all were in one partition.
 *
 * All partitions are asked in parallel for their part of the page, and then those for more that may have more
 * items of the page. With random ids that is n items and two to six for each partition, in three or four
 * round trips. The list's own partition is first asked for one item, since it gets no new items; or for all,
 * if it may hold all.
 */
export async function readSpreadPage(
  table: Table,
  list: SpreadList,
  request: SpreadBounds,
): Promise<Page<Item>> {
  const [own, ...spread] = partitionsOf(list);
  const { limit, keep, oldestFirst = false } = request;
  if (spread.length === 0 && !oldestFirst && request.above === undefined)
    return readPage(table, own, request);
  // One more tells whether there is another page.
  const wanted = limit + 1;
  const sources = [own, ...spread].map(
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
    const end = known[wanted - 1]?.place;
    const behind = sources.filter((source) => isBehind(source, end, oldestFirst));
    if (behind.length === 0) return cut(known, limit);
    const more = Math.max(least, Math.ceil((wanted - known.length) / behind.length));
    await Promise.all(
      behind.map(async (source) => {
        const share = request.first ?? Math.ceil(wanted / spread.length);
        const ofOwn = list.ownGrows === true ? wanted : 1;
        const first = source.partition === own && spread.length > 0 ? ofOwn : share;
        await readOn(table, source, { ...request, limit: round === 0 ? first : more });
      }),
    );
    // A filter may exclude very many items.
    if (keep) least *= 2;
  }
}

/** Every partition of the list, that from before it was spread first. */
export function partitionsOf({
  name,
  shards,
  index,
  prefix,
}: SpreadList): readonly [Partition, ...Partition[]] {
  const partition = (value: string): Partition => ({
    value,
    ...(index && { index }),
    ...(prefix !== undefined && { prefix }),
  });
  const [own, ...others] = shardsOf(name, shards);
  return [partition(own), ...others.map(partition)];
}

/** The oldest item of a list; undefined when it is empty. */
export async function readOldest(table: Table, list: SpreadList): Promise<Item | undefined> {
  const partitions = partitionsOf(list);
  const firsts = await Promise.all(partitions.map((partition) => readFirst(table, partition)));
  const [own] = partitions;
  return firsts
    .filter((item) => item !== undefined)
    .toSorted((left, right) => (sortKeyOf(left, own) < sortKeyOf(right, own) ? -1 : 1))[0];
}

/** Whether unread items of a partition may come before `end`, the last position that is needed, if known. */
function isBehind({ ended, last }: Source, end: string | undefined, oldestFirst: boolean): boolean {
  if (ended) return false;
  if (end === undefined || last === undefined) return true;
  return oldestFirst ? last < end : last > end;
}

async function readOn(
  table: Table,
  source: Source,
  { limit, after, above, until, keep, only, oldestFirst: forwards = false }: SpreadBounds,
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

interface Placed {
  readonly place: string;
  readonly item: Item;
}

/**
 * All known places, in the order of the page. Each place is one item, wherever versions of the service have stored it.
 */
function merged(sources: readonly Source[], oldestFirst: boolean): readonly Placed[] {
  const byPlace = new Map(
    sources.flatMap(({ partition, items }) =>
      items.map((item) => [sortKeyOf(item, partition), item] as const),
    ),
  );
  return [...byPlace]
    .map(([place, item]) => ({ place, item }))
    .toSorted((left, right) => (left.place > right.place === oldestFirst ? 1 : -1));
}

function cut(known: readonly Placed[], limit: number): Page<Item> {
  const shown = known.slice(0, limit);
  const next = known.length > limit ? (shown.at(-1)?.place ?? null) : null;
  return { items: shown.map(({ item }) => item), next };
}
