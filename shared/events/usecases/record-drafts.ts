import * as z from 'zod/mini';
import { feeds } from '../../kernel/db/keys.ts';
import type { Table } from '../../kernel/db/table.ts';
import { TableBusyError } from '../../kernel/db/table-error.ts';
import { detour, feedsRetry } from '../../kernel/domain/outbox-queue.ts';
import { pause, timeLeft, withinDeadline } from '../../kernel/runtime/deadline.ts';
import type { OutboxEvent } from '../../platform/domain/outbox-event.ts';
import {
  type RoutingDeps,
  routeEvents,
  type StreamItem,
} from '../../platform/usecases/route-events.ts';
import { listRepresentatives } from '../../registry/db/representatives.ts';
import { appendToFeed, eventFields, maxEventsPerTransaction } from '../db/feeds.ts';
import { type Draft, draftOfChange } from '../domain/draft-of-change.ts';
import type { TableChange } from '../domain/published-changes.ts';

interface JournalDeps extends RoutingDeps {
  readonly table: Table;
  now(): Date;
}

/** How often another writer may take the next position before a feed is treated as busy. */
const attempts = 30;
/** The number of feeds written in parallel. */
const atOnce = 8;

/** Log message for events that no feed accepted. */
export const isUnrecorded = 'events could not be written to a feed';

/**
 * The time reserved, in milliseconds, to send rejected events to `detour`: SQS may need three
 * attempts.
 */
const forDetour = 8_000;

/**
 * Adds events to the feeds of their readers, in order, each once, even if one is given twice.
 * Returns the positions of events that a feed rejected, or for which there was no time: give them
 * again, in any order; events that are already in a feed are not added twice.
 */
async function recordDrafts(
  drafts: readonly Draft[],
  deps: JournalDeps,
): Promise<readonly number[]> {
  const milliseconds = timeLeft() - forDetour;
  if (milliseconds === Number.POSITIVE_INFINITY) return fillFeeds(drafts, deps);
  return withinDeadline(milliseconds, () => fillFeeds(drafts, deps));
}

async function fillFeeds(drafts: readonly Draft[], deps: JournalDeps): Promise<readonly number[]> {
  const failed = new Set<number>();
  const byFeed = new Map<string, number[]>();
  const feedsOf = feedsByOwner(deps.table);
  for (const [place, draft] of drafts.entries()) {
    try {
      for (const feed of await feedsOf(draft)) {
        byFeed.set(feed, [...(byFeed.get(feed) ?? []), place]);
      }
    } catch (error) {
      deps.log.error(isUnrecorded, { type: draft.type }, error);
      failed.add(place);
    }
  }
  const waiting = [...byFeed];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [feed, places] = next;
      const ofFeed = places.flatMap((place) => drafts[place] ?? []);
      try {
        if (await append(feed, uniqueOf(ofFeed), deps)) await notifyListeners(feed, ofFeed, deps);
      } catch (error) {
        deps.log.error(isUnrecorded, { type: ofFeed[0]?.type }, error);
        for (const place of places) failed.add(place);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return [...failed].toSorted((left, right) => left - right);
}

/**
 * Without duplicates: SQS may deliver a message twice in a batch, and DynamoDB rejects two writes
 * of one claim.
 */
function uniqueOf(drafts: readonly Draft[]): readonly Draft[] {
  return [...new Map(drafts.map((draft) => [draft.changeId, draft])).values()];
}

/** Wakes the endpoints of a feed. */
async function notifyListeners(
  feed: string,
  [first]: readonly Draft[],
  deps: JournalDeps,
): Promise<void> {
  const event = { type: 'webhooks.requested', feed } as const satisfies OutboxEvent;
  const message = { id: `${first?.changeId}`, createdAt: deps.now().toISOString(), event };
  const refused = await routeEvents([message], deps);
  if (refused.length > 0) throw new Error('no queue accepted the webhook events');
}

/** Whether the feed has endpoints. */
async function append(feed: string, drafts: readonly Draft[], deps: JournalDeps): Promise<boolean> {
  let isListenedTo = false;
  for (let first = 0; first < drafts.length; first += maxEventsPerTransaction) {
    const some = drafts.slice(first, first + maxEventsPerTransaction);
    for (let attempt = 1; ; attempt += 1) {
      const now = deps.now().toISOString();
      const appended = await appendToFeed(deps.table, feed, some, now);
      isListenedTo ||= appended.isListenedTo;
      if (appended.outcome === 'written') break;
      if (attempt === attempts) throw new TableBusyError(new Error('a feed is busy'));
      await pause(Math.random() * 5 * Math.min(attempt, 20));
    }
  }
  return isListenedTo;
}

/** The feeds that report an event. The representatives of an entity are read once for a batch. */
function feedsByOwner(table: Table) {
  const read = new Map<string, Promise<readonly string[]>>();
  const ofEntity = (id: string) => {
    const found =
      read.get(id) ??
      listRepresentatives(table, id).then((each) =>
        each.map(({ personId }) => feeds.person(personId)),
      );
    read.set(id, found);
    return found;
  };
  return async ({ owner, isPublic }: Draft): Promise<readonly string[]> => {
    const own = owner.kind === 'entity' ? await ofEntity(owner.id) : [feeds[owner.kind](owner.id)];
    return isPublic ? [...own, feeds.registry] : own;
  };
}

/** Dependencies for reporting changes, and for delaying those that no feed accepts. */
export interface JournalingDeps extends JournalDeps, RoutingDeps {}

/**
 * Reports changes of the table, in order. Rejected events are sent to the detour queue, so the
 * stream continues; they are reported later, after others. Returns the positions of events for
 * which even that failed, which must be delivered again.
 */
export async function journalChanges(
  changes: readonly TableChange[],
  deps: JournalingDeps,
): Promise<readonly number[]> {
  const reported = changes.flatMap((change, index) => {
    const draft = draftOfChange(change);
    return draft === null ? [] : [{ index, draft }];
  });
  const failed = (
    await recordDrafts(
      reported.map(({ draft }) => draft),
      deps,
    )
  ).flatMap((index) => reported[index] ?? []);
  if (failed.length === 0) return [];
  try {
    const bodies = failed.map(({ draft }) => JSON.stringify(messageOf(draft)));
    const refused = await deps.queues.send(deps.queueUrls[detour], bodies);
    return refused.flatMap((index) => failed[index]?.index ?? []);
  } catch (error) {
    deps.log.error('a queue refused events', { queue: detour }, error);
    return failed.map(({ index: place }) => place);
  }
}

/**
 * Reports the events from the detour queue. Returns the positions of events that their feeds still
 * reject.
 */
export async function recordDetoured(
  drafts: readonly Draft[],
  deps: JournalDeps,
): Promise<readonly number[]> {
  return recordDrafts(drafts, deps);
}

/** The message in the form of an outbox event, which the detour queue expects. */
function messageOf(draft: Draft) {
  return {
    id: draft.changeId,
    createdAt: draft.time,
    event: { type: feedsRetry, draft },
  };
}

const DetourMessage = z.object({
  event: z.object({
    type: z.literal(feedsRetry),
    draft: z.object({
      changeId: z.string(),
      ...eventFields,
      isPublic: z.boolean(),
    }),
  }),
});

/** The draft in a message of `detour`; null for an outbox event or an unknown message. */
export function draftIn(message: StreamItem): Draft | null {
  const parsed = z.safeParse(DetourMessage, message);
  return parsed.success ? parsed.data.event.draft : null;
}
