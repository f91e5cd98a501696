import { activeKeysOf, unsuspendedKeyWrite } from '../../access/db/api-keys.ts';
import { partitions } from '../../kernel/db/keys.ts';
import { orElse, transact, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { accept } from '../../kernel/domain/decision.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { newEmailChangeWrite } from '../../people/db/email-changes.ts';
import { emailWrites, findPerson, personWrite, type StoredPerson } from '../../people/db/people.ts';
import * as peopleErrors from '../../people/errors/people-errors.ts';
import { accountEndedEvent } from '../../people/usecases/register-person.ts';
import { alsoRecorded } from '../../platform/db/audit-items.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { type Actor, system } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import type { StaffDeps } from '../../staff/deps/staff-deps.ts';
import { mayDo } from '../../staff/domain/staff-rights.ts';
import { approverChecks } from '../../staff/usecases/staff-status.ts';
import {
  findMailboxCase,
  mailboxCaseWrites,
  readMailboxCases,
  type StoredMailboxCase,
} from '../db/mailbox-cases.ts';
import {
  decideMailboxCase,
  isEnded,
  type MailboxCommand,
  type MailboxRefusal,
  type RefusalReason,
} from '../domain/mailbox-case.ts';
import * as mailboxErrors from '../errors/mailbox-errors.ts';

interface MailboxAct {
  readonly command: MailboxCommand;
  /** Throws unless the case's state allows it; called again after each read. */
  readonly allowed?: (found: StoredMailboxCase) => void;
  /** Details of the audit entry in addition to the case. */
  readonly by?: 'mailed_link' | 'passkey' | 'session' | undefined;
  /** Additional writes and conditions of the transaction. */
  readonly extraWrites?: Writes<ApiError>;
}

/** The dependencies of an action on a case; the setting of reviewers is for earlier approvals. */
export type MailboxDeps = CoreDeps & Pick<StaffDeps, 'reviewers'>;

/**
 * Carries out a command on a case, in one transaction. If two commands that exclude each other are
 * simultaneous, only one succeeds: a decision and a stop, two approvals, a stop and the end of the wait.
 * Approvals of staff who may no longer approve are void; if that is found at the end of the wait, nothing else
 * happens. When the case ends, the person's keys work again. A new address ends sessions, browsers and
 * authorizations, and emails to both addresses list the person's keys.
 *
 * Errors: 404; those of `mailboxRefusals`; for an approval or a confirmation also 409 `person.deactivated`,
 * `person.email_taken`.
 */
export function actOnMailboxCase(
  caseId: string,
  { command, allowed, by, extraWrites = {} }: MailboxAct,
  actor: Actor,
  deps: MailboxDeps,
): Promise<StoredMailboxCase> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const read = await findMailboxCase(deps.table, caseId);
    if (read === null) throw apiErrors.notFound();
    const { found, voided, stillApproved } = reliesOnApprovals(command)
      ? await withValidApprovals(read, deps)
      : { found: read, voided: [], stillApproved: {} };
    allowed?.(found);
    const onlyVoids = command.type === 'mature' && voided.length > 0;
    const decision = onlyVoids ? accept(found) : decideMailboxCase(found, command, at);
    if (!decision.ok) throw mailboxRefusals[decision.reason]();
    const { next } = decision;
    const { personId, status } = next;
    const outcome = await transact(deps.table, {
      ...extraWrites,
      ...stillApproved,
      ...mailboxCaseWrites(next),
      ...(await consequencesOf(next, command, at, deps)),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: `mailbox_case.${onlyVoids ? acts.void_approvals : acts[command.type]}`,
        details: {
          caseId,
          status,
          ...(voided.length > 0 && { voidedApprovals: voided }),
          ...(by && { by }),
          ...(next.reason !== null && { reasonCode: next.reason }),
        },
      }),
      ...(status === 'changed' &&
        alsoRecorded(
          auditPerson(deps, {
            at,
            actor,
            personId,
            action: 'person.updated',
            details: { changed: ['email'], caseId },
          }),
        )),
    });
    if (outcome.kind === 'written') return { ...next, version: read.version + 1 };
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}

function reliesOnApprovals({ type }: MailboxCommand): boolean {
  return type === 'approve' || type === 'confirm' || type === 'mature';
}

/**
 * The case with its valid approvals, the authors of void ones, and the checks that the others stay
 * valid.
 */
export async function withValidApprovals(
  read: StoredMailboxCase,
  deps: Pick<MailboxDeps, 'table' | 'reviewers'>,
) {
  const { approvals } = read;
  const checks = await Promise.all(
    approvals.map(({ by }, index) => {
      const act = index === 0 ? 'mailbox.approve' : 'mailbox.approve_second';
      return approverChecks(by, (rights) => mayDo(rights, act), deps);
    }),
  );
  const voided = approvals.map(({ by }) => by).filter((_, index) => checks[index] === null);
  const stillApproved: Writes<never> = Object.assign({}, ...checks);
  if (voided.length === 0) return { found: read, voided, stillApproved };
  const decision = decideMailboxCase(read, { type: 'void_approvals', by: voided }, read.openedAt);
  return { found: decision.ok ? decision.next : read, voided, stillApproved };
}

/** The audit action of each command. */
const acts: Readonly<Record<MailboxCommand['type'], string>> = {
  prove: 'address_confirmed',
  add_evidence: 'evidence_added',
  approve: 'approved',
  confirm: 'confirmed',
  mature: 'carried_out',
  void_approvals: 'approvals_voided',
  refuse: 'refused',
  withdraw: 'withdrawn',
  stop: 'stopped',
};

