import { type DocumentStore, openDocumentStore } from '../aws/document-store.ts';
import { DocumentsEnvironment, environment } from '../env.ts';
import { type CoreDeps, coreDeps } from './core.ts';

export interface DocumentDeps extends CoreDeps {
  readonly documents: DocumentStore;
}

/** The composition root of functions that store documents or hand them out. */
export function documentDeps(): DocumentDeps {
  const { DOCUMENTS_BUCKET } = environment(DocumentsEnvironment);
  return { ...coreDeps(), documents: openDocumentStore(DOCUMENTS_BUCKET) };
}
