import { keys } from '../../kernel/db/keys.ts';
import { transact } from '../../kernel/db/transact.ts';
import { assign } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { revised } from '../../kernel/domain/same-value.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { ReviseDocument } from '../contracts/document-contract.ts';
import { findDocument, type StoredDocument } from '../db/documents.ts';

/** Changes a document's metadata or visibility, never its content. Error: 404 `Not found`. */
export async function reviseDocument(
  { entityId, documentId }: { readonly entityId: string; readonly documentId: string },
  revision: ReviseDocument,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredDocument> {
  const document = await findDocument(deps.table, entityId, documentId);
  if (document === null) throw apiErrors.notFound();
  const { next, changes } = revised(document, revision);
  const changed = Object.keys(changes);
  if (changed.length === 0) return document;
  const outcome = await transact(deps.table, {
    document: assign(keys.document(entityId, document.createdAt, documentId), changes),
    ...auditAct(deps, {
      at: deps.now().toISOString(),
      actor,
      action: 'document.updated',
      subject: { type: 'legal_entity', id: entityId },
      details: { documentId, changed },
    }),
  });
  if (outcome.kind === 'refused') throw apiErrors.notFound();
  return next;
}
