import { transact } from '../../kernel/db/transact.ts';
import { timeLeft } from '../../kernel/runtime/deadline.ts';
import { findInvoice, type StoredInvoice } from '../../payments/db/invoices.ts';
import { newPaymentCaseWrites, type SeenDifference } from '../../payments/db/payment-cases.ts';
import {
  type ClaimedPayment,
  claimedPaymentsOf,
  findClaimedPayment,
  findStatementProgress,
  foundOnStatement,
  paymentReturnWrite,
  statementProgressWrite,
} from '../../payments/db/payment-claims.ts';
import type { PaymentDeps } from '../../payments/deps/payment-deps.ts';
import {
  mismatch,
  type PaymentProviderName,
  paymentProviders,
  reportOf,
} from '../../payments/domain/payment.ts';
import {
  afterFailure,
  afterPage,
  firstProgress,
  isStatementDue,
  type StatementEntry,
  type StatementPage,
  settledDayToCheck,
  unreadSeconds,
} from '../../payments/domain/statement.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { receivePaymentEvent } from './confirm-payment.ts';

/** With less time left, in milliseconds, no further page is read. */
const reserve = 60_000;

/** How many entries of a page are compared in parallel. */
const atOnce = 8;

/** Counts of a run. */
export interface StatementsRead {
  readonly pages: number;
  readonly entries: number;
  /** Providers that gave no answer. */
  readonly failed: number;
}

/**
 * Reads the providers' due statements of recent days, as far as time allows, and compares them with the payments
 * settled here. An unreported payment settles now, as if it had been reported. Each remaining difference becomes a
 * case, once, and refunds are recorded. Reading an entry again changes nothing.
 *
 * Throws at the end if something other than a provider failed; the next run reads that page again.
 */
export async function readStatements(deps: PaymentDeps): Promise<StatementsRead> {
  const read = { pages: 0, entries: 0, failed: 0 };
  const errors: unknown[] = [];
  let oldest: number | null = null;
  for (const name of paymentProviders) {
    const readStatement = deps.payments.provider(name)?.readStatement ?? null;
    if (readStatement === null) continue;
    try {
      const unread = await readOf(name, readStatement, read, deps);
      oldest = Math.max(oldest ?? 0, unread);
    } catch (error) {
      errors.push(error);
    }
  }
  if (oldest !== null) deps.log.measure({ metric: 'StatementsMissing', value: oldest });
  if (errors.length > 0) throw errors[0];
  return read;
}

/** Returns how many seconds ago the last day that was read ended. */
async function readOf(
  provider: PaymentProviderName,
  readStatement: (day: string, cursor: string | null) => Promise<StatementPage>,
  read: { pages: number; entries: number; failed: number },
  deps: PaymentDeps,
): Promise<number> {
  const { table, now, log } = deps;
  const at = () => now().toISOString();
  let progress = (await findStatementProgress(table, provider)) ?? {
    ...firstProgress(at()),
    version: 0,
  };
  while (isStatementDue(progress, at()) && timeLeft() > reserve) {
    const { day, cursor, version } = progress;
    let page: StatementPage;
    let next: typeof progress;
    try {
      page = await readStatement(day, cursor);
    } catch (error) {
      read.failed += 1;
      const cause = error instanceof Error ? error.name : 'unknown error';
      log.info('a payment provider gave no statement', { provider, day, cause });
      next = { ...afterFailure(progress, at()), version };
      await transact(table, { progress: statementProgressWrite(provider, next) });
      return unreadSeconds(next, at());
    }
    for (let first = 0; first < page.entries.length; first += atOnce) {
      const some = page.entries.slice(first, first + atOnce);
      await Promise.all(some.map((entry) => compare(provider, day, entry, deps)));
    }
    const checked = page.next === null ? settledDayToCheck(progress, day) : null;
    if (checked !== null) await findMissing(provider, checked, deps);
    next = { ...afterPage(progress, page.next), version };
    const kept = await transact(table, { progress: statementProgressWrite(provider, next) });
    // Another run is working on it and continues.
    if (kept.kind !== 'written') break;
    read.pages += 1;
    read.entries += page.entries.length;
    progress = { ...next, version: version + 1 };
  }
  return unreadSeconds(progress, at());
}

