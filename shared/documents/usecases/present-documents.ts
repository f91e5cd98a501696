import type { DocumentStore } from '../document-store.ts';
import type { StoredDocument } from '../documents.ts';

/** Life of a document's URL, in seconds. */
const urlLife = 3600;

const fileExtensions: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'text/plain': '.txt',
};

/** What is shown of a document, whether a legal entity's or a person's. */
export type PresentedDocument = Pick<
  StoredDocument,
  'id' | 'name' | 'slug' | 'version' | 'visibility' | 'contentType' | 'objectKey' | 'createdAt'
>;

/**
 * The documents that may be shown outside, each with a URL of one hour. Hidden and admin-only ones are
 * left out here, for every route alike.
 */
export async function presentDocuments(
  documents: readonly PresentedDocument[],
  store: DocumentStore,
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
  const visible = documents.filter(({ visibility }) => visibility === 'visible');
  return Promise.all(
    visible.map(async (document) => {
      const { id, name, slug, version, createdAt } = document;
      const fileUrl = await documentLink(document, urlLife, store);
      return { id, name, slug, version, fileUrl, createdAt };
    }),
  );
}

/** A URL of so many seconds to a document. A saved file is called `name`, with the ending of its type. */
export function documentLink(
  { name, objectKey, contentType }: Pick<PresentedDocument, 'name' | 'objectKey' | 'contentType'>,
  seconds: number,
  store: DocumentStore,
): Promise<string> {
  const fileName = `${name}${fileExtensions[contentType] ?? ''}`;
  return store.url({ key: objectKey, contentType, fileName }, seconds);
}
