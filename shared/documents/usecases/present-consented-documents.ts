import type { DocumentStore } from '../aws/document-store.ts';
import type { ConsentedDocument } from '../contracts/document-contract.ts';
import { type PresentedDocument, presentDocuments } from './present-documents.ts';

/** The documents that may be shown, as the routes that users consent to show them (spec 2.5, 4.2). */
export async function presentConsentedDocuments(
  documents: readonly PresentedDocument[],
  store: DocumentStore,
  of?: string,
): Promise<ConsentedDocument[]> {
  const presented = await presentDocuments(documents, store, of);
  return presented.map(({ createdAt: _, ...document }) => document);
}
