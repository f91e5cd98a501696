import { X509Certificate } from 'node:crypto';
import { chainFault, isGoodAt } from '../../kernel/auth/certificate-chain.ts';
import type { CertifiedKey } from './credential-signer.ts';

/** Certificates of a key that signs credentials, and when the first of them ends. */
export interface CertifiedChain extends CertifiedKey {
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
 * The certificates of keys that sign credentials, as PEM: of each key its own one, and then those above it, without the one that all
 * trust. There may be those of several keys, so that the next one has its certificate before a rotation. None for an empty text. A chain
 * counts from its begin to its end, by `now`.
 *
 * Throws on what no wallet takes (HAIP 1.0, section 6.1.1): one that is self-signed, and chains that are none.
 */
export function readCertificates(pem: string, now: () => Date): readonly CertifiedChain[] {
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (texts.length === 0 && pem.trim() !== '') {
    throw new Error('the certificates of credentials are no PEM');
  }
  return chainsOf(texts.map((text) => new X509Certificate(text))).map((chain) => {
    const fault = chainFault(chain);
    if (fault !== null) throw new Error(`the certificates of credentials: ${faults[fault]}`);
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
