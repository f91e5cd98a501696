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
  const candidates = new Map<string, Candidate<R>[]>();
  for (const route of routes) {
    const segments = route.path.split('/');
    const rank = segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');
    const alike = candidates.get(kindOf(route.method, segments)) ?? [];
    candidates.set(kindOf(route.method, segments), [...alike, { route, segments, rank }]);
  }
  return (method, path) => {
    const wanted = path.split('/');
    let best: { readonly match: Match<R>; readonly rank: string } | null = null;
    for (const { route, segments, rank } of candidates.get(kindOf(method, wanted)) ?? []) {
      const parameters = parametersOf(segments, wanted);
      if (parameters === null) continue;
      if (best === null || rank < best.rank) best = { match: { route, parameters }, rank };
    }
    return best?.match ?? null;
  };
}

interface Candidate<R> {
  readonly route: R;
  readonly segments: readonly string[];
  /** Of two that match, the lesser is the more literal one. */
  readonly rank: string;
}

/** What two paths have in common of which one can match the other. */
function kindOf(method: string, segments: readonly string[]): string {
  return `${segments.length} ${method}`;
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
