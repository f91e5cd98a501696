import { createHash } from 'node:crypto';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import type { Write, Writes } from '../../kernel/db/transact.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import { newRefreshToken } from '../auth/oauth-token.ts';
import type { TokenResponse } from '../contracts/oauth.ts';
import { spelledScopes } from '../contracts/oauth-scope.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { consentCheck, StoredConsent } from '../db/oauth-consents.ts';
import {
  familyTtl,
  newGrantWrite,
  newRefreshTokenWrite,
  type StoredGrant,
} from '../db/oauth-grants.ts';
import type { IssuerDeps } from '../deps/oauth-deps.ts';
import { authenticationClaims } from '../domain/authentication-context.ts';
import {
  accessTokenLifetime,
  effectiveScopes,
  familyEnd,
  grantStatus,
  isBeforeTokensCount,
  isRefreshable,
  staysAsItIs,
} from '../domain/oauth-grant.ts';
import { agentResource, intersection } from '../domain/oauth-scope.ts';
import { isOpenTo } from '../domain/owned-client.ts';
import { refreshEnd } from '../domain/refresh-token.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';

/** The user, client and scopes of tokens. */
interface TokensToIssue {
  readonly grant: StoredGrant;
  readonly client: Pick<StoredClient, 'idTokenSignedResponseAlg' | 'dpopBoundAccessTokens'>;
  /** The thumbprint of the key to which the access token is bound; absent: not bound. */
  readonly jkt: string | undefined;
  /** The scopes of the access token and the id token, in the contract's spelling. */
  readonly scopes: readonly string[];
  /** The scopes as the client spelled them; they can include more. */
  readonly spelled: string;
  /** Whether a new refresh token is issued. */
  readonly refreshable: boolean;
  /** Part of the ID token; null: none, as after a refresh (OpenID Connect Core, section 12.2). */
  readonly nonce: string | null;
}

/**
 * Signs the tokens of a response. This comes before the transaction that makes them valid: if a key
 * can't be read, no code or refresh token is used up.
 */
export async function issueTokens(
  tokens: TokensToIssue,
  now: Date,
  deps: IssuerDeps,
): Promise<{ readonly response: TokenResponse; readonly refreshToken: Write | undefined }> {
  const { grant, client, jkt, scopes, refreshable } = tokens;
  const access_token = await signAccessToken(tokens, now, deps);
  const id_token = scopes.includes('openid')
    ? await signIdToken(tokens, access_token, now, deps)
    : undefined;
  const refresh_token = refreshable ? newRefreshToken(deps.random) : undefined;
  const at = now.toISOString();
  return {
    response: {
      access_token,
      token_type: jkt === undefined ? 'Bearer' : 'DPoP',
      expires_in: accessTokenLifetime,
      scope: spelledScopes(tokens.spelled, scopes),
      ...(id_token !== undefined && { id_token }),
      ...(refresh_token !== undefined && { refresh_token }),
    },
    refreshToken:
      refresh_token === undefined
        ? undefined
        : newRefreshTokenWrite(
            refresh_token,
            {
              grantId: grant.id,
              clientId: grant.clientId,
              personId: grant.personId,
              createdAt: at,
              // A token that is not rotated lasts as long as its family.
              expiresAt: staysAsItIs(grant, client)
                ? grant.refreshExpiresAt
                : refreshEnd(at, grant.refreshExpiresAt),
              usedAt: null,
            },
            familyTtl(grant.refreshExpiresAt),
          ),
  };
}

function signAccessToken(
  { grant, client, jkt, scopes }: TokensToIssue,
  now: Date,
  { signer, baseUrl, audience, newId }: IssuerDeps,
): Promise<string> {
  return signer.sign(
    {
      iss: baseUrl,
      aud: grant.agentKey === undefined ? audience : agentResource(baseUrl),
      sub: grant.personId,
      client_id: grant.clientId,
      scope: scopes.join(' '),
      jti: newId(),
      ...lifetime(now),
      ...authenticationClaims(grant.amr),
      grant_id: grant.id,
      ...(jkt !== undefined && { cnf: { jkt } }),
    },
    'at+jwt',
    client.idTokenSignedResponseAlg,
  );
}

/**
 * The ID token: who signed in, and how. Name and email address are at userinfo (OpenID Connect
 * Core, section 5.4).
 */
function signIdToken(
  { grant, client, nonce }: TokensToIssue,
  accessToken: string,
  now: Date,
  { signer, baseUrl }: IssuerDeps,
): Promise<string> {
  const hash = createHash('sha256').update(accessToken).digest();
  return signer.sign(
    {
      iss: baseUrl,
      aud: grant.clientId,
      sub: grant.personId,
      ...lifetime(now),
      ...authenticationClaims(grant.amr),
      auth_time: seconds(new Date(grant.authTime)),
      ...(grant.sid !== undefined && { sid: grant.sid }),
      ...(nonce !== null && { nonce }),
      at_hash: hash.subarray(0, 16).toString('base64url'),
    },
    'JWT',
    client.idTokenSignedResponseAlg,
  );
}

