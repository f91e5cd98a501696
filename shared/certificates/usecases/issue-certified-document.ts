import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { type IssuedDocument, issueDocument } from '../../documents/usecases/issue-document.ts';
import { certificateCodeWrite, type StoredCertificate } from '../db/certificates.ts';

/** The code that is printed on a document, and what the page behind it tells. */
export interface Certified {
  readonly code: string;
  readonly certificate: Omit<StoredCertificate, 'sha256' | 'issuedAt' | 'entityId'>;
}

/** Issues a document that third parties can verify by its code, once; see `issueDocument`. */
export function issueCertifiedDocument(
  document: IssuedDocument,
  { code, certificate }: Certified,
  deps: DocumentDeps,
): Promise<void> {
  const { entityId, issuedAt } = document;
  const codeWrite = (sha256: string) =>
    certificateCodeWrite(code, { ...certificate, entityId, issuedAt, sha256 });
  return issueDocument({ ...document, codeWrite }, deps);
}