/** Handles one entry; a repeat has no effect. */
async function compare(
  provider: PaymentProviderName,
  day: string,
  entry: StatementEntry,
  deps: PaymentDeps,
): Promise<void> {
  const { table } = deps;
  const { paymentId } = entry;
  let claimed = await findClaimedPayment(table, provider, paymentId);
  if (entry.kind !== 'payment') return recordReturn(provider, day, entry, claimed, deps);
  if (claimed === null) {
    const { reference, amountCents, currency } = entry;
    const found = { result: 'succeeded', paymentId, reference, amountCents, currency } as const;
    // Settled, or set aside with its own case.
    await receivePaymentEvent(provider, reportOf(found), deps);
    claimed = await findClaimedPayment(table, provider, paymentId);
    if (claimed === null) return;
  }
  const invoice = await findInvoice(table, claimed.invoiceId);
  const seen = differenceOf(provider, entry, invoice, deps);
  const noted = await transact(table, { found: foundOnStatement(provider, paymentId, entry.id) });
  if (noted.kind !== 'written') {
    if (noted.refusal !== 'other_entry') throw noted.error;
    await open({ ...seen, kind: 'duplicate', entryId: entry.id }, deps);
    return;
  }
  if (claimed.outcome === 'duplicate') {
    await open({ ...seen, kind: 'duplicate', entryId: null }, deps);
  } else if (invoice !== null && mismatch(entry, { ...invoice, statusId: 'paid' }) !== null) {
    await open({ ...seen, kind: 'amount', entryId: null }, deps);
  }
}

/** Records returned money. If it had settled an invoice, someone must handle that. */
async function recordReturn(
  provider: PaymentProviderName,
  day: string,
  entry: StatementEntry,
  claimed: ClaimedPayment | null,
  deps: PaymentDeps,
): Promise<void> {
  const at = deps.now().toISOString();
  const invoice = claimed && (await findInvoice(deps.table, claimed.invoiceId));
  const kind = entry.kind === 'refund' ? 'returned' : 'charged_back';
  const invoiceId = claimed?.invoiceId ?? null;
  const seen = {
    ...differenceOf(provider, entry, invoice, deps),
    kind,
    entryId: entry.id,
  } as const;
  const { id: entryId, paymentId, amountCents, currency } = entry;
  // Refused if it was already recorded.
  await transact(deps.table, {
    recorded: paymentReturnWrite(provider, entry, { day, at, invoiceId }),
    ...(claimed?.outcome === 'settled' && newPaymentCaseWrites(seen)),
    ...auditAct(deps, {
      at,
      actor: system,
      action: `payment.${kind}`,
      subject: seen.subject,
      details: { provider, paymentId, entryId, invoiceId, amountCents, currency, day },
    }),
  });
}

/** Opens cases for payments that were settled here on a day but are on no statement. */
async function findMissing(
  provider: PaymentProviderName,
  day: string,
  deps: PaymentDeps,
): Promise<void> {
  for (const claimed of await claimedPaymentsOf(deps.table, provider, day)) {
    if (claimed.entryId !== null) continue;
    const { paymentId } = claimed;
    const invoice = await findInvoice(deps.table, claimed.invoiceId);
    const nothing = { paymentId, amountCents: null, currency: null };
    const seen = differenceOf(provider, nothing, invoice, deps);
    await open({ ...seen, kind: 'missing', entryId: null }, deps);
  }
}

function differenceOf(
  provider: PaymentProviderName,
  entry: Pick<SeenDifference, 'paymentId' | 'amountCents' | 'currency'>,
  invoice: StoredInvoice | null,
  { now }: PaymentDeps,
): Omit<SeenDifference, 'kind' | 'entryId'> {
  const { paymentId, amountCents, currency } = entry;
  return {
    provider,
    paymentId,
    amountCents,
    currency,
    invoiceId: invoice?.id ?? null,
    subject: invoice?.subject ?? null,
    invoiceCents: invoice?.amountCents ?? null,
    invoiceCurrency: invoice?.currency ?? null,
    createdAt: now().toISOString(),
  };
}

/** Opens the case of a difference unless it exists, and records the act. */
async function open(seen: SeenDifference, deps: PaymentDeps): Promise<void> {
  const { provider, kind, paymentId, entryId, invoiceId, amountCents, currency, createdAt } = seen;
  await transact(deps.table, {
    ...newPaymentCaseWrites(seen),
    ...auditAct(deps, {
      at: createdAt,
      actor: system,
      action: `payment.${kind}`,
      subject: seen.subject,
      details: { provider, paymentId, entryId, invoiceId, amountCents, currency },
    }),
  });
}
