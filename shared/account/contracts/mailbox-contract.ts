import * as z from 'zod/mini';
import { Email } from '../../kernel/contracts/email.ts';
import { PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { mailboxCaseStatuses, refusalReasons, staffReasons } from '../domain/mailbox-case.ts';

/** Query of the list: open cases, or all. */
export const MailboxListQuery = z.object({
  list: z.optional(z.enum(['all', 'running'])),
  after: pageParameters.cursor,
});

/** The query of a form that returns from the passkey page: the form is only shown again. */
export const MailboxDecisionQuery = z.object({ restored: z.optional(z.literal('nothing')) });

export const NewMailboxCaseQuery = z.extend(MailboxDecisionQuery, { person: Id });

/**
 * The new address is entered twice to catch typing errors: someone else types it, and its owner
 * gets the account.
 */
export const NewMailboxCase = z.object({ email: Email(), repeatedEmail: Email() });

export const DecideMailboxCase = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('approve') }),
  z.object({ decision: z.literal('reject'), reason: z.enum(staffReasons) }),
  z.object({ decision: z.literal('withdraw') }),
  z.object({ decision: z.literal('mail_proof') }),
]);

export const ByEvidence = z.object({ id: Id, evidenceId: Id });

export const AnswerOwnCase = z.object({ answer: z.enum(['confirm', 'stop']) });

/** For a link that stops a case, and one that confirms the new address. */
export const LinkToken = z.object({
  token: z.string().check(z.regex(/^[\w-]{43}$/)),
});

/** Body of `POST /admin/v1/mailbox_cases`: the person, and their new address. */
export const OpenMailboxCase = z.object({ personId: Id, email: Email() });

/** Body of `PATCH /admin/v1/mailbox_cases/{id}`. Operators can't approve: two staff members do. */
export const EndMailboxCase = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('withdraw') }),
  z.object({ decision: z.literal('refuse'), reasonCode: z.enum(staffReasons) }),
]);

/** Query of the list: all cases, or open ones. */
export const MailboxCaseQuery = z.object({
  ...pageParameters,
  status: z.optional(z.enum(['running'])),
});

/**
 * A mailbox case as operators see it. `evidence` is the number of files; approvals contain ids of
 * persons.
 */
export const AdminMailboxCase = z.object({
  id: Id,
  personId: Id,
  email: z.string(),
  newEmail: z.string(),
  status: z.enum(mailboxCaseStatuses),
  openedAt: OutputInstant,
  openedBy: z.nullable(Id),
  evidence: z.int(),
  approvals: z.array(z.object({ by: Id, at: OutputInstant })),
  newEmailProvenAt: z.nullable(OutputInstant),
  confirmedAt: z.nullable(OutputInstant),
  dueAt: z.nullable(OutputInstant),
  endedAt: z.nullable(OutputInstant),
  reasonCode: z.nullable(z.enum(refusalReasons)),
});
export type AdminMailboxCase = z.output<typeof AdminMailboxCase>;
export const MailboxCaseAnswer = z.object({ data: AdminMailboxCase });
export const MailboxCasePage = PageOf(AdminMailboxCase);

type Presented = Omit<
  AdminMailboxCase,
  'email' | 'newEmail' | 'newEmailProvenAt' | 'reasonCode' | 'approvals'
> & {
  readonly from: string;
  readonly to: string;
  readonly provenAt: string | null;
  readonly reason: AdminMailboxCase['reasonCode'];
  readonly approvals: readonly AdminMailboxCase['approvals'][number][];
};

/** A mailbox case as operators see it. */
export function presentMailboxCase(found: Presented): AdminMailboxCase {
  return presented(AdminMailboxCase, {
    ...found,
    email: found.from,
    newEmail: found.to,
    newEmailProvenAt: found.provenAt,
    reasonCode: found.reason,
  });
}
