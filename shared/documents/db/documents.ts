import * as z from 'zod/mini';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { type Page, type PageBounds, readAll, readPage } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Item, Table } from '../../kernel/db/table.ts';

const prefix = 'DOCUMENT#';

const documentVisibilities = ['visible', 'hidden', 'admin_only'] as const;

/** What is kept of a document, whoever it belongs to; its bytes are in the bucket under `objectKey`. */
export const documentFields = {
  id: z.string(),
  name: z.string(),
  slug: z.nullable(z.string()),
  version: z.nullable(z.string()),
  visibility: z.enum(documentVisibilities),
  contentType: z.string(),
  size: z.int(),
  sha256: z.string(),
  objectKey: z.string(),
  createdAt: z.string(),
};

/** A document of a legal entity. */
export const StoredDocument = z.object({ ...documentFields, entityId: z.string() });
export type StoredDocument = z.output<typeof StoredDocument>;

/** All documents of an entity, hidden and admin-only ones included, newest first. */
export async function listDocuments(
  table: Table,
  entityId: string,
): Promise<readonly StoredDocument[]> {
  const items = await readAll(table, {
    value: partitions.entity(entityId),
    prefix,
  });
  return items.map((item) => parseStored(StoredDocument, item)).toReversed();
}

/** A page of an entity's documents, whatever their visibility, newest first. */
export async function readDocuments(
  table: Table,
  entityId: string,
  { limit, after }: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredDocument>> {
  // Cursors are the part behind the prefix: whatever a caller sends stays within the documents.
  const page = await readPage(
    table,
    { value: partitions.entity(entityId), prefix },
    { limit, after: after === undefined ? undefined : prefix + after },
  );
  return {
    items: page.items.map((item) => parseStored(StoredDocument, item)),
    next: page.next === null ? null : page.next.slice(prefix.length),
  };
}

/** The entity's document with this id; null when the entity has none such. */
export async function findDocument(
  table: Table,
  entityId: string,
  documentId: string,
): Promise<StoredDocument | null> {
  const documents = await listDocuments(table, entityId);
  return documents.find(({ id }) => id === documentId) ?? null;
}

/** The document as the table keeps it, in the partition of its entity and in the order of its making. */
export function documentItem(document: StoredDocument): Item {
  return { ...keys.document(document.entityId, document.createdAt, document.id), ...document };
}
