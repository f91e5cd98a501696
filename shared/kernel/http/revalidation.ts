import type { Route } from './route.ts';

/**
 * Whether successes of the row have an entity tag, so that whoever polls is told in a few bytes that nothing has
 * changed: whatever keys and tokens read as JSON.
 *
 * Not what operators read, which is about others and is kept nowhere; nor the endpoints of OAuth, whose answers no
 * cache may keep (spec 4.1).
 */
export function isRevalidated({
  method,
  auth,
  path,
  response,
}: Pick<Route, 'method' | 'auth' | 'path' | 'response'>): boolean {
  if (method !== 'GET' || response === undefined || path.startsWith('/api/oauth/')) return false;
  return auth.scheme !== 'none' && auth.scheme !== 'operator';
}
