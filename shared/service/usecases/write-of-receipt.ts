import { findAnyAmendment } from '../../amendments/db/amendments.ts';
import { activeRepresentatives } from '../../amendments/usecases/write-to-representatives.ts';
import { findAnyCertificateRequest } from '../../certificates/db/certificates.ts';
import { findAnyApplication } from '../../incorporation/db/applications.ts';
import { fullName } from '../../kernel/domain/company-name.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { money } from '../../kernel/pages/text.ts';
import type { Parcel } from '../../mail/usecases/send-each.ts';
import { findInvoice, type StoredInvoice } from '../../payments/db/invoices.ts';
import { numberReceipt } from '../../payments/db/receipts.ts';
import { findPerson, findPersonByEmail } from '../../people/db/people.ts';
import { personName } from '../../people/domain/person.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { findEntity } from '../../registry/db/entities.ts';
import { findResidencyApplication } from '../../residency/db/residency-applications.ts';
import { applicantLanguage } from '../../residency/domain/applicant-language.ts';
import type { LetterDeps } from '../deps/outbox.ts';
import { receiptLetters } from '../mail/receipt-letters.ts';
import { invoiceSubject } from '../pages/invoice-words.ts';

/** Whom an invoice names, and who gets its receipt. */
interface Payer {
  readonly payerName: string;
  /** The name of what it is for. */
  readonly subjectName: string;
  readonly readers: readonly {
    readonly email: string;
    readonly recipient: string;
    readonly speaks: Spoken;
    readonly hasAccount: boolean;
  }[];
}

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
  const payer = invoice && (await payerOf(invoice, deps));
  if (invoice === null || payer === null) return [];
  const { payerName, subjectName, readers } = payer;
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

async function payerOf(invoice: StoredInvoice, { table }: LetterDeps): Promise<Payer | null> {
  const { type, id } = invoice.subject;
  switch (type) {
    case 'legal_entity_application': {
      const application = await findAnyApplication(table, id);
      const owner = application && (await findPerson(table, application.ownerId));
      if (application === null || owner === null) return null;
      const subjectName = `${application.name} ${application.extension}`;
      return {
        payerName: personName(owner) ?? owner.email,
        subjectName,
        readers: [readerOf(owner)],
      };
    }
    case 'amendment':
    case 'certificate_request': {
      const filing =
        type === 'amendment'
          ? await findAnyAmendment(table, id)
          : await findAnyCertificateRequest(table, id);
      const entity = filing && (await findEntity(table, filing.entityId));
      if (filing === null || entity === null) return null;
      const requester =
        'requestedBy' in filing ? await findPerson(table, filing.requestedBy) : null;
      const people =
        requester === null ? await activeRepresentatives(table, entity.id) : [requester];
      const name = fullName(entity);
      return { payerName: name, subjectName: name, readers: people.map(readerOf) };
    }
    case 'residency_application': {
      const application = await findResidencyApplication(table, id);
      if (application === null) return null;
      const { personalDetails } = application.data;
      const name = personName(personalDetails) ?? personalDetails.email;
      const account = await findPersonByEmail(table, personalDetails.email);
      const locale = applicantLanguage(application);
      const speaks: Spoken = locale === undefined ? {} : { locale };
      const reader = {
        email: personalDetails.email,
        recipient: application.id,
        speaks: account ?? speaks,
        hasAccount: account?.residencyApplicationId === application.id,
      };
      const paidThemselves = invoice.payment !== null;
      return { payerName: name, subjectName: name, readers: paidThemselves ? [reader] : [] };
    }
  }
}

function readerOf(person: Spoken & { readonly id: string; readonly email: string }) {
  return { email: person.email, recipient: person.id, speaks: person, hasAccount: true };
}
