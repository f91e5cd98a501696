import { createHash } from 'node:crypto';
import { documentItem } from '../db/documents.ts';
import { create, transact } from '../db/transact.ts';
import type { DocumentDeps } from '../deps/documents.ts';
import { auditAct } from './audit-act.ts';

/** A PDF that the registry itself made. */
export interface IssuedDocument {
  readonly documentId: string;
  readonly entityId: string;
  readonly slug: string;
  readonly name: string;
  readonly issuedAt: string;
  readonly content: Uint8Array;
}

/**
 * Stores an issued document, once: its bytes under their SHA-256 first, then its entry, unless there is
 * one with this id. Bytes without an entry, left by a failure in between, are seen by nobody.
 */
export async function issueDocument(document: IssuedDocument, deps: DocumentDeps): Promise<void> {
  const { documentId, entityId, slug, name, issuedAt, content } = document;
  const contentType = 'application/pdf';
  const sha256 = createHash('sha256').update(content).digest('hex');
  const objectKey = `documents/${entityId}/${sha256}`;
  await deps.documents.put({ key: objectKey, content, contentType });
  // Refused when an earlier attempt has stored it.
  await transact(deps.table, {
    document: create(
      documentItem({
        id: documentId,
        entityId,
        name,
        slug,
        version: '1',
        visibility: 'visible',
        contentType,
        size: content.length,
        sha256,
        objectKey,
        createdAt: issuedAt,
      }),
    ),
    ...auditAct(deps, {
      at: deps.now().toISOString(),
      actor: { kind: 'system', id: null, personId: null },
      action: 'document.issued',
      subject: { type: 'legal_entity', id: entityId },
      details: { documentId, sha256, visibility: 'visible' },
    }),
  });
}
