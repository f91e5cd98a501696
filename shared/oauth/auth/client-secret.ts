import { createHash } from 'node:crypto';
import { base62 } from '../../kernel/domain/base62.ts';

const secretLength = 43; // 32 bytes in base 62

/** A new secret of an OAuth client: 256 random bits. `random` gives that many random bytes. */
export function newClientSecret(random: (bytes: number) => Uint8Array): string {
  return base62(random(32), secretLength);
}

/** What is stored of it: its SHA-256, in hexadecimal. 256 random bits need no salt and no slow hash. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
