import { findIntegration } from '../../access/db/partner-integrations.ts';
import { findUploadScan, type Uploader } from '../../documents/db/upload-scans.ts';
import type { Table } from '../../kernel/db/table.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { bindingLocale } from '../../kernel/domain/locale.ts';
import { formatInstant } from '../../kernel/pages/format-dates.ts';
import { money } from '../../kernel/pages/text.ts';
import { emails } from '../../mail/mail/message.ts';
import type { OutgoingEmail } from '../../mail/usecases/post.ts';
import { findInvoice, numberReceipt } from '../../payments/db/invoices.ts';
import { findPaymentCase } from '../../payments/db/payment-cases.ts';
import { findPeople, findPerson } from '../../people/db/people.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { findEntity } from '../../registry/db/entities.ts';
import { activeRepresentatives } from '../../registry/db/representatives.ts';
import { findResidencyApplication } from '../../residency/db/residency-applications.ts';
import { findReviewCounts } from '../../reviews/db/review-counts.ts';
import { findReview } from '../../reviews/db/reviews.ts';
import { formatWaits } from '../../reviews/pages/format-waits.ts';
import type { EmailDeps } from '../deps/outbox.ts';
import { invoiceSubject } from '../pages/invoice-texts.ts';
import {
  operatorEmailTexts,
  receiptEmailTexts,
  submissionEmailTexts,
  unusedPaymentEmailTexts,
  uploadEmailTexts,
} from '../texts/index.ts';
import { filerOf, readPayer, recipientOf } from './read-contact.ts';

/** To the person who submitted a filing, or for whom it was submitted. */
export const submissionEmails = emails(submissionEmailTexts);

/** To the person who paid, or for whom someone paid. */
export const receiptEmails = emails(receiptEmailTexts);

/** To the person whose payment settled nothing. */
const unusedPaymentEmails = emails(unusedPaymentEmailTexts);

/** To the person who uploaded a file that can't be opened. */
export const uploadEmails = emails(uploadEmailTexts);

/** To people affected by an action of two operators that has no other email. */
export const operatorEmails = emails(operatorEmailTexts);

/**
 * Gives the receipt of a paid invoice its number and sends it to the people who can see it in the portal: the owner of
 * an application, the requester of a certificate, the representatives of an amended entity, and a partner's applicant
 * who paid in a checkout. A partner that pays with a voucher has it in its own accounts.
 */
export async function writeOfReceipt(
  { invoiceId }: Extract<Mail, { readonly template: 'receipt' }>,
  deps: EmailDeps,
): Promise<readonly OutgoingEmail[]> {
  const { table, baseUrl, receiptIssuer: issuer = {} } = deps;
  const invoice = await findInvoice(table, invoiceId);
  // The application was erased.
  const payer = invoice && (await filerOf(invoice.subject, deps));
  if (invoice === null || payer === null) return [];
  const { name: payerName, subjectName } = payer;
  const isPartners = invoice.subject.type === 'residency_application' && invoice.payment === null;
  const recipients = isPartners ? [] : payer.recipients;
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
  return recipients.map(({ email, recipient, speaks, hasAccount }) => ({
    to: email,
    recipient,
    write: () =>
      receiptEmails(speaks).receipt({
        number: receipt.number,
        amount: money(invoice),
        what: `${invoiceSubject(invoice, speaks)}, ${receipt.subjectName}`,
        url: hasAccount ? `${baseUrl}/portal/invoices/${invoice.id}` : null,
      }),
  }));
}

/**
 * To the payer of money that settled nothing: the readers of the filing, or the person who opened the checkout of an
 * item that is gone. A partner that paid for an applicant reads its own accounts.
 */
export async function writeOfUnusedPayment(
  { caseId }: Extract<Mail, { readonly template: 'payment_unused' }>,
  deps: EmailDeps,
): Promise<readonly OutgoingEmail[]> {
  const { table, baseUrl } = deps;
  const found = await findPaymentCase(table, caseId);
  if (found === null) return [];
  const { kind, amountCents, currency } = found;
  const { filer, payer } = await readPayer(found, deps);
  const recipients = filer?.recipients ?? (payer === null ? [] : [recipientOf(payer)]);
  return recipients.map(({ email, recipient, speaks, hasAccount }) => ({
    to: email,
    recipient,
    write: () =>
      unusedPaymentEmails(speaks).unused({
        kind,
        amount: amountCents === null || currency === null ? null : money({ amountCents, currency }),
        about: filer?.subjectName ?? null,
        url: hasAccount && filer !== null ? baseUrl + filer.path : null,
      }),
  }));
}

