import * as z from 'zod/mini';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { type Page, type PageBounds, readAll, readPage } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, orElse, type Write } from '../../kernel/db/transact.ts';

const prefix = 'DOCUMENT#';

const documentVisibilities = ['visible', 'hidden', 'admin_only'] as const;

/** The fields of every document. The file itself is stored in the bucket under `objectKey`. */
const documentFields = {
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

/** All documents of an entity, including hidden and admin-only ones, newest first. */
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

/** A page of an entity's documents, regardless of visibility, newest first. */
export async function readDocuments(
  table: Table,
  entityId: string,
  { limit, after }: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredDocument>> {
  // Cursors exclude the prefix, so that no cursor can leave the documents.
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

/** The entity's document with this id; null if there is none. */
export async function findDocument(
  table: Table,
  entityId: string,
  documentId: string,
): Promise<StoredDocument | null> {
  const documents = await listDocuments(table, entityId);
  return documents.find(({ id }) => id === documentId) ?? null;
}

/** The item of a document, in its entity's partition in order of creation. */
export function documentItem(document: StoredDocument): Item {
  return { ...keys.document(document.entityId, document.createdAt, document.id), ...document };
}

/** A document of a natural person. */
export const StoredPersonDocument = z.object({ ...documentFields, personId: z.string() });
export type StoredPersonDocument = z.output<typeof StoredPersonDocument>;

/** All documents of a person, including hidden and admin-only ones, newest first. One round trip. */
export async function listPersonDocuments(
  table: Table,
  personId: string,
): Promise<readonly StoredPersonDocument[]> {
  const prefix = 'DOCUMENT#';
  const items = await readAll(table, { value: partitions.person(personId), prefix });
  return items.map((item) => parseStored(StoredPersonDocument, item)).toReversed();
}

/** The write that stores a new document; refused if one with this instant and id exists. */
export function personDocumentWrite(document: StoredPersonDocument): Write {
  const { personId, createdAt, id } = document;
  return create({ ...keys.personDocument(personId, createdAt, id), ...document });
}

/** The document that replaces a withdrawn one. */
const StoredReplacement = z.object({
  documentId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  sha256: z.string(),
});

/** A permanent mark that one document of an entity, or all of them, are withdrawn. */
export const StoredWithdrawal = z.object({
  entityId: z.string(),
  /** Absent if all documents are withdrawn. */
  documentId: z.optional(z.string()),
  /** When the document was created, which is part of its key; absent without a document. */
  documentCreatedAt: z.optional(z.string()),
  withdrawnAt: z.string(),
  /** For operators; absent if the withdrawal was recovered after a restore. */
  reason: z.optional(z.string()),
  replacedBy: z.nullable(StoredReplacement),
});
export type StoredWithdrawal = z.output<typeof StoredWithdrawal>;

/** The withdrawal of the entity's document with these bytes; null if it is not withdrawn. */
export async function findWithdrawal(
  table: Table,
  entityId: string,
  sha256: string,
): Promise<StoredWithdrawal | null> {
  const found = await getItems(table, [
    keys.withdrawal(entityId, sha256),
    keys.withdrawal(entityId, everyDocument),
  ]);
  return parseFound(
    StoredWithdrawal,
    found.find((item) => item !== undefined),
  );
}

/** Used instead of a SHA-256 to withdraw all documents of an entity. */
export const everyDocument = 'every document';

/** The withdrawn documents among these, at most 100, with the time of withdrawal. One round trip. */
export async function withdrawnSince(
  table: Table,
  entityId: string,
  documents: readonly { readonly id: string; readonly sha256: string }[],
): Promise<ReadonlyMap<string, string>> {
  // Two documents can have the same bytes, and BatchGetItem rejects duplicate keys.
  const digests = [...new Set(documents.map(({ sha256 }) => sha256))];
  const [found, every] = await Promise.all([
    digests.length === 0
      ? []
      : getItems(
          table,
          digests.map((sha256) => keys.withdrawal(entityId, sha256)),
        ),
    getItem(table, keys.withdrawal(entityId, everyDocument)),
  ]);
  const own = new Map(digests.map((sha256, index) => [sha256, found[index]]));
  return new Map(
    documents.flatMap(({ id, sha256 }) => {
      const withdrawal = parseFound(StoredWithdrawal, own.get(sha256) ?? every);
      return withdrawal === null ? [] : [[id, withdrawal.withdrawnAt]];
    }),
  );
}

/** The write that withdraws the document with these bytes; refused as `withdrawn` if it already is. */
export function withdrawalWrite(sha256: string, withdrawal: StoredWithdrawal): Write<'withdrawn'> {
  const key = keys.withdrawal(withdrawal.entityId, sha256);
  return orElse(create({ ...key, ...withdrawal }), () => 'withdrawn');
}

/** Refuses a transaction if the document with these bytes is withdrawn. */
export function standsCheck(entityId: string, sha256: string): Write<'unfit_replacement'> {
  const check = {
    Key: keys.withdrawal(entityId, sha256),
    ConditionExpression: 'attribute_not_exists(pk)',
  };
  return orElse({ check }, () => 'unfit_replacement');
}
