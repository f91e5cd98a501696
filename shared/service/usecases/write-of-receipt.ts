import { money } from '../../kernel/pages/text.ts';
import type { Parcel } from '../../mail/usecases/send-each.ts';
import { findInvoice, numberReceipt } from '../../payments/db/invoices.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import type { LetterDeps } from '../deps/outbox.ts';
import { receiptLetters } from '../mail/receipt-letters.ts';
import { invoiceSubject } from '../pages/invoice-words.ts';
import { filerOf } from './filer-of.ts';

/**
 * Numbers the receipt of a paid invoice, and sends it to the people who can see it in the portal: the owner of an application, who
 * requested a certificate, the representatives of an amended entity, and an applicant of a partner who has paid
 * in a checkout. A partner that pays with a voucher finds it in its own accounts.
 */
export async function writeOfReceipt(
  { invoiceId }: Extract<Mail, { readonly template: 'receipt' }>,
  deps: LetterDeps,
): Promise<readonly Parcel[]> {
  const { table, baseUrl, receiptIssuer: issuer = {} } = deps;
  const invoice = await findInvoice(table, invoiceId);
  // Its application was erased since.
  const payer = invoice && (await filerOf(invoice.subject, deps));
  if (invoice === null || payer === null) return [];
  const { name: payerName, subjectName } = payer;
  const isPartners = invoice.subject.type === 'residency_application' && invoice.payment === null;
  const readers = isPartners ? [] : payer.readers;
  const numbered = await numberReceipt(table, invoiceId, {
    payerName,
    subjectName,
    issuer: {
      name: issuer.name ?? null,
      address: issuer.address ?? null,
      taxNumber: issuer.taxNumber ?? null,
    },
  });
  if (numbered === null) return [];
  const { receipt } = numbered;
  return readers.map(({ email, recipient, speaks, hasAccount }) => ({
    to: email,
    recipient,
    write: () =>
      receiptLetters(speaks).receipt({
        number: receipt.number,
        amount: money(invoice),
        what: `${invoiceSubject(invoice, speaks)}, ${receipt.subjectName}`,
        url: hasAccount ? `${baseUrl}/portal/invoices/${invoice.id}` : null,
      }),
  }));
}
