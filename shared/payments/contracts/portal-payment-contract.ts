import * as z from 'zod/mini';
import { FormId } from '../../kernel/contracts/form-fields.ts';
import { paymentProviders } from '../domain/payment.ts';

/** The forms with which somebody pays in the portal, with a voucher or on a provider's page, or cancels a payment that they started. */
export const PayInPortal = z.object({
  act: z.enum(['voucher', 'checkout', 'cancel']),
  formId: FormId,
  voucherCode: z._default(z.string().check(z.maxLength(200)), ''),
  provider: z.optional(z.enum(paymentProviders)),
});
export type PayInPortal = z.output<typeof PayInPortal>;

/** `waited`: how often the page has refreshed itself while a payment is being confirmed. It decides nothing else. */
export const PaidQuery = z.object({ waited: z.optional(z.string()) });

/** The page of an invoice, which is a receipt once it is paid. */
export function invoicePath(invoiceId: string) {
  return `/portal/invoices/${invoiceId}` as const;
}

/** What a payer is told beside the form, and the page's status. */
export interface PageComplaint {
  readonly status: 400 | 409 | 429;
  readonly text: string;
}
