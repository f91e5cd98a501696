import { ownDataFileName, renderOwnData } from '../../shared/account/pdf/own-data-paper.ts';
import { printMyData } from '../../shared/account/routes/my-data-routes.ts';
import { exportOwnData, readRecipients } from '../../shared/account/usecases/read-own-data.ts';
import { bindingLocale } from '../../shared/kernel/domain/locale.ts';
import { viewerName } from '../../shared/kernel/pages/portal-layout.ts';
import { paymentMethods } from '../../shared/payments/pages/checkout-page.ts';
import { type PaperDeps, paperDeps } from '../../shared/service/deps/maintenance.ts';
import {
  type InvoicePaper,
  invoiceFileName,
  renderInvoice,
} from '../../shared/service/pdf/invoice-paper.ts';
import { getInvoicePdf } from '../../shared/service/routes/invoices.ts';
import { printOwnInvoice } from '../../shared/service/routes/own-invoices.ts';
import { readInvoiceToPrint } from '../../shared/service/usecases/read-invoice.ts';
import { readOwnInvoice } from '../../shared/service/usecases/read-own-invoices.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import { type Operation, operation } from '../../shared/web/http/path-function.ts';
import { download } from '../../shared/web/http/serve-file.ts';
import { type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

/** The PDF of an invoice, for its page and for API keys. */
async function invoicePdf(found: Pick<InvoicePaper, 'invoice' | 'payerName'>, deps: PaperDeps) {
  const { issuer, jurisdiction, receiptIssuer, now, locale = bindingLocale, timeZone } = deps;
  const paper = {
    ...found,
    ...{ issuer, jurisdiction, receiptIssuer, locale, timeZone },
    providers: paymentMethods({ locale }),
    now: now().toISOString(),
  };
  return pdf(invoiceFileName(paper), await renderInvoice(paper));
}

const printInvoice: PortalRun<typeof printOwnInvoice, PaperDeps> = async (
  { params, person },
  deps,
) => {
  const invoice = await readOwnInvoice(params.invoiceId, person, deps);
  return invoicePdf({ invoice, payerName: viewerName(person) }, deps);
};

const printData: PortalRun<typeof printMyData, PaperDeps> = async ({ person }, deps) => {
  const { issuer, locale = bindingLocale, timeZone } = deps;
  const [{ parts, activity }, recipients] = await Promise.all([
    exportOwnData(person, deps),
    readRecipients(person, deps),
  ]);
  const at = deps.now().toISOString();
  const content = { personId: person.id, parts, activity, recipients, at };
  const paper = { ...content, issuer, locale, timeZone };
  return pdf(ownDataFileName(paper), await renderOwnData(paper));
};

function pdf(name: string, content: Uint8Array) {
  return download({ name: `${name}.pdf`, contentType: 'application/pdf', content });
}

export const rows: readonly Operation<PaperDeps>[] = [
  pageOperation(printOwnInvoice, printInvoice, signedIn()),
  operation(getInvoicePdf, async ({ params, caller }, deps: PaperDeps) =>
    invoicePdf(await readInvoiceToPrint(params.id, caller, deps), deps),
  ),
  pageOperation(
    printMyData,
    printData,
    signedIn({
      recentSignIn: 'data',
      returnTo: '/portal/my-data',
    }),
  ),
];

export const handler = pageFunction(rows, paperDeps);
