import { activeKeysOf, suspendedKeyWrite } from '../../access/db/api-keys.ts';
import { partitions } from '../../kernel/db/keys.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { findPerson, findPersonByEmail, personWrite } from '../../people/db/people.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import { accountEndedEvent } from '../../people/usecases/register-person.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { newMailboxCaseWrites, type StoredMailboxCase } from '../db/mailbox-cases.ts';

/** Whose mailbox is lost, and which address they are to have. */
export interface LostMailbox {
  readonly personId: string;
  readonly email: string;
}

/**
 * Opens a case of a lost mailbox. In the same transaction the account is suspended with every key that it has; a key that is issued
 * meanwhile is among them. Both addresses and the other representatives are mailed. `also`: what else has to hold when it is
 * written, such as the rights of whoever of the staff opens it.
 *
 * Errors: 404; 403 `mailbox_case.own` of one's own account; 409 `person.deactivated`, `person.suspended` where a case runs,
 * `person.email_taken`, `mailbox_case.same_address`.
 */
export function openMailboxCase(
  { personId, email }: LostMailbox,
  actor: Actor,
  deps: CoreDeps,
  also: Readonly<Record<string, Write<ApiError> | undefined>> = {},
): Promise<StoredMailboxCase> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    // The person first: its version then vouches for the keys that are read after it.
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    if (actor.personId === personId) throw apiErrors.mailboxCaseOwn();
    if (person.status !== 'active') throw apiErrors.personDeactivated();
    if (person.suspension !== undefined) throw apiErrors.personSuspended();
    if (isSameEmail(person.email, email)) throw apiErrors.mailboxSameAddress();
    const [taken, keys] = await Promise.all([
      findPersonByEmail(deps.table, email),
      activeKeysOf(deps.table, partitions.person(personId)),
    ]);
    if (taken !== null) throw apiErrors.emailTaken();
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
      ...also,
      signedOut: accountEndedEvent(person, at, deps),
      told: eventWrite(deps.newId(), at, {
        type: 'mail.wanted',
        mail: { template: 'mailbox_case', caseId, step: 'opened' },
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
