import type { OAuthCaller } from '../../access/auth/caller.ts';
import { listDocuments, type StoredDocument } from '../../documents/db/documents.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { readConsentedEntity } from './read-consented-entity.ts';

/**
 * An entity that the user shares with the client, and all of its documents, hidden and admin-only ones included, newest
 * first. Error: 404 `Legal entity not found`.
 */
export async function readConsentedDocuments(
  entityId: string,
  caller: Pick<OAuthCaller, 'personId' | 'legalEntityIds'>,
  { table }: { readonly table: Table },
): Promise<{ readonly entity: StoredEntity; readonly documents: readonly StoredDocument[] }> {
  const [entity, documents] = await Promise.all([
    readConsentedEntity(table, entityId, caller),
    listDocuments(table, entityId),
  ]);
  return { entity, documents };
}
