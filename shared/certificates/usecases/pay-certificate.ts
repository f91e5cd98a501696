import { actorOf } from '../../access/auth/actor.ts';
import { auditAct } from '../../audit/audit-act.ts';
import type { PersonalKeyCaller } from '../../kernel/caller.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { type NoteEffect, onceEffect } from '../../kernel/usecases/once-effect.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../outbox/outbox.ts';
import { findInvoice, invoiceWrite, type StoredInvoice } from '../../payments/db/invoices.ts';
import { findableVoucherKey, redemptionWrite, StoredVoucher } from '../../payments/db/vouchers.ts';
import { settle } from '../../payments/domain/invoice.ts';
import { redeem } from '../../payments/domain/voucher.ts';
import {
  guessesKey,
  refuseGuesser,
  refuseVoucher,
} from '../../payments/usecases/voucher-guesses.ts';
import { isInGoodStanding } from '../../registry/domain/good-standing.ts';
import { filingConditions, readFilingFacts } from '../../registry/usecases/read-filing-entity.ts';
import {
  certificateRequestWrite,
  findCertificateRequest,
  StoredCertificateRequest,
} from '../certificates.ts';
import { decideCertificate } from '../domain/certificate.ts';
import { certificateErrors } from './certificate-errors.ts';
import { readCertificateRequest } from './read-certificate-request.ts';

export interface CertificatePayment {
  readonly entityId: string;
  readonly requestId: string;
  readonly code: string;
  readonly caller: PersonalKeyCaller;
  readonly effect: Effect | null;
}

export interface PaidCertificateRequest {
  readonly request: StoredCertificateRequest;
  readonly invoice: StoredInvoice;
}

/**
 * Pays a request with a voucher that covers the whole invoice (spec 4.16). Redemption, payment and the order
 * to issue are one transaction; the certificate is issued, or reviewed, by a workflow.
 *
 * Errors: 403 and 404 of the caller's rights; 404 `Certificate request not found`; 400 `Invoice is already
 * paid`, or what is wrong with the voucher; 409 `certificate.not_open`, `certificate.not_in_good_standing`.
 */
export function payCertificate(
  payment: CertificatePayment,
  deps: CoreDeps,
): Promise<PaidCertificateRequest> {
  return onceEffect(payment.effect, deps, {
    run: (note) => untilWritten(() => attempt(payment, note, deps)),
    again: async () => {
      const request = await readCertificateRequest(payment, payment.caller, deps);
      return { request, invoice: await requireInvoice(request, deps) };
    },
  });
}

async function requireInvoice(
  { id, invoiceId }: StoredCertificateRequest,
  { table }: CoreDeps,
): Promise<StoredInvoice> {
  const invoice = await findInvoice(table, invoiceId);
  if (invoice === null) throw new Error(`request ${id} has no invoice`);
  return invoice;
}

async function attempt(
  { entityId, requestId, code, caller }: CertificatePayment,
  note: NoteEffect,
  deps: CoreDeps,
): Promise<PaidCertificateRequest | typeof lostRace> {
  const { table } = deps;
  const at = deps.now().toISOString();
  const { entity, others } = await readFilingFacts(table, entityId, caller, [
    keys.certificateRequest(entityId, requestId),
    findableVoucherKey(code),
    guessesKey(caller.personId, deps.now()),
  ]);
  refuseGuesser(others[2], deps.now());
  const request = parseFound(StoredCertificateRequest, others[0]);
  const voucher = parseFound(StoredVoucher, others[1]);
  if (request === null) throw apiErrors.certificateRequestNotFound();
  const invoice = await requireInvoice(request, deps);

  const paid = decideCertificate(request, { type: 'pay' }, at);
  if (!paid.ok) throw certificateErrors[paid.reason]();
  // A certificate that can't be issued can't be paid for.
  if (!isInGoodStanding(entity, at)) throw certificateErrors.not_in_good_standing();
  const settled = settle(invoice, { voucherCode: voucher?.code ?? code }, at);
  if (!settled.ok) {
    // Cancelled between the two reads: then that is what the caller is told.
    const current = await findCertificateRequest(table, entityId, requestId);
    if (current?.version !== request.version) return lostRace;
    throw certificateErrors[settled.reason]();
  }
  const redeemed = redeem(voucher, invoice, at);
  if (!redeemed.ok) return refuseVoucher(redeemed.reason, 'Voucher', caller.personId, deps);

  const outcome = await transact(table, {
    effect: note(requestId),
    ...filingConditions(entityId, caller),
    request: certificateRequestWrite(paid.next),
    invoice: invoiceWrite(settled.next),
    voucher: redemptionWrite(redeemed.next),
    paid: eventWrite(deps.newId(), at, { type: 'certificate.paid', requestId }),
    ...auditAct(deps, {
      at,
      actor: actorOf(caller),
      action: 'certificate_request.paid',
      subject: { type: 'certificate_request', id: requestId },
      details: { method: 'voucher', invoiceId: invoice.id },
    }),
  });
  return outcome.kind === 'written' ? { request: paid.next, invoice: settled.next } : lostRace;
}
