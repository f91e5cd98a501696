import { type AttemptLimit, attemptWrite, windowEndOf } from '../../kernel/db/attempt-counters.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { tooMany } from '../../kernel/usecases/refuse-when-full.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { StaffStatus } from '../../staff/usecases/staff-status.ts';
import {
  findMailboxCase,
  findMailboxLink,
  type StoredMailboxCase,
  type StoredMailboxLink,
} from '../db/mailbox-cases.ts';
import { isEnded } from '../domain/mailbox-case.ts';
import * as mailboxErrors from '../errors/mailbox-errors.ts';
import { actOnMailboxCase, type MailboxDeps } from './act-on-mailbox-case.ts';
import { requireRight } from './decide-as-staff.ts';
import { readMailboxCase } from './read-mailbox-cases.ts';

/** Limits the emails that a case can send to a mailbox. */
const aDay: AttemptLimit = { kind: 'mailbox_proofs', max: 5, window: 86_400_000 };

export interface CaseToProve {
  readonly found: StoredMailboxCase;
  readonly link: StoredMailboxLink;
}

/**
 * The case whose address a link confirms. Error: 404, the same for an unknown link, one that stops
 * a case, and one whose case was erased.
 */
export async function readCaseToProve(
  token: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<CaseToProve> {
  const link = await findMailboxLink(table, token, 'prove');
  const found = link && (await findMailboxCase(table, link.caseId));
  if (link === null || found === null) throw apiErrors.notFound();
  return { found, link };
}

/**
 * Confirms with an emailed link that someone reads the requested address, for this case only. It
 * signs nobody in. The reader need not be the person, whose identity only the evidence proves, so
 * the trail names nobody.
 *
 * Errors: 404; 409 `mailbox_case.ended`, `mailbox_case.address_confirmed`,
 * `mailbox_case.link_too_old`.
 */
export async function proveByLink(token: string, deps: MailboxDeps): Promise<StoredMailboxCase> {
  const { link } = await readCaseToProve(token, deps);
  const { caseId, createdAt } = link;
  const command = { type: 'prove', linkMadeAt: createdAt } as const;
  return actOnMailboxCase(caseId, { command, by: 'mailed_link' }, system, deps);
}

/**
 * Emails another link to the new address; earlier ones stay valid for a week. Five per UTC day and
 * case.
 *
 * Errors: 404; 403 `staff.not_allowed`; 409 `mailbox_case.ended`, `mailbox_case.address_confirmed`; 429.
 */
export async function mailProofAgain(
  caseId: string,
  staff: StaffStatus,
  deps: CoreDeps,
): Promise<void> {
  requireRight(staff, 'mail.resend');
  const { status, provenAt, personId } = await readMailboxCase(caseId, deps);
  if (isEnded(status)) throw mailboxErrors.mailboxCaseEnded();
  if (provenAt !== null) throw mailboxErrors.mailboxAddressConfirmed();
  const now = deps.now();
  const at = now.toISOString();
  const outcome = await transact(deps.table, {
    stillStaff: staff.unchanged,
    count: orElse(attemptWrite(aDay, caseId, now.getTime()), () =>
      tooMany(windowEndOf(aDay, now.getTime()), now),
    ),
    mail: mailWrite(deps.newId(), at, { template: 'mailbox_case', caseId, step: 'prove' }),
    ...auditPerson(deps, {
      at,
      actor: personActor(staff.personId),
      personId,
      action: 'mailbox_case.confirmation_resent',
      details: { caseId },
    }),
  });
  if (outcome.kind === 'written') return;
  throw outcome.refusal ?? outcome.error;
}
