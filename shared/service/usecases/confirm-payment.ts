import { amendmentPayment } from '../../amendments/usecases/submit-amendment.ts';
import { certificatePayment } from '../../certificates/usecases/pay-certificate.ts';
import { applicationPayment } from '../../incorporation/usecases/pay-application.ts';
import { transact, type Writes } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { WebhookOutcome } from '../../payments/contracts/payment-contract.ts';
import {
  checkoutSessionWrite,
  findCheckoutSession,
  type StoredCheckoutSession,
} from '../../payments/db/checkout-sessions.ts';
import type { StoredInvoice } from '../../payments/db/invoices.ts';
import {
  newPaymentCaseWrites,
  paymentCaseId,
  type SeenDifference,
} from '../../payments/db/payment-cases.ts';
import { paymentClaim, reportClaim } from '../../payments/db/payment-claims.ts';
import { decideCheckoutCommand } from '../../payments/domain/checkout-session.ts';
import {
  mismatch,
  type PaymentEvent,
  type PaymentProviderName,
  settledNothing,
} from '../../payments/domain/payment.ts';
import { kindOfRefusal, type PaymentCaseKind } from '../../payments/domain/payment-case.ts';
import { settle } from '../../payments/usecases/invoices.ts';
import { type Bill, readBill } from '../../payments/usecases/payable.ts';
import type { PaymentSubjects } from '../../payments/usecases/payment-subject.ts';
import { auditRefusal } from '../../platform/db/audit-items.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { residencyPayment } from '../../residency/usecases/pay-residency.ts';

/** A report and the fields that are recorded with it. */
interface Report {
  readonly provider: PaymentProviderName;
  readonly event: PaymentEvent;
  readonly at: string;
}

/**
 * Settles the invoice of a payment that has arrived and marks its subject as paid, with all consequences, in one
 * transaction, once for each payment. The status of the checkout session does not matter.
 *
 * Money that settles nothing is recorded for an operator to return: `duplicate` if the invoice was already paid,
 * `refused` if the amount, the currency or the invoice is wrong, `unmatched` if no session of this provider fits, or
 * the invoice's subject was erased.
 */
function confirmPayment(
  provider: PaymentProviderName,
  event: PaymentEvent,
  deps: ServiceDeps,
): Promise<WebhookOutcome> {
  return retryOnConflict(async () => {
    const report = { provider, event, at: deps.now().toISOString() };
    const session = await findCheckoutSession(deps.table, event.reference);
    if (session?.provider !== provider) return setAside(report, unmatched, deps);
    const { subjectType } = session;
    const read = () => paymentSubjects[subjectType].read(session, deps);
    const bill = await readBill(read, deps.table, report.at);
    // The invoice's subject was erased in the meantime, together with the invoice.
    if (bill === null) return setAside(report, unmatched, deps, session);
    const { invoice } = bill;
    // The report of the payment that settled it also arrives here; its claim makes it a repeat.
    if (invoice.statusId !== 'paid') return settleBy(report, session, bill, deps);
    return setAside(report, { outcome: 'duplicate', kind: 'duplicate', invoice }, deps, session);
  });
}

async function settleBy(
  report: Report,
  session: StoredCheckoutSession,
  bill: Bill,
  deps: ServiceDeps,
): Promise<WebhookOutcome | typeof lostRace> {
  const { provider, event, at } = report;
  const { paymentId } = event;
  const { invoice } = bill;
  const refused = (reason: string) =>
    setAside(
      report,
      { outcome: 'refused', kind: kindOfRefusal(reason), invoice, reason },
      deps,
      session,
    );
  const reason = mismatch(event, invoice);
  if (reason !== null) return refused(reason);
  const settlement = { provider, paymentId };
  const details = { method: 'checkout', ...settlement };
  const settled = settle(bill, { settlement, actor: system, details }, deps, at);
  if (!settled.ok) return refused(settled.reason);
  const confirmed = decideCheckoutCommand(session, { type: 'confirm' }, at);
  const claimed = { outcome: 'settled', invoiceId: invoice.id } as const;
  return record(report, 'settled', deps, {
    ...settled.next.writes,
    payment: paymentClaim(provider, paymentId, claimed, at),
    session: confirmed.ok ? checkoutSessionWrite(confirmed.next) : undefined,
  });
}

interface Aside {
  readonly outcome: 'duplicate' | 'refused' | 'unmatched';
  readonly kind: PaymentCaseKind;
  /** The invoice that the money was for; null if it is unknown. */
  readonly invoice: StoredInvoice | null;
  readonly reason?: string;
}

