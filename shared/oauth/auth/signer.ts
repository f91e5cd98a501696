import { createPublicKey, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { SignJWT } from 'jose/jwt/sign';
import { importJWK } from 'jose/key/import';
import * as z from 'zod/mini';
import { type KmsAlgorithm, type KmsKeys, openKmsKeys } from '../../kernel/aws/kms-keys.ts';
import type { PublicJwk } from '../db/signing-keys.ts';
import type { TokenAlgorithm } from '../domain/client-metadata.ts';
import { noncesOf } from './dpop-proof.ts';
import {
  isInKms,
  KmsJwk,
  keyPairs,
  nonceKey,
  parseSigningKeys,
  publicHalf,
  type SigningKey,
} from './signing-keys.ts';

/** Signs tokens with the current key. */
export interface Signer {
  /**
   * `type` is the token's `typ`: `at+jwt` for access tokens, `JWT` for id tokens, `logout+jwt` for logout tokens. There is a key of each algorithm.
   */
  sign(claims: Claims, type: TokenType, alg?: TokenAlgorithm): Promise<string>;
  /** The current ES256 key, for signatures other than those of tokens. */
  es256(): Promise<CurrentKey>;
  /**
   * The nonces that clients' proofs must contain (RFC 9449, section 8), newest first. They are
   * valid for five to ten minutes. They include those of the previous and the next key, because
   * processes use different keys for some minutes after a rotation.
   */
  nonces(): Promise<readonly string[]>;
}

/** The current signing key. */
export interface CurrentKey {
  readonly jwk: PublicJwk;
  /** The signature of a JWS; `input` is its header and payload in base64url. */
  sign(input: string): Promise<string>;
}

/** The parsed secret. */
interface Kept {
  readonly es256: CurrentKey;
  readonly keys: ReadonlyMap<string, Sign>;
  /**
   * The secret data from which nonces are derived: of the current, the next and the previous key.
   */
  readonly words: readonly string[];
}

/** Signs with one key. */
type Sign = (claims: Claims, type: TokenType) => Promise<string>;

type TokenType = 'at+jwt' | 'JWT' | 'logout+jwt';

type Claims = Readonly<Record<string, unknown>>;

/** How long a key is cached, in milliseconds; a retired one stays published much longer. */
const cacheMs = 300_000;

/**
 * Signs with the keys from `readSecret`, which is called again after five minutes, so a rotation
 * needs no deployment; keys in KMS sign through `kms`. Throws before the secret's first rotation.
 */
export function openSigner(
  readSecret: () => Promise<string>,
  now: () => Date,
  kms: KmsKeys = openKmsKeys(),
): Signer {
  let kept: Promise<Kept> | null = null;
  let until = 0;

  async function read() {
    const keys = parseSigningKeys(await readSecret());
    if (keys === null) throw new Error('there is no signing key yet: the first rotation makes it');
    const imported = keyPairs(keys).map(
      async ({ current }) => [current.alg, await signingWith(current, kms)] as const,
    );
    const es256 = await current256(keys.others.ES256.current);
    const words = [nonceKey(keys.current), nonceKey(keys.next), keys.previousNonceKey ?? []].flat();
    return { keys: new Map<string, Sign>(await Promise.all(imported)), es256, words };
  }

  async function current256(key: SigningKey): Promise<CurrentKey> {
    const jwk = publicHalf(key);
    if (isInKms(key)) return { jwk, sign: (input) => signatureInKms(input, key, kms) };
    const imported = await importJWK({ ...key }, key.alg);
    if (!(imported instanceof CryptoKey)) throw new Error('a private key is no secret');
    const way = { name: 'ECDSA', hash: 'SHA-256' };
    return {
      jwk,
      async sign(input) {
        const signature = await crypto.subtle.sign(way, imported, Buffer.from(input));
        return Buffer.from(signature).toString('base64url');
      },
    };
  }

  function current() {
    if (kept === null || now().getTime() >= until) {
      until = now().getTime() + cacheMs;
      kept = read().catch((error: unknown) => {
        kept = null;
        throw error;
      });
    }
    return kept;
  }

  return {
    async sign(claims, type, alg = 'RS256') {
      const sign = (await current()).keys.get(alg);
      if (sign === undefined) throw new Error(`there is no ${alg} key`);
      return sign(claims, type);
    },
    async es256() {
      return (await current()).es256;
    },
    async nonces() {
      const { words } = await current();
      return words.flatMap((word) => noncesOf(word, now()));
    },
  };
}

async function signingWith(key: SigningKey, kms: KmsKeys): Promise<Sign> {
  const { alg, kid } = key;
  if (isInKms(key)) {
    return (claims, typ) => signInKms({ alg, typ, kid }, JSON.stringify(claims), key, kms);
  }
  const imported = await importJWK({ ...key }, alg);
  return (claims, typ) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg, typ, kid }).sign(imported);
}

const algorithms: Readonly<Record<TokenAlgorithm, KmsAlgorithm>> = {
  RS256: 'RSASSA_PKCS1_V1_5_SHA_256',
  PS256: 'RSASSA_PSS_SHA_256',
  ES256: 'ECDSA_SHA_256',
};

/** The minimum size in bits of an RSA key that signs tokens (RFC 7518, section 3.3). */
const minModulusBits = 2048;

/**
 * The stored data of a KMS key: its public key, its ARN, and new random data from which nonces are
 * derived. Throws for an unsuitable key: RS256 and PS256 need RSA with at least 2048 bits, ES256
 * needs P-256.
 */
export async function kmsJwk(keyId: string, alg: TokenAlgorithm, kms: KmsKeys): Promise<KmsJwk> {
  const der = Buffer.from(await kms.publicKey(keyId));
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < minModulusBits) throw new Error(`${keyId} has ${bits} bits`);
  const jwk = key.export({ format: 'jwk' });
  const kid = await calculateJwkThumbprint(jwk);
  const nonceKey = randomBytes(32).toString('base64url');
  const read = z.safeParse(KmsJwk, { ...jwk, use: 'sig', alg, kid, kms: keyId, nonceKey });
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

/** The signature of a JWS; `input` is its header and payload. */
async function signatureInKms(
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

/** The size in bytes of each half of a P-256 signature. */
const half = 32;

/** The two numbers of a DER signature, concatenated as in a JWS (RFC 7518, section 3.4). */
function joined(der: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(2 * half);
  // SEQUENCE and its length; then each number: INTEGER, its length, and a leading zero if the
  // number would otherwise be negative.
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
