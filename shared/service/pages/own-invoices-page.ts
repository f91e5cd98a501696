import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { formatDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { dataTable, exact, money, stageTag, tag } from '../../kernel/pages/text.ts';
import { invoicePath } from '../../payments/contracts/payment-contract.ts';
import { invoicesPath } from '../contracts/portal-contract.ts';
import { ownInvoicesPageTexts } from '../texts/index.ts';
import { invoiceLabels, invoiceStatus, invoiceSubject, type OwnInvoice } from './invoice-texts.ts';

const textsFor = byLocale(ownInvoicesPageTexts);

export interface OwnInvoices {
  /** The entity that the invoices belong to; null for the viewer's own. */
  readonly entity: (CompanyName & { readonly id: string }) | null;
  /** Newest first. */
  readonly invoices: readonly OwnInvoice[];
  /** Entities with invoices that the viewer may see. */
  readonly entities: readonly (CompanyName & { readonly id: string })[];
}

/** The viewer's own invoices, with links to those of legal entities, or the invoices of one entity. */
export function ownInvoicesPage(context: PageContext, viewer: Viewer, view: OwnInvoices): Html {
  const { entity, invoices, entities } = view;
  const texts = textsFor(context);
  const kicker = entity === null ? undefined : fullName(entity);
  return portalLayout(
    context,
    viewer,
    {
      title: texts.title,
      ...(kicker !== undefined && { kicker }),
      section: '/portal/invoices',
      isWide: true,
    },
    [
      entity === null && entities.length > 0 && html`<h2>${texts.own}</h2>`,
      invoices.length === 0 ? html`<p>${texts.none}</p>` : list(context, invoices),
      entities.length > 0 && [
        html`<h2>${texts.entities}</h2>`,
        html`<ul>${entities.map(
          (each) =>
            html`<li><a href="${href(context, invoicesPath(each.id))}">${fullName(each)}</a></li>`,
        )}</ul>`,
      ],
      entity !== null &&
        html`<p class="after"><a href="${href(context, invoicesPath())}">${texts.own}</a></p>`,
    ],
  );
}

function list(context: PageContext, invoices: readonly OwnInvoice[]): Content {
  const labels = invoiceLabels(context);
  return dataTable(
    [labels.what, labels.amount, labels.status, labels.receiptNumber, labels.made],
    invoices.map((invoice) => [
      html`<a href="${href(context, invoicePath(invoice.id))}">${invoiceSubject(invoice, context)}, ${invoice.name}</a>`,
      money(invoice),
      invoice.isPaying
        ? tag(invoiceStatus(invoice, context))
        : stageTag(invoiceStatus(invoice, context), invoice.statusId),
      invoice.receipt === undefined ? null : exact(invoice.receipt.number),
      formatDay(invoice.createdAt, context.locale),
    ]),
  );
}
