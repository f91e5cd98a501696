import { actorOf } from '../../access/auth/actor.ts';
import { auditAct } from '../../audit/audit-act.ts';
import type { PersonalKeyCaller } from '../../kernel/caller.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { type NoteEffect, onceEffect } from '../../kernel/usecases/once-effect.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { invoiceWrite, StoredInvoice } from '../../payments/db/invoices.ts';
import { findableVoucherKey, redemptionWrite, StoredVoucher } from '../../payments/db/vouchers.ts';
import { settle } from '../../payments/domain/invoice.ts';
import { redeem } from '../../payments/domain/voucher.ts';
import {
  guessesKey,
  refuseGuesser,
  refuseVoucher,
} from '../../payments/usecases/voucher-guesses.ts';
import { filingConditions } from '../../registry/usecases/read-filing-entity.ts';
import { decide } from '../amendment.ts';
import { amendmentWrite, type StoredAmendment } from '../amendments.ts';
import { amendmentError } from './amendment-errors.ts';
import { isProposedNameFree } from './amendment-name.ts';
import { invoiceAmendment } from './invoice-amendment.ts';
import { type FilingOfEntity, readOwnAmendment } from './read-amendment.ts';
import { submissionWrites } from './submit-amendment.ts';

export interface AmendmentPayment {
  readonly code: string;
  readonly caller: PersonalKeyCaller;
  readonly effect: Effect | null;
}

/**
 * Pays a signed filing with a voucher that covers the whole invoice, and submits it (spec 3.2, 4.15).
 *
 * First the invoice is made and the filing locked, which holds whatever becomes of the voucher. Then
 * redemption, payment and submission are one transaction: all of it happens, once, or nothing.
 *
 * Errors: 403; 404; 400 not signed, paid already, not open, or what is wrong with the voucher; 409
 * `entity.name_taken` when the name was taken meanwhile: the invoice stays paid, and `submit` is still needed.
 */
export function payAmendment(
  filing: FilingOfEntity,
  payment: AmendmentPayment,
  deps: ServiceDeps,
): Promise<StoredAmendment> {
  const { caller, effect } = payment;
  return onceEffect(effect, deps, {
    run: async (note) => {
      await invoiceAmendment(filing, caller, deps);
      return untilWritten(() => redeemFor(filing, payment, note, deps));
    },
    again: async () => submitted((await readOwnAmendment(deps.table, filing, caller)).amendment),
  });
}

/** Error: 409 for one that is paid and not submitted, because its name was taken. */
function submitted(amendment: StoredAmendment): StoredAmendment {
  if (amendment.submittedAt === null) throw apiErrors.nameTaken();
  return amendment;
}

async function redeemFor(
  filing: FilingOfEntity,
  { code, caller }: AmendmentPayment,
  note: NoteEffect,
  deps: ServiceDeps,
): Promise<StoredAmendment | typeof lostRace> {
  const at = deps.now().toISOString();
  const { table } = deps;
  const { amendment, entity } = await readOwnAmendment(table, filing, caller);
  const [foundInvoice, foundVoucher, guesses] = await getItems(table, [
    keys.invoice(amendment.invoiceId),
    findableVoucherKey(code),
    guessesKey(caller.personId, deps.now()),
  ]);
  refuseGuesser(guesses, deps.now());
  const invoice = parseFound(StoredInvoice, foundInvoice);
  const voucher = parseFound(StoredVoucher, foundVoucher);
  const nameFree = await isProposedNameFree(table, entity, amendment.proposedChanges);

  const paid = decide(amendment, { type: 'pay', nameFree }, at);
  if (!paid.ok) throw amendmentError(paid.reason, 'payment');
  if (invoice === null) throw new Error(`amendment ${amendment.id} has no invoice`);
  const settled = settle(invoice, { voucherCode: voucher?.code ?? code }, at);
  if (!settled.ok) throw amendmentError(settled.reason, 'payment');
  const redeemed = redeem(voucher, invoice, at);
  if (!redeemed.ok) return refuseVoucher(redeemed.reason, 'Voucher', caller.personId, deps);

  const complete = paid.next.submittedAt !== null;
  const { next, writes } = complete
    ? submissionWrites(paid.next, { entity, caller }, deps, at)
    : waiting({ ...paid.next, updatedAt: at });
  const outcome = await transact(table, {
    effect: note(amendment.id),
    ...writes,
    invoice: invoiceWrite(settled.next),
    voucher: redemptionWrite(redeemed.next),
    ...filingConditions(entity.id, caller),
    ...auditAct(deps, {
      at,
      actor: actorOf(caller),
      action: 'amendment.paid',
      subject: { type: 'amendment', id: amendment.id },
      details: {
        legalEntityId: entity.id,
        method: 'voucher',
        invoiceId: invoice.id,
        submitted: complete,
      },
    }),
  });
  return outcome.kind === 'written' ? submitted(next) : lostRace;
}

/** Paid, but another entity has the resulting name. */
function waiting(next: StoredAmendment): ReturnType<typeof submissionWrites> {
  return {
    next,
    writes: {
      amendment: amendmentWrite(next),
      name: undefined,
      submission: undefined,
      told: undefined,
    },
  };
}
