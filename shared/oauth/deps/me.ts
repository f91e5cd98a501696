import { type AgreementDeps, agreementDeps } from '../../agreements/agreement-deps.ts';
import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { openDocumentStore } from '../../documents/document-store.ts';
import { DocumentsEnvironment, environment } from '../../kernel/env.ts';
import { type TokenDeps, tokenDeps } from './tokens.ts';

export interface MeDeps extends TokenDeps, DocumentDeps, AgreementDeps {}

/** The composition root of the functions that show users' data to the applications that they use. */
export function meDeps(): MeDeps {
  const { DOCUMENTS_BUCKET } = environment(DocumentsEnvironment);
  return { ...tokenDeps(), ...agreementDeps(), documents: openDocumentStore(DOCUMENTS_BUCKET) };
}
