import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import {
  checkoutReference,
  findCheckoutSession,
  type StoredCheckoutSession,
} from '../db/checkout-sessions.ts';
import { findInvoice, type StoredInvoice } from '../db/invoices.ts';
import { mayPay } from '../db/payers.ts';
import { type CheckoutStatus, statusOf } from '../domain/checkout-session.ts';
import type { PaymentSubjects, PaymentWords } from './payment-subject.ts';

/** A session with what it pays for. */
export interface Checkout {
  readonly session: StoredCheckoutSession;
  /** What is paid for, in words. */
  readonly words: PaymentWords;
  readonly invoice: StoredInvoice;
  /** `expired` also where who opened it represents the entity no more; `paid` also when something else settled the invoice; `void`: nobody has to pay it any more. */
  readonly status: CheckoutStatus | 'void';
}

/**
 * The session behind a link, with what it pays for, in its reader's language. A provider is told it in the one that
 * binds: what it gets must be the same at each try. Two round trips. Error: 404 for an unknown link.
 */
export async function readCheckout(
  sessionId: string,
  subjects: PaymentSubjects,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
  reader: Spoken = {},
): Promise<Checkout> {
  const session = await findCheckoutSession(table, checkoutReference(sessionId));
  if (session === null) throw apiErrors.notFound();
  const [words, invoice, allowed] = await Promise.all([
    subjects[session.subjectType].describe(table, session, reader),
    findInvoice(table, session.invoiceId),
    mayPay(table, session),
  ]);
  if (words === null || invoice === null) {
    throw new Error('a checkout session has no subject or no invoice');
  }
  const kept = statusOf(session, now().toISOString());
  // What was begun with the provider goes on: the money may be there.
  const own = kept === 'open' && !allowed ? 'expired' : kept;
  const unpaid = words.free ? 'void' : own;
  const status = invoice.statusId === 'open' ? unpaid : invoice.statusId;
  return { session, words, invoice, status };
}
