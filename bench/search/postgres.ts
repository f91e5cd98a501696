import { openSql } from '../../local/postgresql/open-sql.ts';
import { startPostgresql } from '../../local/postgresql/start-postgresql.ts';
import { openPostgresRegistry } from '../../shared/registry/aws/postgres-registry.ts';
import { type RegistryRow, SEARCH_LIMIT } from '../../shared/registry/domain/registry-index.ts';
import type { EngineReport } from './engine.ts';
import type { BenchQuery } from './names.ts';

/**
 * The search in PostgreSQL as deployed, but with a socket instead of the Data API: the same adapter, with the same
 * answers as ours. Times are wall-clock, because PostgreSQL has its own processes. Undefined if it is not installed.
 */
export async function postgres(
  rows: readonly RegistryRow[],
  queries: readonly BenchQuery[],
): Promise<EngineReport | undefined> {
  const engine = startPostgresql();
  if (engine === undefined) return undefined;
  // A database setting applies only to later connections.
  const first = openSql(engine.host, 'postgres');
  await openPostgresRegistry(first.sql).prepare();
  await first.close();
  const { sql, close } = openSql(engine.host, 'postgres');
  try {
    const registry = openPostgresRegistry(sql);
    const started = performance.now();
    // The usual way to fill a database without queries.
    await sql('DROP INDEX registry_grams');
    for (let at = 0; at < rows.length; at += 10_000) {
      await registry.put(rows.slice(at, at + 10_000), { now: 0 });
    }
    await registry.prepare();
    await sql('ANALYZE registry');
    const filled = ((performance.now() - started) / 1000).toFixed(1);
    const [size = ''] = await sql("SELECT pg_size_pretty(pg_total_relation_size('registry'))");
    for (const { text } of queries.slice(0, 40)) await registry.search(text, SEARCH_LIMIT);
    const milliseconds: number[] = [];
    const found: number[] = [];
    for (const { text } of queries) {
      const start = performance.now();
      const { results } = await registry.search(text, SEARCH_LIMIT);
      milliseconds.push(performance.now() - start);
      found.push(results.length);
    }
    const notes = `${size}, filled in ${filled} s by the clock; times by the clock`;
    return { name: 'PostgreSQL', milliseconds, found, notes };
  } finally {
    await close();
    engine.stop();
  }
}
