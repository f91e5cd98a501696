import { X509Certificate } from 'node:crypto';
import { isGoodAt } from '../../kernel/auth/certificate-chain.ts';
import { limitsOf } from '../../kernel/auth/certificate-extensions.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';

/**
 * The certificates in one form (PEM, lines of 64 characters). Error: 400 for the first that is none of an authority, is not good now, or is
 * there twice.
 */
export function usableAnchors(anchors: readonly string[], now: Date): string[] {
  const read = anchors.map((anchor) => anchorOf(anchor, now));
  const position = read.findIndex((anchor, at) => anchor === null || read.indexOf(anchor) < at);
  if (position >= 0) {
    const message = 'Is no certificate of an authority that is good now, or is there twice';
    throw apiErrors.invalidField(['attestationAnchors', position], message);
  }
  return read.filter((anchor) => anchor !== null);
}

function anchorOf(text: string, now: Date): string | null {
  try {
    const certificate = new X509Certificate(text);
    const { isAuthority, isUnderstood } = limitsOf(certificate);
    const { asymmetricKeyType = '' } = certificate.publicKey;
    const counts =
      isAuthority &&
      isUnderstood &&
      isGoodAt([certificate], now) &&
      ['ec', 'rsa'].includes(asymmetricKeyType);
    return counts ? certificate.toString() : null;
  } catch {
    return null; // No certificate, or one of a key that nobody knows.
  }
}
