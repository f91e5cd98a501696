import { canonicalScope } from '../../kernel/contracts/aliases.ts';
import type { ClientScope } from '../../kernel/domain/scopes.ts';
import { agentScopesOf, credentialScopeOf, isClientScope } from '../domain/oauth-scope.ts';

/** The requested scopes: in the contract's spelling, and as they were sent. */
export interface ScopeInput {
  /** Without duplicates. */
  readonly scopes: readonly ClientScope[];
  readonly scope: string;
  /** Whether unknown scopes were also requested; they are ignored. */
  readonly withUnknown: boolean;
}

/**
 * Reads a space-delimited list of scopes. Unknown scopes are ignored (OpenID Connect Core, section
 * 3.1.2.1); null if no known scope remains.
 */
export function parseScope(text: string): ScopeInput | null {
  const requested = new Map<ClientScope, string>();
  let withUnknown = false;
  for (const name of text.split(' ').filter((word) => word !== '')) {
    const scope = canonicalScope(name);
    if (!isClientScope(scope)) withUnknown = true;
    else if (!requested.has(scope)) requested.set(scope, name);
  }
  if (requested.size === 0) return null;
  return { scopes: [...requested.keys()], scope: [...requested.values()].join(' '), withUnknown };
}

/** The part of the `spelled` scopes that is in `scopes`, which are in the contract's spelling. */
export function spelledScopes(spelled: string, scopes: readonly string[]): string {
  const kept = spelled.split(' ').filter((name) => scopes.includes(canonicalScope(name)));
  return kept.join(' ');
}

/** The scopes that are also allowed for the resource of Agent Keys' scopes. */
const besideAgentScopes: ReadonlySet<string> = new Set(['openid', 'offline_access']);

/**
 * The error for the scopes that a client requests, given those that it is `allowed`; null if there
 * is none. Scopes of Agent Keys are requested for their own resource (`forAgents`), and only there.
 */
export function scopeProblem(
  requested: ScopeInput | null,
  allowed: readonly string[],
  { forAgents = false }: { readonly forAgents?: boolean } = {},
): { readonly error: 'invalid_scope'; readonly description: string } | null {
  const error = 'invalid_scope';
  const ofAgents = agentScopesOf(requested?.scopes ?? []);
  if (forAgents !== ofAgents.length > 0) {
    const description =
      'Scopes that start with agent: need the resource of the MCP endpoint, and it needs them';
    return { error, description };
  }
  const others = requested?.scopes.filter((scope) => !besideAgentScopes.has(scope)) ?? [];
  if (forAgents && others.length > ofAgents.length) {
    return {
      error,
      description: 'This resource has no other scopes than those that start with agent:',
    };
  }
  if (requested === null) return { error, description: 'The scope names nothing that is known' };
  if (credentialScopeOf(requested.scopes) !== undefined && requested.scopes.length > 1) {
    return { error, description: 'A credential is asked for alone' };
  }
  const denied = requested.scopes.filter((scope) => !allowed.includes(scope));
  if (denied.length === 0) return null;
  const names = spelledScopes(requested.scope, denied);
  return { error, description: `The client may not ask for ${names}` };
}
