import { createHash } from 'node:crypto';
import { base62 } from '../../kernel/domain/code.ts';
import { refreshPrefix } from '../domain/refresh-token.ts';

const secretLength = 43; // 32 bytes in base 62

/** A new authorization or device code: 256 random bits. `random` gives that many random bytes. */
export function newCode(random: (bytes: number) => Uint8Array): string {
  return base62(random(32), secretLength);
}

/** A new refresh token: `rt_` and 256 random bits. */
export function newRefreshToken(random: (bytes: number) => Uint8Array): string {
  return refreshPrefix + base62(random(32), secretLength);
}

/** Whether it has the form of a refresh token. */
export function isRefreshToken(text: string): boolean {
  return text.startsWith(refreshPrefix);
}

/** PKCE's S256 of a verifier (RFC 7636, section 4.2). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
