import {
  below,
  elsewhere,
  isPage,
  type Match,
  pageResources,
  routeMatcher,
  startPageOf,
} from '../shared/kernel/http/page-paths.ts';
import type { Route } from '../shared/kernel/http/route.ts';

/** What API Gateway finds for a request: the row, or of pages some row of the function that finds it. */
export interface Found extends Match {
  /** The path of the resource in API Gateway, which the function receives. */
  readonly resource: string;
  /** Whether the function takes every method here. */
  readonly isPage: boolean;
}

/** Finds resource and method as API Gateway does with the definition in `lib/api-definition.ts`. */
export function resourceMatcher(
  routes: readonly Route[],
): (method: string, path: string) => Found | null {
  const match = routeMatcher(routes.filter((route) => !isPage(route)));
  const matchPage = routeMatcher(routes.filter(isPage));
  const pages = [...pageResources(routes)].toSorted(
    ([left], [right]) => right.length - left.length,
  );
  const above = new Set(pages.flatMap(([resource]) => placesAbove(resource)));
  const startPage = startPageOf(routes);
  const methods = [...new Set(routes.map(({ method }) => method))];
  /** For paths where no resource has a method: whichever resource the function receives, it finds nothing. */
  const nowhere = (path: string): Found | null =>
    startPage === undefined || methods.some((each) => match(each, path) !== null)
      ? null
      : {
          route: startPage,
          resource: elsewhere,
          parameters: { proxy: path.slice(1) },
          isPage: true,
        };
  return (method, path) => {
    // A resource of API Gateway, though nothing is there: no other `{proxy+}` is looked for.
    if (above.has(path) && !pages.some(([resource]) => resource === path)) return nowhere(path);
    for (const [resource, rows] of pages) {
      const parameters = parametersAt(resource, path);
      if (parameters === null) continue;
      const route = matchPage(method, path)?.route ?? rows[0];
      if (route) return { route, resource, parameters, isPage: true };
    }
    const found = match(method, path);
    return found ? { ...found, resource: found.route.path, isPage: false } : nowhere(path);
  };
}

/** The parameters of a resource of pages for this path; null for another path. */
function parametersAt(resource: string, path: string): Readonly<Record<string, string>> | null {
  if (!resource.endsWith(below)) return path === resource ? {} : null;
  const start = resource.slice(0, -below.length + 1);
  const rest = path.startsWith(start) ? path.slice(start.length) : '';
  return rest === '' ? null : { proxy: rest };
}

function placesAbove(resource: string): readonly string[] {
  const segments = resource.split('/').slice(1, -1);
  return segments.map((_, place) => `/${segments.slice(0, place + 1).join('/')}`);
}
