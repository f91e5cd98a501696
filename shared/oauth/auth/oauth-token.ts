import { createHash } from 'node:crypto';
import { base62 } from '../../kernel/domain/code.ts';
import { refreshPrefix } from '../domain/refresh-token.ts';

const secretLength = 43; // 32 bytes in base 62

/**
 * A new authorization or device code: 256 random bits. `random` returns the given number of random
 * bytes.
 */
export function newCode(random: (bytes: number) => Uint8Array): string {
  return base62(random(32), secretLength);
}

/** A new refresh token: `rt_` and 256 random bits. */
export function newRefreshToken(random: (bytes: number) => Uint8Array): string {
  return refreshPrefix + base62(random(32), secretLength);
}

export function isRefreshToken(text: string): boolean {
  return text.startsWith(refreshPrefix);
}

/** PKCE's S256 of a verifier (RFC 7636, section 4.2). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/**
 * A new secret of an OAuth client: 256 random bits. `random` returns the given number of random
 * bytes.
 */
export function newClientSecret(random: (bytes: number) => Uint8Array): string {
  return base62(random(32), secretLength);
}

/**
 * The stored form of a secret: its SHA-256 in hexadecimal. 256 random bits need no salt and no slow
 * hash.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

const prefix = 'rit_'; // 32 bytes in base 62

/**
 * A new initial access token: `rit_` and 256 random bits. `random` returns the given number of
 * random bytes.
 */
export function newRegistrationSecret(random: (bytes: number) => Uint8Array): string {
  return prefix + base62(random(32), secretLength);
}

/** An id of a token that does not reveal it: 128 bits of its SHA-256. Null if the text can't be a token. */
export function registrationTokenId(secret: string): string | null {
  return /^rit_[0-9A-Za-z]{43}$/.test(secret) ? hashSecret(secret).slice(0, 32) : null;
}

/**
 * Whether a client id is the address of the client's metadata: `https` (locally also `http`) with a
 * path, in its one canonical spelling, without query, fragment or password.
 */
export function isDocumentAddress(clientId: string): boolean {
  const url = clientId.length <= 500 ? URL.parse(clientId) : null;
  return (
    url !== null &&
    url.href === clientId &&
    /^https?:$/.test(url.protocol) &&
    url.pathname !== '/' &&
    [url.search, url.hash, url.username, url.password].every((part) => part === '')
  );
}

/** The id under which a client is stored: its own or, for an address, one that paths can contain. */
export function storedClientId(clientId: string): string {
  return isDocumentAddress(clientId) ? `u.${hashSecret(clientId).slice(0, 60)}` : clientId;
}
