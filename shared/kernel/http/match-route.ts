import type { Route } from './route.ts';

export interface Match<R extends Pick<Route, 'method' | 'path'> = Route> {
  readonly route: R;
  /** Values of the path's `{…}` segments, percent-encoded as they came. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Finds the row for a method and path as API Gateway does: a literal segment wins over `{parameter}`,
 * and a known path with another method is as unknown as any other.
 */
export function routeMatcher<R extends Pick<Route, 'method' | 'path'>>(
  routes: readonly R[],
): (method: string, path: string) => Match<R> | null {
  const candidates = routes.map((route) => ({ route, segments: route.path.split('/') }));
  return (method, path) => {
    const wanted = path.split('/');
    let best: { readonly match: Match<R>; readonly rank: string } | null = null;
    for (const { route, segments } of candidates) {
      if (route.method !== method || segments.length !== wanted.length) continue;
      const parameters = parametersOf(segments, wanted);
      if (parameters === null) continue;
      const rank = segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');
      if (best === null || rank < best.rank) best = { match: { route, parameters }, rank };
    }
    return best?.match ?? null;
  };
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

function parametersOf(
  segments: readonly string[],
  wanted: readonly string[],
): Record<string, string> | null {
  const parameters: Record<string, string> = Object.create(null);
  for (const [index, segment] of segments.entries()) {
    const value = wanted[index] ?? '';
    if (isParameter(segment)) {
      if (value === '') return null;
      parameters[segment.slice(1, -1)] = value;
    } else if (segment !== value) return null;
  }
  return parameters;
}
