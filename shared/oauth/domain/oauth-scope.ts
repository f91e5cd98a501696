import { type OAuthScope, oauthScopes } from '../../kernel/domain/scopes.ts';

/** Scopes that open legal entities; the user chooses which ones. */
const entityScopes: ReadonlySet<string> = new Set<OAuthScope>([
  'service:entity.read',
  'service:entity.documents.read',
]);

/** Whether `name` is a scope of the contract, in its own spelling. */
export function isOAuthScope(name: string): name is OAuthScope {
  return (oauthScopes as readonly string[]).includes(name);
}

/** Whether the user has to choose legal entities. */
export function opensEntities(scopes: readonly string[]): boolean {
  return scopes.some((scope) => entityScopes.has(scope));
}

/** What is in both lists, in the order of the first. */
export function intersection<T extends string>(one: readonly T[], other: readonly string[]): T[] {
  return one.filter((value) => other.includes(value));
}

/** Every value once: the first list, then what the second adds. */
export function union<T extends string>(one: readonly T[], other: readonly T[]): T[] {
  return [...new Set([...one, ...other])];
}

/** Whether every value of `part` is in `whole`. */
export function isSubset(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((value) => whole.includes(value));
}
