import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import type { Fee } from '../../kernel/domain/payment.ts';
import type { Product } from '../../kernel/domain/product.ts';

export const invoiceStatuses = ['open', 'paid', 'void'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** The transitions of an invoice; all other pairs are refused. */
export const invoiceTransitions: Readonly<
  Record<InvoiceStatus, Partial<Record<'pay' | 'void', InvoiceStatus>>>
> = {
  open: { pay: 'paid', void: 'void' },
  paid: {},
  void: {},
};

/** An invoice for one item. Amounts are integer cents of `currency`. */
export interface InvoiceState {
  readonly id: string;
  readonly statusId: InvoiceStatus;
  readonly amountCents: number;
  readonly currency: string;
  readonly subject: { readonly type: Product; readonly id: string };
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly voidedAt: string | null;
  /** The voucher or payment that settled it; null while unpaid. */
  readonly voucherCode: string | null;
  readonly payment: { readonly provider: string; readonly paymentId: string } | null;
}

/** The means of a payment. */
export type Settlement =
  | { readonly voucherCode: string }
  | { readonly provider: string; readonly paymentId: string };

export function openInvoice(
  id: string,
  subject: InvoiceState['subject'],
  { amountCents, currency }: Fee,
  now: string,
): InvoiceState {
  return {
    id,
    statusId: 'open',
    amountCents,
    currency,
    subject,
    createdAt: now,
    paidAt: null,
    voidedAt: null,
    voucherCode: null,
    payment: null,
  };
}

export type InvoiceRefusal = 'invoice_paid' | 'invoice_not_open';

/** Why an invoice can't be paid; null if it can. */
export function invoiceRefusal({
  statusId,
}: Pick<InvoiceState, 'statusId'>): InvoiceRefusal | null {
  if (nextState(invoiceTransitions, statusId, 'pay') !== undefined) return null;
  return statusId === 'paid' ? 'invoice_paid' : 'invoice_not_open';
}

/** The invoice after its payment. */
export function settleInvoice<I extends InvoiceState>(
  invoice: I,
  settlement: Settlement,
  now: string,
): Decision<I, InvoiceRefusal> {
  const statusId = nextState(invoiceTransitions, invoice.statusId, 'pay');
  if (statusId === undefined) return refuse(invoiceRefusal(invoice) ?? 'invoice_not_open');
  const by =
    'voucherCode' in settlement
      ? { voucherCode: settlement.voucherCode }
      : { payment: { provider: settlement.provider, paymentId: settlement.paymentId } };
  return accept({ ...invoice, ...by, statusId, paidAt: now });
}

/** The invoice after it became void. */
export function voidOpenInvoice<I extends InvoiceState>(
  invoice: I,
  now: string,
): Decision<I, 'invoice_not_open'> {
  const statusId = nextState(invoiceTransitions, invoice.statusId, 'void');
  if (statusId === undefined) return refuse('invoice_not_open');
  return accept({ ...invoice, statusId, voidedAt: now });
}
