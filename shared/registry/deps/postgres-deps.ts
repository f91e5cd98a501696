import { timeLimits } from '../../kernel/runtime/client-parts.ts';
import { environment, SearchEnvironment } from '../../kernel/settings/env.ts';
import { openDataApi } from '../aws/data-api.ts';
import { openPostgresRegistry, type PostgresRegistry } from '../aws/postgres-registry.ts';
import { searchDatabase } from '../domain/search-database.ts';

/** The registry in PostgreSQL, where the environment says that it is there; undefined where it is in memory. */
export function postgresRegistry(limits: {
  readonly attempts: number;
  readonly requestTimeout: number;
}): PostgresRegistry | undefined {
  const { SEARCH_CLUSTER: cluster, SEARCH_SECRET: secret } = environment(SearchEnvironment);
  if (cluster === undefined) return undefined;
  const { maxAttempts, requestHandler } = timeLimits(limits);
  return openPostgresRegistry(
    openDataApi({ cluster, secret, database: searchDatabase, maxAttempts, requestHandler }),
  );
}
