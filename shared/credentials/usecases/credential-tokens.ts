import { newCode } from '../../oauth/auth/oauth-token.ts';
import { credentialDetailsType } from '../../oauth/contracts/authorization-details.ts';
import type { TokenResponse } from '../../oauth/contracts/oauth.ts';
import type { IssuerDeps } from '../../oauth/deps/oauth-deps.ts';
import {
  credentialRefreshToken,
  grantLifetime,
  refreshHashOf,
  type StoredCredentialGrant,
} from '../db/credential-grants.ts';
import { configurationIds, credentialAudience, scopeOfKind } from '../domain/configurations.ts';

/**
 * For how long an access token opens the credential endpoint, in seconds: what lasts longer than five minutes has to be bound to a key
 * (OpenID4VCI 1.0, section 13.10).
 */
const lifetimes = { bearer: 300, bound: 600 } as const;

/** What tokens say of a wallet that took up an offer: it need not be registered. */
const anonymousWallet = 'wallet';

/** Whom a wallet gets a credential of, and of what. */
type Granted = Pick<
  StoredCredentialGrant,
  'personId' | 'kind' | 'legalEntityId' | 'credentialEpoch' | 'client' | 'instance' | 'identified'
>;

/** What a wallet gets for a code of either sort, with the one refresh token that it has. Nothing is written. */
export function newCredentialGrant(
  granted: Granted,
  { id, jkt, now }: { readonly id: string; readonly jkt: string | null; readonly now: Date },
  { random }: Pick<IssuerDeps, 'random'>,
): { readonly grant: StoredCredentialGrant; readonly refreshToken: string } {
  const refreshToken = credentialRefreshToken(id, newCode(random));
  const grant: StoredCredentialGrant = {
    ...{ id, ...granted, jkt },
    refreshHash: refreshHashOf(refreshToken),
    holderThumbprint: null,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + grantLifetime).toISOString(),
    revokedAt: null,
  };
  return { grant, refreshToken };
}

/** The answer of the token endpoint: an access token for credentials alone, for ten minutes, or five where it is bound to no key. */
export async function signCredentialTokens(
  grant: StoredCredentialGrant,
  refreshToken: string,
  now: Date,
  { signer, baseUrl, newId }: IssuerDeps,
): Promise<TokenResponse> {
  const iat = Math.floor(now.getTime() / 1000);
  const jkt = grant.jkt ?? undefined;
  const lifetime = jkt === undefined ? lifetimes.bearer : lifetimes.bound;
  const scope = scopeOfKind(grant.kind);
  const claims = {
    iss: baseUrl,
    aud: credentialAudience(baseUrl),
    sub: grant.personId,
    client_id: grant.client?.clientId ?? anonymousWallet,
    scope,
    jti: newId(),
    iat,
    exp: iat + lifetime,
    grant_id: grant.id,
    ...(jkt !== undefined && { cnf: { jkt } }),
  };
  return {
    access_token: await signer.sign(claims, 'at+jwt', 'ES256'),
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: lifetime,
    scope,
    refresh_token: refreshToken,
    ...(grant.identified && {
      authorization_details: [
        {
          type: credentialDetailsType,
          credential_configuration_id: configurationIds[grant.kind],
          credential_identifiers: [grant.id],
        },
      ],
    }),
  };
}
