import { attemptKey, attemptsOf, countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import type { ItemKey } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { type NoteEffect, onceEffect } from '../../kernel/usecases/once-effect.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { StoredInvoice } from '../db/invoices.ts';
import { findableVoucherKey, redemptionWrite, StoredVoucher } from '../db/vouchers.ts';
import { testVoucher } from '../domain/test-voucher.ts';
import { redeem, unknownVouchers, type VoucherRefusal } from '../domain/voucher.ts';
import type { VoucherWord } from '../errors/payment-errors.ts';
import { settle } from './invoices.ts';
import { type Purchase, readBill, type VoucherError, voucherError } from './payable.ts';

export interface PaymentByVoucher {
  readonly code: string;
  /** The route's word for it. */
  readonly voucherWord: VoucherWord;
  readonly effect: Effect | null;
}

/**
 * Pays with a voucher that covers the whole invoice (spec 4.7). Redemption, payment and all effects are one
 * transaction.
 *
 * Errors, in this order: the caller's rights; 429 for a payer with too many unknown codes; not found; why the item
 * accepts no payment; invoice already paid, not open; why the voucher is rejected; the daily limits of an Agent Key.
 */
export function payByVoucher<A, R extends string>(
  purchase: Purchase<A, R>,
  payment: PaymentByVoucher,
  deps: CoreDeps,
): Promise<A> {
  return onceEffect(payment.effect, deps, {
    run: (note) => retryOnConflict(() => attempt(purchase, payment, note, deps)),
    again: () => purchase.again(),
  });
}

/** The amount that the voucher would pay now. Same errors as the payment; writes only the count of unknown codes. */
export async function quoteByVoucher<A, R extends string>(
  purchase: Purchase<A, R>,
  payment: Omit<PaymentByVoucher, 'effect'>,
  deps: CoreDeps,
): Promise<StoredInvoice> {
  return (await prepare(purchase, payment, deps)).invoice;
}

async function attempt<A, R extends string>(
  purchase: Purchase<A, R>,
  payment: PaymentByVoucher,
  note: NoteEffect,
  deps: CoreDeps,
): Promise<A | typeof lostRace> {
  const { subject, settled, voucher, counted } = await prepare(purchase, payment, deps);
  const outcome = await transact(deps.table, {
    effect: note(subject.id),
    ...settled.writes,
    ...purchase.extraWrites,
    voucher: redemptionWrite(voucher),
    ...counted,
  });
  if (outcome.kind === 'written') return settled.answer;
  if (outcome.refusal !== undefined) throw outcome.refusal;
  return lostRace;
}

/** The writes of the payment in the current state. */
async function prepare<A, R extends string>(
  purchase: Purchase<A, R>,
  { code, voucherWord }: Omit<PaymentByVoucher, 'effect'>,
  deps: CoreDeps,
) {
  const { payerId, actor } = purchase;
  const now = deps.now();
  const at = now.toISOString();
  const [bill, [found, guesses]] = await Promise.all([
    readBill(() => purchase.read(at), deps.table, at),
    getItems(deps.table, [findableVoucherKey(code), guessesKey(payerId, now)]),
  ]);
  refuseGuesser(guesses, now);
  if (bill === null) throw purchase.notFound();
  const { payable, invoice } = bill;
  if (payable.refusal) throw payable.error(payable.refusal);
  const voucher =
    (deps.isSandbox === true ? testVoucher(code, payable.subject.type) : null) ??
    parseFound(StoredVoucher, found);
  const details = { ...purchase.details, method: 'voucher' };
  const settlement = { voucherCode: voucher?.code ?? code };
  const settled = settle(bill, { settlement, actor, details }, deps, at);
  if (!settled.ok) throw payable.error(settled.reason);
  const redeemed = redeem(voucher, invoice, at);
  if (!redeemed.ok) {
    return refuseVoucher(redeemed.reason, voucherWord, payerId, deps, purchase.voucherError);
  }
  return {
    subject: payable.subject,
    invoice,
    settled: settled.next,
    voucher: redeemed.next,
    counted: purchase.counted?.(invoice.amountCents, now),
  };
}

/** The key of the owner's count of unknown codes, to be read together with the voucher. */
function guessesKey(ownerId: string, now: Date): ItemKey {
  return attemptKey(unknownVouchers, ownerId, now.getTime());
}

/** Error: 429 for an owner with too many unknown codes, whether or not this one is right. */
function refuseGuesser(guesses: Item | undefined, now: Date): void {
  if (attemptsOf(guesses) >= unknownVouchers.max) throw tooMany(now);
}

/** Throws the error for a rejected voucher. Counts an unknown code; beyond the limit, the error is 429. */
async function refuseVoucher(
  refusal: VoucherRefusal,
  voucherWord: VoucherWord,
  ownerId: string,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
  errorOf: VoucherError = voucherError,
): Promise<never> {
  if (refusal === 'not_found') {
    const { counted } = await countAttempt(table, unknownVouchers, ownerId, now().getTime());
    if (!counted) throw tooMany(now());
  }
  throw errorOf(refusal, voucherWord);
}

function tooMany(now: Date) {
  const end = unknownVouchers.window - (now.getTime() % unknownVouchers.window);
  return apiErrors.tooManyAttempts(Math.ceil(end / 1000));
}
