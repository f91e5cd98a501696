import * as z from 'zod/mini';
import { pageParameters } from '../../kernel/contracts/pagination.ts';
import { ById, CalendarDate, Id, OptionalFreeLine } from '../../kernel/contracts/text.ts';
import { approvalStatuses } from '../../staff/domain/operator-approval.ts';

/** What someone wants verified, as they typed it; without it, the page asks for it. */
export const StartPageQuery = z.object({ code: z.optional(z.string()) });

/** The language that someone chooses, and the page that they come from; what is neither is ignored. */
export const LanguageChoice = z.object({
  to: z.optional(z.string()),
  next: z.optional(z.string()),
});

/** `entity`: the legal entity whose invoices are shown; absent: your own. */
export const OwnInvoicesQuery = z.object({ entity: z.optional(Id) });

/** Path of one invoice. */
export const OwnInvoicePath = z.object({ invoiceId: Id });

/** The page of your own invoices, or of those of a legal entity, for links to it. */
export function invoicesPath(entityId?: string) {
  return entityId === undefined
    ? '/portal/invoices'
    : (`/portal/invoices?entity=${entityId}` as const);
}

/** The same as a PDF, which another function makes: see decision 85. */
export function invoicePaperPath(invoiceId: string) {
  return `/portal/papers/invoices/${invoiceId}` as const;
}

/** Query of the search for people: a full email address, a permit number, or the first letters of names. */
export const PeopleQuery = z.object({ q: z.optional(OptionalFreeLine(200)) });

/** `sent`: the mail that was just sent again. */
export const ContactQuery = z.object({ sent: z.optional(z.string().check(z.maxLength(200))) });

export const ContactOf = ById;

/** Which mail must be sent again, by its key on the page. */
export const ResendForm = z.object({ mail: z.string().check(z.maxLength(200)) });

const Filter = z.optional(OptionalFreeLine(200));

/** A day in UTC; a form that leaves it open sends an empty one. */
const Day = z.optional(z.union([z.literal(''), CalendarDate]));

/** Query of the trail; an empty filter is none. */
export const TrailQuery = z.object({
  subject: Filter,
  actor: Filter,
  action: Filter,
  from: Day,
  until: Day,
  /** Absent: the page. */
  format: z.optional(z.literal('csv')),
  after: pageParameters.cursor,
});

/** Query of the console's search for legal entities: a permit number, or the first letters of words of a name. */
export const EntitiesQuery = z.object({ q: z.optional(OptionalFreeLine(200)) });

/** `done`: what was just done. `kept`: the form is only shown again. */
export const DoneQuery = z.object({
  done: z.optional(z.enum(['tax', 'dissolve', 'add', 'remove'])),
  kept: z.optional(z.literal('nothing')),
});

const Typed = z._default(OptionalFreeLine(300), '');

/** What an operator does with a legal entity. Until it is `confirmed`, the page shows what it does. */
export const ConsoleEntityForm = z.object({
  act: z.enum(['tax', 'dissolve', 'add', 'remove', 'back']),
  taxState: Typed,
  /** A day in UTC. */
  dissolutionDate: Typed,
  /** Whom to add: a full email address or a permit number. */
  person: Typed,
  /** Whom to add or remove. */
  personId: z._default(z.union([z.literal(''), Id]), ''),
  confirmed: z.optional(z.literal('yes')),
});

/** Query of the approvals; absent: those that wait. */
export const ApprovalsQuery = z.object({
  status: z.optional(z.enum(approvalStatuses)),
  after: pageParameters.cursor,
});

/** `asked`: the reader has just asked for it. */
export const ApprovalPageQuery = z.object({
  asked: z.optional(z.literal('yes')),
  kept: z.optional(z.literal('nothing')),
});

export const ConsoleApprovalForm = z.object({ act: z.enum(['approve', 'refuse', 'withdraw']) });
