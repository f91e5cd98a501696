import * as z from 'zod/mini';
import { pageParameters } from '../../kernel/contracts/pagination.ts';
import { ById, CalendarDate, Id, OptionalFreeLine } from '../../kernel/contracts/text.ts';

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
