import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { type SearchDeps, searchDeps } from './search-deps.ts';

/** What the public register needs: the search, and what the deployment publishes. */
export interface RegisterDeps extends ServiceDeps, SearchDeps {}

/** The composition root of the public register. */
export function registerDeps(): RegisterDeps {
  return { ...serviceDeps(), ...searchDeps() };
}
