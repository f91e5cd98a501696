import { JOSEError } from 'jose/errors';
import { decodeJwt } from 'jose/jwt/decode';
import { jwtVerify } from 'jose/jwt/verify';
import { importJWK } from 'jose/key/import';
import type { RequestObjectJwk } from '../domain/request-object-key.ts';
import { requestObjectAlgorithms } from '../domain/request-object-key.ts';
import { keysFor } from './keys-for.ts';

/** What `client_assertion_type` has to be (RFC 7523, section 2.2). */
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** How far off a client's clock may be, and how far ahead an assertion may end, in seconds. */
const clockTolerance = 10;
const maxLifetime = 3_600;

/** One that says to be made later than this is refused, in seconds (FAPI 2.0 Security Profile, 5.3.2.1). */
const ahead = 60;

/** Longer texts are not looked at, in characters. */
const maxLength = 8_192;

/** Whether a token with this type is an assertion: a proof, an access token or a logout token with the same claims is not. */
function isAssertionType(typ: string | undefined): boolean {
  const name = typ?.toLowerCase().replace(/^application\//, '');
  return name === undefined || name === 'jwt' || name === 'client-authentication+jwt';
}

/** The client that an assertion or attestation names; nothing of it is verified. Null for what is none. */
export function assertedClientId(assertion: string): string | null {
  if (assertion.length > 2 * maxLength) return null;
  try {
    const { sub }: { readonly sub?: unknown } = decodeJwt(assertion);
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

/**
 * The id of an assertion with which a client proves who it is (`private_key_jwt`, RFC 7523), and its end in Unix milliseconds;
 * null for one that is not signed by its key, not for this provider, or not of this time.
 *
 * Its audience is the issuer, as one text (FAPI 2.0 Security Profile, 5.3.2.1): one that was made for another server, or for
 * several, is of no use here.
 */
export async function verifyAssertion(
  assertion: string,
  {
    clientId,
    keys,
    issuer,
    now,
  }: {
    readonly clientId: string;
    readonly keys: readonly RequestObjectJwk[];
    readonly issuer: string;
    readonly now: Date;
  },
): Promise<{ readonly jti: string; readonly endsAt: number } | null> {
  if (assertion.length > maxLength) return null;
  for (const { key, alg } of keysFor(assertion, keys)) {
    try {
      const { payload, protectedHeader } = await jwtVerify(
        assertion,
        await importJWK({ ...key }, alg),
        {
          algorithms: [...requestObjectAlgorithms],
          issuer: clientId,
          subject: clientId,
          audience: issuer,
          requiredClaims: ['exp', 'jti'],
          currentDate: now,
          clockTolerance,
        },
      );
      if (!isAssertionType(protectedHeader.typ)) return null;
      const { aud, jti, exp = 0, iat = 0 } = payload;
      const at = now.getTime() / 1000;
      if (exp - at > maxLifetime || iat - at > ahead) return null;
      if (aud !== issuer || typeof jti !== 'string' || jti.length > 512) return null;
      return { jti, endsAt: (exp + clockTolerance) * 1000 };
    } catch (error) {
      if (!(error instanceof JOSEError || error instanceof TypeError)) throw error;
    }
  }
  return null;
}
