import type { Log } from '../../kernel/aws/log.ts';
import { TableBusyError } from '../../kernel/db/attempts.ts';
import { feeds } from '../../kernel/db/keys.ts';
import type { Table } from '../../kernel/db/table.ts';
import { pause } from '../../kernel/deadline.ts';
import { listRepresentatives } from '../../registry/db/representatives.ts';
import { appendToFeed, mostAtOnce } from '../db/feeds.ts';
import type { Draft } from '../domain/draft.ts';

export interface JournalDeps {
  readonly log: Log;
  readonly table: Table;
  now(): Date;
}

/** How often somebody else may take the next position before a feed counts as busy. */
const attempts = 30;
/** Feeds that are written beside each other. */
const atOnce = 8;

/** What the log says of events that no feed took. */
export const isUnrecorded = 'events could not be put into a feed';

/**
 * Puts events into the feeds of those who are told, in their order, each once. Answers the places of those that a feed did not take:
 * they can be given again, in any order, and are not put twice where they are already.
 */
export async function recordDrafts(
  drafts: readonly Draft[],
  deps: JournalDeps,
): Promise<readonly number[]> {
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
        await append(feed, ofFeed, deps);
      } catch (error) {
        deps.log.error(isUnrecorded, { type: ofFeed[0]?.type }, error);
        for (const place of places) failed.add(place);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return [...failed].toSorted((left, right) => left - right);
}

async function append(feed: string, drafts: readonly Draft[], deps: JournalDeps): Promise<void> {
  for (let first = 0; first < drafts.length; first += mostAtOnce) {
    const some = drafts.slice(first, first + mostAtOnce);
    for (let attempt = 1; ; attempt += 1) {
      const now = deps.now().toISOString();
      if ((await appendToFeed(deps.table, feed, some, now)) === 'written') break;
      if (attempt === attempts) throw new TableBusyError(new Error('a feed is busy'));
      await pause(Math.random() * 5 * Math.min(attempt, 20));
    }
  }
}

/** Whose feeds tell of an event. Who represents an entity is read once for a batch. */
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
