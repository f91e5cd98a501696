import type { Localized } from '../../kernel/domain/locale.ts';
import type { Receipt, ReceiptIssuer } from '../../kernel/domain/payment.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import type { InvoiceStatus } from '../../payments/domain/invoice.ts';
import { filingPath } from '../contracts/portal-contract.ts';
import { invoiceLabelsTexts, invoiceTexts } from '../texts/index.ts';

/** An invoice and its subject, as pages show it. */
export interface OwnInvoice {
  readonly id: string;
  readonly statusId: InvoiceStatus;
  /** A payment of it was started and may arrive. */
  readonly isPaying?: boolean;
  readonly amountCents: number;
  readonly currency: string;
  readonly subject: { readonly type: Product; readonly id: string };
  /** The registered or proposed legal entity. */
  readonly name: string;
  /** Null if its subject belongs to the person. */
  readonly entityId: string | null;
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly voidedAt: string | null;
  readonly voucherCode: string | null;
  /** Absent until the receipt has its number, shortly after the payment. */
  readonly receipt?: Receipt | undefined;
  readonly payment: { readonly provider: string; readonly paymentId: string } | null;
}

const textsFor = byLocale(invoiceTexts);

/** Labels of an invoice's fields, on its page and in its PDF. */
export const invoiceLabels = byLocale(invoiceLabelsTexts);

/**
 * Name, address and tax number of the receipt's issuer when the receipt got its number, or of the current issuer before
 * that.
 */
export function receiptIssuerOf(
  { receipt }: OwnInvoice,
  {
    jurisdiction,
    receiptIssuer,
    locale,
  }: Localized & {
    readonly jurisdiction: string;
    readonly receiptIssuer?: ReceiptIssuer | undefined;
  },
) {
  const { name, address, taxNumber } = receipt?.issuer ?? receiptIssuer ?? {};
  const texts = invoiceLabels(locale === undefined ? {} : { locale });
  return {
    lines: [name ?? texts.registry(jurisdiction), address ?? []].flat(),
    taxNumber: taxNumber ?? null,
  };
}

/** The subject of an invoice, in words. */
export function invoiceSubject(
  { subject }: Pick<OwnInvoice, 'subject'>,
  context: Localized,
): string {
  return textsFor(context).what[subject.type];
}

/** The status of an invoice, in words. */
export function invoiceStatus(
  { statusId, isPaying = false }: OwnInvoice,
  context: Localized,
): string {
  const { status, paying } = textsFor(context);
  return isPaying ? paying : status[statusId];
}

/** The page of an invoice's subject; null if it has none. */
export function subjectPath({ subject, entityId }: OwnInvoice): `/${string}` | null {
  return entityId === null ? null : filingPath(subject.type, entityId, subject.id);
}
