import type { CurrentKey, Signer } from '../../oauth/auth/signer.ts';
import type { PublicJwk } from '../../oauth/db/signing-keys.ts';

/** What a credential, or a status list, says of how it was signed. */
interface SigningHeader {
  readonly alg: 'ES256';
  readonly kid: string;
  /** The certificate of the key and those above it, DER in base64, without the one that all trust; absent: none is configured for it. */
  readonly x5c?: readonly string[];
}

/** What keeps what one key signs for one purpose from being taken for another. */
type SignedType = 'dc+sd-jwt' | 'statuslist+jwt' | 'openidvci-issuer-metadata+jwt';

/** Signs credentials, the lists of those that count no more, and the metadata of their issuer, with the key of ES256 that tokens are signed with, too. */
export interface CredentialSigner {
  /** A JWS in compact form. `header` says the `typ`, which keeps a credential from being taken for a token. */
  sign(
    header: { readonly typ: SignedType },
    payload: Readonly<Record<string, unknown>>,
  ): Promise<string>;
  /** The same in parts, for libraries that put the JWS together. */
  current(): Promise<{ readonly header: SigningHeader; readonly sign: CurrentKey['sign'] }>;
}

/** A certificate of a key, with those above it. */
export interface CertifiedKey {
  readonly x5c: readonly string[];
  /** Whether it is this key that is certified, and is so now. */
  fits(jwk: PublicJwk): boolean;
}

/**
 * Signs with the key that `signer` has now. Which of `certified` is of that key is named in what it signed; without one verifiers find
 * the key at `/.well-known/jwt-vc-issuer`, as after a rotation to a key that has no certificate.
 */
export function openCredentialSigner(
  signer: Pick<Signer, 'es256'>,
  certified: readonly CertifiedKey[],
): CredentialSigner {
  async function current() {
    const { jwk, sign } = await signer.es256();
    const x5c = certified.find((each) => each.fits(jwk))?.x5c;
    const header: SigningHeader = { alg: 'ES256', kid: jwk.kid, ...(x5c && { x5c }) };
    return { header, sign };
  }
  return {
    current,
    async sign({ typ }, payload) {
      const { header, sign } = await current();
      const input = [{ ...header, typ }, payload].map(encoded).join('.');
      return `${input}.${await sign(input)}`;
    },
  };
}

function encoded(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
