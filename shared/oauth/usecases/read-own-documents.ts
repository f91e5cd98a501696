import {
  listPersonDocuments,
  type StoredPersonDocument,
} from '../../documents/db/person-documents.ts';
import type { Table } from '../../kernel/db/table.ts';
import { readResidencies, type StoredResidency } from '../../people/db/people.ts';

/** A person's documents, hidden and admin-only ones included, and the residencies that they belong to. */
export interface OwnDocuments {
  /** Newest first. */
  readonly documents: readonly StoredPersonDocument[];
  readonly residencies: readonly StoredResidency[];
}

/** The person's documents with their residencies. Two reads at a time. */
export async function readOwnDocuments(
  { personId }: { readonly personId: string },
  { table }: { readonly table: Table },
): Promise<OwnDocuments> {
  const [documents, residencies] = await Promise.all([
    listPersonDocuments(table, personId),
    readResidencies(table, personId),
  ]);
  return { documents, residencies };
}
