import { type AttemptLimit, attemptWrite, windowEndOf } from '../../kernel/db/attempt-counters.ts';
import { orElse } from '../../kernel/db/transact.ts';
import { tooMany } from '../../kernel/usecases/refuse-when-full.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { StaffDeps } from '../../staff/deps/staff-deps.ts';
import { decisionChecks, type Standing } from '../../staff/usecases/standing.ts';
import type { StoredMailboxCase } from '../db/mailbox-cases.ts';
import { requireRight } from './decide-as-staff.ts';
import { type LostMailbox, openMailboxCase } from './open-mailbox-case.ts';

const day = 86_400_000;

/** Each case suspends an account and mails everybody whom it concerns: one session of support must not do that to all. */
const byStaff: AttemptLimit = { kind: 'mailbox_cases_by', max: 20, window: day };
/** What was stopped is not opened again and again. */
const ofPerson: AttemptLimit = { kind: 'mailbox_cases_of', max: 3, window: 7 * day };

/**
 * Opens a case as somebody of the staff. Both counts are in the transaction, as are their role and passkey.
 *
 * Errors: 403 `staff.not_allowed`, `staff.passkey_required`; 429; those of `openMailboxCase`.
 */
export function openAsStaff(
  lost: LostMailbox,
  standing: Standing,
  deps: StaffDeps,
): Promise<StoredMailboxCase> {
  requireRight(standing, 'mailbox.open');
  const now = deps.now();
  const counted = (limit: AttemptLimit, subject: string) =>
    orElse(attemptWrite(limit, subject, now.getTime()), () =>
      tooMany(windowEndOf(limit, now.getTime()), now),
    );
  return openMailboxCase(lost, personActor(standing.personId), deps, {
    ...decisionChecks(standing),
    byStaff: counted(byStaff, standing.personId),
    ofPerson: counted(ofPerson, lost.personId),
  });
}
