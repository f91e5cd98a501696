import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { DocumentsEnvironment, environment } from '../../kernel/settings/env.ts';
import { openSnapshotReader } from '../aws/snapshots.ts';
import {
  openRegistrySearch,
  type RegistrySearch,
  type SearchStart,
} from '../usecases/search-registry.ts';
import { startInMemory } from '../usecases/start-in-memory.ts';
import { startInPostgresql } from '../usecases/start-in-postgresql.ts';
import { postgresRegistry } from './postgres-deps.ts';

export interface SearchDeps extends CoreDeps {
  readonly registry: RegistrySearch;
}

/** The composition root of registry search: in memory, or where the environment says so in PostgreSQL. */
export function searchDeps(): SearchDeps {
  const core = coreDeps();
  return { ...core, registry: openRegistrySearch({ ...core, begin: startOf(core) }) };
}

function startOf({ now, log }: CoreDeps): () => Promise<SearchStart> {
  // A call of the API has ten seconds.
  const held = postgresRegistry({ attempts: 2, requestTimeout: 4_000 });
  if (held !== undefined) return () => startInPostgresql(held, now);
  const snapshot = openSnapshotReader(environment(DocumentsEnvironment).DOCUMENTS_BUCKET);
  return () => startInMemory(snapshot, log);
}
