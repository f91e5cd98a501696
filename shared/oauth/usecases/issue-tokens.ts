import { createHash } from 'node:crypto';
import type { Write } from '../../kernel/db/transact.ts';
import { newRefreshToken } from '../auth/oauth-token.ts';
import type { TokenResponse } from '../contracts/oauth.ts';
import { spelledScopes } from '../contracts/oauth-scope.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { familyTtl, type StoredGrant } from '../db/oauth-grants.ts';
import { newRefreshTokenWrite } from '../db/refresh-tokens.ts';
import type { IssuerDeps } from '../deps/issuer.ts';
import { authenticationClaims } from '../domain/authentication-context.ts';
import { accessTokenLifetime, staysAsItIs } from '../domain/oauth-grant.ts';
import { refreshEnd } from '../domain/refresh-token.ts';

/** For whom tokens are made, and what they open. */
export interface TokensToIssue {
  readonly grant: StoredGrant;
  readonly client: Pick<StoredClient, 'idTokenSignedResponseAlg' | 'dpopBoundAccessTokens'>;
  /** Thumbprint of the key to which the access token is bound; absent: to none. */
  readonly jkt: string | undefined;
  /** Of the access token and the id token, in the contract's spelling. */
  readonly scopes: readonly string[];
  /** The scopes as the client spelled them; there may be more of them. */
  readonly spelled: string;
  /** Whether a further refresh token is made. */
  readonly refreshable: boolean;
  /** Goes into the id token; null: none, as after a refresh (OpenID Connect Core, section 12.2). */
  readonly nonce: string | null;
}

/**
 * Signs the tokens of an answer. This comes before the transaction that makes them valid: if a key can't be
 * read, no code or refresh token is used up.
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
              // One that does not rotate lasts as long as its family.
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
      aud: audience,
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

/** Says who signed in, and how: name and mail address are at userinfo (OpenID Connect Core, section 5.4). */
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
