import type { Node } from 'constructs';
import { readCertificates } from '../shared/credentials/auth/certificates.ts';

/** Lambda gives a function 4 kB for all variables. */
const largest = 2_800;

/**
 * The context `credentialCertificates`, as functions are told of it: PEM, the certificate of the key that signs credentials, and those
 * between it and the one that all trust. Undefined: verifiers find the key where the service publishes it. Throws on one that no
 * wallet would take.
 */
export function credentialCertificates(node: Node): Readonly<Record<string, string>> {
  const given: unknown = node.tryGetContext('credentialCertificates');
  if (given === undefined) return {};
  const text = String(given);
  try {
    if (text.length > largest) throw new Error(`it is longer than ${largest} characters`);
    if (readCertificates(text) === null) throw new Error('it is empty');
  } catch (error) {
    throw new Error('credentialCertificates: PEM, without one that is self-signed', {
      cause: error,
    });
  }
  return { CREDENTIAL_CERTIFICATES: text };
}
