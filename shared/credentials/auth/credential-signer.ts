import { X509Certificate } from 'node:crypto';
import { chainFault, isGoodAt } from '../../kernel/auth/certificate-chain.ts';
import type { CurrentKey, Signer } from '../../oauth/auth/signer.ts';
import type { PublicJwk } from '../../oauth/db/signing-keys.ts';

/** The signature header of a credential or status list. */
interface SigningHeader {
  readonly alg: 'ES256';
  readonly kid: string;
  /**
   * The certificate chain of the key, DER in base64, without the trust anchor; absent if none is
   * configured.
   */
  readonly x5c?: readonly string[];
}

/** Separates signatures for different purposes, although the same key makes them. */
type SignedType = 'dc+sd-jwt' | 'statuslist+jwt' | 'openidvci-issuer-metadata+jwt';

/**
 * Signs credentials, status lists and the issuer's metadata, with the ES256 key that also signs
 * tokens.
 */
export interface CredentialSigner {
  /** A JWS in compact form. The header's `typ` distinguishes credentials from tokens. */
  sign(
    header: { readonly typ: SignedType },
    payload: Readonly<Record<string, unknown>>,
  ): Promise<string>;
  /** The same in parts, for libraries that assemble the JWS. */
  current(): Promise<{ readonly header: SigningHeader; readonly sign: CurrentKey['sign'] }>;
}

/** A key's certificate and its chain. */
interface CertifiedKey {
  readonly x5c: readonly string[];
  /** Whether it certifies this key and is currently valid. */
  fits(jwk: PublicJwk): boolean;
}

/**
 * Signs with the current key of `signer`. The signature names the key's certificate in `certified`;
 * without one, as after a rotation to a key without a certificate, verifiers find the key at
 * `/.well-known/jwt-vc-issuer`.
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

/**
 * The certificate chain of a credential-signing key, and when the first of its certificates
 * expires.
 */
interface CertifiedChain extends CertifiedKey {
  readonly endsAt: Date;
}

const faults = {
  self_signed: 'a certificate is self-signed: leave out the root certificate',
  other_key: 'the first certificate is not for a P-256 signing key',
  not_issued_by_next: 'a certificate is not issued by the next one',
  no_authority: 'an issuing certificate is not a CA certificate',
  path_too_long: 'the chain is longer than a CA certificate allows',
  not_understood: 'a certificate has an unknown critical extension',
} as const;

/**
 * The certificate chains of credential-signing keys, from PEM: each starts with the key's own
 * certificate and ends before the trust anchor. There may be chains for several keys, so that the
 * next key has its certificate before a rotation. Empty for an empty text.
 *
 * Throws for chains that wallets reject (HAIP 1.0, section 6.1.1): self-signed certificates and
 * invalid chains.
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

/** The first certificate of a chain can't issue others and has not issued the previous one. */
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
