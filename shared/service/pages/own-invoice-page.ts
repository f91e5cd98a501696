import type { ReceiptIssuer } from '../../kernel/domain/payment.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader, readerName } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, money, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { invoicePaperPath, invoicesPath } from '../contracts/portal-contract.ts';
import { ownInvoicePageTexts } from '../texts/index.ts';
import {
  invoiceLabels,
  invoiceSubject,
  type OwnInvoice,
  receiptIssuerOf,
  subjectPath,
} from './invoice-words.ts';

const say = words(ownInvoicePageTexts);

/** An invoice with its subject, amount and status, and the receipt once it is paid. */
export function ownInvoicePage(
  site: Site & { readonly receiptIssuer?: ReceiptIssuer | undefined },
  reader: Reader,
  invoice: OwnInvoice,
  providers: Readonly<Record<string, string>>,
): Html {
  const said = say(site);
  const labels = invoiceLabels(site);
  const title = invoice.statusId === 'paid' ? labels.receipt : labels.invoice;
  const what = invoiceSubject(invoice, site);
  const { entityId, createdAt, paidAt, voidedAt, receipt } = invoice;
  const name = receipt?.subjectName ?? invoice.name;
  const payer = receipt?.payerName ?? (entityId === null ? readerName(reader) : name);
  const from = receiptIssuerOf(invoice, site);
  const when = (term: string, at: string | null) =>
    at === null ? null : ([term, instant(at, site)] as const);
  return portalLayout(site, reader, { title, kicker: invoice.name, place: '/portal/invoices' }, [
    stateNotice(site, invoice),
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
      paidAt === null ? null : [labels.how, meansOf(site, invoice, providers)],
      when(labels.voidedOn, voidedAt),
    ]),
    html`<p>${linkButton(said.file, href(site, invoicePaperPath(invoice.id)), 'secondary')}</p>`,
    html`<p class="after"><a href="${href(site, invoicesPath(entityId ?? undefined))}">${said.all}</a></p>`,
  ]);
}

function stateNotice(site: Site, invoice: OwnInvoice): Html {
  const said = say(site);
  const path = subjectPath(invoice);
  const link = (label: string): Content =>
    path !== null && html`<p>${linkButton(label, href(site, path), 'secondary')}</p>`;
  switch (invoice.statusId) {
    case 'paid':
      return notice('success', said.paid, [html`<p>${said.paidText}</p>`, link(said.toSubject)]);
    case 'open':
      if (invoice.isPaying === true)
        return notice('info', said.paying, [html`<p>${said.payingText}</p>`, link(said.toSubject)]);
      return notice('info', said.open, [html`<p>${said.openText}</p>`, link(said.toPay)]);
    case 'void':
      return notice('info', said.void, [html`<p>${said.voidText}</p>`, link(said.toSubject)]);
  }
}

function meansOf(
  site: Site,
  { voucherCode, payment }: OwnInvoice,
  providers: Readonly<Record<string, string>>,
): Content {
  if (voucherCode !== null) return [invoiceLabels(site).voucher, ' ', exact(voucherCode)];
  return payment && (providers[payment.provider] ?? payment.provider);
}
