import { actorOf, type PersonalCaller } from '../../access/auth/caller.ts';
import { countPayment } from '../../access/usecases/count-use.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { findInvoice, type StoredInvoice } from '../../payments/db/invoices.ts';
import type { Payable, Purchase } from '../../payments/usecases/payable.ts';
import { paymentSubject } from '../../payments/usecases/payment-subject.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { findFiling, type StoredEntity } from '../../registry/db/entities.ts';
import { taxesPaid } from '../../registry/domain/good-standing.ts';
import {
  filingConditions,
  readFilingFacts,
} from '../../registry/usecases/read-accessible-entity.ts';
import { certificateRequestWrite, StoredCertificateRequest } from '../db/certificates.ts';
import { decideCertificate } from '../domain/certificate.ts';
import { requestableKinds } from '../domain/certificate-type.ts';
import * as certificateErrors from '../errors/certificate-errors.ts';
import { certificateKindTexts, payCertificateTexts } from '../texts/index.ts';
import {
  certificateRefusals,
  type RequestOfEntity,
  readCertificateRequest,
} from './read-certificate-request.ts';

interface PaidCertificate {
  readonly request: StoredCertificateRequest;
  readonly invoice: StoredInvoice | null;
}

type Refusal = keyof typeof certificateRefusals;

/**
 * The request as a payment subject (spec 4.16). Its payment orders the certificate; a workflow issues it or has it
 * reviewed.
 *
 * Refusals: 403 and 404 of the caller's rights; 404 `Certificate request not found`; 409 `certificate.not_open`,
 * `certificate.not_in_good_standing`.
 */
export function certificateToPay(
  of: RequestOfEntity,
  caller: PersonalCaller,
  deps: CoreDeps,
): Purchase<PaidCertificate, Refusal> {
  const { entityId, requestId } = of;
  return {
    payerId: caller.personId,
    entityId,
    actor: actorOf(caller),
    counted: (amountCents, now) => countPayment(caller, amountCents, now),
    extraWrites: filingConditions(entityId, caller),
    notFound: certificateErrors.certificateRequestNotFound,
    async read(at) {
      const key = keys.certificateRequest(entityId, requestId);
      const { entity, others } = await readFilingFacts(deps.table, entityId, caller, [key]);
      const request = parseFound(StoredCertificateRequest, others[0]);
      if (request === null) return null;
      const paid = decidePayment({ request, entity }, at);
      const refusal = paid.ok ? null : paid.reason;
      return { ...payableCertificate({ request, entity }, deps), refusal };
    },
    async again() {
      const request = await readCertificateRequest(of, caller, deps);
      return { request, invoice: await findInvoice(deps.table, request.invoiceId) };
    },
  };
}

function payableCertificate(
  { request, entity }: CertificateOfEntity,
  { newId }: Pick<CoreDeps, 'newId'>,
): Payable<PaidCertificate, Refusal> {
  const { id: requestId, invoiceId } = request;
  return {
    subject: { type: 'certificate_request', id: requestId },
    invoiceId,
    fee: null,
    error: (refusal) => certificateRefusals[refusal](),
    pay(at, invoice) {
      const paid = decidePayment({ request, entity }, at);
      if (!paid.ok) return paid;
      const order = eventWrite(newId(), at, { type: 'certificate.paid', requestId });
      return accept({
        answer: { request: paid.next, invoice },
        writes: { request: certificateRequestWrite(paid.next), order },
      });
    },
  };
}

interface CertificateOfEntity {
  readonly request: StoredCertificateRequest;
  readonly entity: StoredEntity;
}

/** A certificate that can't be issued can't be paid for. */
function decidePayment(
  { request, entity }: CertificateOfEntity,
  at: string,
): Decision<StoredCertificateRequest, Refusal> {
  const paid = decideCertificate(request, { type: 'pay' }, at);
  const { eligible } = requestableKinds[request.type].eligibility(entity, at);
  return paid.ok && !eligible ? refuse('not_in_good_standing') : paid;
}

const textsFor = byLocale(payCertificateTexts);
const kindTextsFor = byLocale(certificateKindTexts);

/** The payment of a certificate request in the portal, which orders the certificate. */
export const certificatePayment = paymentSubject({
  find: (table, session) =>
    findFiling(table, session, keys.certificateRequest, StoredCertificateRequest),
  payable: ({ entity, filing: request }, deps) => payableCertificate({ entity, request }, deps),
  say: (context, { filing: { type } }) => textsFor(context)(kindTextsFor(context)[type].name),
  name: ({ entity }) => fullName(entity),
  next: ({ entity, filing: { contested } }) =>
    contested || taxesPaid(entity) !== true ? 'looks' : 'issues',
});
