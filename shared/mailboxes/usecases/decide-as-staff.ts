import { isOpenable } from '../../documents/upload-scan.ts';
import { uploadStateOf } from '../../documents/usecases/open-upload.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { personActor } from '../../sessions/auth/session.ts';
import type { StaffDeps } from '../../staff/staff-deps.ts';
import { decisions, mayDo, type StaffAct } from '../../staff/staff-rights.ts';
import { decisionChecks, type Standing } from '../../staff/standing.ts';
import { readMailboxEvidence, type StoredMailboxCase } from '../db/mailbox-cases.ts';
import type { RefusalReason } from '../domain/mailbox-case.ts';
import { actOnMailboxCase } from './act-on-mailbox-case.ts';

/** What somebody of the staff makes of a case. */
export type StaffDecision =
  | { readonly act: 'approve' }
  | { readonly act: 'refuse'; readonly reason: RefusalReason }
  | { readonly act: 'withdraw' };

/**
 * Approves a case, first or second, refuses or withdraws it. The two who approve are two persons, neither of them the one who opened it
 * or whose it is; that is so in the transaction, as are their roles and passkeys.
 *
 * Errors: 404; 403 `staff.not_allowed`, `staff.passkey_required`; those of `actOnMailboxCase`.
 */
export async function decideAsStaff(
  caseId: string,
  decision: StaffDecision,
  standing: Standing,
  deps: StaffDeps,
): Promise<StoredMailboxCase> {
  const { personId: by } = standing;
  const command =
    decision.act === 'refuse'
      ? ({ type: 'refuse', reason: decision.reason } as const)
      : decision.act === 'withdraw'
        ? ({ type: 'withdraw' } as const)
        : ({ type: 'approve', by } as const);
  if (decision.act === 'approve') {
    requireRight(standing, 'mailbox.approve');
    await requireOpenableEvidence(caseId, deps);
  }
  const allowed = (found: StoredMailboxCase) => requireRight(standing, actOf(decision, found));
  // Support withdraws, and needs no passkey for it.
  const also =
    decision.act === 'withdraw' ? { stillStaff: standing.unchanged } : decisionChecks(standing);
  return actOnMailboxCase(caseId, { command, allowed, also }, personActor(by), deps);
}

/** Nobody approves by what nobody can look at. Error: 409 `mailbox_case.no_evidence`. */
async function requireOpenableEvidence(caseId: string, deps: StaffDeps): Promise<void> {
  const evidence = await readMailboxEvidence(deps.table, caseId);
  const states = await Promise.all(evidence.map((file) => uploadStateOf(file, deps)));
  if (!states.some(isOpenable)) throw apiErrors.mailboxNoEvidence();
}

/** A first approval that comes after somebody else's is the second one, which needs its own right. */
function actOf({ act }: StaffDecision, { approvals }: StoredMailboxCase): StaffAct {
  if (act !== 'approve') return `mailbox.${act}`;
  return approvals.length === 0 ? 'mailbox.approve' : 'mailbox.approve_second';
}

/** Errors: 403 `staff.not_allowed`, and `staff.passkey_required` of a decision that needs one. */
export function requireRight(standing: Standing, act: StaffAct): void {
  if (!mayDo(standing, act)) throw apiErrors.staffNotAllowed();
  if (decisions.includes(act) && !standing.mayDecide) throw apiErrors.staffPasskey();
}
