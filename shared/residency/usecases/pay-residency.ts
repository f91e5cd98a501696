import { actorOf } from '../../access/auth/actor.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, getItems } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { apiErrors, type Noun } from '../../kernel/errors.ts';
import { type NoteEffect, onceEffect } from '../../kernel/usecases/once-effect.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { StoredInvoice } from '../../payments/db/invoices.ts';
import { findableVoucherKey, redemptionWrite, StoredVoucher } from '../../payments/db/vouchers.ts';
import { redeem } from '../../payments/domain/voucher.ts';
import { partnerVoucherError } from '../../payments/usecases/voucher-errors.ts';
import {
  guessesKey,
  refuseGuesser,
  refuseVoucher,
} from '../../payments/usecases/voucher-guesses.ts';
import { ApplicantAccess } from '../db/applicant-access.ts';
import { StoredResidencyApplication } from '../db/residency-applications.ts';
import { paymentRefusal } from '../domain/residency-application.ts';
import type { ResidencyOfApplicant } from './present-residency-applications.ts';
import { readResidencyApplication } from './read-residency-application.ts';
import { residencyError } from './residency-errors.ts';
import type { ResidencyOfPartner } from './revise-residency-application.ts';
import { residencyInvoice, settleResidency } from './settle-residency.ts';

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
