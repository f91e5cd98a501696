import { createPublicKey, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import * as z from 'zod/mini';
import type { KmsAlgorithm, KmsKeys } from '../../kernel/aws/kms-keys.ts';
import type { TokenAlgorithm } from '../domain/token-algorithm.ts';
import { KmsJwk } from './signing-keys.ts';

const algorithms: Readonly<Record<TokenAlgorithm, KmsAlgorithm>> = {
  RS256: 'RSASSA_PKCS1_V1_5_SHA_256',
  PS256: 'RSASSA_PSS_SHA_256',
  ES256: 'ECDSA_SHA_256',
};

/** Bits of the shortest RSA key that tokens are signed with (RFC 7518, section 3.3). */
const minModulusBits = 2048;

/**
 * What the secret keeps of a key of KMS: its public half, where it is, and a new word from which nonces are derived.
 * Throws for a key that is not one of the algorithm: RSA of 2048 bits and more for RS256 and PS256, P-256 for ES256.
 */
export async function kmsJwk(keyId: string, alg: TokenAlgorithm, kms: KmsKeys): Promise<KmsJwk> {
  const der = Buffer.from(await kms.publicKey(keyId));
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < minModulusBits) throw new Error(`${keyId} has ${bits} bits`);
  const jwk = key.export({ format: 'jwk' });
  const kid = await calculateJwkThumbprint(jwk);
  const word = randomBytes(32).toString('base64url');
  const read = z.safeParse(KmsJwk, { ...jwk, use: 'sig', alg, kid, kms: keyId, word });
  if (!read.success) throw new Error(`${keyId} is no key of ${alg}`);
  return read.data;
}

/** A JWS of the payload in compact form (RFC 7515, section 7.1), signed in KMS. */
export async function signInKms(
  header: Readonly<Record<string, string>>,
  payload: string,
  key: Pick<KmsJwk, 'kms' | 'alg'>,
  kms: KmsKeys,
): Promise<string> {
  const input = `${encoded(JSON.stringify(header))}.${encoded(payload)}`;
  return `${input}.${await signatureInKms(input, key, kms)}`;
}

/** The signature of a JWS of which `input` is header and payload. */
export async function signatureInKms(
  input: string,
  { kms: keyId, alg }: Pick<KmsJwk, 'kms' | 'alg'>,
  kms: KmsKeys,
): Promise<string> {
  const signature = await kms.sign(keyId, Buffer.from(input), algorithms[alg]);
  return encoded(alg === 'ES256' ? joined(signature) : signature);
}

function encoded(part: string | Uint8Array): string {
  return Buffer.from(part).toString('base64url');
}

/** Bytes of each half of a signature with P-256. */
const half = 32;

/** The two numbers of a DER signature one after the other, as a JWS has them (RFC 7518, section 3.4). */
function joined(der: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(2 * half);
  // SEQUENCE, its length, then each number: INTEGER, its length, and a zero in front where it would seem negative.
  let at = 2;
  for (const end of [half, 2 * half]) {
    const length = der[at + 1] ?? 0;
    const number = der.subarray(at + 2, at + 2 + length);
    const digits = number.subarray(Math.max(0, number.length - half));
    bytes.set(digits, end - digits.length);
    at += 2 + length;
  }
  return bytes;
}
