import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { readPart } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, orElse, transact } from '../../kernel/db/transact.ts';
import { rejectionReasons } from '../../reviews/domain/rejection-reasons.ts';
import type { Draft } from '../domain/draft-of-change.ts';
import { eventTypes } from '../domain/event-type.ts';

/** The number of days for which an event stays in its feed. */
export const feedDays = 30;

/** The number of digits of a position, so that positions sort as texts. */
const digits = 12;

/** The last position of a feed. */
const StoredFeed = z.object({
  /** The position of the newest event. */
  last: z.int(),
  /** When the first event was added. */
  createdAt: z.string(),
});
type StoredFeed = z.output<typeof StoredFeed>;

/** The fields of an event, with or without a position. */
export const eventFields = {
  type: z.enum(eventTypes),
  time: z.string(),
  subject: z.string(),
  data: z.object({
    id: z.string(),
    statusId: z.optional(z.string()),
    version: z.optional(z.int()),
    rejectedReasonCode: z.optional(z.nullable(z.enum(rejectionReasons))),
  }),
  owner: z.object({ kind: z.enum(['person', 'entity', 'integration']), id: z.string() }),
  item: z.object({ pk: z.string(), sk: z.string() }),
  createdViaAPI: z.boolean(),
};

/** An event at its position in a feed. It contains ids only, no personal data. */
const StoredFeedEvent = z.object({
  /** The position and the change's id. */
  id: z.string(),
  ...eventFields,
  /**
   * In seconds since 1970: from then on the event is treated as deleted, even if DynamoDB still has
   * it.
   */
  ttl: z.int(),
});
type StoredFeedEvent = z.output<typeof StoredFeedEvent>;

/**
 * The number of events added in one transaction: two items each and the feed, of a hundred allowed.
 */
export const maxEventsPerTransaction = 40;

/**
 * Appends events to a feed, in their order, without those that are already in it. Events that another writer
 * appends at the same moment come before or after all of them: the next position is a condition of the
 * transaction. `moved`: the position was taken, and nothing was written. Notify listeners after it.
 */
export async function appendToFeed(
  table: Table,
  feed: string,
  drafts: readonly Draft[],
  now: string,
): Promise<Appended> {
  const [found, listeners, ...claims] = await getItems(table, [
    keys.feed(feed),
    keys.feedListeners(feed),
    ...drafts.map(({ changeId }) => keys.feedClaim(feed, changeId)),
  ]);
  const stored = found === undefined ? null : parseStored(StoredFeed, found);
  const fresh = drafts.filter((_, index) => claims[index] === undefined);
  // Also for earlier events, because a process that crashed has not notified the endpoints.
  const isListenedTo = Number(listeners?.['endpoints'] ?? 0) > 0;
  if (fresh.length === 0) return { outcome: 'written', isListenedTo };
  const read = stored?.last ?? 0;
  const ttl = Math.ceil(Date.parse(now) / 1000) + feedDays * 86_400;
  const placed = fresh.map((draft, index) => ({ draft, position: read + index + 1 }));
  const outcome = await transact(table, {
    feed: orElse(
      feedWrite(feed, { last: read + fresh.length, createdAt: stored?.createdAt ?? now }, read),
      () => 'moved',
    ),
    ...Object.fromEntries(
      placed.flatMap(({ draft, position }) => [
        [`event${position}`, create(eventItem(feed, position, draft, ttl))],
        [`claim${position}`, create({ ...keys.feedClaim(feed, draft.changeId), position, ttl })],
      ]),
    ),
  });
  return { outcome: outcome.kind === 'written' ? 'written' : 'moved', isListenedTo };
}

/** The result of adding events to a feed, and whether it has endpoints. */
export interface Appended {
  readonly outcome: 'written' | 'moved';
  readonly isListenedTo: boolean;
}

function feedWrite(feed: string, next: StoredFeed, read: number) {
  const item = { ...keys.feed(feed), ...next };
  if (read === 0) return create(item);
  return {
    put: {
      Item: item,
      ConditionExpression: '#last = :read',
      ExpressionAttributeNames: { '#last': 'last' },
      ExpressionAttributeValues: { ':read': read },
    },
  };
}

function eventItem(feed: string, position: number, draft: Draft, ttl: number): Item {
  const { changeId, type, time, subject, data, owner, item, createdViaAPI } = draft;
  const key = placeOf(feed, position);
  const id = `${key.sk}-${changeId}`;
  return { ...key, id, type, time, subject, data, owner, item, createdViaAPI, ttl };
}

function placeOf(feed: string, position: number) {
  return keys.feedEvent(feed, String(position).padStart(digits, '0'));
}

/** An event with its position. */
export interface PlacedEvent extends StoredFeedEvent {
  readonly position: number;
}

export interface FeedPart {
  readonly events: readonly PlacedEvent[];
  /**
   * The feed has no more events, as far as was read: if the part is full, the next one may be
   * empty.
   */
  readonly isEnd: boolean;
}

/**
 * Events of a feed after a position (0: from the first), in order; at most `limit`, and a megabyte.
 * Empty only at the end.
 */
export async function readBehind(
  table: Table,
  feed: string,
  position: number,
  limit: number,
): Promise<FeedPart> {
  const { pk, sk } = placeOf(feed, position);
  // Starts after the position's own event, which would otherwise be read and count towards the
  // limit.
  const behind = `${sk}~`;
  const { items, next } = await readPart(table, { value: pk }, { forwards: true, behind, limit });
  const events = items.map((item) => ({
    ...parseStored(StoredFeedEvent, item),
    position: Number(item['sk']),
  }));
  return { events, isEnd: next === undefined };
}

/** The last position of a feed, and the event at a position; null for each that does not exist. */
export interface FeedPlace {
  readonly reached: StoredFeed | null;
  readonly event: StoredFeedEvent | null;
}

/** The last position of a feed. One round trip. */
export async function findPlace(table: Table, feed: string, position: number): Promise<FeedPlace> {
  const [reached, event] = await getItems(table, [keys.feed(feed), placeOf(feed, position)]);
  return { reached: parseFound(StoredFeed, reached), event: parseFound(StoredFeedEvent, event) };
}

const idPattern = new RegExp(`^\\d{${digits}}-[0-9a-f]{32}$`);

/** The position in an event's id; null for a malformed id. */
export function positionOf(id: string): number | null {
  return idPattern.test(id) ? Number(id.slice(0, digits)) : null;
}
