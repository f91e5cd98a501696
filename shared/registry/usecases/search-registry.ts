import type { Log } from '../../kernel/aws/log.ts';
import type { Table } from '../../kernel/db/table.ts';
import { DeadlineError } from '../../kernel/deadline.ts';
import type { SnapshotReader } from '../aws/snapshots.ts';
import { type ReadingPlace, registryChanges } from '../db/registry-changes.ts';
import { lookBack, sinceWhen } from '../domain/look-back.ts';
import { packedRegistry } from '../domain/packed-registry.ts';
import {
  createRegistryIndex,
  type RegistryIndex,
  type RegistrySearchResult,
} from '../domain/registry-index.ts';

/** The searchable registry. A larger one can move to a search service behind this interface. */
export interface RegistrySearch {
  /** Searches what the registry holds now; a change is found within a second. */
  search(query: string): Promise<RegistrySearchResult>;
}

export interface RegistrySearchParts {
  readonly table: Table;
  readonly log: Log;
  readonly snapshot: SnapshotReader;
  now(): Date;
}

/** How far the first reading is. What has no time left in one call is continued by the next. */
interface Reading {
  readonly index: RegistryIndex;
  /** When it began, in Unix milliseconds: the first look for changes goes back from there. */
  readonly startedAt: number;
  readonly since: string;
  place: ReadingPlace | undefined;
}

/**
 * Keeps names and numbers of the registry packed in memory and reads, on each search, only what
 * changed since the last one: one round trip, whatever the query matches.
 *
 * It starts from the newest snapshot and what changed since, or reads all of the table where there is none that it
 * can use.
 */
export function openRegistrySearch(parts: RegistrySearchParts): RegistrySearch {
  const { table, now } = parts;
  let reading: Reading | undefined;
  let advancing: Promise<void> | undefined;
  let index: RegistryIndex | undefined;
  let looks = { refreshedAt: 0, farAt: 0 };

  /** The first reading, from where it is. */
  async function advance(): Promise<void> {
    reading ??= await begin(parts);
    const { index: read, since, startedAt } = reading;
    for await (const { rows, place } of registryChanges(table, since, reading.place)) {
      read.apply(rows);
      reading.place = place;
    }
    looks = { refreshedAt: startedAt, farAt: startedAt };
    index = read;
  }

  async function firstReading(): Promise<RegistryIndex> {
    while (index === undefined) {
      // Calls beside each other share one reading, and one whose time is over leaves it to the others.
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

  return {
    async search(query) {
      if (index === undefined) return (await firstReading()).search(query);
      const held = index;
      const startedAt = now().getTime();
      const { since, isFar } = sinceWhen(looks, startedAt);
      for await (const { rows } of registryChanges(table, since)) held.apply(rows);
      // Of two searches that refresh at once, the one that finishes last must not forget the other.
      looks = {
        refreshedAt: Math.max(looks.refreshedAt, startedAt),
        farAt: isFar ? Math.max(looks.farAt, startedAt) : looks.farAt,
      };
      return held.search(query);
    },
  };
}

async function begin({ snapshot, log, now }: RegistrySearchParts): Promise<Reading> {
  const startedAt = now().getTime();
  const all = { index: createRegistryIndex(), startedAt, since: '', place: undefined };
  try {
    const read = await snapshot();
    if (read.state === 'whole') {
      const { arrays, facts, until } = read.snapshot;
      const since = new Date(Date.parse(until) - lookBack.far).toISOString();
      return { ...all, index: createRegistryIndex(packedRegistry(arrays, facts)), since };
    }
    if (read.state === 'none') log.info('no snapshot of the registry', {});
    else log.error('the snapshot of the registry is of no use', { state: read.state });
  } catch (error) {
    // Whose time is over has not failed: the next call goes on.
    if (error instanceof DeadlineError) throw error;
    log.error('the snapshot of the registry could not be read', {}, error);
  }
  return all;
}
