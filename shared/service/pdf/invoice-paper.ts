import type { Issuer } from '../../documents/pdf/issued.ts';
import { type Particular, particulars } from '../../documents/pdf/particulars.ts';
import { printOut } from '../../documents/pdf/printout.ts';
import { dayInUtc } from '../../kernel/domain/dates.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import type { ReceiptIssuer } from '../../kernel/domain/payment.ts';
import { formatInstant } from '../../kernel/pages/format-dates.ts';
import { money } from '../../kernel/pages/text.ts';
import {
  invoiceLabels,
  invoiceStatus,
  invoiceSubject,
  type OwnInvoice,
  receiptIssuerOf,
} from '../pages/invoice-texts.ts';

export interface InvoicePaper {
  readonly invoice: OwnInvoice;
  /** The name of the person that the invoice belongs to, if it belongs to a person. */
  readonly payerName: string;
  /** The names of the payment providers. */
  readonly providers: Readonly<Record<string, string>>;
  readonly issuer: Issuer;
  readonly jurisdiction: string;
  readonly receiptIssuer?: ReceiptIssuer | undefined;
  readonly locale: Locale;
  /** The jurisdiction's time zone, for times beside UTC. */
  readonly timeZone?: string | undefined;
  readonly now: string;
}

/**
 * A PDF of an invoice, or of its receipt once it is paid, with the content of its page. A4, one page. For a paid or
 * void invoice the bytes stay the same until someone named in it is renamed.
 */
export function renderInvoice(paper: InvoicePaper): Promise<Uint8Array> {
  const { invoice, issuer, locale, payerName } = paper;
  const texts = invoiceLabels(paper);
  const { id, entityId, createdAt, paidAt, voidedAt, receipt } = invoice;
  const name = receipt?.subjectName ?? invoice.name;
  const payer = receipt?.payerName ?? (entityId === null ? payerName : name);
  const from = receiptIssuerOf(invoice, paper);
  const fact = (label: string, value: string | null, weight?: Particular['weight']) =>
    value === null ? [] : [{ label, lines: [value], weight }];
  const when = (label: string, at: string | null) =>
    fact(label, at === null ? null : formatInstant(at, locale, paper.timeZone));
  return printOut(
    { number: id, at: stateOf(invoice, paper.now), issuer, locale },
    isReceipt(invoice) ? texts.receipt : texts.invoice,
    (sheet) =>
      particulars(sheet, [
        ...fact(
          texts.receiptNumber,
          isReceipt(invoice) ? (receipt?.number ?? texts.follows) : null,
          'bold',
        ),
        ...fact(texts.number, id),
        { label: texts.from, lines: from.lines },
        ...fact(texts.taxNumber, from.taxNumber),
        ...fact(texts.to, payer, 'bold'),
        ...fact(texts.what, `${invoiceSubject(invoice, paper)}, ${name}`),
        ...fact(texts.amount, money(invoice), 'bold'),
        ...fact(texts.status, invoiceStatus(invoice, paper)),
        ...when(texts.made, createdAt),
        ...when(texts.paidOn, paidAt),
        ...fact(texts.how, meansOf(paper)),
        ...when(texts.voidedOn, voidedAt),
      ]),
  );
}

/**
 * The name of a saved file: `Receipt R-2026-000123 2026-11-23` or `Invoice INV-1a2b3c4d 2026-11-23`. The day is that of
 * its status.
 */
export function invoiceFileName({
  invoice,
  locale,
  now,
}: Pick<InvoicePaper, 'invoice' | 'locale' | 'now'>): string {
  const texts = invoiceLabels({ locale });
  const kind = isReceipt(invoice) ? texts.receipt : texts.invoice;
  const number = invoice.receipt?.number ?? `INV-${invoice.id.slice(0, 8)}`;
  return `${kind} ${number} ${dayInUtc(stateOf(invoice, now))}`;
}

function isReceipt({ statusId }: OwnInvoice): boolean {
  return statusId === 'paid';
}

/** The instant of the shown status: a paid or void invoice no longer changes. */
function stateOf({ paidAt, voidedAt }: OwnInvoice, now: string): string {
  return paidAt ?? voidedAt ?? now;
}

function meansOf({ invoice, providers, locale }: InvoicePaper): string | null {
  const { voucherCode, payment } = invoice;
  if (voucherCode !== null) return `${invoiceLabels({ locale }).voucher} ${voucherCode}`;
  return payment && `${providers[payment.provider] ?? payment.provider}, ${payment.paymentId}`;
}
