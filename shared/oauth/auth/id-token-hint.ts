import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { JOSEError } from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import { isTokenAlgorithm } from '../domain/token-algorithm.ts';
import type { PublicKeys } from './public-keys.ts';

/** Longer texts are not looked at, in characters. */
const maxLength = 8_192;

/** Whom an ID token names, and for which client it was. */
export interface HintedUser {
  readonly personId: string;
  readonly clientId: string;
  /** What stands for the session in which it was issued; null in those that say none. */
  readonly sid: string | null;
}

/**
 * Whom an ID token of ours names, and for which client it was; null for anything else. One that has expired
 * still says who was meant (OpenID Connect Core, section 3.1.2.1).
 */
export async function readIdTokenHint(
  token: string,
  { issuer, keys }: { readonly issuer: string; readonly keys: PublicKeys },
): Promise<HintedUser | null> {
  if (token.length > maxLength) return null;
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    const known = isTokenAlgorithm(alg) && kid !== undefined ? { alg, kid } : null;
    const key = known && (await keys.find(known.kid, known.alg));
    if (known === null || key === null) return null;
    const { payload } = await jwtVerify(token, key, {
      algorithms: [known.alg],
      typ: 'JWT',
      issuer,
      clockTolerance: Number.MAX_SAFE_INTEGER,
    });
    const { sub, aud, sid } = payload;
    if (sub === undefined || typeof aud !== 'string') return null;
    return { personId: sub, clientId: aud, sid: typeof sid === 'string' ? sid : null };
  } catch (error) {
    // Whatever is wrong with a token is one of the two: a header that can't be read is a TypeError.
    if (error instanceof JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
