import type { PostgresRegistry } from '../aws/postgres-registry.ts';
import { lookBack } from '../domain/look-back.ts';
import { type RegistryRow, SEARCH_LIMIT } from '../domain/registry-index.ts';
import type { SearchStart } from './search-registry.ts';

/** Under which name PostgreSQL keeps since when it need not be told of changes, ISO 8601. */
export const knownUntil = 'known_until';

/**
 * Searches PostgreSQL, which every instance tells of the changes that it has read: as many as there are tell it of the
 * same one, and the first is heard. What the clock has written to it need not be told again.
 */
export async function startInPostgresql(
  registry: PostgresRegistry,
  now: () => Date,
): Promise<SearchStart> {
  await registry.prepare();
  const until = await registry.note(knownUntil);
  // Looks go back ten seconds and read the same rows again: those of the last one need not be told twice.
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
