import { actorOf } from '../auth/actor.ts';
import type { PersonalKeyCaller } from '../auth/caller.ts';
import { amendmentWrite, type StoredAmendment } from '../db/amendments.ts';
import { invoiceWrite, StoredInvoice } from '../db/invoices.ts';
import { keys } from '../db/keys.ts';
import { parseFound } from '../db/stored.ts';
import { getItems } from '../db/table.ts';
import { transact } from '../db/transact.ts';
import { findableVoucherKey, redemptionWrite, StoredVoucher } from '../db/vouchers.ts';
import type { ServiceDeps } from '../deps/service.ts';
import { decide } from '../domain/amendment.ts';
import { settle } from '../domain/invoice.ts';
import { redeem } from '../domain/voucher.ts';
import { apiErrors } from '../errors.ts';
import { amendmentError } from './amendment-errors.ts';
import { isProposedNameFree } from './amendment-name.ts';
import { auditAct } from './audit-act.ts';
import { invoiceAmendment } from './invoice-amendment.ts';
import { type FilingOfEntity, readOwnAmendment } from './read-amendment.ts';
import { filingConditions } from './read-filing-entity.ts';
import { submissionWrites } from './submit-amendment.ts';
import { lostRace, untilWritten } from './until-written.ts';
import { guessesKey, refuseGuesser, refuseVoucher } from './voucher-guesses.ts';

/**
 * Pays a signed filing with a voucher that covers the whole invoice, and submits it (spec 3.2, 4.15).
 *
 * First the invoice is made and the filing locked, which stays so whatever comes of the voucher. Then
 * redemption, payment and submission are one transaction: all of it happens, once, or nothing.
 *
 * Errors: 403; 404; 400 not signed, paid already, not open, or what is wrong with the voucher; 409
 * `entity.name_taken` when the name was taken meanwhile: the invoice stays paid, `submit` is still to come.
 */
export async function payAmendment(
  filing: FilingOfEntity,
  code: string,
  caller: PersonalKeyCaller,
  deps: ServiceDeps,
): Promise<StoredAmendment> {
  await invoiceAmendment(filing, caller, deps);
  return untilWritten(() => redeemFor(filing, code, caller, deps));
}

async function redeemFor(
  filing: FilingOfEntity,
  code: string,
  caller: PersonalKeyCaller,
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

  const submitted = paid.next.submittedAt !== null;
  const { next, writes } = submitted
    ? submissionWrites(paid.next, entity, deps, at)
    : waiting({ ...paid.next, updatedAt: at });
  const outcome = await transact(table, {
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
        submitted,
      },
    }),
  });
  if (outcome.kind !== 'written') return lostRace;
  if (!submitted) throw apiErrors.nameTaken();
  return next;
}

/** Paid, while the name that it leads to is somebody else's. */
function waiting(next: StoredAmendment): ReturnType<typeof submissionWrites> {
  return {
    next,
    writes: { amendment: amendmentWrite(next), name: undefined, submission: undefined },
  };
}
