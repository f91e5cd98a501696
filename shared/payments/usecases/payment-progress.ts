import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { checkoutSessionWrite, StoredCheckoutSession } from '../db/checkout-sessions.ts';
import type { StoredInvoice } from '../db/invoices.ts';
import type { PaymentDeps } from '../deps/payment-deps.ts';
import { decideCheckoutCommand } from '../domain/checkout-session.ts';
import { isInProgress, type PaymentProgress, progressOf } from '../domain/payment-progress.ts';
import { type Purchase, readBill } from './payable.ts';

/** How far the payment of an invoice is. One round trip, and none for what was never paid in a checkout. */
export async function readPaymentProgress(
  invoice: StoredInvoice | null,
  { table, now }: Pick<PaymentDeps, 'table' | 'now'>,
): Promise<PaymentProgress> {
  if (invoice === null) return { kind: 'none' };
  const sessions = invoice.statusId === 'open' ? await sessionsOf(invoice, table) : [];
  return progressOf(invoice, sessions, now().toISOString());
}

/**
 * Cancels the payments of the purchase that its payer has started. Money that arrives all the same still pays. Error: 404.
 */
export function cancelPayments(
  purchase: Purchase,
  { table, now }: Pick<PaymentDeps, 'table' | 'now'>,
): Promise<void> {
  return untilWritten(async () => {
    const at = now().toISOString();
    const bill = await readBill(() => purchase.read(at), table, at);
    if (bill === null) throw purchase.notFound();
    for (const session of await sessionsOf(bill.invoice, table)) {
      const decision = decideCheckoutCommand(session, { type: 'cancel' }, at);
      if (!isInProgress(session, at) || !decision.ok) continue;
      const outcome = await transact(table, { session: checkoutSessionWrite(decision.next) });
      if (outcome.kind !== 'written') return lostRace;
    }
    return undefined;
  });
}

async function sessionsOf({ checkouts = [] }: StoredInvoice, table: Table) {
  if (checkouts.length === 0) return [];
  const items = await getItems(
    table,
    checkouts.map((reference) => keys.checkoutSession(reference)),
  );
  return items.flatMap((item) => parseFound(StoredCheckoutSession, item) ?? []);
}
