import { createHash } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { exportJWK } from 'jose/key/export';
import { generateKeyPair } from 'jose/key/generate/keypair';
import * as z from 'zod/mini';
import type { PublicJwk } from '../db/signing-keys.ts';
import type { OtherAlgorithm, TokenAlgorithm } from '../domain/client-metadata.ts';

const kept = { use: z.literal('sig'), kid: z.string() };
const publicRsa = { kty: z.literal('RSA'), n: z.string(), e: z.string() };
const publicEc = { kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() };
const rsa = {
  ...publicRsa,
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
  ...kept,
};
const PrivateRs256 = z.object({ ...rsa, alg: z.literal('RS256') });
const PrivatePs256 = z.object({ ...rsa, alg: z.literal('PS256') });
const PrivateEs256 = z.object({
  ...publicEc,
  d: z.string(),
  alg: z.literal('ES256'),
  ...kept,
});

/**
 * A private signing key (RFC 7517). It is stored in Secrets Manager and used in the memory of the
 * functions that sign with it or rotate it; it is never in the table.
 */
export type PrivateJwk = z.output<typeof PrivateRs256>;

/** The same for any algorithm. */
export type AnyPrivateJwk =
  | PrivateJwk
  | z.output<typeof PrivatePs256>
  | z.output<typeof PrivateEs256>;

/**
 * The unpublished part of a KMS key's data: its ARN, and the data from which nonces are derived.
 */
const inKms = { kms: z.string(), nonceKey: z.string(), ...kept };
const KmsRs256 = z.object({ ...publicRsa, alg: z.literal('RS256'), ...inKms });
const KmsPs256 = z.object({ ...publicRsa, alg: z.literal('PS256'), ...inKms });
const KmsEs256 = z.object({ ...publicEc, alg: z.literal('ES256'), ...inKms });

/** A key that signs in KMS, which its private key never leaves. */
export const KmsJwk = z.discriminatedUnion('alg', [KmsRs256, KmsPs256, KmsEs256]);
export type KmsJwk = z.output<typeof KmsJwk>;

/** A key that signs tokens. */
export type SigningKey = AnyPrivateJwk | KmsJwk;

/** The current key, and the key that follows after the next rotation. */
export interface KeyPair {
  readonly current: SigningKey;
  readonly next: SigningKey;
}

/** One version of the secret: the RS256 keys, and those of the other algorithms. */
export interface SigningKeys extends KeyPair {
  readonly others: Readonly<Record<OtherAlgorithm, KeyPair>>;
  /** `nonceKey` of the previous RS256 key; the first version has none. */
  readonly previousNonceKey?: string | undefined;
}

/** The secret before its first rotation; a deployment can't create a key itself. */
const Empty = z.object({ keys: z.literal('none') });
const Filled = z.object({
  ...pairOf(z.union([PrivateRs256, KmsRs256])),
  others: z.object({
    ES256: z.object(pairOf(z.union([PrivateEs256, KmsEs256]))),
    PS256: z.object(pairOf(z.union([PrivatePs256, KmsPs256]))),
  }),
  previousNonceKey: z.optional(z.string()),
});

function pairOf<Schema>(key: Schema) {
  return { current: key, next: key };
}

/** The secret's text until its first rotation. */
export const emptySigningKeys = JSON.stringify({ keys: 'none' });

/**
 * The keys in a version of the secret; null before the first rotation. Throws for any other text,
 * without quoting it.
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

/** A new key: RSA of 2048 bits, or P-256. Its id is its thumbprint (RFC 7638), which is unique. */
export async function generateSigningKey(): Promise<PrivateJwk>;
export async function generateSigningKey(alg: TokenAlgorithm): Promise<AnyPrivateJwk>;
export async function generateSigningKey(alg: TokenAlgorithm = 'RS256'): Promise<AnyPrivateJwk> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const schema = { RS256: PrivateRs256, PS256: PrivatePs256, ES256: PrivateEs256 }[alg];
  return z.parse(schema, { ...jwk, use: 'sig', alg, kid });
}

export function isInKms(key: SigningKey): key is KmsJwk {
  return 'kms' in key;
}

/**
 * The secret data from which nonces are derived. Only functions with access to the secret can
 * compute it, and it can't sign.
 */
export function nonceKey(key: Pick<AnyPrivateJwk, 'd'> | Pick<KmsJwk, 'nonceKey'>): string {
  const own = 'nonceKey' in key ? key.nonceKey : key.d;
  return createHash('sha256').update(`nonces ${own}`).digest('base64url');
}

/** The key pairs of a version, one for each algorithm. */
export function keyPairs({ current, next, others }: SigningKeys): readonly KeyPair[] {
  return [{ current, next }, ...Object.values(others)];
}

/** The public key, for publication. */
export function publicHalf(key: SigningKey): PublicJwk {
  if (key.kty === 'EC') {
    const { kty, crv, x, y, use, alg, kid } = key;
    return { kty, crv, x, y, use, alg, kid };
  }
  const { kty, n, e, use, alg, kid } = key;
  return { kty, n, e, use, alg, kid };
}
