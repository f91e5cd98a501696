import type { CredentialSigner } from './credential-signer.ts';

/** The metadata of the issuer as a JWT. */
export interface SignedMetadata {
  /** Null where the key that signs now has no certificate: a wallet would have nothing to trust it by. */
  of(metadata: object): Promise<string | null>;
}

/** For how long a process gives the same token, in milliseconds, and for how long a wallet may rely on one, in seconds. */
const age = 3_600_000;
const lifetime = 86_400;

/**
 * Signs metadata when they are asked for and have changed, or their token is an hour old, so that a signature, which costs money where the
 * key is in KMS, is made once an hour in a process, whoever asks how often (OpenID4VCI 1.0, section 12.2.3; HAIP 1.0, section 4.1).
 */
export function openSignedMetadata({
  signer,
  baseUrl,
  now,
}: {
  readonly signer: CredentialSigner;
  readonly baseUrl: () => string;
  now(): Date;
}): SignedMetadata {
  let kept: { readonly text: string; readonly madeAt: number; readonly token: Promise<string> };
  return {
    async of(metadata) {
      const { header } = await signer.current();
      if (header.x5c === undefined) return null;
      const at = now().getTime();
      const text = JSON.stringify([header.x5c, metadata]);
      if (kept?.text === text && at >= kept.madeAt && at - kept.madeAt < age) return kept.token;
      const iat = Math.floor(at / 1000);
      const claims = { sub: baseUrl(), iat, exp: iat + lifetime, ...metadata };
      const token = signer.sign({ typ: 'openidvci-issuer-metadata+jwt' }, claims);
      kept = { text, madeAt: at, token };
      // What failed is tried again with the next call.
      token.catch(() => {
        kept = { ...kept, text: '' };
      });
      return token;
    },
  };
}
