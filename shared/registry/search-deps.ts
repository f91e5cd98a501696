import { type CoreDeps, coreDeps } from '../kernel/deps/core.ts';
import { openRegistrySearch, type RegistrySearch } from './usecases/search-registry.ts';

export interface SearchDeps extends CoreDeps {
  readonly registry: RegistrySearch;
}

/** The composition root of registry search. */
export function searchDeps(): SearchDeps {
  const core = coreDeps();
  return { ...core, registry: openRegistrySearch(core.table, core.now) };
}
