import { SignJWT } from 'jose/jwt/sign';
import { importJWK } from 'jose/key/import';
import { parseSigningKeys } from './signing-keys.ts';

/** Signs tokens with the current key. */
export interface Signer {
  /** `type` is the token's `typ`: `at+jwt` for access tokens, `JWT` for id tokens. */
  sign(claims: Readonly<Record<string, unknown>>, type: 'at+jwt' | 'JWT'): Promise<string>;
}

type PrivateKey = Awaited<ReturnType<typeof importJWK>>;

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
  let kept: Promise<{ readonly kid: string; readonly key: PrivateKey }> | null = null;
  let until = 0;

  async function read() {
    const keys = parseSigningKeys(await readSecret());
    if (keys === null) throw new Error('there is no signing key yet: the first rotation makes it');
    const { kid } = keys.current;
    return { kid, key: await importJWK({ ...keys.current }, 'RS256') };
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
    async sign(claims, type) {
      const { kid, key } = await current();
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: type, kid })
        .sign(key);
    },
  };
}
