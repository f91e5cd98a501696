import * as z from 'zod/mini';
import { Email } from '../../kernel/contracts/email.ts';
import { pageParameters } from '../../kernel/contracts/pagination.ts';
import { Id } from '../../kernel/contracts/text.ts';
import { staffReasons } from '../domain/mailbox-case.ts';

/** Query of the list: those that run, or all. */
export const MailboxListQuery = z.object({
  list: z.optional(z.enum(['all', 'running'])),
  after: pageParameters.cursor,
});

/** The query of a form that comes back from the page that asks for a passkey: the form is only shown again. */
export const MailboxDecisionQuery = z.object({ kept: z.optional(z.literal('nothing')) });

export const NewMailboxCaseQuery = z.extend(MailboxDecisionQuery, { person: Id });

/** The address twice: whoever reads it has the account in the end, and somebody else spelled it out. */
export const NewMailboxCase = z.object({ email: Email(), again: Email() });

export const DecideMailboxCase = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('approve') }),
  z.object({ decision: z.literal('reject'), reason: z.enum(staffReasons) }),
  z.object({ decision: z.literal('withdraw') }),
  z.object({ decision: z.literal('mail_proof') }),
]);

export const ByEvidence = z.object({ id: Id, evidenceId: Id });

export const AnswerOwnCase = z.object({ answer: z.enum(['confirm', 'stop']) });

/** Of a link that stops a case, and of one that proves the new address. */
export const LinkToken = z.object({
  token: z.string().check(z.regex(/^[\w-]{43}$/)),
});
