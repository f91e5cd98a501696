import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { DocumentsEnvironment, environment } from '../../kernel/settings/env.ts';
import { type DocumentStore, openDocumentStore } from '../aws/document-store.ts';

export interface DocumentDeps extends CoreDeps {
  readonly documents: DocumentStore;
}

/** What functions need that take files of strangers. */
export interface UploadDeps extends DocumentDeps {
  /** Whether uploads have to be scanned before anybody opens them. */
  readonly uploadScans: { readonly required: boolean };
}

/** The composition root of functions that store documents or hand them out. */
export function documentDeps(): UploadDeps {
  const { DOCUMENTS_BUCKET, MALWARE_SCAN } = environment(DocumentsEnvironment);
  return {
    ...coreDeps(),
    documents: openDocumentStore(DOCUMENTS_BUCKET),
    uploadScans: { required: MALWARE_SCAN === 'true' },
  };
}
