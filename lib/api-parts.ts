import { isPage } from '../shared/kernel/http/page-paths.ts';
import type { Route } from '../shared/kernel/http/route.ts';

/**
 * The parts of the service. Each has its own stack of functions and, in a deployment with a domain, its own API: for
 * integrators, for residents and visitors, for operators.
 */
export type ApiPart = 'public' | 'pages' | 'operators';

export interface PartOfRoutes {
  readonly part: ApiPart;
  /** The rows that the part's API answers. */
  readonly routes: readonly Route[];
  /** The rows of the functions in the part's stack; a few have paths of another part. */
  readonly functions: readonly Route[];
  /** The prefixes of this part's paths; empty: all paths that belong to no other part. */
  readonly basePaths: readonly string[];
}

const operatorsPath = 'admin';

/**
 * Divides the rows by path prefix, because routing rules of API Gateway look at nothing else. A page below a path of
 * integrators, such as `/credentials/verify`, belongs to their part. A function that serves both pages and integrators
 * is in the stack of pages, which has more room.
 */
export function partsOf(routes: readonly Route[]): Readonly<Record<ApiPart, PartOfRoutes>> {
  const open = routes.filter((row) => !isPage(row)).map(beginningOf);
  const ofPublic = new Set(open.filter((beginning) => beginning !== operatorsPath));
  const partOf = (row: Route): ApiPart => {
    const beginning = beginningOf(row);
    if (beginning === operatorsPath) return 'operators';
    return ofPublic.has(beginning) ? 'public' : 'pages';
  };
  const stackOf = new Map<string, ApiPart>();
  for (const part of ['pages', 'public', 'operators'] as const) {
    for (const row of routes) {
      if (partOf(row) === part && !stackOf.has(row.entry)) stackOf.set(row.entry, part);
    }
  }
  const of = (part: ApiPart, ...basePaths: readonly string[]): PartOfRoutes => ({
    part,
    routes: routes.filter((row) => partOf(row) === part),
    functions: routes.filter(({ entry }) => stackOf.get(entry) === part),
    basePaths,
  });
  return {
    public: of('public', ...[...ofPublic].toSorted()),
    pages: of('pages'),
    operators: of('operators', operatorsPath),
  };
}

function beginningOf({ path }: Pick<Route, 'path'>): string {
  return path.split('/')[1] ?? '';
}
