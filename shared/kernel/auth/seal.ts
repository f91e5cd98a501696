import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { JOSEError } from 'jose/errors';
import { CompactSign } from 'jose/jws/compact/sign';
import { compactVerify } from 'jose/jws/compact/verify';

/** What tokens are sealed for; one made for one purpose is not accepted for another. */
export type SealPurpose =
  | 'device'
  | 'authorization_request'
  | 'pushed_request'
  | 'passkey_added'
  | 'passkey_used'
  | 'passkey_confirmed'
  | 'credential_nonce';

/** The purpose of derived bytes; bytes for one purpose reveal nothing about those for another. */
type DerivePurpose = 'proof' | 'webhook_secret' | 'credential_encryption';

/** Makes tokens that only this service could have made, and reads them again. */
export interface Seal {
  /**
   * The claims as a signed token: its holder can read but not change them. Its characters are those of
   * base64url and dots. `claims` is JSON; `lifetime` in milliseconds.
   */
  seal(purpose: SealPurpose, claims: object, lifetime: number): Promise<string>;
  /**
   * The claims of a token; null for one that we did not make, that was made for something else, or that has
   * ended. The caller parses the claims.
   */
  open(purpose: SealPurpose, token: string): Promise<unknown>;
  /**
   * 32 bytes that only this service can derive from a text, the same ones each time; one result for each word
   * of the secret, the newest first. Nobody can guess them from the text, nor from bytes derived from other
   * texts.
   */
  derive(purpose: DerivePurpose, text: string): Promise<readonly Uint8Array[]>;
}

/** Longer texts are not looked at, in characters. */
const maxTokenLength = 8_192;

/** How large a token may become when it is inflated, in bytes. */
const maxClaimsLength = 65_536;

const notOurs = Symbol('not ours');

/**
 * Seals with JWS (RFC 7515, HS256) over deflated JSON. `secrets` gives the words of the secret: the first
 * one signs, all are accepted, so that a rotation ends no token before its time.
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
        // We wrote it ourselves: the signature has just been verified.
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
    // An invalid token throws one of the two: a TypeError if its header can't be read.
    if (error instanceof JOSEError || error instanceof TypeError) return notOurs;
    throw error;
  }
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** The text, encrypted with AES-256-GCM as base64url; `key` has 32 bytes. */
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

/** The text again; null if it was encrypted with another key, or changed since. */
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

/** Whether two texts are the same, in a time that tells nothing about where they differ. */
export function isSameSecret(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