function lifetime(now: Date): { readonly iat: number; readonly exp: number } {
  const iat = seconds(now);
  return { iat, exp: iat + accessTokenLifetime };
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}

/** A user's consent, as stored with a code or a device's request. */
export interface Allowed {
  readonly grantId: string;
  readonly personId: string;
  readonly consentId: string;
  readonly scopes: readonly string[];
  readonly scope: string;
  readonly legalEntityIds: readonly string[];
  readonly authTime: string;
  /** Authentication methods. */
  readonly amr: readonly string[];
  /** The session id for this client; absent for devices. */
  readonly sid?: string | undefined;
  readonly credentialEpoch: number;
  /** The Agent Key that is created with the grant. */
  readonly agentKey?: StoredGrant['agentKey'];
  readonly nonce: string | null;
  /** When the code was issued or the device asked. */
  readonly createdAt: string;
}

/** The response to a redemption, and the writes that make its tokens valid. */
export interface NewFamily {
  readonly response: TokenResponse;
  /** In the contract's spelling. */
  readonly scopes: readonly string[];
  readonly writes: Writes & {
    readonly grant: Write;
    readonly refreshToken: Write | undefined;
    /** Refused if the user withdrew the consent in the meantime. */
    readonly consent: Write | undefined;
    /** Refused if the account was deactivated in the meantime. */
    readonly person: Write;
  };
}

/**
 * The first tokens of a family, with those of the allowed scopes that the client is still allowed.
 * They are bound to the key with the thumbprint `jkt`, and to the attested `instance` if the client
 * has one. One round trip.
 *
 * Errors: 400 `invalid_grant` if the consent or the account has ended, or the client's tokens from
 * that time; 400 `invalid_scope` if the client is no longer allowed any of the scopes.
 */
export async function newFamily(
  allowed: Allowed,
  client: StoredClient,
  how: {
    readonly now: Date;
    readonly jkt: string | undefined;
    readonly instance: string | undefined;
  },
  deps: IssuerDeps,
): Promise<NewFamily> {
  const { personId } = allowed;
  const { now, jkt } = how;
  if (isBeforeTokensCount({ authorizedAt: allowed.createdAt }, client))
    throw oauthErrors.invalidGrant();
  // It may have returned to test mode since the code was issued.
  if (!isOpenTo(client, personId)) throw oauthErrors.invalidGrant();
  const [consentItem, personItem] = await getItems(deps.table, [
    keys.consent(personId, client.clientId),
    keys.person(personId),
  ]);
  const consent = parseFound(StoredConsent, consentItem);
  const person = parseFound(StoredPerson, personItem);
  const grant = grantOf(allowed, client, how);
  if (
    consent === null ||
    person === null ||
    grantStatus(grant, consent, person, client) !== 'live'
  ) {
    throw oauthErrors.invalidGrant();
  }
  const scopes = intersection(effectiveScopes(allowed.scopes, grant, consent), client.scopes);
  if (scopes.length === 0)
    throw oauthErrors.invalidScope('The client is no longer allowed to have any of these scopes');
  const { response, refreshToken } = await issueTokens(
    {
      grant,
      client,
      jkt,
      scopes,
      spelled: allowed.scope,
      refreshable: isRefreshable(grant, scopes),
      nonce: allowed.nonce,
    },
    now,
    deps,
  );
  return {
    response,
    scopes,
    writes: {
      grant: newGrantWrite(grant),
      refreshToken,
      consent: consentCheck(personId, client.clientId, consent.id),
      person: actingEpochCheck(person),
    },
  };
}

function grantOf(
  allowed: Allowed,
  { clientId }: StoredClient,
  { now, jkt, instance }: Parameters<typeof newFamily>[2],
): StoredGrant {
  const at = now.toISOString();
  return {
    id: allowed.grantId,
    consentId: allowed.consentId,
    personId: allowed.personId,
    clientId,
    scopes: [...allowed.scopes],
    scope: allowed.scope,
    legalEntityIds: [...allowed.legalEntityIds],
    credentialEpoch: allowed.credentialEpoch,
    authTime: allowed.authTime,
    amr: allowed.amr,
    sid: allowed.sid,
    jkt,
    instance,
    agentKey: allowed.agentKey,
    nonce: allowed.nonce,
    createdAt: at,
    authorizedAt: allowed.createdAt,
    lastUsedAt: at,
    revokedAt: null,
    refreshExpiresAt: familyEnd(at),
  };
}
