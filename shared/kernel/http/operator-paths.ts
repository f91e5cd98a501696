import { below, isPage, pageResources } from './page-paths.ts';
import type { Route } from './route.ts';

/** Whether the row is routed by its function and not by API Gateway. */
export function isHandedOver(row: Pick<Route, 'path' | 'auth'>): boolean {
  return isPage(row) || row.auth.scheme === 'operator';
}

/**
 * The API Gateway resources whose calls all go to one function, with the rows that it serves:
 * resources of pages and of operators. API Gateway routes all other rows itself.
 */
export function wholeResources(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  return new Map([...pageResources(routes), ...operatorResources(routes)]);
}

/**
 * Operators' resources: `/admin/v1/persons`, and `/admin/v1/persons/{proxy+}` for everything below
 * it. Below a path that several functions share, each next segment has such a pair, so no function
 * gets the rights of another.
 */
function operatorResources(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const resources = new Map<string, readonly Route[]>();
  const visit = (rows: readonly Route[], length: number) => {
    for (const [place, found] of Map.groupBy(rows, ({ path }) => upTo(path, length))) {
      const [at, under] = [
        found.filter(({ path }) => path === place),
        found.filter(({ path }) => path !== place),
      ];
      if (isOfOne(at)) resources.set(place, at);
      else if (at.some(isOperators)) throw new Error(`${place}: has several functions`);
      if (isOfOne(under)) resources.set(place + below, under);
      else visit(under, length + 1);
    }
  };
  const ours = routes.filter(({ path }) => path.startsWith(operatorsPath));
  const astray = routes.find((row) => isOperators(row) && !ours.includes(row));
  if (astray) throw new Error(`${astray.operationId}: operators' paths are below ${operatorsPath}`);
  visit(ours, resourceLength);
  return resources;
}

const operatorsPath = '/admin/v1/';

/**
 * The number of segments of an operators' resource, including the empty one before the first slash.
 */
const resourceLength = 4;

function upTo(path: string, length: number): string {
  return path.split('/').slice(0, length).join('/');
}

function isOfOne(rows: readonly Route[]): boolean {
  return rows.length > 0 && rows.every((row) => isOperators(row) && row.entry === rows[0]?.entry);
}

function isOperators({ auth }: Route): boolean {
  return auth.scheme === 'operator';
}
