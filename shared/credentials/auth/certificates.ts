import { X509Certificate } from 'node:crypto';
import type { CertifiedKey } from './credential-signer.ts';

/**
 * The certificates of the key that signs credentials, PEM, its own one first; null for an empty text. Throws on what HAIP 1.0 refuses
 * (section 6.1.1): one that the key has signed itself, and one that all trust at the end of the chain.
 */
export function readCertificates(pem: string): CertifiedKey | null {
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (texts.length === 0) {
    if (pem.trim() === '') return null;
    throw new Error('the certificates of credentials are no PEM');
  }
  const chain = texts.map((text) => new X509Certificate(text));
  if (chain.some((each) => each.verify(each.publicKey))) {
    throw new Error('a certificate of credentials is self-signed');
  }
  const [own] = chain;
  const key = own?.publicKey.export({ format: 'jwk' });
  return {
    x5c: chain.map(({ raw }) => raw.toString('base64')),
    fits: (jwk) => jwk.kty === 'EC' && jwk.x === key?.x && jwk.y === key?.y,
  };
}
