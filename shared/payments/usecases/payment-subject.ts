import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import {
  type CheckoutSubjectType,
  checkoutSessionWrite,
  StoredCheckoutSession,
} from '../db/checkout-sessions.ts';
import type { StoredInvoice } from '../db/invoices.ts';
import type { PaymentDeps } from '../deps/payment-deps.ts';
import { decideCheckoutCommand } from '../domain/checkout-session.ts';
import { isInProgress, type PaymentProgress, progressOf } from '../domain/payment.ts';
import { type Payable, type Purchase, readBill } from './payable.ts';

/** How a checkout page describes the item. */
export interface PaymentTexts {
  /** For example `registration fee`. */
  readonly fee: string;
  /** For example `Application of Acme LLC`. */
  readonly kicker: string;
  /** For example `Incorporation of Acme LLC`, with the name highlighted. Both are sent to providers. */
  readonly item: { readonly text: string; readonly name: string };
  /** The next step after the payment, as a sentence. */
  readonly next: string;
  /** Whether the item has become free, so that the invoice is no longer due. */
  readonly free: boolean;
}

/** The texts for a type of items, without a name. `Next` lists the possible next steps. */
export interface FeeTexts<Next extends string> {
  readonly fee: string;
  readonly kicker: (name: string) => string;
  readonly item: string;
  readonly next: Readonly<Record<Next, string>>;
}

type OfSession = Pick<StoredCheckoutSession, 'applicationId' | 'ownerId' | 'entityId'>;

type PayableDeps = Pick<ServiceDeps, 'table' | 'fee' | 'newId'>;

/** What checkouts need for one type of product. */
interface PaymentSubject {
  /** In the reader's language; null if the item does not exist. One round trip. */
  describe(table: Table, session: OfSession, context: Localized): Promise<PaymentTexts | null>;
  /** Null if it does not exist. */
  read(session: OfSession, deps: PayableDeps): Promise<Payable | null>;
}

/** A capability's definition. `Found` is the stored item with its related data. */
interface PaymentOf<Found, Next extends string> {
  /** Null if it does not exist. One round trip. */
  find(table: Table, session: OfSession): Promise<Found | null>;
  payable(found: Found, deps: PayableDeps, session: OfSession): Payable | Promise<Payable>;
  readonly say: (context: Localized, found: Found) => FeeTexts<Next>;
  /** The item's name. */
  name(found: Found, context: Localized): string;
  /** The next step after the payment. */
  next(found: Found): Next;
  /** Whether it has become free; absent if that can't happen. */
  isFree?(found: Found): boolean;
}

/** A type of product for checkouts, built from its capability's definition. */
export function paymentSubject<Found, Next extends string>(
  payment: PaymentOf<Found, Next>,
): PaymentSubject {
  return {
    async describe(table, session, context) {
      const found = await payment.find(table, session);
      if (found === null) return null;
      const { fee, kicker, item, next } = payment.say(context, found);
      const name = payment.name(found, context);
      return {
        fee,
        kicker: kicker(name),
        item: { text: item, name },
        next: next[payment.next(found)],
        free: payment.isFree?.(found) ?? false,
      };
    },
    async read(session, deps) {
      const found = await payment.find(deps.table, session);
      return found && payment.payable(found, deps, session);
    },
  };
}

/** How each product of a checkout is paid. */
export type PaymentSubjects = Readonly<Record<CheckoutSubjectType, PaymentSubject>>;

/** The progress of an invoice's payment. One round trip, or none if it was never paid in a checkout. */
export async function readPaymentProgress(
  invoice: StoredInvoice | null,
  { table, now }: Pick<PaymentDeps, 'table' | 'now'>,
): Promise<PaymentProgress> {
  if (invoice === null) return { kind: 'none' };
  const sessions = invoice.statusId === 'open' ? await sessionsOf(invoice, table) : [];
  return progressOf(invoice, sessions, now().toISOString());
}

/** Open invoices with a started payment, by id. One round trip, and none if no payment was started. */
export async function paymentsUnderWay(
  invoices: readonly StoredInvoice[],
  deps: Pick<PaymentDeps, 'table' | 'now'>,
): Promise<ReadonlySet<string>> {
  const ids = await Promise.all(
    invoices.map(async (invoice) => {
      const { kind } = await readPaymentProgress(invoice, deps);
      return kind === 'under_way' ? [invoice.id] : [];
    }),
  );
  return new Set(ids.flat());
}

/** Cancels the payments that the payer has started. Money that arrives afterwards still pays. Error: 404. */
export function cancelPayments(
  purchase: Purchase,
  { table, now }: Pick<PaymentDeps, 'table' | 'now'>,
): Promise<void> {
  return retryOnConflict(async () => {
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
