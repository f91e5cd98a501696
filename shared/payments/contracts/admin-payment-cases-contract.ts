import * as z from 'zod/mini';
import { pageParameters } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { Id, Line, OutputInstant } from '../../kernel/contracts/text.ts';
import { paymentProviders } from '../domain/payment.ts';
import { paymentCaseKinds, paymentCaseStatuses } from '../domain/payment-case.ts';

export const PaymentCaseQuery = z.object({
  ...pageParameters,
  status: z.optional(z.enum(paymentCaseStatuses)),
});

/** Body of `POST …/close`: how the case was resolved. */
export const ClosePaymentCase = z.object({
  reason: Line(500),
});

/** A payment case as operators see it. Amounts are integer cents; null if that side has none. */
export const PaymentCase = z.object({
  id: Id,
  kind: z.enum(paymentCaseKinds),
  status: z.enum(paymentCaseStatuses),
  provider: z.enum(paymentProviders),
  paymentId: z.string(),
  entryId: z.nullable(z.string()),
  amountCents: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
  invoiceCents: z.nullable(z.int()),
  invoiceCurrency: z.nullable(z.string()),
  subject: z.nullable(z.object({ type: z.string(), id: z.string() })),
  createdAt: OutputInstant,
  owner: z.nullable(z.string()),
  takenAt: z.nullable(OutputInstant),
  closedAt: z.nullable(OutputInstant),
  closedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type PaymentCase = z.output<typeof PaymentCase>;

export const PaymentCaseAnswer = z.object({ data: PaymentCase });

export function presentPaymentCase(
  stored: Omit<PaymentCase, 'status'> & { readonly statusId: PaymentCase['status'] },
): PaymentCase {
  return presented(PaymentCase, {
    ...stored,
    status: stored.statusId,
  });
}
