import { type Listed, readChosen } from '../../kernel/db/key-prefixes.ts';
import { keys } from '../../kernel/db/keys.ts';
import { type Page, type PageBounds, type Partition, readPage } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { ofActor, StoredEntry } from '../../platform/db/audit-items.ts';
import type { AuditEntry } from '../../platform/domain/audit-entry.ts';
import {
  type Activity,
  type ActivityFilter,
  activityOf,
  isSelected,
  ownActors,
} from '../domain/activity.ts';

/**
 * A page of actions in a person's name and on their account, newest first. It merges two lists of the audit trail:
 * actions by the person, their keys and clients (an index, a second behind), and entries filed under the person (the
 * table itself). Each is one partition (`isOfOneList`) in the same order; `after` is `next` of the previous page. One
 * round trip. Entries that the filter excludes are read as well: after a thousand entries a page ends even if it is not
 * full (`readChosen`).
 */
export async function readActivityPage(
  table: Table,
  personId: string,
  filter: ActivityFilter,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<Page<Activity>> {
  const lists = listsOf(personId, filter);
  const { items, next } = await readChosen<Activity | null>(
    { limit, after },
    // One more, to know whether a full page is the last one.
    (request) => readEntries(table, personId, lists, { ...request, limit: request.limit + 1 }),
    (activity) => activity !== null && isSelected(activity, filter),
  );
  return { items: items.filter((each) => each !== null), next };
}

/**
 * A page merged from several lists, each entry once; null for entries that the person must not see.
 */
async function readEntries(
  table: Table,
  personId: string,
  lists: readonly Partition[],
  { limit, after }: Omit<PageBounds, 'keep'>,
): Promise<Page<Listed<Activity | null>>> {
  const pages = await Promise.all(
    lists.map((list) => readPage(table, list, { limit, after, only: entryParts })),
  );
  const entries = pages.flatMap(({ items }) => items.map((item) => parseStored(StoredEntry, item)));
  const all = new Map(entries.map((entry) => [placeOf(entry), activityOf(entry, personId)]));
  const places = [...all.keys()].toSorted((one, other) => (one < other ? 1 : -1));
  const shown = places.slice(0, limit);
  const goesOn = places.length > limit || pages.some(({ next }) => next !== null);
  return {
    items: shown.map((place) => ({ place, item: all.get(place) ?? null })),
    next: goesOn ? (shown.at(-1) ?? null) : null,
  };
}

/** The attributes that are read: without the index keys, which are as long as the rest. */
const entryParts = Object.keys(StoredEntry.shape);

function listsOf(
  personId: string,
  { actorKind, actorId, requestId }: ActivityFilter,
): readonly Partition[] {
  const by = (id: string): Partition => ({ value: ofActor(id), index: 'gsi2' });
  const own = actorKind !== undefined && ownActors.includes(actorKind);
  // A key has one owner, so all its actions are theirs; a client acts for many.
  if (actorId !== undefined && (actorKind === 'standard_key' || actorKind === 'agent_key')) {
    return [by(actorId)];
  }
  const on: Partition = { value: keys.audit(personId, '', '').pk };
  if (actorKind !== undefined && !own) return [on];
  // Only actions in the person's own name belong to their call.
  const inName = own || actorId !== undefined || requestId !== undefined;
  return inName ? [by(personId)] : [by(personId), on];
}

/** An entry's sort key on all lists that are in order of time. */
function placeOf({ at, id }: Pick<AuditEntry, 'at' | 'id'>): string {
  return `${at}#${id}`;
}
