import { dayInUtc } from '../../kernel/domain/dates.ts';
import type { DocumentStore } from '../aws/document-store.ts';
import type { ConsentedDocument } from '../contracts/document-contract.ts';
import type { StoredDocument } from '../db/documents.ts';

/** Life of a document's URL, in seconds. */
const urlLife = 3600;

const fileExtensions: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'text/plain': '.txt',
};

/** The shown data of a document, of a legal entity or a person. */
type PresentedDocument = Pick<
  StoredDocument,
  'id' | 'name' | 'slug' | 'version' | 'visibility' | 'contentType' | 'objectKey' | 'createdAt'
>;

/** Those that may be shown outside. */
export function visibleOf<T extends Pick<PresentedDocument, 'visibility'>>(
  documents: readonly T[],
): readonly T[] {
  return documents.filter(({ visibility }) => visibility === 'visible');
}

/**
 * Documents that may be shown to callers, each with a URL of one hour. Hidden and admin-only ones are left out here,
 * for every route. `of`: the owner, if the file name must include it.
 */
export async function presentDocuments(
  documents: readonly PresentedDocument[],
  store: DocumentStore,
  of?: string,
): Promise<
  readonly {
    id: string;
    name: string;
    slug: string | null;
    version: string | null;
    fileUrl: string;
    createdAt: string;
  }[]
> {
  return Promise.all(
    visibleOf(documents).map(async (document) => {
      const { id, name, slug, version, createdAt } = document;
      const fileUrl = await documentLink(document, urlLife, store, of);
      return { id, name, slug, version, fileUrl, createdAt };
    }),
  );
}

/**
 * A URL of so many seconds to a document. A saved file is called after whose it is, what and of which day, such as
 * `Acme LLC - Certificate of Organization - 2026-11-23.pdf`.
 */
export function documentLink(
  document: Pick<PresentedDocument, 'name' | 'objectKey' | 'contentType' | 'createdAt'>,
  seconds: number,
  store: DocumentStore,
  of?: string,
): Promise<string> {
  const { name, objectKey, contentType, createdAt } = document;
  const parts = [of, name, dayInUtc(createdAt)].filter((part) => part !== undefined);
  const fileName = `${parts.join(' - ')}${fileExtensions[contentType] ?? ''}`;
  return store.url({ key: objectKey, contentType, fileName }, seconds);
}

/** The documents that may be shown, as the routes that users consent to show them (spec 2.5, 4.2). */
export async function presentConsentedDocuments(
  documents: readonly PresentedDocument[],
  store: DocumentStore,
  of?: string,
): Promise<ConsentedDocument[]> {
  const presented = await presentDocuments(documents, store, of);
  return presented.map(({ createdAt: _, ...document }) => document);
}
