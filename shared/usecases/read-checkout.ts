import { StoredApplication } from '../db/applications.ts';
import {
  checkoutReference,
  findCheckoutSession,
  type StoredCheckoutSession,
} from '../db/checkout-sessions.ts';
import { StoredInvoice } from '../db/invoices.ts';
import { keys } from '../db/keys.ts';
import { parseFound } from '../db/stored.ts';
import { getItems } from '../db/table.ts';
import type { CoreDeps } from '../deps/core.ts';
import { type CheckoutStatus, statusOf } from '../domain/checkout-session.ts';
import { apiErrors } from '../errors.ts';

/** A session with what it pays for. */
export interface Checkout {
  readonly session: StoredCheckoutSession;
  readonly application: StoredApplication;
  readonly invoice: StoredInvoice;
  /** `paid` also when something else settled the invoice; `void`: nobody has to pay it any more. */
  readonly status: CheckoutStatus | 'void';
}

/** The session behind a link, with what it pays for. Two round trips. Error: 404 for an unknown link. */
export async function readCheckout(
  sessionId: string,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<Checkout> {
  const session = await findCheckoutSession(table, checkoutReference(sessionId));
  if (session === null) throw apiErrors.notFound();
  const [foundApplication, foundInvoice] = await getItems(table, [
    keys.application(session.ownerId, session.applicationId),
    keys.invoice(session.invoiceId),
  ]);
  const application = parseFound(StoredApplication, foundApplication);
  const invoice = parseFound(StoredInvoice, foundInvoice);
  if (application === null || invoice === null) {
    throw new Error('a checkout session has no application or no invoice');
  }
  const own = statusOf(session, now().toISOString());
  const status = invoice.statusId === 'open' ? own : invoice.statusId;
  return { session, application, invoice, status };
}
