import { type DocumentStore, openDocumentStore } from '../../documents/aws/document-store.ts';
import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';
import {
  DocumentsEnvironment,
  environment,
  PublishingEnvironment,
  SearchEnvironment,
} from '../../kernel/settings/env.ts';
import { openDataApi } from '../aws/data-api.ts';
import { openPostgresRegistry, type PostgresRegistry } from '../aws/postgres-registry.ts';
import { openSearchObject, openSnapshotReader } from '../aws/snapshots.ts';
import type { RegisterStatistics } from '../contracts/public-register.ts';
import { searchDatabase } from '../domain/search-settings.ts';
import { openRegisterStatistics, statisticsKey } from '../usecases/register-statistics.ts';
import { openReservedNames, type ReservedNames } from '../usecases/reserved-names.ts';
import {
  openRegistrySearch,
  type RegistrySearch,
  type SearchStart,
  startInMemory,
  startInPostgresql,
} from '../usecases/search-registry.ts';

export interface SearchDeps extends CoreDeps {
  readonly registry: RegistrySearch;
}

/** The composition root of registry search: in memory or, if configured, in PostgreSQL. */
export function searchDeps(): SearchDeps {
  const core = coreDeps();
  return { ...core, registry: openRegistrySearch({ ...core, begin: startOf(core) }) };
}

function startOf({ now, log }: CoreDeps): () => Promise<SearchStart> {
  // An API call has ten seconds.
  const held = postgresRegistry({ attempts: 2, requestTimeout: 4_000 });
  if (held !== undefined) return () => startInPostgresql(held, now);
  const snapshot = openSnapshotReader(environment(DocumentsEnvironment).DOCUMENTS_BUCKET);
  return () => startInMemory(snapshot, log);
}

/** The dependencies of functions that find similar names. */
export interface NamesDeps extends SearchDeps {
  readonly reservedNames: ReservedNames;
}

export function namesDeps(): NamesDeps {
  const search = searchDeps();
  return { ...search, reservedNames: openReservedNames(search) };
}

/** The registry in PostgreSQL, if configured; undefined if it is in memory. */
function postgresRegistry(limits: {
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

/** The dependencies of the public register: the search, and the published fields. */
export interface RegisterDeps extends ServiceDeps, SearchDeps {
  /** The latest statistics of the register; null if none. */
  readonly statistics: () => Promise<RegisterStatistics | null>;
}

/** The composition root of the public register. */
export function registerDeps(): RegisterDeps {
  const search = searchDeps();
  const read = openSearchObject(environment(DocumentsEnvironment).DOCUMENTS_BUCKET, statisticsKey);
  return { ...serviceDeps(), ...search, statistics: openRegisterStatistics(read, search) };
}

export interface SnapshotDeps extends CoreDeps {
  readonly documents: Pick<DocumentStore, 'put'>;
  /** The PostgreSQL registry; absent if searches run in memory from a snapshot. */
  readonly postgresql?: PostgresRegistry | undefined;
  /** Whether there is a public register, for which statistics are needed. */
  readonly publishes: boolean;
}

/** The composition root of the snapshot writer. Its time limits allow for large objects. */
export function snapshotDeps(): SnapshotDeps {
  const { DOCUMENTS_BUCKET } = environment(DocumentsEnvironment);
  const limits = timeLimits({ attempts: 3, requestTimeout: 120_000 });
  const postgresql = postgresRegistry({ attempts: 5, requestTimeout: 45_000 });
  return {
    ...coreDeps(),
    documents: openDocumentStore(DOCUMENTS_BUCKET, limits),
    postgresql,
    publishes: environment(PublishingEnvironment).PUBLIC_REGISTER !== undefined,
  };
}
