import { verifyAccessToken } from '../../oauth/auth/issued-tokens.ts';
import { verifyProof } from '../../oauth/auth/dpop-proof.ts';
import type { CredentialIssuerDeps } from '../deps/credential-issuer.ts';
import { credentialAudience } from '../domain/configurations.ts';
import { credentialErrors } from './credential-errors.ts';
import type { CredentialAccess } from './grant-of-access.ts';

/**
 * What the access token of a request opens: one of ours, for credentials alone. One that is bound to a key needs the scheme `DPoP` and a
 * proof by that key for this request (RFC 9449, section 7); one that is bound to none is sent as a bearer's. Nothing is read of the
 * table but the keys.
 *
 * Error: 401 `invalid_token`.
 */
export async function readCredentialAccess(
  header: (name: string) => string | undefined,
  endpoint: `/api/credentials/${'credential' | 'notification'}`,
  { baseUrl, publicKeys, now }: CredentialIssuerDeps,
): Promise<CredentialAccess> {
  const [, scheme = '', token = ''] =
    /^(bearer|dpop) +(\S+) *$/i.exec(header('authorization') ?? '') ?? [];
  const isBound = scheme.toLowerCase() === 'dpop';
  const refused = () => credentialErrors.invalidToken(isBound ? 'DPoP' : 'Bearer');
  const authority = {
    issuer: baseUrl,
    audience: credentialAudience(baseUrl),
    keys: publicKeys,
    now,
  };
  const claims = await verifyAccessToken(token, authority);
  if (claims === null || isBound !== (claims.cnf !== undefined)) throw refused();
  if (claims.cnf !== undefined) {
    const url = `${baseUrl}${endpoint}`;
    const sent = { method: 'POST', url, accessToken: token };
    const proof = await verifyProof(header('dpop') ?? '', sent, now());
    if (proof?.jkt !== claims.cnf.jkt) throw refused();
  }
  return { personId: claims.sub, grantId: claims.grant_id };
}
