import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { exportJWK } from 'jose/key/export';
import { generateKeyPair } from 'jose/key/generate/keypair';
import * as z from 'zod/mini';
import type { PublicJwk } from '../db/signing-keys.ts';

/**
 * A private signing key (RFC 7517, RSA). It exists in Secrets Manager, and in the memory of the functions that
 * sign with it or rotate it; never in the table.
 */
const PrivateJwk = z.object({
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
  use: z.literal('sig'),
  alg: z.literal('RS256'),
  kid: z.string(),
});
export type PrivateJwk = z.output<typeof PrivateJwk>;

/** One version of the secret: what signs now, and what will after the next rotation. */
export interface SigningKeys {
  readonly current: PrivateJwk;
  readonly next: PrivateJwk;
}

/** The secret before its first rotation; a deployment can't make a key itself. */
const Empty = z.object({ keys: z.literal('none') });
const Filled = z.object({ current: PrivateJwk, next: PrivateJwk });

/** The secret's text until its first rotation. */
export const emptySigningKeys = JSON.stringify({ keys: 'none' });

/**
 * The keys in a version of the secret; null before the first rotation. Throws, without quoting it, for any
 * other text.
 */
export function parseSigningKeys(text: string): SigningKeys | null {
  const value = parsed(text);
  const filled = z.safeParse(Filled, value);
  if (filled.success) return filled.data;
  if (z.safeParse(Empty, value).success) return null;
  throw new Error('the secret of signing keys holds something else');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A new key of 2048 bits; its id is its thumbprint (RFC 7638), which no two keys share. */
export async function generateSigningKey(): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return z.parse(PrivateJwk, { ...jwk, use: 'sig', alg: 'RS256', kid });
}

/** The public half of a key, for publication. */
export function publicHalf({ kty, n, e, use, alg, kid }: PrivateJwk): PublicJwk {
  return { kty, n, e, use, alg, kid };
}
