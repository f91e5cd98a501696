import { activeKeysOf, suspendedKeyWrite } from '../../access/db/api-keys.ts';
import { type AttemptLimit, attemptWrite, windowEndOf } from '../../kernel/db/attempt-counters.ts';
import { partitions } from '../../kernel/db/keys.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { tooMany } from '../../kernel/usecases/refuse-when-full.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { findPerson, findPersonByEmail, personWrite } from '../../people/db/people.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import * as peopleErrors from '../../people/errors/people-errors.ts';
import { accountEndedEvent } from '../../people/usecases/register-person.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { StaffDeps } from '../../staff/deps/staff-deps.ts';
import { decisionChecks, type StaffStatus } from '../../staff/usecases/staff-status.ts';
import { newMailboxCaseWrites, type StoredMailboxCase } from '../db/mailbox-cases.ts';
import * as mailboxErrors from '../errors/mailbox-errors.ts';
import { requireRight } from './decide-as-staff.ts';

/** The person with the lost mailbox, and their new address. */
interface LostMailbox {
  readonly personId: string;
  readonly email: string;
}

/**
 * Opens a case of a lost mailbox. The same transaction suspends the account with every key that it has,
 * including a key that is issued at the same moment. Both addresses and the other representatives are
 * emailed. `extraWrites`: further conditions of the transaction, such as the rights of the staff member who opens
 * it.
 *
 * Errors: 404; 403 `mailbox_case.own` of your own account; 409 `person.deactivated`, `person.suspended` while
 * a case is open, `person.email_taken`, `mailbox_case.same_address`.
 */
export function openMailboxCase(
  { personId, email }: LostMailbox,
  actor: Actor,
  deps: CoreDeps,
  extraWrites: Readonly<Record<string, Write<ApiError> | undefined>> = {},
): Promise<StoredMailboxCase> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    // The person is read first: if its version is unchanged at the write, the keys read after it
    // are complete.
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    if (actor.personId === personId) throw mailboxErrors.mailboxCaseOwn();
    if (person.status !== 'active') throw apiErrors.personDeactivated();
    if (person.suspension !== undefined) throw apiErrors.personSuspended();
    if (isSameEmail(person.email, email)) throw mailboxErrors.mailboxSameAddress();
    const [taken, keys] = await Promise.all([
      findPersonByEmail(deps.table, email),
      activeKeysOf(deps.table, partitions.person(personId)),
    ]);
    if (taken !== null) throw peopleErrors.emailTaken();
    const opened: StoredMailboxCase = {
      id: deps.newId(),
      personId,
      from: person.email,
      to: email,
      status: 'open',
      openedAt: at,
      openedBy: actor.personId,
      evidence: 0,
      approvals: [],
      provenAt: null,
      confirmedAt: null,
      dueAt: null,
      endedAt: null,
      reason: null,
      version: 1,
    };
    const { id: caseId } = opened;
    const outcome = await transact(deps.table, {
      person: personWrite({ ...person, suspension: { caseId, since: at } }),
      ...newMailboxCaseWrites(opened),
      ...Object.fromEntries(keys.map((key) => [`key ${key.id}`, suspendedKeyWrite(key, caseId)])),
      ...extraWrites,
      signedOut: accountEndedEvent(person, at, deps),
      notification: mailWrite(deps.newId(), at, {
        template: 'mailbox_case',
        caseId,
        step: 'opened',
      }),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'mailbox_case.opened',
        details: { caseId, suspendedKeys: keys.map(({ id }) => id) },
      }),
    });
    if (outcome.kind === 'written') return opened;
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}

const day = 86_400_000;

/** Each case suspends an account and emails everyone affected, so one support session must not open too many. */
const byStaff: AttemptLimit = { kind: 'mailbox_cases_by', max: 20, window: day };
/** Limits opening a case again after it was stopped. */
const ofPerson: AttemptLimit = { kind: 'mailbox_cases_of', max: 3, window: 7 * day };

/**
 * Opens a case as a staff member. Both counts are in the transaction, as are their role and passkey.
 *
 * Errors: 403 `staff.not_allowed`, `staff.passkey_required`; 429; those of `openMailboxCase`.
 */
export function openAsStaff(
  lost: LostMailbox,
  staff: StaffStatus,
  deps: StaffDeps,
): Promise<StoredMailboxCase> {
  requireRight(staff, 'mailbox.open');
  const now = deps.now();
  const counted = (limit: AttemptLimit, subject: string) =>
    orElse(attemptWrite(limit, subject, now.getTime()), () =>
      tooMany(windowEndOf(limit, now.getTime()), now),
    );
  return openMailboxCase(lost, personActor(staff.personId), deps, {
    ...decisionChecks(staff),
    byStaff: counted(byStaff, staff.personId),
    ofPerson: counted(ofPerson, lost.personId),
  });
}
