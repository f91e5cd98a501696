import {
  type AgentScope,
  agentScopes,
  type ClientScope,
  type CredentialScope,
  clientScopes,
  credentialScopes,
  type OAuthScope,
} from '../../kernel/domain/scopes.ts';

/** Scopes with access to legal entities, which the user chooses. */
const entityScopes: ReadonlySet<string> = new Set<OAuthScope>([
  'service:entity.read',
  'service:entity.documents.read',
]);

/** Whether `name` is a scope that a client can have, in the contract's spelling. */
export function isClientScope(name: string): name is ClientScope {
  return (clientScopes as readonly string[]).includes(name);
}

/** The credential that a wallet requests; undefined if there is none. */
export function credentialScopeOf(scopes: readonly string[]): CredentialScope | undefined {
  return credentialScopes.find((scope) => scopes.includes(scope));
}

/** The scopes with which an application acts for the user at the MCP endpoint. */
export function agentScopesOf(scopes: readonly string[]): readonly AgentScope[] {
  return agentScopes.filter((scope) => scopes.includes(scope));
}

/** The resource of these scopes, and the audience of their tokens (RFC 8707). */
export function agentResource(baseUrl: string): string {
  return `${baseUrl}/mcp`;
}

/** Whether the user must choose legal entities. */
export function opensEntities(scopes: readonly string[]): boolean {
  return scopes.some((scope) => entityScopes.has(scope));
}

/** Whether the user must choose the one legal entity that a credential concerns. */
export function isAboutOneEntity(scopes: readonly string[]): boolean {
  return credentialScopeOf(scopes) === 'credential:good_standing';
}

/** The common entries of both lists, in the order of the first. */
export function intersection<T extends string>(one: readonly T[], other: readonly string[]): T[] {
  return one.filter((value) => other.includes(value));
}

/** All values without duplicates: the first list, then the additional ones of the second. */
export function union<T extends string>(one: readonly T[], other: readonly T[]): T[] {
  return [...new Set([...one, ...other])];
}

/** Whether every value of `part` is in `whole`. */
export function isSubset(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((value) => whole.includes(value));
}
