import type { KeyCaller, PersonalKeyCaller } from '../../access/auth/caller.ts';
import { reachesEntity } from '../../access/domain/key-bounds.ts';
import { scopesOfKind } from '../../events/domain/event-type.ts';
import { findOwnApplication } from '../../incorporation/usecases/read-application.ts';
import { ownerOfFiling } from '../../kernel/db/owned.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { viewerName } from '../../kernel/pages/portal-layout.ts';
import { findCheckoutSession } from '../../payments/db/checkout-sessions.ts';
import { findInvoice, type StoredInvoice } from '../../payments/db/invoices.ts';
import { statusOf } from '../../payments/domain/checkout-session.ts';
import { invoiceNotFound } from '../../payments/errors/payment-errors.ts';
import { findPerson } from '../../people/db/people.ts';
import { findRepresentedEntity } from '../../registry/db/entities.ts';
import { findOwnResidencyApplication } from '../../residency/db/residency-applications.ts';
import { type InvoiceDetails, invoicePdfPath } from '../contracts/invoice-contract.ts';
import type { OwnInvoice } from '../pages/invoice-texts.ts';

type Reading = Pick<ServiceDeps, 'table'>;

/**
 * An invoice, for a key that may read its subject: by its scopes, and as its owner or partner. Up to four round trips.
 * Error: 404, also if it does not exist.
 */
export async function readInvoiceOf(
  invoiceId: string,
  caller: KeyCaller,
  { table }: Reading,
): Promise<OwnInvoice & StoredInvoice> {
  const invoice = await findInvoice(table, invoiceId);
  const subject =
    invoice && hasScope(caller, invoice) && (await subjectFor(caller, invoice, { table }));
  if (!invoice || !subject) throw invoiceNotFound();
  return { ...invoice, ...subject };
}

function hasScope(caller: KeyCaller, { subject }: StoredInvoice): boolean {
  if (caller.kind === 'standard') return true;
  const scope = scopesOfKind[subject.type][caller.kind];
  return scope !== null && caller.scopes.includes(scope);
}

type Subject = Pick<OwnInvoice, 'name' | 'entityId'>;

/** The invoice's subject; null if it is not the caller's. */
async function subjectFor(
  caller: KeyCaller,
  { subject: { type, id } }: StoredInvoice,
  { table }: Reading,
): Promise<Subject | null> {
  if (caller.kind === 'partner') {
    if (type !== 'residency_application') return null;
    const application = await findOwnResidencyApplication(table, caller.integrationId, id);
    const name = application && personName(application.data.personalDetails);
    return application && { name: name ?? '', entityId: null };
  }
  switch (type) {
    case 'residency_application':
      return null;
    case 'legal_entity_application': {
      const application = await findOwnApplication(table, id, caller);
      if (application === null) return null;
      const { name, extension } = application;
      return { name: `${name} ${extension}`, entityId: null };
    }
    default:
      return filingFor(caller, await ownerOfFiling(table, { type, id }), { table });
  }
}

/** Like `readAccessibleEntity`, for paths without an entity. */
async function filingFor(
  caller: PersonalKeyCaller,
  entityId: string | null,
  { table }: Reading,
): Promise<Subject | null> {
  if (entityId === null) return null;
  const entity = await findRepresentedEntity(table, entityId, caller.personId);
  if (entity === null || !reachesEntity(caller, entity)) return null;
  return { name: fullName(entity), entityId };
}

/** The invoice with its newest checkout session. One round trip, or none without checkouts. */
export async function presentInvoiceDetails(
  invoice: OwnInvoice & StoredInvoice,
  { table, baseUrl, now }: Pick<ServiceDeps, 'table' | 'baseUrl' | 'now'>,
): Promise<InvoiceDetails> {
  const { id, statusId, amountCents, currency, paidAt, subject, name, entityId } = invoice;
  const { createdAt, voidedAt, receipt, checkouts = [] } = invoice;
  const [newest] = checkouts;
  const session = newest === undefined ? null : await findCheckoutSession(table, newest);
  return {
    ...{ id, statusId, amountCents, currency, paidAt },
    subject: { ...subject, name, legalEntityId: entityId },
    createdAt,
    voidedAt,
    receiptNumber: receipt?.number ?? null,
    checkout: session && {
      statusId: statusOf(session, now().toISOString()),
      paymentProvider: session.provider,
      expiresAt: session.expiresAt,
    },
    pdfUrl: `${baseUrl}${invoicePdfPath(id)}`,
  };
}

/** The same invoice with the payer's name, for printing. Error: 404. */
export async function readInvoiceToPrint(
  invoiceId: string,
  caller: KeyCaller,
  { table }: Reading,
): Promise<{ readonly invoice: OwnInvoice; readonly payerName: string }> {
  const [invoice, owner] = await Promise.all([
    readInvoiceOf(invoiceId, caller, { table }),
    caller.kind === 'partner' ? null : findPerson(table, caller.personId),
  ]);
  return { invoice, payerName: owner === null ? invoice.name : viewerName(owner) };
}