/** To the person of a deactivated account. None if it is active again, or erased: then there is no address. */
export async function writeOfDeactivation(
  { personId, at }: Extract<Mail, { readonly template: 'account_deactivated' }>,
  { table }: EmailDeps,
): Promise<readonly OutgoingEmail[]> {
  const person = await findPerson(table, personId);
  if (person?.status !== 'deactivated' || person.erasure === 'done') return [];
  const write = () => operatorEmails(person).accountDeactivated({ at });
  return [{ to: person.email, recipient: person.id, write }];
}

type MailOf<Template extends Mail['template']> = Extract<Mail, { readonly template: Template }>;

/**
 * The email about a file that can't be opened, to the person who uploaded it. For a partner, to the representatives of
 * its legal entity. None if the result has changed, or the file was uploaded again.
 */
export async function writeOfUpload(
  { objectKey, scanId, status }: MailOf<'upload_not_accepted'>,
  { table, baseUrl }: EmailDeps,
): Promise<readonly OutgoingEmail[]> {
  const scan = await findUploadScan(table, objectKey);
  if (scan?.id !== scanId || scan.status !== status) return [];
  const { kind } = scan.uploader;
  const facts = {
    kind,
    malware: status === 'refused',
    applicationId: kind === 'proof_of_address' ? scan.uploader.applicationId : null,
    url:
      baseUrl +
      (kind === 'tax_proof'
        ? '/portal/uploads/tax-proof'
        : kind === 'information'
          ? '/portal'
          : '/docs'),
  };
  const recipients = await readersOf(scan.uploader, table);
  return recipients.map((recipient) => ({
    to: recipient.email,
    recipient: recipient.id,
    write: () => uploadEmails(recipient).uploadNotAccepted(facts),
  }));
}

async function readersOf(uploader: Uploader, table: Table) {
  if (uploader.kind === 'proof_of_address') return ofPartner(uploader.integrationId, table);
  if (uploader.personId !== null) {
    const person = await findPerson(table, uploader.personId);
    return person === null || person.status === 'deactivated' ? [] : [person];
  }
  // A partner has answered for its own application.
  const review =
    uploader.kind === 'information' ? await findReview(table, uploader.reviewId) : null;
  const application = review && (await findResidencyApplication(table, review.subject.id));
  return application === null ? [] : ofPartner(application.integrationId, table);
}

async function ofPartner(integrationId: string, table: Table) {
  const integration = await findIntegration(table, integrationId);
  if (!integration?.legalEntityId) return [];
  return activeRepresentatives(table, integration.legalEntityId);
}

/** The submission email, for people who wait for the decision. None after the decision. */
export async function writeOfReview(
  { reviewId }: Extract<Mail, { readonly template: 'submission_received' }>,
  deps: EmailDeps,
): Promise<readonly OutgoingEmail[]> {
  const { table, baseUrl } = deps;
  const review = await findReview(table, reviewId);
  if (review === null || review.status !== 'pending') return [];
  const { id, type } = review.subject;
  // Amendments have their own email.
  if (type === 'amendment') return [];
  const [filer, counts] = await Promise.all([filerOf({ type, id }, deps), findReviewCounts(table)]);
  if (filer === null) return [];
  const { subjectName, path, recipients } = filer;
  return recipients.map(({ email, recipient, speaks, hasAccount }) => ({
    to: email,
    recipient,
    write: () =>
      submissionEmails(speaks).submissionReceived({
        type,
        name: subjectName,
        submittedAt: formatInstant(review.createdAt, speaks.locale ?? bindingLocale),
        expected: formatWaits(counts?.waits?.byType[type] ?? null, speaks),
        url: hasAccount ? `${baseUrl}${path}` : null,
      }),
  }));
}

/** The email about an act of two operators, to the person concerned. A partner without an entity has no recipient. */
export async function writeOfOperators(
  {
    what,
    personIds,
    entityId,
    integrationId,
    at,
  }: Extract<Mail, { readonly template: 'operators_acted' }>,
  { table, baseUrl }: EmailDeps,
): Promise<readonly OutgoingEmail[]> {
  const [persons, integration] = await Promise.all([
    findPeople(table, personIds),
    integrationId === null ? null : findIntegration(table, integrationId),
  ]);
  const ownerId = entityId ?? integration?.legalEntityId ?? null;
  const [entity, representatives] =
    ownerId === null
      ? [null, []]
      : await Promise.all([findEntity(table, ownerId), activeRepresentatives(table, ownerId)]);
  const act = {
    what,
    of: integration?.name ?? (entity && fullName(entity)),
    at,
    url: `${baseUrl}/portal`,
  };
  const recipients = new Map(
    [...persons, ...representatives].map((recipient) => [recipient.id, recipient]),
  );
  return [...recipients.values()].map((recipient) => ({
    to: recipient.email,
    recipient: recipient.id,
    write: () => operatorEmails(recipient).operatorsActed(act),
  }));
}
