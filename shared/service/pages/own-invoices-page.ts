import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { money, stageTag, tag } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { invoicePath } from '../../payments/contracts/payment-contract.ts';
import { invoicesPath } from '../contracts/portal-contract.ts';
import { ownInvoicesPageTexts } from '../texts/index.ts';
import { invoiceStatus, invoiceSubject, type OwnInvoice } from './invoice-words.ts';

const say = words(ownInvoicesPageTexts);

export interface OwnInvoices {
  /** The entity that the invoices belong to; null for the reader's own. */
  readonly entity: (CompanyName & { readonly id: string }) | null;
  /** Newest first. */
  readonly invoices: readonly OwnInvoice[];
  /** Entities with invoices that the reader may see. */
  readonly entities: readonly (CompanyName & { readonly id: string })[];
}

/** The reader's own invoices, with links to those of legal entities, or the invoices of one entity. */
export function ownInvoicesPage(site: Site, reader: Reader, shown: OwnInvoices): Html {
  const { entity, invoices, entities } = shown;
  const said = say(site);
  const kicker = entity === null ? undefined : fullName(entity);
  return portalLayout(
    site,
    reader,
    { title: said.title, ...(kicker !== undefined && { kicker }), place: '/portal/invoices' },
    [
      entity === null && entities.length > 0 && html`<h2>${said.own}</h2>`,
      invoices.length === 0 ? html`<p>${said.none}</p>` : list(site, invoices),
      entities.length > 0 && [
        html`<h2>${said.entities}</h2>`,
        html`<ul>${entities.map(
          (each) =>
            html`<li><a href="${href(site, invoicesPath(each.id))}">${fullName(each)}</a></li>`,
        )}</ul>`,
      ],
      entity !== null &&
        html`<p class="after"><a href="${href(site, invoicesPath())}">${said.own}</a></p>`,
    ],
  );
}

function list(site: Site, invoices: readonly OwnInvoice[]): Content {
  return html`<dl>${invoices.map(
    (invoice) =>
      html`<div><dt>${dayInWords(invoice.createdAt, site.locale)}</dt><dd><a href="${href(site, invoicePath(invoice.id))}">${invoiceSubject(invoice, site)}, ${invoice.name}</a><br>${money(invoice)} ${invoice.isPaying ? tag(invoiceStatus(invoice, site)) : stageTag(invoiceStatus(invoice, site), invoice.statusId)}</dd></div>`,
  )}</dl>`;
}
