import type { Node } from 'constructs';
import { readCertificates } from '../shared/credentials/auth/credential-signer.ts';

/** Lambda allows a function 4 kB for all variables. */
const largest = 2_800;

/**
 * The context `credentialCertificates`, as functions get it: a PEM chain from the certificate of the credential-signing
 * key up to below the trusted root, then the chain of the next key, if any. Undefined: verifiers use the key that the
 * service publishes. Throws for a certificate that no wallet would accept, or that has expired.
 */
export function credentialCertificates(node: Node): Readonly<Record<string, string>> {
  const given: unknown = node.tryGetContext('credentialCertificates');
  if (given === undefined) return {};
  const text = String(given);
  try {
    if (text.length > largest) throw new Error(`it is longer than ${largest} characters`);
    const now = new Date();
    const chains = readCertificates(text, () => now);
    if (chains.length === 0) throw new Error('it is empty');
    if (chains.some(({ endsAt }) => endsAt < now)) throw new Error('one has ended');
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new Error(
      `credentialCertificates: PEM, each issued by the next one, none self-signed: ${why}`,
      {
        cause: error,
      },
    );
  }
  return { CREDENTIAL_CERTIFICATES: text };
}
