import type { UploadDeps } from '../../documents/deps/documents.ts';
import { isOpenable } from '../../documents/domain/upload-scan.ts';
import { storeUpload, uploadStateOf } from '../../documents/usecases/uploads.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { StaffDeps } from '../../staff/deps/staff-deps.ts';
import { decisions, mayDo, type StaffAct } from '../../staff/domain/staff-rights.ts';
import { decisionChecks, type StaffStatus } from '../../staff/usecases/staff-status.ts';
import {
  findMailboxCase,
  newEvidenceWrite,
  readMailboxEvidence,
  type StoredMailboxCase,
  type StoredMailboxEvidence,
} from '../db/mailbox-cases.ts';
import {
  decideMailboxCase,
  type EvidenceKind,
  type RefusalReason,
} from '../domain/mailbox-case.ts';
import * as mailboxErrors from '../errors/mailbox-errors.ts';
import { actOnMailboxCase, type MailboxDeps, mailboxRefusals } from './act-on-mailbox-case.ts';

/** A staff member's decision on a case. */
type StaffDecision =
  | { readonly act: 'approve' }
  | { readonly act: 'refuse'; readonly reason: RefusalReason }
  | { readonly act: 'withdraw' };

/**
 * Approves a case, first or second, refuses or withdraws it. Two different people must approve; neither may
 * be the one who opened it or the person of the case. The transaction checks that, and their roles and
 * passkeys.
 *
 * An approval requires that its author has opened each file of evidence.
 *
 * Errors: 404; 403 `staff.not_allowed`, `staff.passkey_required`; 409 `mailbox_case.no_evidence`,
 * `mailbox_case.evidence_unopened`; those of `actOnMailboxCase`.
 */
export async function decideAsStaff(
  caseId: string,
  decision: StaffDecision,
  staff: StaffStatus,
  deps: StaffDeps,
): Promise<StoredMailboxCase> {
  const { personId: by } = staff;
  const command =
    decision.act === 'refuse'
      ? ({ type: 'refuse', reason: decision.reason } as const)
      : decision.act === 'withdraw'
        ? ({ type: 'withdraw' } as const)
        : ({ type: 'approve', by } as const);
  const approves = decision.act === 'approve';
  if (approves) requireRight(staff, 'mailbox.approve');
  const files = approves ? await openedEvidence(caseId, by, deps) : 0;
  const allowed = (found: StoredMailboxCase) => {
    requireRight(staff, actOf(decision, found));
    // New evidence gives the case another version, so the transaction notices it.
    if (approves && found.evidence !== files) throw mailboxErrors.mailboxUnopened();
  };
  // Support can withdraw without a passkey.
  const extraWrites =
    decision.act === 'withdraw' ? { stillStaff: staff.unchanged } : decisionChecks(staff);
  return actOnMailboxCase(caseId, { command, allowed, extraWrites }, personActor(by), deps);
}

/**
 * The number of files, after checking that the person has opened each one that can be opened.
 * Errors: 409 `mailbox_case.no_evidence` if none can be opened, `mailbox_case.evidence_unopened`.
 */
async function openedEvidence(caseId: string, by: string, deps: StaffDeps): Promise<number> {
  const evidence = await readMailboxEvidence(deps.table, caseId);
  const openable = await openableEvidence(evidence, deps);
  if (openable.length === 0) throw mailboxErrors.mailboxNoEvidence();
  if (unopenedBy(by, openable).length > 0) throw mailboxErrors.mailboxUnopened();
  return evidence.length;
}

/** The files that can be opened: their scan has finished and found nothing. */
export async function openableEvidence<E extends StoredMailboxEvidence>(
  evidence: readonly E[],
  deps: Parameters<typeof uploadStateOf>[1],
): Promise<readonly E[]> {
  const states = await Promise.all(evidence.map((file) => uploadStateOf(file, deps)));
  return evidence.filter((_, index) => {
    const state = states[index];
    return state !== undefined && isOpenable(state);
  });
}

/** The files that the person has not opened. */
export function unopenedBy<E extends Pick<StoredMailboxEvidence, 'openedBy'>>(
  personId: string,
  evidence: readonly E[],
): readonly E[] {
  return evidence.filter(({ openedBy = [] }) => !openedBy.includes(personId));
}

/**
 * A first approval that arrives after another person's is the second one, which needs its own
 * right.
 */
function actOf({ act }: StaffDecision, { approvals }: StoredMailboxCase): StaffAct {
  if (act !== 'approve') return `mailbox.${act}`;
  return approvals.length === 0 ? 'mailbox.approve' : 'mailbox.approve_second';
}

/** Errors: 403 `staff.not_allowed`, and `staff.passkey_required` for a decision that needs one. */
export function requireRight(staff: StaffStatus, act: StaffAct): void {
  if (!mayDo(staff, act)) throw apiErrors.staffNotAllowed();
  if (decisions.includes(act) && !staff.mayDecide) throw apiErrors.staffPasskey();
}

interface EvidenceFile {
  readonly kind: EvidenceKind;
  readonly content: Uint8Array;
  readonly contentType: string;
}

/**
 * Adds a file of evidence to a case: its bytes first, then its entry. This cancels a first
 * approval, which did not consider it.
 *
 * Errors: 404; 403 `staff.not_allowed`; 409 `upload.refused`; those of `actOnMailboxCase`.
 */
export async function addMailboxEvidence(
  caseId: string,
  { kind, content, contentType }: EvidenceFile,
  staff: StaffStatus,
  deps: UploadDeps & MailboxDeps,
): Promise<StoredMailboxCase> {
  requireRight(staff, 'mailbox.evidence');
  const { personId: addedBy } = staff;
  const found = await findMailboxCase(deps.table, caseId);
  if (found === null) throw apiErrors.notFound();
  const addedAt = deps.now().toISOString();
  const command = { type: 'add_evidence' } as const;
  // Checked before the bytes are stored, and again afterwards.
  const decision = decideMailboxCase(found, command, addedAt);
  if (!decision.ok) throw mailboxRefusals[decision.reason]();
  const uploader = { kind: 'mailbox_evidence', caseId, personId: addedBy } as const;
  const file = await storeUpload(
    { folder: 'mailbox-evidence', owner: caseId, content, contentType, uploader },
    deps,
  );
  const { personId } = found;
  const entry = { id: deps.newId(), caseId, personId, kind, ...file, addedBy, addedAt };
  const extraWrites = { evidence: newEvidenceWrite(entry), stillStaff: staff.unchanged };
  return actOnMailboxCase(caseId, { command, extraWrites }, personActor(addedBy), deps);
}
