import type { ReceiptIssuer } from '../../kernel/domain/payment.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer, viewerName } from '../../kernel/pages/portal-layout.ts';
import { definitionList, exact, instant, money, notice } from '../../kernel/pages/text.ts';
import { invoicePaperPath, invoicesPath } from '../contracts/portal-contract.ts';
import { ownInvoicePageTexts } from '../texts/index.ts';
import {
  invoiceLabels,
  invoiceSubject,
  type OwnInvoice,
  receiptIssuerOf,
  subjectPath,
} from './invoice-texts.ts';

const textsFor = byLocale(ownInvoicePageTexts);

/** An invoice with its subject, amount and status, and the receipt once it is paid. */
export function ownInvoicePage(
  context: PageContext & { readonly receiptIssuer?: ReceiptIssuer | undefined },
  viewer: Viewer,
  invoice: OwnInvoice,
  providers: Readonly<Record<string, string>>,
): Html {
  const texts = textsFor(context);
  const labels = invoiceLabels(context);
  const title = invoice.statusId === 'paid' ? labels.receipt : labels.invoice;
  const what = invoiceSubject(invoice, context);
  const { entityId, createdAt, paidAt, voidedAt, receipt } = invoice;
  const name = receipt?.subjectName ?? invoice.name;
  const payer = receipt?.payerName ?? (entityId === null ? viewerName(viewer) : name);
  const from = receiptIssuerOf(invoice, context);
  const when = (term: string, at: string | null) =>
    at === null ? null : ([term, instant(at, context)] as const);
  return portalLayout(
    context,
    viewer,
    { title, kicker: invoice.name, section: '/portal/invoices' },
    [
      stateNotice(context, invoice),
      definitionList([
        paidAt === null
          ? null
          : [labels.receiptNumber, receipt === undefined ? labels.follows : exact(receipt.number)],
        [labels.number, exact(invoice.id)],
        [labels.from, from.lines.join(', ')],
        from.taxNumber === null ? null : [labels.taxNumber, exact(from.taxNumber)],
        [labels.to, payer],
        [labels.what, `${what}, ${name}`],
        [labels.amount, html`<strong>${money(invoice)}</strong>`],
        when(labels.made, createdAt),
        when(labels.paidOn, paidAt),
        paidAt === null ? null : [labels.how, meansOf(context, invoice, providers)],
        when(labels.voidedOn, voidedAt),
      ]),
      html`<p>${linkButton(texts.file, href(context, invoicePaperPath(invoice.id)), 'secondary')}</p>`,
      html`<p class="after"><a href="${href(context, invoicesPath(entityId ?? undefined))}">${texts.all}</a></p>`,
    ],
  );
}

function stateNotice(context: PageContext, invoice: OwnInvoice): Html {
  const texts = textsFor(context);
  const path = subjectPath(invoice);
  const link = (label: string): Content =>
    path !== null && html`<p>${linkButton(label, href(context, path), 'secondary')}</p>`;
  switch (invoice.statusId) {
    case 'paid':
      return notice('success', texts.paid, [html`<p>${texts.paidText}</p>`, link(texts.toSubject)]);
    case 'open':
      if (invoice.isPaying === true)
        return notice('info', texts.paying, [
          html`<p>${texts.payingText}</p>`,
          link(texts.toSubject),
        ]);
      return notice('info', texts.open, [html`<p>${texts.openText}</p>`, link(texts.toPay)]);
    case 'void':
      return notice('info', texts.void, [html`<p>${texts.voidText}</p>`, link(texts.toSubject)]);
  }
}

function meansOf(
  context: PageContext,
  { voucherCode, payment }: OwnInvoice,
  providers: Readonly<Record<string, string>>,
): Content {
  if (voucherCode !== null) return [invoiceLabels(context).voucher, ' ', exact(voucherCode)];
  return payment && (providers[payment.provider] ?? payment.provider);
}
