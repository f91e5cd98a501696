import { create, orElse, transact, type Write } from '../../kernel/db/transact.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { documentItem } from '../db/documents.ts';
import type { DocumentDeps } from '../deps/documents.ts';
import { storeFile } from './store-file.ts';

/** A PDF that the registry itself made. */
export interface IssuedDocument {
  readonly documentId: string;
  readonly entityId: string;
  readonly slug: string;
  readonly name: string;
  readonly issuedAt: string;
  readonly content: Uint8Array;
  /** Of a certificate: the write that makes the code which is printed on it lead to the file with this SHA-256. */
  readonly codeWrite?: (sha256: string) => Write;
  /** Refused where the document is not to be issued any more: nothing is stored. */
  readonly unless?: Write;
}

/**
 * Stores an issued document, once: its bytes under their SHA-256 first, then its entry and its verification
 * code together, unless there is an entry with this id. Bytes without an entry, left by a failure in between,
 * are seen by nobody, and a code that was drawn for them alone opens nothing: however often a step is repeated,
 * the code of the entry's file is the one that counts.
 *
 * Throws when another certificate has the code already; the next attempt draws another one.
 */
export async function issueDocument(document: IssuedDocument, deps: DocumentDeps): Promise<void> {
  const { documentId, entityId, slug, name, issuedAt, content, codeWrite, unless } = document;
  const file = await storeFile(`documents/${entityId}`, content, 'application/pdf', deps);
  const { sha256 } = file;
  // `document` is refused when an earlier attempt has stored it.
  const outcome = await transact(deps.table, {
    unless,
    document: create(
      documentItem({
        id: documentId,
        entityId,
        name,
        slug,
        version: '1',
        visibility: 'visible',
        ...file,
        createdAt: issuedAt,
      }),
    ),
    code: orElse(
      codeWrite?.(sha256),
      () => new Error(`document ${documentId} drew a code that another certificate has`),
    ),
    ...auditAct(deps, {
      at: deps.now().toISOString(),
      actor: system,
      action: 'document.issued',
      subject: { type: 'legal_entity', id: entityId },
      details: { documentId, sha256, visibility: 'visible' },
    }),
  });
  if (outcome.kind === 'refused' && outcome.refusal !== undefined) throw outcome.refusal;
}
