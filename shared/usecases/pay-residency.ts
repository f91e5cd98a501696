import { actorOf } from '../auth/actor.ts';
import { ApplicantAccess } from '../db/applicant-access.ts';
import type { StoredInvoice } from '../db/invoices.ts';
import { keys } from '../db/keys.ts';
import { StoredResidencyApplication } from '../db/residency-applications.ts';
import { parseFound } from '../db/stored.ts';
import { getItem, getItems } from '../db/table.ts';
import { transact } from '../db/transact.ts';
import { findableVoucherKey, redemptionWrite, StoredVoucher } from '../db/vouchers.ts';
import type { ServiceDeps } from '../deps/service.ts';
import { paymentRefusal } from '../domain/residency-application.ts';
import { redeem } from '../domain/voucher.ts';
import { apiErrors, type Noun } from '../errors.ts';
import { type NoteEffect, onceEffect } from './once-effect.ts';
import type { ResidencyOfApplicant } from './present-residency-applications.ts';
import { readResidencyApplication } from './read-residency-application.ts';
import { residencyError } from './residency-errors.ts';
import type { ResidencyOfPartner } from './revise-residency-application.ts';
import { residencyInvoice, settleResidency } from './settle-residency.ts';
import { lostRace, untilWritten } from './until-written.ts';
import { partnerVoucherError } from './voucher-errors.ts';
import { guessesKey, refuseGuesser, refuseVoucher } from './voucher-guesses.ts';

export interface ResidencyVoucherPayment extends ResidencyOfPartner {
  readonly code: string;
  readonly noun: Noun;
}

/**
 * Pays a draft with a voucher that covers the whole invoice. Redemption and payment are one transaction: both
 * happen, once, or nothing does. It submits nothing.
 *
 * Errors, in this order: 429 for an integration that tries code after code; 404; 400 not a draft, nothing to
 * pay, no proof of address yet, paid already, not open; what is wrong with the voucher: 400, or 409 for one
 * that has been redeemed.
 */
export function payResidency(
  payment: ResidencyVoucherPayment,
  deps: ServiceDeps,
): Promise<ResidencyOfApplicant> {
  const { id, caller, effect } = payment;
  return onceEffect(effect, deps, {
    again: () => readResidencyApplication(id, caller, deps),
    run: (note) => untilWritten(() => attempt(payment, note, deps)),
  });
}

async function attempt(
  payment: ResidencyVoucherPayment,
  note: NoteEffect,
  deps: ServiceDeps,
): Promise<ResidencyOfApplicant | typeof lostRace> {
  const { code, noun, caller } = payment;
  const at = deps.now().toISOString();
  const { application, access, voucher } = await read(payment, deps);
  const refusal = paymentRefusal(application);
  if (refusal !== null) throw residencyError(refusal, application);
  const invoice = await readInvoice(application, deps, at);
  const settled = settleResidency(
    { application, invoice },
    {
      settlement: { voucherCode: voucher?.code ?? code },
      actor: actorOf(caller),
      details: { method: 'voucher', integrationId: caller.integrationId },
    },
    deps,
    at,
  );
  if (!settled.ok) throw residencyError(settled.reason, application);
  const redeemed = redeem(voucher, invoice, at);
  if (!redeemed.ok) {
    return refuseVoucher(redeemed.reason, noun, caller.integrationId, deps, partnerVoucherError);
  }
  const outcome = await transact(deps.table, {
    effect: note(application.id),
    ...settled.next.writes,
    voucher: redemptionWrite(redeemed.next),
  });
  return outcome.kind === 'written' ? { application: settled.next.application, access } : lostRace;
}

async function read({ id, caller, code }: ResidencyVoucherPayment, deps: ServiceDeps) {
  const { integrationId } = caller;
  const [found, foundAccess, foundVoucher, guesses] = await getItems(deps.table, [
    keys.residencyApplication(id),
    keys.applicantAccess(id),
    findableVoucherKey(code),
    guessesKey(integrationId, deps.now()),
  ]);
  refuseGuesser(guesses, deps.now());
  const application = parseFound(StoredResidencyApplication, found);
  if (application?.integrationId !== integrationId) throw apiErrors.residencyApplicationNotFound();
  const access = parseFound(ApplicantAccess, foundAccess) ?? undefined;
  return { application, access, voucher: parseFound(StoredVoucher, foundVoucher) };
}

/** The application's invoice; version 0 where nobody has wanted to pay before. */
export async function readInvoice(
  application: StoredResidencyApplication,
  deps: Pick<ServiceDeps, 'table' | 'fee'>,
  at: string,
): Promise<StoredInvoice> {
  const found = await getItem(deps.table, keys.invoice(application.invoiceId));
  return residencyInvoice(application, found, deps, at);
}
