import { createHash, createHmac } from 'node:crypto';
import { JOSEError } from 'jose/errors';
import { EmbeddedJWK } from 'jose/jwk/embedded';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { jwtVerify } from 'jose/jwt/verify';
import * as z from 'zod/mini';
import { NumericDate } from '../../kernel/contracts/text.ts';

/** With what clients sign proofs (RFC 9449). */
export const proofAlgorithms = ['ES256', 'PS256'] as const;

/** How old a proof may be, and how far ahead of our clock, in milliseconds. */
const proofLifetime = 60_000;
const ahead = 15_000;

/** Longer texts are not looked at, in characters. */
const maxLength = 8_192;

const Claims = z.object({
  jti: z.string().check(z.minLength(1), z.maxLength(512)),
  htm: z.string(),
  htu: z.string(),
  iat: NumericDate,
  ath: z.optional(z.string()),
  nonce: z.optional(z.string()),
});

/** The request for which a proof was made. */
interface ProvedRequest {
  readonly method: string;
  /** Its address, without query. */
  readonly url: string;
  /** The access token that is sent with it; absent before the client has one. */
  readonly accessToken?: string;
}

/** A proof that holds. */
interface DpopProof {
  /** Thumbprint of the key (RFC 7638). */
  readonly jkt: string;
  readonly jti: string;
  /** Unix milliseconds. */
  readonly issuedAt: number;
  readonly nonce: string | null;
}

/**
 * The content of a DPoP proof; null unless it is signed by the key that it contains, for this request and recently (RFC
 * 9449, section 4.3). The caller checks its `jti` and nonce.
 */
export async function verifyProof(
  text: string,
  { method, url, accessToken }: ProvedRequest,
  now: Date,
): Promise<DpopProof | null> {
  if (text.length > maxLength) return null;
  try {
    // EmbeddedJWK takes public keys only: neither private nor symmetric ones.
    const { payload, protectedHeader } = await jwtVerify(text, EmbeddedJWK, {
      algorithms: [...proofAlgorithms],
      typ: 'dpop+jwt',
      currentDate: now,
      clockTolerance: ahead / 1000,
    });
    const claims = z.safeParse(Claims, payload);
    if (!claims.success || protectedHeader.jwk === undefined) return null;
    const { jti, htm, htu, iat, ath, nonce = null } = claims.data;
    const issuedAt = iat * 1000;
    const age = now.getTime() - issuedAt;
    if (age > proofLifetime || age < -ahead) return null;
    if (htm !== method || withoutQuery(htu) !== withoutQuery(url)) return null;
    if (ath !== (accessToken === undefined ? undefined : digestOf(accessToken))) return null;
    return { jkt: await calculateJwkThumbprint(protectedHeader.jwk), jti, issuedAt, nonce };
  } catch (error) {
    // An invalid proof throws one of these; WebCrypto throws the last for an invalid key.
    if (error instanceof JOSEError || error instanceof TypeError || error instanceof DOMException) {
      return null;
    }
    throw error;
  }
}

/** In its one spelling (RFC 9449, section 4.3, 9); null for what is no address. */
function withoutQuery(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}

function digestOf(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest('base64url');
}

/** How often nonces change, in milliseconds; the one before is taken as well. */
const nonceWindow = 300_000;

/**
 * The nonces that are valid for proofs now (RFC 9449, sections 8 and 9), newest first. They last five to ten minutes.
 * `secret` is known only to us.
 */
export function noncesOf(secret: string, now: Date): readonly [string, string] {
  const window = Math.floor(now.getTime() / nonceWindow);
  const nonce = (each: number) =>
    createHmac('sha256', secret).update(`dpop nonce ${each}`).digest('base64url').slice(0, 22);
  return [nonce(window), nonce(window - 1)];
}
