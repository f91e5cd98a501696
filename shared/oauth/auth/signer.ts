import { SignJWT } from 'jose/jwt/sign';
import { importJWK } from 'jose/key/import';
import type { TokenAlgorithm } from '../domain/token-algorithm.ts';
import { noncesOf } from './dpop-nonces.ts';
import { keyPairs, nonceWord, parseSigningKeys } from './signing-keys.ts';

/** Signs tokens with the current key. */
export interface Signer {
  /**
   * `type` is the token's `typ`: `at+jwt` for access tokens, `JWT` for id tokens. Throws for an algorithm that the secret has no
   * key of yet: the next rotation makes it.
   */
  sign(
    claims: Readonly<Record<string, unknown>>,
    type: 'at+jwt' | 'JWT',
    alg?: TokenAlgorithm,
  ): Promise<string>;
  /**
   * What proofs of clients have to repeat at this moment (RFC 9449, section 8): the newest one first. They last five to ten minutes.
   * Those of the key before and of the key after are among them: for some minutes after a rotation, processes have different keys.
   */
  nonces(): Promise<readonly string[]>;
}

/** What was read of the secret. */
interface Kept {
  readonly keys: ReadonlyMap<string, KeptKey>;
  /** From what nonces are derived: of the current key, of the next one and of the one before. */
  readonly words: readonly string[];
}

interface KeptKey {
  readonly kid: string;
  readonly key: Awaited<ReturnType<typeof importJWK>>;
}

/**
 * For how long a key is used before it is read again, in milliseconds; a retired one is published for much
 * longer.
 */
const cacheMs = 300_000;

/**
 * Signs with the keys that `readSecret` gives, which is asked again after five minutes, so that a rotation
 * needs no deployment. Throws before the secret's first rotation.
 */
export function openSigner(readSecret: () => Promise<string>, now: () => Date): Signer {
  let kept: Promise<Kept> | null = null;
  let until = 0;

  async function read() {
    const keys = parseSigningKeys(await readSecret());
    if (keys === null) throw new Error('there is no signing key yet: the first rotation makes it');
    const imported = keyPairs(keys).map(
      async ({ current: { alg, kid, ...jwk } }) =>
        [alg, { kid, key: await importJWK({ ...jwk }, alg) }] as const,
    );
    const words = [nonceWord(keys.current), nonceWord(keys.next), keys.formerWord ?? []].flat();
    return { keys: new Map<string, KeptKey>(await Promise.all(imported)), words };
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

  /** For a key that is not there: a rotation may have made it since. */
  function newest() {
    until = 0;
    return current();
  }

  return {
    async sign(claims, type, alg = 'RS256') {
      const found = (await current()).keys.get(alg) ?? (await newest()).keys.get(alg);
      if (found === undefined) throw new Error(`there is no ${alg} key yet: a rotation makes it`);
      const { kid, key } = found;
      return new SignJWT({ ...claims }).setProtectedHeader({ alg, typ: type, kid }).sign(key);
    },
    async nonces() {
      const { words } = await current();
      return words.flatMap((word) => noncesOf(word, now()));
    },
  };
}
