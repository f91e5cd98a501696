import { amendmentPayment } from '../../amendments/usecases/pay-amendment.ts';
import { certificatePayment } from '../../certificates/usecases/pay-certificate.ts';
import { applicationPayment } from '../../incorporation/usecases/pay-application.ts';
import { transact, type Writes } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { WebhookOutcome } from '../../payments/contracts/payment-contract.ts';
import {
  checkoutSessionWrite,
  findCheckoutSession,
  type StoredCheckoutSession,
} from '../../payments/db/checkout-sessions.ts';
import type { StoredInvoice } from '../../payments/db/invoices.ts';
import { newPaymentCaseWrites } from '../../payments/db/payment-cases.ts';
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
import { system } from '../../platform/domain/audit-entry.ts';
import { residencyPayment } from '../../residency/usecases/pay-residency.ts';

/** A report, and everything that is recorded of it. */
interface Report {
  readonly provider: PaymentProviderName;
  readonly event: PaymentEvent;
  readonly at: string;
}

/**
 * Money has arrived: settles the invoice and marks what it was for as paid, with all that follows, in one
 * transaction, once for each payment. The state of the checkout session does not matter.
 *
 * Money that settles nothing is recorded, for an operator to return: `duplicate` when the invoice was already
 * paid, `refused` when the amount, the currency or the invoice is not right, `unmatched` when no session of
 * this provider fits, or the subject of the invoice was erased.
 */
function confirmPayment(
  provider: PaymentProviderName,
  event: PaymentEvent,
  deps: ServiceDeps,
): Promise<WebhookOutcome> {
  return untilWritten(async () => {
    const report = { provider, event, at: deps.now().toISOString() };
    const session = await findCheckoutSession(deps.table, event.reference);
    if (session?.provider !== provider) return setAside(report, unmatched, deps);
    const { subjectType } = session;
    const read = () => paymentSubjects[subjectType].read(session, deps);
    const bill = await readBill(read, deps.table, report.at);
    // The subject of the invoice was erased in the meantime, and the invoice with it.
    if (bill === null) return setAside(report, unmatched, deps);
    const { invoice } = bill;
    // The report of a payment that has settled it comes here as well: its claim makes that a repetition.
    if (invoice.statusId !== 'paid') return settleBy(report, session, bill, deps);
    return setAside(report, { outcome: 'duplicate', kind: 'duplicate', invoice }, deps);
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
    setAside(report, { outcome: 'refused', kind: kindOfRefusal(reason), invoice, reason }, deps);
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
  /** Which the money was for; null if nobody can say. */
  readonly invoice: StoredInvoice | null;
  readonly reason?: string;
}

const unmatched: Aside = { outcome: 'unmatched', kind: 'unmatched', invoice: null };

/**
 * Records money that settles nothing, and opens a case for it; the log says it once, as an error, because someone must
 * act. The same money under another report is a repetition.
 */
async function setAside(
  report: Report,
  { outcome, kind, invoice, reason }: Aside,
  deps: ServiceDeps,
): Promise<WebhookOutcome | typeof lostRace> {
  const { provider, event, at } = report;
  const { id: eventId, paymentId, amountCents, currency } = event;
  const subject = invoice?.subject ?? null;
  const details = {
    ...(invoice !== null && { invoiceId: invoice.id }),
    ...(reason !== undefined && { reason }),
  };
  const recorded = await record(report, outcome, deps, {
    payment:
      outcome === 'duplicate' && invoice !== null
        ? paymentClaim(provider, paymentId, { outcome, invoiceId: invoice.id }, at)
        : undefined,
    ...newPaymentCaseWrites({
      kind,
      provider,
      paymentId,
      entryId: null,
      invoiceId: invoice?.id ?? null,
      subject,
      amountCents,
      currency,
      invoiceCents: invoice?.amountCents ?? null,
      invoiceCurrency: invoice?.currency ?? null,
      createdAt: at,
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

/** Writes what follows from the report, if neither it nor its payment has had its effect before. */
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

/** The payment failed. The session can start another one. */
function releasePayment(
  provider: PaymentProviderName,
  { id, reference, paymentId }: PaymentEvent,
  { table, now }: ServiceDeps,
): Promise<WebhookOutcome> {
  return untilWritten(async () => {
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
