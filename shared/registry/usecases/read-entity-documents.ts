import type { PersonalCaller } from '../../access/auth/caller.ts';
import { listDocuments, type StoredDocument } from '../../documents/db/documents.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { StoredEntity } from '../db/entities.ts';
import { readAccessibleEntity } from './read-accessible-entity.ts';

/**
 * An entity that the key may see (spec 4.11), and all of its documents, hidden and admin-only ones included, newest first.
 * Error: 404 `Legal entity not found`.
 */
export async function readEntityDocuments(
  entityId: string,
  caller: PersonalCaller,
  { table }: { readonly table: Table },
): Promise<{ readonly entity: StoredEntity; readonly documents: readonly StoredDocument[] }> {
  const [entity, documents] = await Promise.all([
    readAccessibleEntity(table, entityId, caller),
    listDocuments(table, entityId),
  ]);
  return { entity, documents };
}
