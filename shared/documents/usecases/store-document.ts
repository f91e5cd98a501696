import { create, transact } from '../../kernel/db/transact.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { StoreDocument } from '../contracts/admin-documents-contract.ts';
import { documentItem, type StoredDocument } from '../db/documents.ts';
import type { DocumentDeps } from '../deps/documents.ts';
import { storeFile } from './store-file.ts';

/**
 * Stores a document of a legal entity: its bytes under their SHA-256 first, then its entry. Bytes without
 * an entry, left by a failure in between, are seen by nobody and taken up by the next try. That there is such an
 * entity is for the caller to know.
 */
export async function storeDocument(
  entityId: string,
  command: StoreDocument,
  actor: Actor,
  deps: DocumentDeps,
): Promise<StoredDocument> {
  const { contentBase64: content, contentType } = command;
  const file = await storeFile(`documents/${entityId}`, content, contentType, deps);
  const { sha256 } = file;
  const at = deps.now().toISOString();
  const document: StoredDocument = {
    id: deps.newId(),
    entityId,
    name: command.name,
    slug: command.slug ?? null,
    version: command.version ?? null,
    visibility: command.visibility ?? 'visible',
    ...file,
    createdAt: at,
  };
  const outcome = await transact(deps.table, {
    document: create(documentItem(document)),
    ...auditAct(deps, {
      at,
      actor,
      action: 'document.stored',
      subject: { type: 'legal_entity', id: entityId },
      details: { documentId: document.id, sha256, visibility: document.visibility },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.error;
  return document;
}
