import { openReservedNames, type ReservedNames } from '../usecases/reserved-names-held.ts';
import { type SearchDeps, searchDeps } from './search-deps.ts';

/** What functions need that say which names are similar to one. */
export interface NamesDeps extends SearchDeps {
  readonly reservedNames: ReservedNames;
}

/** The composition root of such functions. */
export function namesDeps(): NamesDeps {
  const search = searchDeps();
  return { ...search, reservedNames: openReservedNames(search) };
}
