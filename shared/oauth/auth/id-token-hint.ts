import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { JOSEError } from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import type { PublicKeys } from './public-keys.ts';

/** Longer texts are not looked at, in characters. */
const maxLength = 8_192;

/**
 * Whom an ID token of ours names, and for which client it was; null for anything else. One that has expired
 * still says who was meant (OpenID Connect Core, section 3.1.2.1).
 */
export async function readIdTokenHint(
  token: string,
  { issuer, keys }: { readonly issuer: string; readonly keys: PublicKeys },
): Promise<{ readonly personId: string; readonly clientId: string } | null> {
  if (token.length > maxLength) return null;
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    const key = alg === 'RS256' && kid !== undefined ? await keys.find(kid) : null;
    if (key === null) return null;
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['RS256'],
      typ: 'JWT',
      issuer,
      clockTolerance: Number.MAX_SAFE_INTEGER,
    });
    const { sub, aud } = payload;
    return sub !== undefined && typeof aud === 'string' ? { personId: sub, clientId: aud } : null;
  } catch (error) {
    // Whatever is wrong with a token is one of the two: a header that can't be read is a TypeError.
    if (error instanceof JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
