import { type CoreDeps, coreDeps } from '../kernel/deps/core.ts';
import { DocumentsEnvironment, environment } from '../kernel/env.ts';
import { openSnapshotReader } from './aws/snapshots.ts';
import { openRegistrySearch, type RegistrySearch } from './usecases/search-registry.ts';

export interface SearchDeps extends CoreDeps {
  readonly registry: RegistrySearch;
}

/** The composition root of registry search. */
export function searchDeps(): SearchDeps {
  const core = coreDeps();
  const snapshot = openSnapshotReader(environment(DocumentsEnvironment).DOCUMENTS_BUCKET);
  return { ...core, registry: openRegistrySearch({ ...core, snapshot }) };
}
