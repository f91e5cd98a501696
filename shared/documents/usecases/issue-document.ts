import { createHash } from 'node:crypto';
import { create, orElse, transact, type Write } from '../../kernel/db/transact.ts';
import { type Actor, system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { StoreDocument } from '../contracts/document-contract.ts';
import { documentItem, type StoredDocument } from '../db/documents.ts';
import type { DocumentDeps } from '../deps/documents.ts';
import type { WorkflowDeps } from '../deps/workflow.ts';
import type { Issued } from '../pdf/issued.ts';
import { storeFile } from './uploads.ts';

/** A PDF that the registry itself made. */
export interface IssuedDocument {
  readonly documentId: string;
  readonly entityId: string;
  readonly slug: string;
  readonly name: string;
  readonly issuedAt: string;
  readonly content: Uint8Array;
  /** For a certificate: the write that links its printed code to the file with this SHA-256. */
  readonly codeWrite?: (sha256: string) => Write;
  /** Refused if the document is no longer to be issued: nothing is stored. */
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

/** In whose name a document is issued now, and what signs it. */
export function issuance({
  issuer,
  documentSigner,
  now,
}: Pick<WorkflowDeps, 'issuer' | 'documentSigner' | 'now'>): Pick<Issued, 'issuer' | 'signing'> {
  return {
    issuer,
    signing: documentSigner && { signer: documentSigner, at: now().toISOString() },
  };
}

/** A document's id, in the form of all ids: it follows from what is documented and the kind of document. */
export function documentIdOf(subjectId: string, slug: string): string {
  const digest = createHash('sha256').update(`${subjectId}/${slug}`).digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

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
