import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader, readerName } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, money, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { invoicesPath } from '../own-invoices-contract.ts';
import { invoiceSubject, type OwnInvoice, subjectPath } from './invoice-words.ts';

const say = words({
  en: {
    invoice: 'Invoice',
    receipt: 'Receipt',
    paid: 'Paid',
    paidText: 'The registry has received the whole amount. Nothing more is to be paid.',
    open: 'To be paid',
    openText: 'It is paid where you see what it is for.',
    void: 'There is nothing to pay',
    voidText: 'What it was for has come to an end before it was paid.',
    toSubject: 'See what it is for',
    toPay: 'See and pay',
    number: 'Number',
    from: 'From',
    registry: (jurisdiction: string) => `The registry of ${jurisdiction}`,
    to: 'To',
    what: 'For',
    amount: 'Amount',
    made: 'Made on',
    paidOn: 'Paid on',
    how: 'Paid with',
    voucher: 'Voucher',
    voidedOn: 'Closed on',
    print: 'To keep it, print this page or save it as a file with your browser.',
    all: 'All invoices',
  },
  es: {
    invoice: 'Factura',
    receipt: 'Recibo',
    paid: 'Pagada',
    paidText: 'El registro ha recibido el importe completo. No queda nada por pagar.',
    open: 'Por pagar',
    openText: 'Se paga en la página de aquello a lo que corresponde.',
    void: 'No hay nada que pagar',
    voidText: 'Aquello a lo que correspondía terminó antes de pagarse.',
    toSubject: 'Ver a qué corresponde',
    toPay: 'Ver y pagar',
    number: 'Número',
    from: 'De',
    registry: (jurisdiction: string) => `El registro de ${jurisdiction}`,
    to: 'Para',
    what: 'Concepto',
    amount: 'Importe',
    made: 'Emitida el',
    paidOn: 'Pagada el',
    how: 'Pagada con',
    voucher: 'Vale',
    voidedOn: 'Cerrada el',
    print: 'Para conservarla, imprima esta página o guárdela como archivo con su navegador.',
    all: 'Todas las facturas',
  },
});

/** An invoice: what for, how much, how it stands; once it is paid, the receipt. */
export function ownInvoicePage(
  site: Site,
  reader: Reader,
  invoice: OwnInvoice,
  providers: Readonly<Record<string, string>>,
): Html {
  const said = say(site);
  const title = invoice.statusId === 'paid' ? said.receipt : said.invoice;
  const what = invoiceSubject(invoice, site);
  const { entityId, createdAt, paidAt, voidedAt } = invoice;
  const when = (term: string, at: string | null) =>
    at === null ? null : ([term, instant(at, site)] as const);
  return portalLayout(site, reader, { title, kicker: invoice.name, place: '/portal/invoices' }, [
    stateNotice(site, invoice),
    definitionList([
      [said.number, exact(invoice.id)],
      [said.from, said.registry(site.jurisdiction)],
      [said.to, entityId === null ? readerName(reader) : invoice.name],
      [said.what, `${what}, ${invoice.name}`],
      [said.amount, html`<strong>${money(invoice)}</strong>`],
      when(said.made, createdAt),
      when(said.paidOn, paidAt),
      paidAt === null ? null : [said.how, meansOf(site, invoice, providers)],
      when(said.voidedOn, voidedAt),
    ]),
    html`<p class="fine">${said.print}</p>`,
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
  if (voucherCode !== null) return [say(site).voucher, ' ', exact(voucherCode)];
  return payment && (providers[payment.provider] ?? payment.provider);
}
