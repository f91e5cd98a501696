import { X509Certificate } from 'node:crypto';
import { chainFault, isGoodAt } from '../../kernel/auth/certificate-chain.ts';
import type { CurrentKey, Signer } from '../../oauth/auth/signer.ts';
import type { PublicJwk } from '../../oauth/db/signing-keys.ts';

/** The signature header of a credential or status list. */
interface SigningHeader {
  readonly alg: 'ES256';
  readonly kid: string;
  /** The certificate of the key and those above it, DER in base64, without the one that all trust; absent: none is configured for it. */
  readonly x5c?: readonly string[];
}

/** Keeps signatures for different purposes apart, although one key makes them. */
type SignedType = 'dc+sd-jwt' | 'statuslist+jwt' | 'openidvci-issuer-metadata+jwt';

/** Signs credentials, the lists of those that are no longer valid, and the metadata of their issuer, with the key of ES256 that tokens are signed with as well. */
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
interface CertifiedKey {
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

/** Certificates of a key that signs credentials, and when the first of them ends. */
interface CertifiedChain extends CertifiedKey {
  readonly endsAt: Date;
}

const faults = {
  self_signed: 'one is self-signed: the one that all trust is left out',
  other_key: 'the first of them is of no key for signatures on P-256',
  not_issued_by_next: 'one is not issued by the one after it',
  no_authority: 'one that has issued another is no authority',
  path_too_long: 'one stands below more authorities than the one above it allows',
  not_understood: 'one has a critical extension that is not known',
} as const;

/**
 * The certificates of credential-signing keys, as PEM: for each key its own one, and then those above it,
 * without the trust anchor. There may be chains of several keys, so that the next key has its certificate
 * before a rotation. Empty for an empty text. By `now`, a chain is valid from its begin to its end.
 *
 * Throws on what no wallet accepts (HAIP 1.0, section 6.1.1): self-signed certificates and invalid chains.
 */
export function readCertificates(pem: string, now: () => Date): readonly CertifiedChain[] {
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (texts.length === 0 && pem.trim() !== '') {
    throw new Error('the credential-signing certificates are not PEM');
  }
  return chainsOf(texts.map((text) => new X509Certificate(text))).map((chain) => {
    const fault = chainFault(chain);
    if (fault !== null) throw new Error(`the credential-signing certificates: ${faults[fault]}`);
    const key = chain[0]?.publicKey.export({ format: 'jwk' });
    return {
      x5c: chain.map(({ raw }) => raw.toString('base64')),
      fits: (jwk) =>
        jwk.kty === 'EC' && jwk.x === key?.x && jwk.y === key?.y && isGoodAt(chain, now()),
      endsAt: new Date(Math.min(...chain.map(({ validToDate }) => validToDate.getTime()))),
    };
  });
}

/** One that may issue none, nor has issued the one before it, is the first of a chain. */
function chainsOf(certificates: readonly X509Certificate[]): readonly X509Certificate[][] {
  const chains: X509Certificate[][] = [];
  for (const certificate of certificates) {
    const last = chains.at(-1);
    const isAbove = certificate.ca || last?.at(-1)?.issuer === certificate.subject;
    if (last !== undefined && isAbove) last.push(certificate);
    else chains.push([certificate]);
  }
  return chains;
}
