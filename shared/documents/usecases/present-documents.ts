import { dayInUtc } from '../../kernel/domain/dates.ts';
import type { DocumentStore } from '../aws/document-store.ts';
import type { ConsentedDocument } from '../contracts/document-contract.ts';
import type { StoredDocument } from '../db/documents.ts';

/** How long a document's URL is valid, in seconds. */
const urlLife = 3600;

const fileExtensions: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'text/plain': '.txt',
};

/** The fields of a document that callers see. */
type PresentedDocument = Pick<
  StoredDocument,
  'id' | 'name' | 'slug' | 'version' | 'visibility' | 'contentType' | 'objectKey' | 'createdAt'
>;

/** The documents that callers may see. */
export function visibleOf<T extends Pick<PresentedDocument, 'visibility'>>(
  documents: readonly T[],
): readonly T[] {
  return documents.filter(({ visibility }) => visibility === 'visible');
}

/**
 * The documents that callers may see, each with a URL valid for one hour. Hidden and admin-only ones are omitted here,
 * for every route. `of` is the owner, if the file name must include it.
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
 * A URL to a document, valid for the given seconds. The file name contains owner, title and date, such as `Acme LLC -
 * Certificate of Organization - 2026-11-23.pdf`.
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

/** The visible documents as returned by the routes that users consent to (spec 2.5, 4.2). */
export async function presentConsentedDocuments(
  documents: readonly PresentedDocument[],
  store: DocumentStore,
  of?: string,
): Promise<ConsentedDocument[]> {
  const presented = await presentDocuments(documents, store, of);
  return presented.map(({ createdAt: _, ...document }) => document);
}
