import type * as z from 'zod/mini';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { OpenedCheckout } from '../contracts/payment-contract.ts';
import {
  type CheckoutSubjectType,
  checkoutReference,
  checkoutSessionWrite,
  findCheckoutSession,
  mayPay,
  newCheckoutSessionWrite,
  payerCheck,
  type StoredCheckoutSession,
} from '../db/checkout-sessions.ts';
import { findInvoice, invoiceWrite, type StoredInvoice, withCheckout } from '../db/invoices.ts';
import type { PaymentDeps } from '../deps/payment-deps.ts';
import {
  type CheckoutStatus,
  decideCheckoutCommand,
  openSession,
  statusOf,
} from '../domain/checkout-session.ts';
import { invoiceRefusal } from '../domain/invoice.ts';
import { type PaymentProviderName, successUrl } from '../domain/payment.ts';
import * as paymentErrors from '../errors/payment-errors.ts';
import { type PaymentOrder, paymentKey } from '../providers/provider.ts';
import { type Purchase, readBill } from './payable.ts';
import type { PaymentSubjects, PaymentTexts } from './payment-subject.ts';

/** The requested provider, and where the payer goes afterwards. */
interface CheckoutInput {
  readonly provider: PaymentProviderName;
  readonly redirectUrl: string;
  readonly email: string | null;
}

/**
 * Opens a hosted checkout of an unpaid invoice, which is created if needed (spec 4.6, facts C12.4). It pays and submits
 * nothing. Any number of sessions may be open for one invoice; one payment settles it.
 *
 * Errors, in this order: 400 `Invalid request body` for a provider that this deployment does not have; those of
 * reading; not found; why the subject accepts no payment; invoice already paid, not open.
 */
export function startCheckout(
  type: CheckoutSubjectType,
  purchase: Purchase,
  { provider, redirectUrl, email }: CheckoutInput,
  deps: PaymentDeps,
): Promise<StartedCheckout> {
  if (deps.payments.provider(provider) === null) {
    throw apiErrors.invalidField(['paymentProvider'], 'Is not available on this service');
  }
  return retryOnConflict(async () => {
    const now = deps.now();
    const at = now.toISOString();
    const bill = await readBill(() => purchase.read(at), deps.table, at);
    if (bill === null) throw purchase.notFound();
    const { payable, invoice } = bill;
    const refusal = payable.refusal ?? invoiceRefusal(invoice);
    if (refusal !== null) throw payable.error(refusal);
    const sessionId = Buffer.from(deps.random(32)).toString('base64url');
    const reference = checkoutReference(sessionId);
    const { id } = invoice.subject;
    const session = openSession(now);
    const { payerId: ownerId, entityId, actor } = purchase;
    const invoiceId = invoice.id;
    const outcome = await transact(deps.table, {
      // The next attempt reports why it can no longer be paid.
      invoice: invoiceWrite(withCheckout(invoice, reference)),
      payer: payerCheck({ entityId, ownerId }),
      session: newCheckoutSessionWrite({
        ...session,
        reference,
        subjectType: type,
        applicationId: id,
        ...(entityId !== undefined && { entityId }),
        ownerId,
        invoiceId,
        provider,
        redirectUrl,
        email,
        createdAt: at,
        version: 1,
      }),
      ...auditAct(deps, {
        at,
        actor,
        action: `${type}.checkout_opened`,
        subject: { type, id },
        details: { invoiceId, provider },
      }),
    });
    if (outcome.kind !== 'written') return lostRace;
    const { amountCents, currency } = invoice;
    const { expiresAt } = session;
    const url = `${deps.baseUrl}/checkout/${sessionId}`;
    return { data: { url, amountCents, currency, expiresAt }, invoiceId };
  });
}

type StartedCheckout = z.input<typeof OpenedCheckout>;

/** A session with the item that it pays for. */
interface Checkout {
  readonly session: StoredCheckoutSession;
  /** The item in words. */
  readonly words: PaymentTexts;
  readonly invoice: StoredInvoice;
  /**
   * `expired`: also if the person who opened it no longer represents the entity; `paid`: also if something else settled
   * the invoice; `void`: the invoice is no longer due.
   */
  readonly status: CheckoutStatus | 'void';
}

