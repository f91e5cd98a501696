import { isHandedOver, wholeResources } from '../shared/kernel/http/operator-paths.ts';
import {
  elsewhere,
  type Match,
  routeMatcher,
  startPageOf,
} from '../shared/kernel/http/page-paths.ts';
import type { Route } from '../shared/kernel/http/route.ts';

/** API Gateway's match for a request: the row, or any row of the function that finds it. */
export interface Found extends Match {
  /** The path of the resource in API Gateway, which the function receives. */
  readonly resource: string;
  /** Whether the function handles every method here. */
  readonly isHandedOver: boolean;
}

/** Finds resource and method as API Gateway does with the definition in `lib/api-definition.ts`. */
export function resourceMatcher(
  routes: readonly Route[],
): (method: string, path: string) => Found | null {
  const match = routeMatcher(routes.filter((route) => !isHandedOver(route)));
  const matchOther = routeMatcher(routes.filter(isHandedOver));
  const whole = [...wholeResources(routes)]
    .toSorted(([left], [right]) => right.length - left.length)
    .map(([resource, rows]) => ({ resource, rows, names: resource.split('/') }));
  const wholes = new Set(whole.map(({ resource }) => resource));
  // Resources of API Gateway without a function of their own.
  const above = new Set(whole.flatMap(({ resource }) => placesAbove(resource))).difference(wholes);
  const startPage = startPageOf(routes);
  const methods = [...new Set(routes.map(({ method }) => method))];
  /** For paths where no resource has a method: any function that receives them finds nothing. */
  const nowhere = (path: string): Found | null =>
    startPage === undefined || methods.some((each) => match(each, path) !== null)
      ? null
      : {
          route: startPage,
          resource: elsewhere,
          parameters: { proxy: path.slice(1) },
          isHandedOver: true,
        };
  return (method, path) => {
    // An existing resource without a method, so no other `{proxy+}` is tried.
    if (above.has(path)) return nowhere(path);
    const segments = path.split('/');
    for (const { resource, rows, names } of whole) {
      const parameters = parametersOf(names, segments);
      if (parameters === null) continue;
      const route = matchOther(method, path)?.route ?? rows[0];
      if (route) return { route, resource, parameters, isHandedOver: true };
    }
    const found = match(method, path);
    return found ? { ...found, resource: found.route.path, isHandedOver: false } : nowhere(path);
  };
}

/** The parameters of a path that matches an API Gateway resource; null for other paths. No parameter is empty. */
function parametersOf(
  names: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | null {
  const isGreedy = names.at(-1)?.endsWith('+}') === true;
  if (isGreedy ? segments.length < names.length : segments.length !== names.length) return null;
  const parameters: Record<string, string> = {};
  // Every request is compared with many resources; an iterator of entries would take a third more.
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    const isLast = index === names.length - 1;
    const value = isGreedy && isLast ? segments.slice(index).join('/') : (segments[index] ?? '');
    if (!name.startsWith('{')) {
      if (name !== value) return null;
    } else if (value === '') return null;
    else parameters[name.replaceAll(/[{}+]/g, '')] = value;
  }
  return parameters;
}

function placesAbove(resource: string): readonly string[] {
  const segments = resource.split('/').slice(1, -1);
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
}
