import * as z from 'zod/mini';
import { Id } from '../../kernel/contracts/text.ts';

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
