import type { RequestObjectJwk } from './request-object-key.ts';

/** The public keys of a client, as they stood at its address at an instant. */
export interface ClientKeySet {
  readonly uri: string;
  readonly keys: readonly RequestObjectJwk[];
  /** ISO 8601. */
  readonly fetchedAt: string;
}

/** For how long a set is taken as it is, in milliseconds: a key that a client removes counts no longer than this. */
const freshFor = 300_000;

/** For how long it is taken where the address does not answer, in milliseconds: a day. */
export const usableFor = 86_400_000;

/** What can be done with a set: take it, take it if its address gives no newer one, or nothing. */
export function ageOf(
  set: ClientKeySet | null,
  uri: string,
  now: Date,
): 'fresh' | 'usable' | 'gone' {
  if (set === null || set.uri !== uri) return 'gone';
  const age = now.getTime() - Date.parse(set.fetchedAt);
  if (age < freshFor) return 'fresh';
  return age < usableFor ? 'usable' : 'gone';
}
