import * as z from 'zod/mini';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import type { Fee } from '../../kernel/domain/payment.ts';
import { forEachProduct, type Product, products } from '../../kernel/domain/product.ts';
import { InvoiceSummary } from '../../payments/contracts/payment-contract.ts';
import { checkoutStatuses } from '../../payments/domain/checkout-session.ts';
import { paymentProviders } from '../../payments/domain/payment.ts';
import { appliedResidencies, isFree } from '../../residency/domain/residency-application-state.ts';

/** An invoice as keys read it by its id, which is an addition to the contract. */
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

/** The fees of the deployment. An addition to the contract. */
export const FeeList = z.object({
  data: z.array(
    z.object({
      product: z.enum(products),
      applicationType: z.nullable(z.enum(['llc', ...appliedResidencies])),
      amountCents: z.int(),
      currency: z.string(),
    }),
  ),
});

/** The current price of each type. A free one costs 0. */
export function presentFees(fee: (product: Product) => Fee): z.input<typeof FeeList> {
  const data = products.flatMap((product) =>
    typesOf[product].map((applicationType) => ({
      ...{ product, applicationType, ...fee(product) },
      ...(applicationType !== null &&
        applicationType !== 'llc' &&
        isFree(applicationType) && { amountCents: 0 }),
    })),
  );
  return { data };
}

const typesOf: Readonly<
  Record<Product, readonly z.input<typeof FeeList>['data'][number]['applicationType'][]>
> = {
  ...forEachProduct([null]),
  legal_entity_application: ['llc'],
  residency_application: appliedResidencies,
};
