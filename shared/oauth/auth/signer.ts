import { SignJWT } from 'jose/jwt/sign';
import { importJWK } from 'jose/key/import';
import { type KmsKeys, openKmsKeys } from '../../kernel/aws/kms-keys.ts';
import type { PublicJwk } from '../db/signing-keys.ts';
import type { TokenAlgorithm } from '../domain/token-algorithm.ts';
import { noncesOf } from './dpop-nonces.ts';
import { signatureInKms, signInKms } from './kms-signatures.ts';
import {
  isInKms,
  keyPairs,
  nonceWord,
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
  /** The key that signs with ES256 now, for what is no token. */
  es256(): Promise<CurrentKey>;
  /**
   * What proofs of clients have to repeat at this moment (RFC 9449, section 8): the newest one first. They last five to ten minutes.
   * Those of the key before and of the key after are among them: for some minutes after a rotation, processes have different keys.
   */
  nonces(): Promise<readonly string[]>;
}

/** The key that signs now. */
export interface CurrentKey {
  readonly jwk: PublicJwk;
  /** The signature of a JWS of which `input` is header and payload, in base64url. */
  sign(input: string): Promise<string>;
}

/** What was read of the secret. */
interface Kept {
  readonly es256: CurrentKey;
  readonly keys: ReadonlyMap<string, Sign>;
  /** From what nonces are derived: of the current key, of the next one and of the one before. */
  readonly words: readonly string[];
}

/** Signs with one key. */
type Sign = (claims: Claims, type: TokenType) => Promise<string>;

type TokenType = 'at+jwt' | 'JWT' | 'logout+jwt';

type Claims = Readonly<Record<string, unknown>>;

/**
 * For how long a key is used before it is read again, in milliseconds; a retired one is published for much
 * longer.
 */
const cacheMs = 300_000;

/**
 * Signs with the keys that `readSecret` gives, which is asked again after five minutes, so that a rotation
 * needs no deployment; `kms` signs with those that are there. Throws before the secret's first rotation.
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
    const words = [nonceWord(keys.current), nonceWord(keys.next), keys.formerWord ?? []].flat();
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
