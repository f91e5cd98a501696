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

/** A PDF issued by the registry. */
export interface IssuedDocument {
  readonly documentId: string;
  readonly entityId: string;
  readonly slug: string;
  readonly name: string;
  readonly issuedAt: string;
  readonly content: Uint8Array;
  /** For a certificate: the write that links its code to the file with this SHA-256. */
  readonly codeWrite?: (sha256: string) => Write;
  /** Refused if the document must no longer be issued; then nothing is stored. */
  readonly unless?: Write;
}

/**
 * Stores an issued document once: first the bytes under their SHA-256, then its entry with its verification code,
 * unless an entry with this id exists. Bytes without an entry, left by a failure, are never served, and their code
 * verifies nothing; only the code of the entry's file is valid.
 *
 * Throws if another certificate has the code; the next attempt draws another.
 */
export async function issueDocument(document: IssuedDocument, deps: DocumentDeps): Promise<void> {
  const { documentId, entityId, slug, name, issuedAt, content, codeWrite, unless } = document;
  const file = await storeFile(`documents/${entityId}`, content, 'application/pdf', deps);
  const { sha256 } = file;
  // `document` is refused if an earlier attempt has stored it.
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

/** The current issuer of documents, and their signer. */
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

/** A document's id, derived from its subject and its kind. */
export function documentIdOf(subjectId: string, slug: string): string {
  const digest = createHash('sha256').update(`${subjectId}/${slug}`).digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

/**
 * Stores a document of a legal entity: first the bytes under their SHA-256, then its entry. Bytes without an entry,
 * left by a failure, are never served, and reused by the next attempt. The caller must check that the entity exists.
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
