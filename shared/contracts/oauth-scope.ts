import { isOAuthScope } from '../domain/oauth-scope.ts';
import type { OAuthScope } from '../domain/scopes.ts';
import { canonicalScope } from './aliases.ts';

/** Scopes that were asked for: in the contract's spelling, and as they were spelled. */
export interface ScopeWish {
  /** Each once. */
  readonly scopes: readonly OAuthScope[];
  readonly scope: string;
}

/** Reads a space-delimited list of scopes; null when it is empty or names one that there is not. */
export function parseScope(text: string): ScopeWish | null {
  const wished = new Map<OAuthScope, string>();
  for (const name of text.split(' ').filter((word) => word !== '')) {
    const scope = canonicalScope(name);
    if (!isOAuthScope(scope)) return null;
    if (!wished.has(scope)) wished.set(scope, name);
  }
  if (wished.size === 0) return null;
  return { scopes: [...wished.keys()], scope: [...wished.values()].join(' ') };
}

/** Of scopes as they were spelled those that are among `scopes`, which are in the contract's spelling. */
export function spelledScopes(spelled: string, scopes: readonly string[]): string {
  const kept = spelled.split(' ').filter((name) => scopes.includes(canonicalScope(name)));
  return kept.join(' ');
}