/**
 * The session behind a link and the item that it pays for, in the reader's language. Providers get the legally binding
 * language, because their data must be the same at each attempt. Two round trips. Error: 404 for an unknown link, or if
 * the item no longer exists.
 */
export async function readCheckout(
  sessionId: string,
  subjects: PaymentSubjects,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
  context: Localized = {},
): Promise<Checkout> {
  const session = await findCheckoutSession(table, checkoutReference(sessionId));
  if (session === null) throw apiErrors.notFound();
  const [words, invoice, allowed] = await Promise.all([
    subjects[session.subjectType].describe(table, session, context),
    findInvoice(table, session.invoiceId),
    mayPay(table, session),
  ]);
  // The paid item was deleted or erased.
  if (words === null || invoice === null) throw apiErrors.notFound();
  const kept = statusOf(session, now().toISOString());
  // A payment that was started with the provider continues, because the money may arrive.
  const own = kept === 'open' && !allowed ? 'expired' : kept;
  const unpaid = words.free ? 'void' : own;
  const status = invoice.statusId === 'open' ? unpaid : invoice.statusId;
  return { session, words, invoice, status };
}

/**
 * The provider's page for the session's payment; null if nothing is left to pay. A repeated call returns the current
 * payment, so that nobody pays twice.
 *
 * Errors: 404 for an unknown link; 503 if the provider is no longer configured. Throws if the provider fails; the next
 * attempt starts the same payment.
 */
export function startPayment(
  sessionId: string,
  subjects: PaymentSubjects,
  deps: PaymentDeps,
): Promise<string | null> {
  return retryOnConflict(async () => {
    const checkout = await readCheckout(sessionId, subjects, deps);
    const { session, invoice, status } = checkout;
    if (status === 'started' && session.payment !== null) return session.payment.url;
    if (status !== 'open') return null;
    const provider = deps.payments.provider(session.provider);
    if (provider === null) throw paymentErrors.paymentProviderUnavailable();

    const { paymentId, redirectUrl } = await provider.startPayment(orderOf(checkout));
    const payment = { paymentId, url: redirectUrl };
    const decision = decideCheckoutCommand(
      session,
      { type: 'start', payment },
      deps.now().toISOString(),
    );
    if (!decision.ok) return lostRace;
    const outcome = await transact(deps.table, {
      session: checkoutSessionWrite(decision.next),
      invoice: invoiceWrite(withCheckout(invoice, session.reference)),
      // The next read shows that it has expired. The payer has not seen the provider's page.
      payer: payerCheck(session),
    });
    return outcome.kind === 'written' ? redirectUrl : lostRace;
  });
}

function orderOf({ session, words: { item }, invoice }: Checkout): PaymentOrder {
  const { reference, attempts, redirectUrl, email } = session;
  return {
    idempotencyKey: paymentKey(reference, attempts + 1),
    reference,
    amountCents: invoice.amountCents,
    currency: invoice.currency,
    description: `${item.text} ${item.name}`,
    returnUrl: successUrl(redirectUrl),
    cancelUrl: redirectUrl,
    email,
  };
}

/**
 * Cancels a session and returns the payer's next URL; null if the invoice is paid, which can't be cancelled. Error: 404
 * for an unknown link.
 */
export function cancelCheckout(
  sessionId: string,
  subjects: PaymentSubjects,
  deps: CoreDeps,
): Promise<string | null> {
  return retryOnConflict(async () => {
    const { session, status } = await readCheckout(sessionId, subjects, deps);
    if (status === 'paid') return null;
    const decision = decideCheckoutCommand(session, { type: 'cancel' }, deps.now().toISOString());
    // Already cancelled or expired: the payer returns as well.
    if (!decision.ok) return decision.reason === 'paid' ? null : session.redirectUrl;
    const outcome = await transact(deps.table, { session: checkoutSessionWrite(decision.next) });
    return outcome.kind === 'written' ? session.redirectUrl : lostRace;
  });
}
