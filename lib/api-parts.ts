import { isPage } from '../shared/kernel/http/page-paths.ts';
import type { Route } from '../shared/kernel/http/route.ts';

/**
 * The parts of the service that have stacks of functions of their own, and in a deployment with a domain an API each: for
 * integrators, for residents and visitors, for operators.
 */
export type ApiPart = 'public' | 'pages' | 'operators';

export interface PartOfRoutes {
  readonly part: ApiPart;
  /** The rows that the part's API answers. */
  readonly routes: readonly Route[];
  /** The rows of the functions in the part's stack; a few are those of another part's paths. */
  readonly functions: readonly Route[];
  /** How the paths of this part begin; empty: all paths that no other part has. */
  readonly basePaths: readonly string[];
}

const operatorsPath = 'admin';

/**
 * Divides the rows by what their paths begin with, which is all that a routing rule of API Gateway looks at. A page below a
 * path of integrators, such as `/credentials/verify`, goes with them. A function that serves pages and integrators is in the
 * stack of pages, which has more room.
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
