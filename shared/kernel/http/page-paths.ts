import type { Route } from './route.ts';

/** The common path prefix of test helpers. */
export const testHelpersPath = '/api/v1/test_helpers';

/** Whether only a sandbox has the row: a test helper, or the page for simulated payments. */
export function isOfSandbox(row: Pick<Route, 'path'>): boolean {
  return isTestHelper(row) || row.path.startsWith('/sandbox/');
}

/** Whether the row is a test helper. */
export function isTestHelper({ path }: Pick<Route, 'path'>): boolean {
  return isTestHelperPath(path);
}

export function isTestHelperPath(path: string): boolean {
  return path.startsWith(`${testHelpersPath}/`);
}

/**
 * The paths of pages. API Gateway sends each path, and everything below it, to one function, which
 * routes it (`shared/web/http/path-function.ts`). A path belongs to its longest prefix in this
 * list; all rows of a prefix have the same `entry`. Pages with other rights have their own prefix:
 * see decision 46. The sandbox's test helpers are also in the list, because an API has at most 300
 * resources.
 */
export const pagePaths: readonly `/${string}`[] = [
  '/',
  '/agreements',
  '/agreements/texts',
  testHelpersPath,
  '/assets',
  '/certificates',
  '/checkout',
  '/claim',
  '/credentials/verify',
  '/docs',
  '/oauth',
  '/oauth/consent',
  '/oauth/end-session',
  '/objections',
  '/portal',
  '/portal/applications',
  '/portal/applications/new',
  '/portal/activity',
  '/portal/connections',
  '/portal/console',
  '/portal/credentials',
  '/portal/developer',
  '/portal/developer/applications',
  '/portal/developer/manifestation',
  '/portal/developer/webhooks',
  '/portal/information',
  '/portal/legal-entities',
  '/portal/legal-entity-applications',
  '/portal/mailboxes',
  '/portal/my-data',
  '/portal/files',
  '/portal/passkeys',
  '/portal/residency-applications',
  '/portal/proofs',
  '/portal/reviews',
  '/portal/sign-in',
  '/portal/uploads',
  '/proofs',
  '/register',
  '/sandbox',
  '/sign',
  '/uploads',
];

/**
 * Pages that the function of `/` serves without their own API Gateway resource: it gets every path
 * that has none.
 */
const besideStartPage: ReadonlySet<string> = new Set([
  ...['/help', '/language', '/privacy', '/.well-known/security.txt'],
  ...['/llms.txt', '/llms-full.txt', '/robots.txt', '/sitemap.xml'],
]);

/** The path pattern for everything below a path. */
export const below = '/{proxy+}';

/** The API Gateway resource for all paths without their own. */
export const elsewhere = below;

/**
 * The row of the start page, whose function also answers unknown paths; undefined if the rows have
 * none, so that API Gateway answers itself.
 */
export function startPageOf(routes: readonly Route[]): Route | undefined {
  return routes.find(({ path }) => path === '/');
}

/** The page path that a path belongs to; undefined for paths that API Gateway routes. */
export function pagePathOf(path: string): string | undefined {
  if (besideStartPage.has(path)) return '/';
  const all = pagePaths.filter((page) => path === page || path.startsWith(`${page}/`));
  return all.toSorted((left, right) => right.length - left.length)[0];
}

/** Whether a row only exists if the deployment publishes its register. */
export function isOfPublicRegister({ path }: Pick<Route, 'path'>): boolean {
  return pagePathOf(path) === '/register';
}

/** Whether the row is routed by its function and not by API Gateway. */
export function isPage({ path }: Pick<Route, 'path'>): boolean {
  return pagePathOf(path) !== undefined;
}

/**
 * The API Gateway resources for pages, with their rows: a prefix if it has a row itself, and `/{proxy+}` below it for
 * the others. Throws if the rows of a prefix have several functions, or need IAM, a usage plan or other origins, which
 * only API Gateway provides.
 */
export function pageResources(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const resources = new Map<string, readonly Route[]>();
  for (const [page, rows] of Map.groupBy(routes, ({ path }) => pagePathOf(path))) {
    if (page === undefined) continue;
    for (const { entry, auth, limit, crossOrigin, operationId } of rows) {
      if (entry !== rows[0]?.entry) throw new Error(`${page}: ${entry} and ${rows[0]?.entry}`);
      if (auth.scheme === 'operator' || limit === 'registry' || crossOrigin) {
        throw new Error(`${operationId}: only API Gateway could guard it, so it is no page`);
      }
    }
    if (rows.some(({ path }) => path === page)) resources.set(page, rows);
    if (page === '/') continue;
    if (rows.some(({ path }) => path !== page)) resources.set(page + below, rows);
  }
  return resources;
}

export interface Match<R extends Pick<Route, 'method' | 'path'> = Route> {
  readonly route: R;
  /** The values of the path's `{…}` segments, still percent-encoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Finds the row for a method and path with the rules of API Gateway: a literal segment wins over
 * `{parameter}`, and a known path with another method is unknown.
 */
export function routeMatcher<R extends Pick<Route, 'method' | 'path'>>(
  routes: readonly R[],
): (method: string, path: string) => Match<R> | null {
  const candidates = new Map<string, Candidate<R>[]>();
  for (const route of routes) {
    const segments = route.path.split('/');
    const rank = segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');
    const alike = candidates.get(kindOf(route.method, segments)) ?? [];
    candidates.set(kindOf(route.method, segments), [...alike, { route, segments, rank }]);
  }
  return (method, path) => {
    const requested = path.split('/');
    let best: { readonly match: Match<R>; readonly rank: string } | null = null;
    for (const { route, segments, rank } of candidates.get(kindOf(method, requested)) ?? []) {
      const parameters = parametersOf(segments, requested);
      if (parameters === null) continue;
      if (best === null || rank < best.rank) best = { match: { route, parameters }, rank };
    }
    return best?.match ?? null;
  };
}

interface Candidate<R> {
  readonly route: R;
  readonly segments: readonly string[];
  /** If two rows match, the more literal one has the lower rank. */
  readonly rank: string;
}

/** The same for any two paths that can match each other. */
function kindOf(method: string, segments: readonly string[]): string {
  return `${segments.length} ${method}`;
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

function parametersOf(
  segments: readonly string[],
  requested: readonly string[],
): Record<string, string> | null {
  const parameters: Record<string, string> = Object.create(null);
  for (const [index, segment] of segments.entries()) {
    const value = requested[index] ?? '';
    if (isParameter(segment)) {
      if (value === '') return null;
      parameters[segment.slice(1, -1)] = value;
    } else if (segment !== value) return null;
  }
  return parameters;
}
