import type { UploadDeps } from '../../documents/deps/documents.ts';
import { storeUpload } from '../../documents/usecases/store-upload.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { Standing } from '../../staff/usecases/standing.ts';
import { findMailboxCase, newEvidenceWrite, type StoredMailboxCase } from '../db/mailbox-cases.ts';
import { decideMailboxCase, type EvidenceKind } from '../domain/mailbox-case.ts';
import { actOnMailboxCase, type MailboxDeps } from './act-on-mailbox-case.ts';
import { requireRight } from './decide-as-staff.ts';
import { mailboxErrors } from './mailbox-errors.ts';

export interface EvidenceFile {
  readonly kind: EvidenceKind;
  readonly content: Uint8Array;
  readonly contentType: string;
}

/**
 * Adds a file of evidence to a case: its bytes first, then its entry. It takes a first approval back, which was of less.
 *
 * Errors: 404; 403 `staff.not_allowed`; 409 `upload.refused`; those of `actOnMailboxCase`.
 */
export async function addMailboxEvidence(
  caseId: string,
  { kind, content, contentType }: EvidenceFile,
  standing: Standing,
  deps: UploadDeps & MailboxDeps,
): Promise<StoredMailboxCase> {
  requireRight(standing, 'mailbox.evidence');
  const { personId: addedBy } = standing;
  const found = await findMailboxCase(deps.table, caseId);
  if (found === null) throw apiErrors.notFound();
  const addedAt = deps.now().toISOString();
  const command = { type: 'add_evidence' } as const;
  // Before the bytes are stored; decided again when they are.
  const decision = decideMailboxCase(found, command, addedAt);
  if (!decision.ok) throw mailboxErrors[decision.reason]();
  const uploader = { kind: 'mailbox_evidence', caseId, personId: addedBy } as const;
  const file = await storeUpload(
    { folder: 'mailbox-evidence', owner: caseId, content, contentType, uploader },
    deps,
  );
  const { personId } = found;
  const entry = { id: deps.newId(), caseId, personId, kind, ...file, addedBy, addedAt };
  const also = { evidence: newEvidenceWrite(entry), stillStaff: standing.unchanged };
  return actOnMailboxCase(caseId, { command, also }, personActor(addedBy), deps);
}
