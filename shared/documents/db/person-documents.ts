import * as z from 'zod/mini';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { documentFields } from './documents.ts';

/** A document of a natural person. */
export const StoredPersonDocument = z.object({ ...documentFields, personId: z.string() });
export type StoredPersonDocument = z.output<typeof StoredPersonDocument>;

/** All documents of a person, hidden and admin-only ones included, newest first. One round trip. */
export async function listPersonDocuments(
  table: Table,
  personId: string,
): Promise<readonly StoredPersonDocument[]> {
  const prefix = 'DOCUMENT#';
  const items = await readAll(table, { value: partitions.person(personId), prefix });
  return items.map((item) => parseStored(StoredPersonDocument, item)).toReversed();
}

/** The write that stores a new document; refused when there is one with this instant and id. */
export function personDocumentWrite(document: StoredPersonDocument): Write {
  const { personId, createdAt, id } = document;
  return create({ ...keys.personDocument(personId, createdAt, id), ...document });
}
