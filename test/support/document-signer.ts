import { generateKeyPairSync, sign } from 'node:crypto';
import { selfSignedCertificate } from '../../local/document-certificate.ts';
import type { DocumentSigner } from '../../shared/documents/pdf/detached-signature.ts';

/** Signs documents with its own, self-signed key. */
export function openTestDocumentSigner(): DocumentSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const signed = async (content: Uint8Array) => sign('sha256', content, privateKey);
  const certificate = selfSignedCertificate(spki, signed);
  return { certificates: async () => [await certificate], sign: signed };
}
