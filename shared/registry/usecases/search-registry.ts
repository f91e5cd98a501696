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
  /** Searches what the registry holds now; a change is found within a second. */
  search(query: string): Promise<RegistrySearchResult>;
  /** Current names similar to the finder's, in no particular order. */
  similar(finder: SimilarFinder): Promise<readonly SimilarRow[]>;
}

/** What holds the registry for searches: memory, or a database. */
interface HeldRegistry {
  /** Inserts or replaces rows; a row whose version is not newer than the one held is ignored. */
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

/** How far the first reading is. If one call has no time to finish it, the next one continues. */
interface Reading extends SearchStart {
  /** When it began, in Unix milliseconds. The first check for changes goes back from there. */
  readonly startedAt: number;
  place: ReadingPlace | undefined;
}

/**
 * Searches what is held, and reads on each search only what changed since the last one: one round trip, whatever the
 * query matches. The first reads what changed since what it starts from was made.
 */
export function openRegistrySearch({ table, begin, now }: RegistrySearchParts): RegistrySearch {
  let reading: Reading | undefined;
  let advancing: Promise<void> | undefined;
  let index: HeldRegistry | undefined;
  let looks = { refreshedAt: 0, farAt: 0 };

  /** The first reading, from where it is. */
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
      // Calls in parallel share one reading, and one whose time is over leaves it to the others.
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
 * Loads names and numbers of the registry into memory: those of the newest snapshot, or none yet if no snapshot can be used.
 * Throws a `DeadlineError` when the time runs out: the next call continues.
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
 * Searches PostgreSQL. Every instance reports the changes that it has read: several report the same change, and the first report
 * is stored. Changes that the scheduled run has written are not reported again.
 */
export async function startInPostgresql(
  registry: PostgresRegistry,
  now: () => Date,
): Promise<SearchStart> {
  await registry.prepare();
  const until = await registry.note(knownUntil);
  // Looks go back ten seconds and read the same rows again: rows of the last look are not reported twice.
  let told = new Map<string, number>();
  return {
    since: until === undefined ? '' : new Date(Date.parse(until) - lookBack.far).toISOString(),
    held: {
      apply: async (rows: readonly RegistryRow[]) => {
        const news = rows.filter(({ id, version }) => version > (told.get(id) ?? -1));
        if (news.length > 0) await registry.put(news, { now: now().getTime() });
        told = new Map(rows.map(({ id, version }) => [id, version]));
      },
      search: (query) => registry.search(query, SEARCH_LIMIT),
      similar: async ({ wanted, judged }) => (await registry.resembling(wanted)).flatMap(judged),
    },
  };
}