/** The effects on the person, and the notifications. */
async function consequencesOf(
  next: StoredMailboxCase,
  { type }: MailboxCommand,
  at: string,
  deps: CoreDeps,
): Promise<Writes<ApiError>> {
  const { personId, status } = next;
  if (!isEnded(status) && type !== 'approve') return {};
  // The person is read first: if its version is unchanged at the write, the keys read after it are
  // complete.
  const person = await findPerson(deps.table, personId);
  if (person === null) throw apiErrors.notFound();
  if (status !== 'changed' && !isEnded(status)) {
    if (person.status !== 'active') throw apiErrors.personDeactivated();
    return status === 'waiting' ? notices(next, 'waiting', at, deps) : {};
  }
  const keys = await activeKeysOf(deps.table, partitions.person(personId));
  const lifted = keys.map((key) => [`key ${key.id}`, unsuspendedKeyWrite(key)] as const);
  return {
    ...(status === 'changed' ? moved(next, person, at, deps) : ended(person)),
    ...Object.fromEntries(lifted),
    ...notices(next, 'ended', at, deps),
  };
}

function ended({ suspension: _, ...person }: StoredPerson): Writes<never> {
  return { person: personWrite(person) };
}

/**
 * Changes the account's address, unverified until someone signs in with it: earlier grants become
 * invalid.
 */
function moved(
  { to }: StoredMailboxCase,
  { suspension: _, ...person }: StoredPerson,
  at: string,
  deps: Pick<CoreDeps, 'newId'>,
): Writes<ApiError> {
  if (person.status !== 'active') throw apiErrors.personDeactivated();
  const { id: personId, email: from } = person;
  const address = emailWrites(person, to);
  const changeId = deps.newId();
  const credentialEpoch = person.credentialEpoch + 1;
  return {
    person: personWrite({ ...person, email: to, emailVerified: false, credentialEpoch }),
    ...address,
    email: orElse(address.email, peopleErrors.emailTaken),
    change: newEmailChangeWrite({ id: changeId, personId, from, to, changedAt: at }),
    signedOut: accountEndedEvent(person, at, deps),
    keysPublished: mailWrite(deps.newId(), at, { template: 'email_changed', changeId }),
  };
}

function notices(
  { id: caseId }: StoredMailboxCase,
  step: 'waiting' | 'ended',
  at: string,
  { newId }: Pick<CoreDeps, 'newId'>,
): Writes<never> {
  const mail = { template: 'mailbox_case', caseId, step } as const;
  return { notification: mailWrite(newId(), at, mail) };
}

/** Numbers of cases that were completed, returned to staff, refused automatically, or failed. */
export interface DueCases {
  readonly changed: number;
  /** Cases with a void approval, whose author can no longer approve. */
  readonly voided: number;
  readonly refused: number;
  readonly failed: number;
}

/**
 * Changes the address of each case whose waiting period has ended. A case is refused if someone
 * else has the new address by now, or the account is deactivated; one with a void approval returns
 * to staff. A case that fails does not stop others, and the next run tries again.
 */
export async function carryOutDueCases(deps: MailboxDeps): Promise<DueCases> {
  const done = { changed: 0, voided: 0, refused: 0, failed: 0 };
  const now = deps.now().toISOString();
  let after: string | undefined;
  do {
    const page = await readMailboxCases(deps.table, 'running', { limit: 100, after });
    for (const { id, status, dueAt } of page.items) {
      if (status !== 'waiting' || dueAt === null || dueAt > now) continue;
      done[await carryOut(id, deps)] += 1;
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  return done;
}

async function carryOut(id: string, deps: MailboxDeps): Promise<keyof DueCases> {
  const act = async (command: MailboxCommand) => actOnMailboxCase(id, { command }, system, deps);
  try {
    try {
      const { status } = await act({ type: 'mature' });
      return status === 'changed' ? 'changed' : 'voided';
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      await act({ type: 'refuse', reason });
      return 'refused';
    }
  } catch (error) {
    deps.log.error('a lost-mailbox case could not be completed', { caseId: id }, error);
    return 'failed';
  }
}

function reasonOf(error: unknown): RefusalReason | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.extras.code === 'person.email_taken') return 'address_taken';
  return error.extras.code === 'person.deactivated' ? 'account_deactivated' : undefined;
}

/** The error for a command that the case refuses. */
export const mailboxRefusals: Readonly<Record<MailboxRefusal, () => ApiError>> = {
  ended: mailboxErrors.mailboxCaseEnded,
  wrong_step: mailboxErrors.mailboxCaseWrongStep,
  too_early: mailboxErrors.mailboxCaseWrongStep,
  evidence_limit_reached: mailboxErrors.mailboxEvidenceLimitReached,
  no_evidence: mailboxErrors.mailboxNoEvidence,
  address_unconfirmed: mailboxErrors.mailboxAddressUnconfirmed,
  address_confirmed: mailboxErrors.mailboxAddressConfirmed,
  link_too_old: mailboxErrors.mailboxLinkTooOld,
  own: mailboxErrors.mailboxCaseOwn,
  same_person: mailboxErrors.mailboxSamePerson,
  passkey_too_new: mailboxErrors.mailboxPasskeyTooNew,
};
