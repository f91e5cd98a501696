import type { StoreDocument } from '../../documents/contracts/admin-documents-contract.ts';
import { readDocuments, type StoredDocument } from '../../documents/db/documents.ts';
import { withdrawnSince } from '../../documents/db/withdrawals.ts';
import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { storeDocument } from '../../documents/usecases/store-document.ts';
import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { findEntity } from '../db/entities.ts';

/** Stores a document of an entity, for operators. Error: 404 for an entity that does not exist. */
export async function storeEntityDocument(
  entityId: string,
  command: StoreDocument,
  actor: Actor,
  deps: DocumentDeps,
): Promise<StoredDocument> {
  await refuseUnknownEntity(entityId, deps);
  return storeDocument(entityId, command, actor, deps);
}

/** A document with since when it is withdrawn; null: it stands. */
type ListedDocument = StoredDocument & { readonly withdrawnAt: string | null };

/** A page of the documents of an entity, whatever their visibility, newest first. Error: 404. */
export async function listEntityDocuments(
  entityId: string,
  { limit, cursor }: CursorPage,
  deps: { readonly table: Table },
): Promise<Page<ListedDocument>> {
  const [, page] = await Promise.all([
    refuseUnknownEntity(entityId, deps),
    readDocuments(deps.table, entityId, { limit, after: cursor }),
  ]);
  const withdrawn = await withdrawnSince(deps.table, entityId, page.items);
  return {
    ...page,
    items: page.items.map((each) => ({ ...each, withdrawnAt: withdrawn.get(each.id) ?? null })),
  };
}

async function refuseUnknownEntity(
  id: string,
  { table }: { readonly table: Table },
): Promise<void> {
  if ((await findEntity(table, id)) === null) throw apiErrors.notFound();
}
