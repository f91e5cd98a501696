import * as z from 'zod/mini';
import { FormId } from '../kernel/contracts/form-fields.ts';
import { paymentProviders } from './domain/payment.ts';

/** The forms with which somebody pays in the portal: with a voucher, or on the page of a provider. */
export const PayInPortal = z.object({
  act: z.enum(['voucher', 'checkout']),
  formId: FormId,
  voucherCode: z._default(z.string(), ''),
  provider: z.optional(z.enum(paymentProviders)),
});
export type PayInPortal = z.output<typeof PayInPortal>;

/** `success`: whoever reads the page comes from a checkout in which they have paid. */
export const PaidQuery = z.object({ success: z.optional(z.string()) });

/** What a payer is told beside the form, and the page's status. */
export interface PageComplaint {
  readonly status: 400 | 409 | 429;
  readonly text: string;
}
