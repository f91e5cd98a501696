import type { Log } from '../../kernel/aws/log.ts';
import type { Table } from '../../kernel/db/table.ts';
import { DeadlineError } from '../../kernel/runtime/deadline.ts';
import type { PostgresRegistry } from '../aws/postgres-registry.ts';
import type { SnapshotReader } from '../aws/snapshots.ts';
import { type ReadingPlace, registryChanges } from '../db/registry-changes.ts';
import { packedRegistry } from '../domain/packed-registry.ts';
import {
  createRegistryIndex,
  type RegistryRow,
  type RegistrySearchResult,
  SEARCH_LIMIT,
} from '../domain/registry-index.ts';
import { lookBack, sinceWhen } from '../domain/search-settings.ts';
import type { SimilarFinder, SimilarRow } from '../domain/similar-rows.ts';

/** The searchable registry, in memory or in PostgreSQL. */
export interface RegistrySearch {
  /** Searches the current registry; a change is found within a second. */
  search(query: string): Promise<RegistrySearchResult>;
  /** Current names similar to the finder's, in no particular order. */
  similar(finder: SimilarFinder): Promise<readonly SimilarRow[]>;
}

/** The search's copy of the registry, in memory or in a database. */
interface HeldRegistry {
  /** Inserts or replaces rows. Rows with an older or the same version are ignored. */
  apply(rows: readonly RegistryRow[]): Promise<void> | void;
  search(query: string): Promise<RegistrySearchResult> | RegistrySearchResult;
  similar(finder: SimilarFinder): Promise<readonly SimilarRow[]> | readonly SimilarRow[];
}

/**
 * The start of a search: the registry in memory or in PostgreSQL, and the time from which it needs changes (ISO 8601;
 * empty: all).
 */
export interface SearchStart {
  readonly held: HeldRegistry;
  readonly since: string;
}

interface RegistrySearchParts {
  readonly table: Table;
  begin(): Promise<SearchStart>;
  now(): Date;
}

/** The progress of the first read. If a call has no time to finish it, the next one continues. */
interface Reading extends SearchStart {
  /** When it began, in Unix milliseconds. The first check for changes starts from here. */
  readonly startedAt: number;
  place: ReadingPlace | undefined;
}

/**
 * Searches the registry. Each search first reads the changes since the previous one: one round trip, whatever the
 * query. The first search reads the changes since its start data was made.
 */
export function openRegistrySearch({ table, begin, now }: RegistrySearchParts): RegistrySearch {
  let reading: Reading | undefined;
  let advancing: Promise<void> | undefined;
  let index: HeldRegistry | undefined;
  let looks = { refreshedAt: 0, farAt: 0 };

  /** Continues the first read. */
  async function advance(): Promise<void> {
    if (reading === undefined) {
      const startedAt = now().getTime();
      reading = { ...(await begin()), startedAt, place: undefined };
    }
    const { held, since, startedAt } = reading;
    for await (const { rows, place } of registryChanges(table, since, reading.place)) {
      await held.apply(rows);
      reading.place = place;
    }
    looks = { refreshedAt: startedAt, farAt: startedAt };
    index = held;
  }

  async function firstReading(): Promise<HeldRegistry> {
    while (index === undefined) {
      // Concurrent calls share one read; if one of them times out, the others continue it.
      const joined = advancing;
      if (joined !== undefined) {
        await joined.catch(() => {});
        continue;
      }
      advancing = advance().finally(() => {
        advancing = undefined;
      });
      await advancing;
    }
    return index;
  }

  /** The rows with all changes until now. */
  async function current(): Promise<HeldRegistry> {
    if (index === undefined) return firstReading();
    const held = index;
    const startedAt = now().getTime();
    const { since, isFar } = sinceWhen(looks, startedAt);
    for await (const { rows } of registryChanges(table, since)) await held.apply(rows);
    // If two searches refresh in parallel, the one that finishes last must keep the other's refresh.
    looks = {
      refreshedAt: Math.max(looks.refreshedAt, startedAt),
      farAt: isFar ? Math.max(looks.farAt, startedAt) : looks.farAt,
    };
    return held;
  }

  return {
    search: async (query) => (await current()).search(query),
    similar: async (finder) => (await current()).similar(finder),
  };
}

/**
 * Loads the registry's names and numbers from the newest snapshot, or starts empty if none can be used. Throws a
 * `DeadlineError` when time runs out; the next call continues.
 */
export async function startInMemory(snapshot: SnapshotReader, log: Log): Promise<SearchStart> {
  try {
    const read = await snapshot();
    if (read.state === 'whole') {
      const { arrays, facts, until } = read.snapshot;
      const since = new Date(Date.parse(until) - lookBack.far).toISOString();
      return { held: createRegistryIndex(packedRegistry(arrays, facts)), since };
    }
    if (read.state === 'none') log.info('no snapshot of the registry', {});
    else log.error('the snapshot of the registry is unusable', { state: read.state });
  } catch (error) {
    // Running out of time is not a failure: the next call continues.
    if (error instanceof DeadlineError) throw error;
    log.error('the snapshot of the registry could not be read', {}, error);
  }
  return { held: createRegistryIndex(), since: '' };
}

/** The name under which PostgreSQL stores the time from which changes are needed, ISO 8601. */
export const knownUntil = 'known_until';

/**
 * Searches PostgreSQL. Every instance writes the changes that it has read; the same change may be written by several,
 * and only the first has an effect. Changes written by the scheduled run are skipped.
 */
export async function startInPostgresql(
  registry: PostgresRegistry,
  now: () => Date,
): Promise<SearchStart> {
  await registry.prepare();
  const until = await registry.note(knownUntil);
  // Checks overlap by ten seconds, so rows of the previous check are not written again.
  let announced = new Map<string, number>();
  return {
    since: until === undefined ? '' : new Date(Date.parse(until) - lookBack.far).toISOString(),
    held: {
      apply: async (rows: readonly RegistryRow[]) => {
        const news = rows.filter(({ id, version }) => version > (announced.get(id) ?? -1));
        if (news.length > 0) await registry.put(news, { now: now().getTime() });
        announced = new Map(rows.map(({ id, version }) => [id, version]));
      },
      search: (query) => registry.search(query, SEARCH_LIMIT),
      similar: async ({ requested, judged }) =>
        (await registry.resembling(requested)).flatMap(judged),
    },
  };
}
