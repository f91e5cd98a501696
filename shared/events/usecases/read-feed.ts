import { feeds } from '../../kernel/db/keys.ts';
import type { Table } from '../../kernel/db/table.ts';
import { pause } from '../../kernel/runtime/deadline.ts';
import {
  type FeedPart,
  type FeedPlace,
  feedDays,
  findPlace,
  type PlacedEvent,
  positionOf,
  readBehind,
} from '../db/feeds.ts';
import type { EventType } from '../domain/event-type.ts';
import * as eventErrors from '../errors/event-errors.ts';

/** The requested part of a feed. */
export interface FeedQuery {
  /** The id of the last event that the caller has seen; absent: from the oldest stored event. */
  readonly lastEventId?: string | undefined;
  readonly limit: number;
  readonly type?: EventType | undefined;
}

export interface FeedPage {
  readonly events: readonly PlacedEvent[];
  /** Where to continue; null if there are no events yet. */
  readonly lastEventId: string | null;
  /** Whether more events can be read immediately. */
  readonly hasMore: boolean;
}

/** The events that the caller can read. */
type Sees = (events: readonly PlacedEvent[]) => Promise<readonly PlacedEvent[]>;

interface FeedDeps {
  readonly table: Table;
  now(): Date;
}

/** How many events are read for one page; callers who can see few of them continue from there. */
const mostLookedAt = 500;
/**
 * How many more are read if the first ones did not fill the page: as many as one read can look up.
 */
const furtherReadSize = 100;
/** Expired events that are still stored are skipped in growing steps of up to this many. */
const maxExpiredPerRead = 1_000;
/** How often a feed is read again if it has grown in the meantime. */
const tries = 3;

/**
 * A page of a feed, oldest first: events after the position, of the type, that the caller can
 * currently read. Positions have no gaps: the page ends before a missing one, so an event that is
 * written a moment later is not skipped.
 *
 * Errors: 400 `events.position_unknown` for an id that this feed never returned; 410
 * `events.position_expired` if later events are no longer stored.
 */
export async function readFeed(
  feed: string,
  query: FeedQuery,
  sees: Sees,
  deps: FeedDeps,
): Promise<FeedPage> {
  const events: PlacedEvent[] = [];
  let last = query.lastEventId ?? null;
  // One more than is shown, to know whether there are more.
  let part = await beginning(feed, query.lastEventId, query.limit + 1, deps);
  for (let looked = 0; part.events.length > 0; ) {
    const some = part.events;
    const ofType = some.filter(({ type }) => query.type === undefined || type === query.type);
    const visible = new Set(await sees(ofType));
    for (const event of some) {
      if (events.length === query.limit) return { events, lastEventId: last, hasMore: true };
      last = event.id;
      if (visible.has(event)) events.push(event);
    }
    const { position } = some.at(-1) ?? { position: 0 };
    looked += some.length;
    if (part.isEnd) break;
    if (looked >= mostLookedAt) return { events, lastEventId: last, hasMore: true };
    part = withoutGap(position, await readBehind(deps.table, feed, position, furtherReadSize));
  }
  return { events, lastEventId: last, hasMore: false };
}

/** The first events that the caller can see. */
async function beginning(
  feed: string,
  lastEventId: string | undefined,
  limit: number,
  deps: FeedDeps,
): Promise<FeedPart> {
  if (lastEventId === undefined) return oldest(feed, limit, deps);
  const after = positionOf(lastEventId);
  if (after === null) throw eventErrors.eventPositionUnknown();
  const now = deps.now().getTime() / 1000;
  for (let attempt = 1; ; attempt += 1) {
    const { reached, event, living } = await check(feed, after, limit, deps);
    const isOther = event !== null && event.id !== lastEventId;
    if (isOther || after === 0 || after > (reached?.last ?? 0)) {
      throw eventErrors.eventPositionUnknown();
    }
    const [first] = living.events;
    if (first?.position === after + 1) return withoutGap(after, living);
    if (first === undefined && reached?.last === after) return nothing;
    // An event after a stored one is stored or being written.
    if (event !== null && event.ttl > now) return nothing;
    // It may have arrived in the meantime.
    if (attempt === tries) throw eventErrors.eventPositionExpired();
    await pause(20 * attempt);
  }
}

/** A position, and the text after it. */
interface Behind extends FeedPlace {
  readonly living: FeedPart;
}

const nothing: FeedPart = { events: [], isEnd: true };

async function check(
  feed: string,
  position: number,
  limit: number,
  deps: FeedDeps,
): Promise<Behind> {
  const [place, living] = await Promise.all([
    findPlace(deps.table, feed, position),
    readLiving(feed, position, limit, deps),
  ]);
  return { ...place, living };
}

/** The oldest stored events. */
async function oldest(feed: string, limit: number, deps: FeedDeps): Promise<FeedPart> {
  const { reached, living } = await check(feed, 0, limit, deps);
  const before = (living.events[0]?.position ?? 1) - 1;
  const keptSince = deps.now().getTime() - feedDays * 86_400_000;
  // In a young feed nothing has expired: a missing event is being written.
  const isYoung = reached === null || Date.parse(reached.createdAt) > keptSince;
  return before > 0 && isYoung ? nothing : withoutGap(before, living);
}

/** Events after a position without expired ones, which DynamoDB deletes with a delay. */
async function readLiving(
  feed: string,
  position: number,
  limit: number,
  { table, now }: FeedDeps,
): Promise<FeedPart> {
  const seconds = now().getTime() / 1000;
  let behind = position;
  for (let requested = limit; ; requested = Math.min(2 * requested, maxExpiredPerRead)) {
    const { events, isEnd } = await readBehind(table, feed, behind, requested);
    const living = events.filter(({ ttl }) => ttl > seconds);
    if (living.length > 0 || isEnd) return { events: living, isEnd };
    behind = events.at(-1)?.position ?? behind;
  }
}

/**
 * Consecutive events from the position on. It ends at a gap, because the missing event is written a moment later.
 */
function withoutGap(position: number, { events, isEnd }: FeedPart): FeedPart {
  const gap = events.findIndex((event, index) => event.position !== position + index + 1);
  return gap === -1 ? { events, isEnd } : { events: events.slice(0, gap), isEnd: true };
}

/** Anyone who can search can read all of it. */
const sees: Sees = async (events) => events;

/** The feed of the public registry. */
export const registryFeed = { feed: feeds.registry, sees } as const;
