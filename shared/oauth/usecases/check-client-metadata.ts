import { createPublicKey, X509Certificate } from 'node:crypto';
import { isGoodAt, limitsOf } from '../../kernel/auth/certificate-chain.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { callableUrl } from '../../platform/aws/safe-fetch.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { listSigningKeys } from '../db/signing-keys.ts';
import type { RequestObjectJwk } from '../domain/client-keys.ts';
import { credentialScopeOf } from '../domain/oauth-scope.ts';

/**
 * Error: 400 for the first setting of a client that conflicts with another one, naming it, and for
 * an algorithm without a key.
 */
export async function refuseImpossible(
  client: StoredClient,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<void> {
  const found = settingsAgainst(client).find(([, isAgainst]) => isAgainst);
  if (found !== undefined) throw apiErrors.invalidField([found[0]], found[2]);
  const alg = client.idTokenSignedResponseAlg;
  if (alg === 'RS256') return;
  const keys = await listSigningKeys(table, now());
  if (keys.some(({ jwk, retiredAt }) => jwk.alg === alg && retiredAt === null)) return;
  const message = `There is no ${alg} key yet: rotate the signing keys first`;
  throw apiErrors.invalidField(['idTokenSignedResponseAlg'], message);
}

function settingsAgainst(client: StoredClient): readonly (readonly [string, boolean, string])[] {
  const method = client.tokenEndpointAuthMethod;
  const provesByKeys = method === 'private_key_jwt' || method === 'attest_jwt_client_auth';
  const { backchannelLogoutUri, frontchannelLogoutUri, jwksUri } = client;
  const { attestationAnchors, redirectUris, requestObjectKeys, scopes } = client;
  return [
    [
      'tokenEndpointAuthMethod',
      client.public !== (method === 'none'),
      'Must be none for a public client, and must not be none for other clients',
    ],
    [
      'requestObjectKeys',
      provesByKeys &&
        requestObjectKeys.length === 0 &&
        jwksUri === null &&
        !(method === 'attest_jwt_client_auth' && attestationAnchors.length > 0),
      'Must not be empty if the client signs assertions and has no jwksUri',
    ],
    [
      // The attested keys: of a client's instances, or of a wallet.
      'attestationAnchors',
      attestationAnchors.length > 0 &&
        method !== 'attest_jwt_client_auth' &&
        credentialScopeOf(scopes) === undefined,
      'Must be empty unless the client uses attest_jwt_client_auth or has a credential scope',
    ],
    [
      'jwksUri',
      jwksUri !== null && requestObjectKeys.length > 0,
      'Must be null if the client has requestObjectKeys',
    ],
    [
      'jwksUri',
      jwksUri !== null && callableUrl(jwksUri, { loopback: true }) === null,
      'Must be an address that is reachable from the internet',
    ],
    [
      'requirePushedAuthorizationRequests',
      client.requirePushedAuthorizationRequests && redirectUris.length === 0,
      'Must be false if the client has no redirect URI',
    ],
    [
      // HAIP 1.0, section 4: FAPI 2.0 applies to clients that get credentials.
      'scopes',
      credentialScopeOf(scopes) !== undefined &&
        !(
          provesByKeys &&
          client.requirePushedAuthorizationRequests &&
          client.dpopBoundAccessTokens
        ),
      'For a credential scope, the client must use private_key_jwt or attest_jwt_client_auth, requirePushedAuthorizationRequests and dpopBoundAccessTokens',
    ],
    [
      'strictDpopProofs',
      client.strictDpopProofs && !client.dpopBoundAccessTokens,
      'Must be false unless dpopBoundAccessTokens is true',
    ],
    [
      // Front-Channel Logout 1.0, section 2.
      'frontchannelLogoutUri',
      frontchannelLogoutUri !== null && !redirectUris.some(isAtOriginOf(frontchannelLogoutUri)),
      'Must have the same origin as a redirect URI',
    ],
    [
      'backchannelLogoutUri',
      backchannelLogoutUri !== null &&
        callableUrl(backchannelLogoutUri, { loopback: true }) === null,
      'Must be an address that is reachable from the internet',
    ],
    [
      'backchannelLogoutSessionRequired',
      client.backchannelLogoutSessionRequired && backchannelLogoutUri === null,
      'Must be false if the client has no backchannelLogoutUri',
    ],
  ];
}

function isAtOriginOf(uri: string) {
  const { origin } = new URL(uri);
  return (other: string): boolean => new URL(other).origin === origin;
}

/**
 * The certificates in one format (PEM, lines of 64 characters). Error: 400 for the first that is
 * not a valid CA certificate, is not valid now, or appears twice.
 */
export function usableAnchors(anchors: readonly string[], now: Date): string[] {
  const read = anchors.map((anchor) => anchorOf(anchor, now));
  const position = read.findIndex((anchor, at) => anchor === null || read.indexOf(anchor) < at);
  if (position >= 0) {
    const message = 'Must be a CA certificate that is currently valid, and must not appear twice';
    throw apiErrors.invalidField(['attestationAnchors', position], message);
  }
  return read.filter((anchor) => anchor !== null);
}

function anchorOf(text: string, now: Date): string | null {
  try {
    const certificate = new X509Certificate(text);
    const { isAuthority, isUnderstood } = limitsOf(certificate);
    const { asymmetricKeyType = '' } = certificate.publicKey;
    const counts =
      isAuthority &&
      isUnderstood &&
      isGoodAt([certificate], now) &&
      ['ec', 'rsa'].includes(asymmetricKeyType);
    return counts ? certificate.toString() : null;
  } catch {
    return null; // return null; // Not a certificate, or with an unknown kind of key.
  }
}

/**
 * Error: 400 for the first key that is not a point on its curve, or whose modulus does not have
 * 2048 to 4096 bits.
 */
export function refuseUnusableKeys(requestObjectKeys: readonly RequestObjectJwk[]): void {
  const position = requestObjectKeys.findIndex((key) => !isUsableKey(key));
  if (position < 0) return;
  throw apiErrors.invalidField(['requestObjectKeys', position], 'This key cannot be used');
}

/** Whether the numbers form a valid key of sufficient length. */
export function isUsableKey(key: RequestObjectJwk): boolean {
  try {
    const { asymmetricKeyDetails = {} } = createPublicKey({ key: { ...key }, format: 'jwk' });
    const { modulusLength = 2_048 } = asymmetricKeyDetails;
    return modulusLength >= 2_048 && modulusLength <= 4_096;
  } catch {
    return false; // Not a point on the curve.
  }
}
