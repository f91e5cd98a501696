import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import type { Write, Writes } from '../../kernel/db/transact.ts';
import type { Decision } from '../../kernel/domain/decision.ts';
import type { Fee } from '../../kernel/domain/payment.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import type { Actor, AuditEntry } from '../../platform/domain/audit-entry.ts';
import { StoredInvoice } from '../db/invoices.ts';
import { type InvoiceRefusal, type InvoiceState, openInvoice } from '../domain/invoice.ts';
import type { VoucherRefusal } from '../domain/voucher.ts';
import type { VoucherWord } from '../errors/payment-errors.ts';
import * as paymentErrors from '../errors/payment-errors.ts';

/** An item that can be paid, as read. `A` is the payer's answer, `R` the reasons for refusal. */
export interface Payable<A = unknown, R extends string = string> {
  readonly subject: InvoiceState['subject'];
  readonly invoiceId: string;
  /** For an invoice that is not stored yet; null if it is always created in advance. */
  readonly fee: Fee | null;
  /** Why a payment is refused; null if it is allowed. Does not apply to money that has arrived. */
  readonly refusal?: R | null;
  /** Items that its payment depends on, read together with the invoice. */
  readonly needs?: readonly ItemKey[];
  /** The item after a payment. `invoice` is the paid invoice; `needed` are the items read. */
  pay(at: string, invoice: StoredInvoice, needed: Found): Decision<Paid<A>, R>;
  /** The error for the payer. */
  error(refusal: R | InvoiceRefusal): ApiError;
}

type Found = readonly (Item | undefined)[];

export interface Paid<A> {
  readonly answer: A;
  readonly writes: Writes;
  /** For the audit trail, in addition to the means of payment. */
  readonly details?: AuditEntry['details'];
}

/** A payment request, with a voucher or in a checkout. Each capability creates its own. */
export interface Purchase<A = unknown, R extends string = string> {
  /** The person or integration that owns the checkouts, and whose unknown codes are counted. */
  readonly payerId: string;
  /** The entity of a filing. */
  readonly entityId?: string;
  readonly actor: Actor;
  /** Null if there is none. Throws for callers without the right to it. */
  read(at: string): Promise<Payable<A, R> | null>;
  notFound(): ApiError;
  /** The answer to a repeated payment, in the current state. */
  again(): Promise<A>;
  /** Further writes and preconditions of a voucher's payment. */
  readonly extraWrites?: Writes;
  /** The writes that count a voucher's payment against the payer's limits, if any. */
  counted?(amountCents: number, now: Date): CountedPayment;
  /** Details of a voucher's payment, for the audit trail. */
  readonly details?: AuditEntry['details'];
  /** The error for a rejected voucher, if it differs from the default. */
  readonly voucherError?: VoucherError;
}

interface CountedPayment {
  readonly payments: Write<ApiError> | undefined;
  readonly amountCents: Write<ApiError> | undefined;
}

/**
 * How to read an item for payments and repeats, if there is only one way to find it. `find` returns null if it does not
 * exist.
 */
export function readAsFound<A extends object, R extends string>(
  find: () => Promise<A | null>,
  payable: (found: A) => Payable<A, R> | Promise<Payable<A, R>>,
  notFound: () => ApiError,
): Pick<Purchase<A, R>, 'notFound' | 'read' | 'again'> {
  return {
    notFound,
    async read() {
      const found = await find();
      return found && payable(found);
    },
    async again() {
      const found = await find();
      if (found === null) throw notFound();
      return found;
    },
  };
}

/** An item with its invoice. Version 0 means that it is not stored yet. */
export interface Bill<A = unknown, R extends string = string> {
  readonly payable: Payable<A, R>;
  readonly invoice: StoredInvoice;
  readonly needed: Found;
}

/**
 * Null if there is none. If the invoice is void, the item is read again, because they may have been voided together in
 * between.
 */
export async function readBill<A, R extends string>(
  read: () => Promise<Payable<A, R> | null>,
  table: Table,
  at: string,
): Promise<Bill<A, R> | null> {
  const payable = await read();
  if (payable === null) return null;
  const { subject, invoiceId, fee, needs = [] } = payable;
  const [found, ...needed] = await getItems(table, [keys.invoice(invoiceId), ...needs]);
  const fresh = fee && { ...openInvoice(invoiceId, subject, fee, at), version: 0 };
  const invoice = parseFound(StoredInvoice, found) ?? fresh;
  if (invoice === null) throw new Error(`${subject.type} ${subject.id} has no invoice`);
  const latest = invoice.statusId === 'void' ? await read() : payable;
  return latest && { payable: latest, invoice, needed };
}

/** Exhaustive on purpose: a new refusal does not compile until someone chooses its message. */
const errors: Record<VoucherRefusal, (voucherWord: VoucherWord) => () => ApiError> = {
  not_found: paymentErrors.codeInvalid,
  not_applicable: paymentErrors.codeNotApplicable,
  expired: paymentErrors.codeExpired,
  already_redeemed: paymentErrors.codeRedeemed,
  not_full_coverage: paymentErrors.codeTooSmall,
};

/** The error for a rejected voucher. */
export type VoucherError = (refusal: VoucherRefusal, voucherWord: VoucherWord) => ApiError;

/** The error for callers of the API and the portal (spec 4.7, 4.8). */
export function voucherError(refusal: VoucherRefusal, voucherWord: VoucherWord): ApiError {
  return errors[refusal](voucherWord)();
}

/** The error on partner routes, where a redeemed voucher is a conflict (facts C12.7). */
export function partnerVoucherError(refusal: VoucherRefusal, voucherWord: VoucherWord): ApiError {
  return refusal === 'already_redeemed'
    ? paymentErrors.codeRedeemedBefore(voucherWord)()
    : voucherError(refusal, voucherWord);
}