const unmatched: Aside = { outcome: 'unmatched', kind: 'unmatched', invoice: null };

/**
 * Records money that settles nothing, opens a case for it and writes to the payer. It is logged once, as an error,
 * because someone must act. Another report of the same money is a repeat.
 *
 * With the checkout's session, the case names the payer and the item even if both the item and its invoice are gone.
 */
async function setAside(
  report: Report,
  { outcome, kind, invoice, reason }: Aside,
  deps: ServiceDeps,
  session?: StoredCheckoutSession,
): Promise<WebhookOutcome | typeof lostRace> {
  const { provider, event, at } = report;
  const { id: eventId, paymentId, amountCents, currency } = event;
  const item = session && { type: session.subjectType, id: session.applicationId };
  const subject = invoice?.subject ?? item ?? null;
  const details = {
    ...(invoice !== null && { invoiceId: invoice.id }),
    ...(reason !== undefined && { reason }),
  };
  const difference: SeenDifference = {
    kind,
    provider,
    paymentId,
    entryId: null,
    invoiceId: invoice?.id ?? session?.invoiceId ?? null,
    subject,
    ...(session && { payerId: session.ownerId }),
    amountCents,
    currency,
    invoiceCents: invoice?.amountCents ?? null,
    invoiceCurrency: invoice?.currency ?? null,
    createdAt: at,
  };
  const recorded = await record(report, outcome, deps, {
    payment:
      outcome === 'duplicate' && invoice !== null
        ? paymentClaim(provider, paymentId, { outcome, invoiceId: invoice.id }, at)
        : undefined,
    ...newPaymentCaseWrites(difference),
    email:
      session &&
      mailWrite(`payment-unused-${paymentCaseId(difference)}`, at, {
        template: 'payment_unused',
        caseId: paymentCaseId(difference),
      }),
    ...auditRefusal(deps, {
      at,
      actor: system,
      action: `payment.${outcome}`,
      subject,
      details: { ...details, provider, paymentId, eventId, amountCents, currency },
    }),
  });
  if (recorded === outcome) {
    const applicationId = subject?.id ?? null;
    deps.log.error(settledNothing, { outcome, applicationId, provider, ...details });
  }
  return recorded;
}

/** Writes the effects of a report, unless the report or its payment already had an effect. */
async function record(
  { provider, event, at }: Report,
  outcome: WebhookOutcome,
  { table }: ServiceDeps,
  writes: Writes<'repeated'>,
): Promise<WebhookOutcome | typeof lostRace> {
  const result = await transact(table, {
    report: reportClaim(provider, event.id, at),
    ...writes,
  });
  if (result.kind === 'written') return outcome;
  return result.refusal ?? lostRace;
}

/**
 * Processes a provider's report with a valid signature. Reports arrive at least once and in any order. A repeated
 * report changes nothing.
 */
export function receivePaymentEvent(
  provider: PaymentProviderName,
  event: PaymentEvent,
  deps: ServiceDeps,
): Promise<WebhookOutcome> {
  switch (event.result) {
    case 'succeeded':
      return confirmPayment(provider, event, deps);
    case 'failed':
    case 'cancelled':
      return releasePayment(provider, event, deps);
    case 'pending':
      return Promise.resolve('noted');
  }
}

/** The payment failed. The session can start another payment. */
function releasePayment(
  provider: PaymentProviderName,
  { id, reference, paymentId }: PaymentEvent,
  { table, now }: ServiceDeps,
): Promise<WebhookOutcome> {
  return retryOnConflict(async () => {
    const at = now().toISOString();
    const session = await findCheckoutSession(table, reference);
    if (session?.provider !== provider) return 'noted';
    const decision = decideCheckoutCommand(session, { type: 'release', paymentId }, at);
    if (!decision.ok) return 'noted';
    const outcome = await transact(table, {
      report: reportClaim(provider, id, at),
      session: checkoutSessionWrite(decision.next),
    });
    if (outcome.kind === 'written') return 'noted';
    return outcome.refusal ?? lostRace;
  });
}

/** Exhaustive on purpose: a new type does not compile until its payment is defined. */
export const paymentSubjects: PaymentSubjects = {
  legal_entity_application: applicationPayment,
  amendment: amendmentPayment,
  certificate_request: certificatePayment,
  residency_application: residencyPayment,
};
