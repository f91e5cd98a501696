import type { Table } from '../../kernel/db/table.ts';
import { registryChanges } from '../db/registry-changes.ts';
import { createRegistryIndex, type RegistrySearchResult } from '../domain/registry-index.ts';

/**
 * How far back each refresh looks beyond the last one, in milliseconds. It covers writers whose clocks
 * are behind ours and the second in which the table's index follows the table.
 */
const overlap = 10_000;

/** The searchable registry. A larger one can move to a search service behind this interface. */
export interface RegistrySearch {
  /** Searches what the registry holds now; a change is found within a second. */
  search(query: string): Promise<RegistrySearchResult>;
}

/**
 * Keeps names and numbers of the registry packed in memory and reads, on each search, only what
 * changed since the last one: one round trip, whatever the query matches.
 */
export function openRegistrySearch(table: Table, now: () => Date): RegistrySearch {
  const index = createRegistryIndex();
  let refreshedAt: number | null = null;
  return {
    async search(query) {
      const startedAt = now().getTime();
      const since = refreshedAt === null ? '' : new Date(refreshedAt - overlap).toISOString();
      for await (const rows of registryChanges(table, since)) index.apply(rows);
      // Of two searches that refresh at once, the one that finishes last must not forget the other.
      refreshedAt = Math.max(refreshedAt ?? 0, startedAt);
      return index.search(query);
    },
  };
}
