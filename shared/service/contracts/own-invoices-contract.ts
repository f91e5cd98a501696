import * as z from 'zod/mini';
import { Id } from '../../kernel/contracts/text.ts';

/** `entity`: the legal entity whose invoices are shown; absent: one's own. */
export const OwnInvoicesQuery = z.object({ entity: z.optional(Id) });

/** Path of one invoice. */
export const OwnInvoicePath = z.object({ invoiceId: Id });

/** The page of one's own invoices, or of those of a legal entity, for links to it. */
export function invoicesPath(entityId?: string) {
  return entityId === undefined
    ? '/portal/invoices'
    : (`/portal/invoices?entity=${entityId}` as const);
}

/** The same as a PDF, which another function makes: see decision 85. */
export function invoicePaperPath(invoiceId: string) {
  return `/portal/papers/invoices/${invoiceId}` as const;
}
