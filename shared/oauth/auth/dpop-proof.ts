import { createHash, createHmac } from 'node:crypto';
import { JOSEError } from 'jose/errors';
import { EmbeddedJWK } from 'jose/jwk/embedded';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { jwtVerify } from 'jose/jwt/verify';
import * as z from 'zod/mini';
import { NumericDate } from '../../kernel/contracts/text.ts';

/** The algorithms with which clients sign DPoP proofs (RFC 9449). */
export const proofAlgorithms = ['ES256', 'PS256'] as const;

/** The maximum age of a proof, and how far it may be ahead of our clock, in milliseconds. */
const proofLifetime = 60_000;
const ahead = 15_000;

/** Longer texts are refused, in characters. */
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
  /** The URL without its query. */
  readonly url: string;
  /** The access token sent with the request; absent before the client has one. */
  readonly accessToken?: string;
}

/** A valid proof. */
interface DpopProof {
  /** The thumbprint of the key (RFC 7638). */
  readonly jkt: string;
  readonly jti: string;
  /** Unix milliseconds. */
  readonly issuedAt: number;
  readonly nonce: string | null;
}

/**
 * The content of a DPoP proof; null unless it was signed recently, for this request, with the key
 * that it contains (RFC 9449, section 4.3). The caller checks its `jti` and nonce.
 */
export async function verifyProof(
  text: string,
  { method, url, accessToken }: ProvedRequest,
  now: Date,
): Promise<DpopProof | null> {
  if (text.length > maxLength) return null;
  try {
    // EmbeddedJWK accepts public keys only.
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

/**
 * The URL in normalized form without its query (RFC 9449, section 4.3, 9); null if it is not a URL.
 */
function withoutQuery(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}

function digestOf(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest('base64url');
}

/** How often nonces change, in milliseconds; the previous one is also accepted. */
const nonceWindow = 300_000;

/**
 * The currently valid nonces for proofs (RFC 9449, sections 8 and 9), newest first. They are valid
 * for five to ten minutes. Only we know `secret`.
 */
export function noncesOf(secret: string, now: Date): readonly [string, string] {
  const window = Math.floor(now.getTime() / nonceWindow);
  const nonce = (each: number) =>
    createHmac('sha256', secret).update(`dpop nonce ${each}`).digest('base64url').slice(0, 22);
  return [nonce(window), nonce(window - 1)];
}
