import type { AuditEntry } from '../../audit/audit-entry.ts';
import { ofActor, StoredEntry } from '../../audit/audit-items.ts';
import { keys } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import { shards } from '../../kernel/db/shards.ts';
import { readSpreadPage, type SpreadList } from '../../kernel/db/spread-page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import {
  type Activity,
  type ActivityFilter,
  activityOf,
  isWanted,
  ownActors,
} from '../domain/activity.ts';

/**
 * A page of what was done in a person's name and on their account, newest first. Both are lists that the audit trail has: what a
 * person, or a key, or a client for them did (an index, a second behind), and what is filed under the person (the table itself). They are
 * in one order, so a page is made of a page of each; `after` is `next` of the page before.
 *
 * One round trip, hardly ever two. What the filter leaves out is read, too, as far as it is the person's own.
 */
export async function readActivityPage(
  table: Table,
  personId: string,
  filter: ActivityFilter,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<Page<Activity>> {
  const shown = (item: Item) => activityOf(parseStored(StoredEntry, item), personId);
  const keep = (item: Item) => {
    const activity = shown(item);
    return activity !== null && isWanted(activity, filter);
  };
  const pages = await Promise.all(
    listsOf(personId, filter).map((list) =>
      readSpreadPage(table, list, { limit, after, keep, first: firstOf(list, limit) }),
    ),
  );
  const all = new Map(
    pages.flatMap(({ items }) =>
      items.map((item) => [placeOf(parseStored(StoredEntry, item)), item]),
    ),
  );
  const places = [...all.keys()].toSorted((one, other) => (one < other ? 1 : -1));
  const last = places.slice(0, limit).at(-1);
  const goesOn = places.length > limit || pages.some(({ next }) => next !== null);
  return {
    items: places.slice(0, limit).flatMap((place) => {
      const item = all.get(place);
      return (item && shown(item)) ?? [];
    }),
    next: goesOn && last !== undefined ? last : null,
  };
}

function listsOf(personId: string, { actorKind, actorId }: ActivityFilter): readonly SpreadList[] {
  const by = (id: string): SpreadList => ({
    name: ofActor(id),
    shards: shards.trailFilter,
    index: 'gsi2',
  });
  const own = actorKind !== undefined && ownActors.includes(actorKind);
  // A key has one owner, so all that it did is theirs; a client acts for many.
  if (actorId !== undefined && (actorKind === 'standard_key' || actorKind === 'agent_key')) {
    return [by(actorId)];
  }
  const on: SpreadList = { name: keys.audit(personId, '', '').pk, shards: 0 };
  if (actorKind !== undefined && !own) return [on];
  return own || actorId !== undefined ? [by(personId)] : [by(personId), on];
}

/** So many of each partition that hardly ever any has to be asked again. */
function firstOf({ shards: count }: SpreadList, limit: number): number | undefined {
  return count === 0 ? undefined : Math.ceil((2 * (limit + 1)) / count) + 3;
}

/** The place of an entry on all lists that are in order of time. */
function placeOf({ at, id }: Pick<AuditEntry, 'at' | 'id'>): string {
  return `${at}#${id}`;
}
