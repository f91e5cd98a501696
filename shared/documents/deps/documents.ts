import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { DocumentsEnvironment, environment } from '../../kernel/env.ts';
import { type DocumentStore, openDocumentStore } from '../document-store.ts';

export interface DocumentDeps extends CoreDeps {
  readonly documents: DocumentStore;
}

/** The composition root of functions that store documents or hand them out. */
export function documentDeps(): DocumentDeps {
  const { DOCUMENTS_BUCKET } = environment(DocumentsEnvironment);
  return { ...coreDeps(), documents: openDocumentStore(DOCUMENTS_BUCKET) };
}
