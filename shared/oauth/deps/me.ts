import { openDocumentStore } from '../../documents/aws/document-store.ts';
import { type AgreementDeps, agreementDeps } from '../../documents/deps/agreement-deps.ts';
import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { DocumentsEnvironment, environment } from '../../kernel/settings/env.ts';
import { type TokenDeps, tokenDeps } from './tokens.ts';

export interface MeDeps extends TokenDeps, DocumentDeps, AgreementDeps {}

/** The composition root of the functions that show users' data to the applications that they use. */
export function meDeps(): MeDeps {
  const { DOCUMENTS_BUCKET } = environment(DocumentsEnvironment);
  return { ...tokenDeps(), ...agreementDeps(), documents: openDocumentStore(DOCUMENTS_BUCKET) };
}
