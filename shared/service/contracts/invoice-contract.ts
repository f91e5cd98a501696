import * as z from 'zod/mini';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { products } from '../../kernel/domain/product.ts';
import { InvoiceSummary } from '../../payments/contracts/payment-contract.ts';
import { checkoutStatuses } from '../../payments/domain/checkout-session.ts';
import { paymentProviders } from '../../payments/domain/payment.ts';

/** An invoice as keys read it by its id. It is an addition to the contract. */
export const InvoiceDetails = z.object({
  ...InvoiceSummary.shape,
  subject: z.object({
    type: z.enum(products),
    id: Id,
    name: z.string(),
    legalEntityId: z.nullable(Id),
  }),
  createdAt: OutputInstant,
  voidedAt: z.nullable(OutputInstant),
  receiptNumber: z.nullable(z.string()),
  checkout: z.nullable(
    z.object({
      statusId: z.enum(checkoutStatuses),
      paymentProvider: z.enum(paymentProviders),
      expiresAt: OutputInstant,
    }),
  ),
  pdfUrl: z.url(),
});
export type InvoiceDetails = z.input<typeof InvoiceDetails>;

export const InvoiceDetailsAnswer = z.object({ data: InvoiceDetails });

/** The PDF of an invoice, for the key that reads the invoice. */
export function invoicePdfPath(invoiceId: string) {
  return `/api/v1/invoices/${invoiceId}/pdf` as const;
}
