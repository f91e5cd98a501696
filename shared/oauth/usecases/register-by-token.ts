import { create, orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { newRegistrationSecret, registrationTokenId } from '../auth/oauth-token.ts';
import type { RegisterClient } from '../contracts/admin-clients.ts';
import type { IssueRegistrationToken } from '../contracts/admin-registration-tokens.ts';
import { signingKeys } from '../contracts/client-keys.ts';
import { parseScope } from '../contracts/oauth-scope.ts';
import type { ClientInformation, ClientMetadata } from '../contracts/registration.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import {
  allRegistrationTokens,
  countClientWrite,
  findRegistrationToken,
  findRegistrationTokenCount,
  registrationTokenCountWrite,
  registrationTokenItem,
  revokeRegistrationTokenWrite,
} from '../db/registration-tokens.ts';
import type { GrantType } from '../domain/client-metadata.ts';
import { type RegistrationToken, registrationTokenState } from '../domain/registration-token.ts';
import * as clientErrors from '../errors/client-errors.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';
import { registerClient } from './register-client.ts';

/**
 * Registers a client for the holder of an initial access token (RFC 7591), which allows a limited
 * number of clients: if two registrations compete for the last one, only one succeeds. The client
 * can request what the token allows, with its registered grants, and users see the token's
 * publisher. `offline_access` is omitted without the grant `refresh_token`.
 *
 * Errors: 404 `registration_not_supported` if the deployment does not allow it; 401
 * `invalid_token`; 400 `invalid_client_metadata` if no scope remains and for conflicting metadata;
 * 400 `invalid_redirect_uri`.
 */
export async function registerByToken(
  metadata: ClientMetadata,
  secret: string | null,
  deps: ServiceDeps,
): Promise<ClientInformation> {
  if (!deps.clientRegistration) throw oauthErrors.registrationClosed();
  const now = deps.now().toISOString();
  const token = await usableToken(secret, now, deps);
  const clientId = deps.newId();
  const command = commandOf(metadata, clientId, token);
  const { client, clientSecret } = await registerClient(
    command,
    { kind: 'oauth_client', id: clientId, personId: null },
    deps,
    {
      writes: {
        token: orElse(countClientWrite(token.id, now), oauthErrors.invalidRegistrationToken),
      },
      details: { registrationTokenId: token.id },
      grantTypes: grantsOf(metadata),
    },
  ).catch((error: unknown) => {
    throw inTheirNames(error);
  });
  return presentRegistered(client, clientSecret, metadata);
}

/** The grant types to register, with defaults; never the device flow. */
function grantsOf({ grant_types: requested }: ClientMetadata): readonly GrantType[] {
  return requested === undefined
    ? ['authorization_code', 'refresh_token']
    : [...new Set(requested)];
}

async function usableToken(
  secret: string | null,
  now: string,
  { table }: ServiceDeps,
): Promise<RegistrationToken> {
  const id = secret === null ? null : registrationTokenId(secret);
  const token = id === null ? null : await findRegistrationToken(table, id);
  if (token === null || registrationTokenState(token, now) !== 'usable') {
    throw oauthErrors.invalidRegistrationToken();
  }
  return token;
}

function commandOf(
  metadata: ClientMetadata,
  clientId: string,
  { scopes: allowed, publisher }: RegistrationToken,
): RegisterClient {
  const method = metadata.token_endpoint_auth_method ?? 'client_secret_basic';
  const isPublic = method === 'none';
  const redirectUris = metadata.redirect_uris ?? [];
  const needsNone = metadata.grant_types?.includes('authorization_code') === false;
  if (redirectUris.length === 0 && !(isPublic && needsNone)) {
    throw oauthErrors.invalidRedirectUri('redirect_uris must not be empty');
  }
  const requested = parseScope(metadata.scope ?? allowed.join(' '))?.scopes ?? [];
  const refreshes = grantsOf(metadata).includes('refresh_token');
  const scopes = requested.filter(
    (scope) => allowed.includes(scope) && (refreshes || scope !== 'offline_access'),
  );
  if (scopes.length === 0) {
    throw oauthErrors.invalidMetadata('The token allows none of the requested scopes');
  }
  return {
    clientId,
    name: metadata.client_name,
    publisher,
    privacyUri: metadata.policy_uri ?? null,
    public: isPublic,
    redirectUris,
    scopes,
    requestObjectKeys: [...signingKeys(metadata.jwks?.keys ?? [])],
    jwksUri: metadata.jwks_uri ?? null,
    postLogoutRedirectUris: metadata.post_logout_redirect_uris ?? [],
    frontchannelLogoutUri: metadata.frontchannel_logout_uri ?? null,
    backchannelLogoutUri: metadata.backchannel_logout_uri ?? null,
    backchannelLogoutSessionRequired: metadata.backchannel_logout_session_required ?? false,
    tokenEndpointAuthMethod:
      method === 'none' || method === 'private_key_jwt' ? method : 'client_secret',
    requirePushedAuthorizationRequests: metadata.require_pushed_authorization_requests ?? false,
    dpopBoundAccessTokens: metadata.dpop_bound_access_tokens ?? false,
    idTokenSignedResponseAlg: metadata.id_token_signed_response_alg ?? 'RS256',
  };
}

