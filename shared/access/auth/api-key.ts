import { createHash } from 'node:crypto';
import type { Seal } from '../../kernel/auth/seal.ts';
import { base62 } from '../../kernel/domain/code.ts';

/** Kinds of key, by the prefix of the secret (spec 5). */
const keyKinds = { 'sk-': 'standard', 'ak-': 'agent', 'pk-': 'partner' } as const;
export type KeyPrefix = keyof typeof keyKinds;
export type KeyKind = (typeof keyKinds)[KeyPrefix];

const secretLength = 43; // 32 bytes in base 62
const checksumLength = 6;

function checksum(text: string): string {
  const digest = createHash('sha256').update(`registry key checksum ${text}`).digest();
  return base62(digest.subarray(0, 8), checksumLength);
}

/** A new key: its prefix, 32 random bytes in base 62, and a checksum of six characters. */
export function composeKey(prefix: KeyPrefix, random: Uint8Array): string {
  const secret = prefix + base62(random, secretLength);
  return secret + checksum(secret);
}

/**
 * The possible secrets of a grant's Agent Key, newest first. They are never stored or shown: only
 * the MCP endpoint derives one, to call the API.
 */
export async function connectedSecrets(
  seal: Pick<Seal, 'derive'>,
  grantId: string,
): Promise<readonly string[]> {
  return (await seal.derive('connected_key', grantId)).map((bytes) => composeKey('ak-', bytes));
}

/**
 * The kind of a well-formed key; null for any other text, including a key with a typo.
 *
 * The checksum distinguishes a mistyped key from an unknown one without a lookup; it proves
 * nothing.
 */
export function keyKind(key: string): KeyKind | null {
  if (!/^(sk|ak|pk)-[0-9A-Za-z]{49}$/.test(key)) return null;
  const secret = key.slice(0, -checksumLength);
  if (checksum(secret) !== key.slice(-checksumLength)) return null;
  return keyKinds[key.slice(0, 3) as KeyPrefix]; // the pattern allows these three only
}

/**
 * The stored form of a key: its SHA-256 in hexadecimal. A key has 256 random bits, so no salt is
 * needed.
 */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
