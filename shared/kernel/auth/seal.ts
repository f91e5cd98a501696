import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { JOSEError } from 'jose/errors';
import { CompactSign } from 'jose/jws/compact/sign';
import { compactVerify } from 'jose/jws/compact/verify';

/** The purpose of a sealed token; a token is only accepted for its own purpose. */
export type SealPurpose =
  | 'device'
  | 'authorization_request'
  | 'pushed_request'
  | 'passkey_added'
  | 'passkey_used'
  | 'passkey_confirmed'
  | 'credential_nonce';

/** The purpose of derived bytes; bytes for one purpose reveal nothing about those for another. */
type DerivePurpose = 'proof' | 'webhook_secret' | 'credential_encryption' | 'connected_key';

/** Issues and verifies tokens that only this service can make. */
export interface Seal {
  /**
   * The claims as a signed token, which its holder can read but not change. It contains base64url
   * characters and dots. `claims` is JSON; `lifetime` is in milliseconds.
   */
  seal(purpose: SealPurpose, claims: object, lifetime: number): Promise<string>;
  /**
   * The claims of a token; null if it is invalid, expired, or issued for another purpose. The
   * caller parses the claims.
   */
  open(purpose: SealPurpose, token: string): Promise<unknown>;
  /**
   * 32 bytes that only this service can derive from a text, always the same for that text; one
   * result for each value of the secret, the newest first. They can't be predicted from the text or
   * from bytes derived from other texts.
   */
  derive(purpose: DerivePurpose, text: string): Promise<readonly Uint8Array[]>;
}

/** Longer tokens are rejected, in characters. */
const maxTokenLength = 8_192;

/** The maximum size of a token's inflated claims, in bytes. */
const maxClaimsLength = 65_536;

const notOurs = Symbol('not ours');

/**
 * Seals with JWS (RFC 7515, HS256) over deflated JSON. `secrets` returns the values of the secret:
 * the first one signs and all are accepted, so a rotation invalidates no token early.
 */
export function openSeal(secrets: () => Promise<readonly string[]>, now: () => Date): Seal {
  return {
    async seal(purpose, claims, lifetime) {
      const [secret] = await secrets();
      if (secret === undefined) throw new Error('there is no secret to seal with');
      const expiresAt = now().getTime() + lifetime;
      const payload = deflateRawSync(JSON.stringify({ claims, expiresAt }));
      return new CompactSign(payload)
        .setProtectedHeader({ alg: 'HS256', typ: typeOf(purpose) })
        .sign(keyOf(secret));
    },
    async open(purpose, token) {
      if (token.length > maxTokenLength) return null;
      for (const secret of await secrets()) {
        const payload = await verify(token, purpose, secret);
        if (payload === notOurs) continue;
        // We wrote the payload: its signature has just been verified.
        const { claims, expiresAt } = JSON.parse(payload) as {
          readonly claims: unknown;
          readonly expiresAt: number;
        };
        return expiresAt > now().getTime() ? claims : null;
      }
      return null;
    },
    async derive(purpose, text) {
      const words = await secrets();
      return words.map((secret) =>
        createHmac('sha256', secret)
          .update(`${typeOf(purpose)} ${text}`)
          .digest(),
      );
    },
  };
}

function typeOf(purpose: SealPurpose | DerivePurpose): string {
  return `registry-${purpose}`;
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}

async function verify(
  token: string,
  purpose: SealPurpose,
  secret: string,
): Promise<string | typeof notOurs> {
  try {
    const { payload, protectedHeader } = await compactVerify(token, keyOf(secret), {
      algorithms: ['HS256'],
    });
    if (protectedHeader.typ !== typeOf(purpose)) return notOurs;
    return inflateRawSync(payload, { maxOutputLength: maxClaimsLength }).toString();
  } catch (error) {
    // Verification throws a JOSEError for an invalid token, and a TypeError if its header can't be
    // read.
    if (error instanceof JOSEError || error instanceof TypeError) return notOurs;
    throw error;
  }
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** The text encrypted with AES-256-GCM, as base64url; `key` has 32 bytes. */
export function encrypted(
  text: string,
  key: Uint8Array,
  random: (bytes: number) => Uint8Array,
): string {
  const nonce = random(nonceBytes);
  const encryption = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  const bytes = Buffer.concat([encryption.update(text), encryption.final()]);
  return Buffer.concat([nonce, encryption.getAuthTag(), bytes]).toString('base64url');
}

/** The decrypted text; null if it was encrypted with another key or has been changed. */
export function decrypted(sealed: string, key: Uint8Array): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  try {
    const decryption = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes });
    decryption.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = decryption.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decryption.final()]).toString();
  } catch {
    return null;
  }
}

/** Compares two texts in constant time. */
export function isSameSecret(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