/** The metadata names of a client's settings. */
const theirNames: Readonly<Record<string, string>> = {
  requestObjectKeys: 'jwks',
  jwksUri: 'jwks_uri',
  redirectUris: 'redirect_uris',
  tokenEndpointAuthMethod: 'token_endpoint_auth_method',
  requirePushedAuthorizationRequests: 'require_pushed_authorization_requests',
  frontchannelLogoutUri: 'frontchannel_logout_uri',
  backchannelLogoutUri: 'backchannel_logout_uri',
  backchannelLogoutSessionRequired: 'backchannel_logout_session_required',
  idTokenSignedResponseAlg: 'id_token_signed_response_alg',
};

/** A registration error in the format of RFC 7591. */
function inTheirNames(error: unknown): unknown {
  const [detail] =
    (error instanceof ApiError && error.status === 400 && error.extras.details) || [];
  if (detail === undefined) return error;
  const name = String(detail.path[0]);
  return oauthErrors.invalidMetadata(`${theirNames[name] ?? name}: ${detail.message}`);
}

function presentRegistered(
  client: StoredClient,
  clientSecret: string | null,
  metadata: ClientMetadata,
): ClientInformation {
  const { jwksUri, privacyUri, requestObjectKeys, frontchannelLogoutUri } = client;
  const { postLogoutRedirectUris, backchannelLogoutUri } = client;
  return {
    client_id: client.clientId,
    client_id_issued_at: Math.floor(Date.parse(client.createdAt) / 1000),
    ...(clientSecret !== null && { client_secret: clientSecret, client_secret_expires_at: 0 }),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: metadata.token_endpoint_auth_method ?? 'client_secret_basic',
    grant_types: [...grantsOf(metadata)],
    response_types: ['code'],
    scope: client.scopes.join(' '),
    ...(requestObjectKeys.length > 0 && { jwks: { keys: requestObjectKeys } }),
    ...(jwksUri !== null && { jwks_uri: jwksUri }),
    ...(privacyUri !== null && { policy_uri: privacyUri }),
    ...(postLogoutRedirectUris.length > 0 && { post_logout_redirect_uris: postLogoutRedirectUris }),
    ...(frontchannelLogoutUri !== null && { frontchannel_logout_uri: frontchannelLogoutUri }),
    ...(backchannelLogoutUri !== null && {
      backchannel_logout_uri: backchannelLogoutUri,
      backchannel_logout_session_required: client.backchannelLogoutSessionRequired,
    }),
    id_token_signed_response_alg: client.idTokenSignedResponseAlg,
    dpop_bound_access_tokens: client.dpopBoundAccessTokens,
    require_pushed_authorization_requests: client.requirePushedAuthorizationRequests,
  };
}

/** The number of tokens that can be usable at the same time. */
const maxUsable = 100;

/**
 * Issues an initial access token (RFC 7591), which is only in this response. Error: 409
 * `client.registration_token_limit_reached` beyond a hundred usable ones, even if many are issued
 * in parallel.
 */
export function issueRegistrationToken(
  { days, ...requested }: IssueRegistrationToken,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly token: RegistrationToken; readonly secret: string }> {
  return retryOnConflict(async () => {
    const now = deps.now();
    const at = now.toISOString();
    // The count is read first: if it is unchanged at the write, the tokens read after it are
    // complete.
    const count = await findRegistrationTokenCount(deps.table);
    const usable = (await allRegistrationTokens(deps.table)).filter(
      (token) => registrationTokenState(token, at) === 'usable',
    );
    if (usable.length >= maxUsable) throw clientErrors.registrationTokenLimitReached();
    const secret = newRegistrationSecret(deps.random);
    const token: RegistrationToken = {
      ...requested,
      // It has the form of a token.
      id: registrationTokenId(secret) ?? '',
      registered: 0,
      createdAt: at,
      expiresAt: new Date(now.getTime() + days * 86_400_000).toISOString(),
      revokedAt: null,
    };
    const outcome = await transact(deps.table, {
      count: registrationTokenCountWrite(count),
      token: create(registrationTokenItem(token)),
      ...auditAct(deps, {
        at,
        actor,
        action: 'registration_token.issued',
        subject: { type: 'registration_token', id: token.id },
        details: { scopes: token.scopes, maxClients: token.maxClients, expiresAt: token.expiresAt },
      }),
    });
    return outcome.kind === 'written' ? { token, secret } : lostRace;
  });
}

/** All tokens, newest first, including those that ended within the last month. */
export function listRegistrationTokens({
  table,
}: Pick<CoreDeps, 'table'>): Promise<readonly RegistrationToken[]> {
  return allRegistrationTokens(table);
}

/** Revokes a token; repeating this has no effect. Its clients stay registered. Error: 404. */
export async function revokeRegistrationToken(
  id: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<RegistrationToken> {
  const at = deps.now().toISOString();
  const token = await findRegistrationToken(deps.table, id);
  if (token === null) throw apiErrors.notFound();
  if (token.revokedAt !== null) return token;
  const outcome = await transact(deps.table, {
    token: orElse(revokeRegistrationTokenWrite(id, at), () => 'revoked_before' as const),
    ...auditAct(deps, {
      at,
      actor,
      action: 'registration_token.revoked',
      subject: { type: 'registration_token', id },
      details: {},
    }),
  });
  if (outcome.kind === 'written') return { ...token, revokedAt: at };
  return (await findRegistrationToken(deps.table, id)) ?? token;
}
