import { actorOf } from '../../access/auth/actor.ts';
import type { PersonalCaller } from '../../access/caller.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { accept, refuse } from '../../kernel/domain/decision.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { eventWrite } from '../../outbox/outbox.ts';
import { findInvoice, type StoredInvoice } from '../../payments/db/invoices.ts';
import { type PaymentByVoucher, payByVoucher } from '../../payments/usecases/pay-by-voucher.ts';
import type { Payable } from '../../payments/usecases/payable.ts';
import { isInGoodStanding } from '../../registry/domain/good-standing.ts';
import { filingConditions, readFilingFacts } from '../../registry/usecases/read-filing-entity.ts';
import { certificateRequestWrite, StoredCertificateRequest } from '../certificates.ts';
import { decideCertificate } from '../domain/certificate.ts';
import { certificateErrors } from './certificate-errors.ts';
import { type RequestOfEntity, readCertificateRequest } from './read-certificate-request.ts';

export interface PaidCertificate {
  readonly request: StoredCertificateRequest;
  readonly invoice: StoredInvoice | null;
}

/**
 * Pays a request with a voucher (spec 4.16), and orders the certificate; a workflow issues it, or has it reviewed.
 *
 * Errors: those of `payByVoucher`: 403 and 404 of the caller's rights; 404 `Certificate request not found`; 409
 * `certificate.not_open`, `certificate.not_in_good_standing`.
 */
export function payCertificate(
  of: RequestOfEntity,
  caller: PersonalCaller,
  payment: PaymentByVoucher,
  deps: CoreDeps,
): Promise<PaidCertificate> {
  const subject = {
    payerId: caller.personId,
    actor: actorOf(caller),
    also: filingConditions(of.entityId, caller),
    notFound: apiErrors.certificateRequestNotFound,
    read: () => readPayable(of, caller, deps),
    async again() {
      const request = await readCertificateRequest(of, caller, deps);
      return { request, invoice: await findInvoice(deps.table, request.invoiceId) };
    },
  };
  return payByVoucher(subject, payment, deps);
}

async function readPayable(
  { entityId, requestId }: RequestOfEntity,
  caller: PersonalCaller,
  { table, newId }: CoreDeps,
): Promise<Payable<PaidCertificate, keyof typeof certificateErrors> | null> {
  const key = keys.certificateRequest(entityId, requestId);
  const { entity, others } = await readFilingFacts(table, entityId, caller, [key]);
  const request = parseFound(StoredCertificateRequest, others[0]);
  return (
    request && {
      subject: { type: 'certificate_request', id: requestId },
      invoiceId: request.invoiceId,
      fee: null,
      error: (refusal) => certificateErrors[refusal](),
      pay(at, invoice) {
        const paid = decideCertificate(request, { type: 'pay' }, at);
        if (!paid.ok) return paid;
        // A certificate that can't be issued can't be paid for.
        if (!isInGoodStanding(entity, at)) return refuse('not_in_good_standing');
        const order = eventWrite(newId(), at, { type: 'certificate.paid', requestId });
        return accept({
          answer: { request: paid.next, invoice },
          writes: { request: certificateRequestWrite(paid.next), order },
        });
      },
    }
  );
}
