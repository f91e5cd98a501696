import { keyKind } from '../../access/auth/api-key.ts';
import { admit, type KeyDeps, resolveKey } from '../../access/auth/authenticate.ts';
import type { KeyCaller, OAuthCaller, PersonalKeyCaller } from '../../access/auth/caller.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { AnyRule, OAuthRule } from '../../kernel/domain/auth-rule.ts';
import type { OAuthScope } from '../../kernel/domain/scopes.ts';
import { hasStatus } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { TokenAuthority } from './access-token.ts';
import { resolveAccessToken } from './resolve-token.ts';
import { requireProof, type SentToken } from './sent-token.ts';

/**
 * Who calls a route of `/api/v1/me` with this credential. `agentScope` in the rule: Agent Keys with that
 * scope are admitted, too.
 *
 * Errors: 403 `account.suspended`; 401 `missing_token`; 401 `invalid_token` for anything but a live access token, keys included; 401
 * `missing_scopes: …`. Where Agent Keys are admitted: 403 `Standard API keys are not supported on this
 * endpoint` for a valid Standard Key, 403 `Insufficient permissions` for an Agent Key without the scope.
 */
export async function resolveOAuthCaller(
  rule: OAuthRule,
  sent: SentToken,
  deps: KeyDeps,
  authority: TokenAuthority,
): Promise<OAuthCaller | PersonalKeyCaller> {
  const { credential, scheme } = sent;
  if (credential === null) throw apiErrors.missingToken();
  if (scheme === 'Bearer' && keyKind(credential) !== null) return keyCaller(rule, credential, deps);
  return tokenCaller(rule.scope, { ...sent, credential }, deps.table, authority);
}

/**
 * Who calls a row that takes keys of all kinds and access tokens: what has the form of a JWT is a token, all else a key.
 *
 * Errors: 401 `Missing API key`, 401 `Invalid API key`, 403 `Insufficient permissions` for a key without the scope; of a token 401
 * `invalid_token` and 401 `missing_scopes: …`.
 */
export async function resolveAnyCaller(
  rule: AnyRule,
  sent: SentToken,
  deps: KeyDeps,
  authority: TokenAuthority,
): Promise<OAuthCaller | KeyCaller> {
  const { credential } = sent;
  if (credential?.split('.').length === 3) {
    return tokenCaller(rule.oauthScope, { ...sent, credential }, deps.table, authority);
  }
  // Keys are a bearer's, always.
  const caller = await resolveKey(deps, sent.scheme === 'Bearer' ? credential : null);
  admit(rule, caller);
  return caller;
}

async function tokenCaller(
  scope: OAuthScope,
  sent: SentToken & { readonly credential: string },
  table: Table,
  authority: TokenAuthority,
): Promise<OAuthCaller> {
  const live = await resolveAccessToken(table, sent.credential, authority);
  if (live === null) throw apiErrors.invalidToken();
  await requireProof(live, sent, { table, now: authority.now });
  if (live.person.suspension !== undefined) throw apiErrors.accountSuspended();
  if (!live.scopes.includes(scope)) throw apiErrors.missingScopes(scope);
  const { claims, person, scopes, legalEntityIds } = live;
  return {
    kind: 'oauth',
    personId: person.id,
    clientId: claims.client_id,
    grantId: claims.grant_id,
    scopes,
    legalEntityIds,
    person,
  };
}

async function keyCaller(
  { agentScope }: OAuthRule,
  credential: string,
  deps: KeyDeps,
): Promise<PersonalKeyCaller> {
  if (agentScope === undefined || keyKind(credential) === 'partner') throw apiErrors.invalidToken();
  const caller = await resolveKey(deps, credential).catch((error: unknown) => {
    // An unknown key is refused in the words of this route.
    throw isRefusal(error) ? apiErrors.invalidToken() : error;
  });
  if (caller.kind === 'partner') throw apiErrors.invalidToken();
  if (caller.kind === 'standard') throw apiErrors.standardKeyNotSupported();
  if (!caller.scopes.includes(agentScope)) {
    throw apiErrors.insufficientPermissions(agentScope);
  }
  return caller;
}

function isRefusal(error: unknown): boolean {
  return hasStatus(error, 401);
}
