import { JOSEError } from 'jose/errors';
import { EmbeddedJWK } from 'jose/jwk/embedded';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { jwtVerify } from 'jose/jwt/verify';
import * as z from 'zod/mini';
import { holderAlgorithms } from '../domain/holder-algorithms.ts';

/** How old a proof may be, and how far ahead of our clock, in milliseconds. */
const lifetime = 300_000;
const ahead = 15_000;

/** Longer texts are not looked at, in characters. */
const maxLength = 8_192;

const Claims = z.object({ iat: z.int(), nonce: z.string() });
const Header = z.object({
  typ: z.literal('openid4vci-proof+jwt'),
  kid: z.optional(z.never()),
  x5c: z.optional(z.never()),
  jwk: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
});

/** The public key of a holder. */
export type HolderKey = z.output<typeof Header>['jwk'];

/** Somebody who holds a key, and showed it. */
export interface ProvedKey {
  readonly jwk: HolderKey;
  /** RFC 7638. */
  readonly thumbprint: string;
  /** Whether we made it, and whether it was used before, is not asked here. */
  readonly nonce: string;
}

/**
 * The key of a proof (OpenID4VCI 1.0, appendix F.1) that is signed by the key it holds, for this issuer and not long ago; null for any
 * other: one without a nonce, by another algorithm, with a private or a symmetric key in it, or with its key in two places.
 */
export async function readHolderProof(
  text: string,
  { audience, now }: { readonly audience: string; readonly now: Date },
): Promise<ProvedKey | null> {
  if (text.length > maxLength) return null;
  try {
    // EmbeddedJWK takes public keys only: neither private nor symmetric ones.
    const { payload, protectedHeader } = await jwtVerify(text, EmbeddedJWK, {
      algorithms: [...holderAlgorithms],
      audience,
      typ: 'openid4vci-proof+jwt',
      currentDate: now,
      clockTolerance: ahead / 1000,
    });
    const claims = z.safeParse(Claims, payload);
    const header = z.safeParse(Header, protectedHeader);
    if (!claims.success || !header.success) return null;
    const age = now.getTime() - claims.data.iat * 1000;
    if (age > lifetime || age < -ahead) return null;
    const { jwk } = header.data;
    return { jwk, thumbprint: await calculateJwkThumbprint(jwk), nonce: claims.data.nonce };
  } catch (error) {
    // Whatever is wrong with a proof is one of these; the last is what WebCrypto says of a key that is none.
    if (error instanceof JOSEError || error instanceof TypeError || error instanceof DOMException) {
      return null;
    }
    throw error;
  }
}
