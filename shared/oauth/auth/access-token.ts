import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { JOSEError } from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import * as z from 'zod/mini';
import { isTokenAlgorithm, type TokenAlgorithm } from '../domain/token-algorithm.ts';
import type { PublicKeys } from './public-keys.ts';

/** What our own access tokens say (RFC 9068); `scope` in the contract's spelling, instants in Unix seconds. */
const AccessToken = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string(),
  client_id: z.string(),
  scope: z.string(),
  jti: z.string(),
  iat: z.int(),
  exp: z.int(),
  grant_id: z.string(),
  /** Thumbprint of the key to which it is bound (RFC 9449, section 6); absent: to none. */
  cnf: z.optional(z.object({ jkt: z.string() })),
});
export type AccessToken = z.output<typeof AccessToken>;

/** Who issues tokens, and for whom. */
export interface TokenAuthority {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: PublicKeys;
  now(): Date;
}

/** Longer texts are not looked at, in characters. */
const maxLength = 8_192;

/**
 * What an access token says, if it is one of ours and has not expired; null for anything else.
 *
 * The key is looked up among our own by `kid`; keys and addresses in the token's header are not looked at,
 * and nothing is fetched. Whether the token was revoked is not asked here.
 */
export async function verifyAccessToken(
  token: string,
  { issuer, audience, keys, now }: TokenAuthority,
): Promise<AccessToken | null> {
  // The library takes padding, which RFC 7515, section 2 forbids: one token would have several spellings.
  const isCompact = token.length <= maxLength && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
  const signed = isCompact ? signatureOf(token) : null;
  const key = signed === null ? null : await keys.find(signed.kid, signed.alg);
  if (signed === null || key === null) return null;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [signed.alg],
      typ: 'at+jwt',
      issuer,
      audience,
      currentDate: now(),
    });
    const claims = z.safeParse(AccessToken, payload);
    return claims.success ? claims.data : null;
  } catch (error) {
    if (error instanceof JOSEError) return null;
    throw error;
  }
}

/** With what a token says it was signed; null for anything that we would not have. */
function signatureOf(token: string): { readonly alg: TokenAlgorithm; readonly kid: string } | null {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return isTokenAlgorithm(alg) && typeof kid === 'string' ? { alg, kid } : null;
  } catch {
    return null; // Not a JWT.
  }
}
