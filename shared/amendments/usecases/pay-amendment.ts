import { actorOf } from '../../access/auth/actor.ts';
import type { PersonalCaller } from '../../access/auth/caller.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { accept } from '../../kernel/domain/decision.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { type PaymentByVoucher, payByVoucher } from '../../payments/usecases/pay-by-voucher.ts';
import type { Payable, Purchase } from '../../payments/usecases/payable.ts';
import { filingConditions } from '../../registry/usecases/read-filing-entity.ts';
import { amendmentWrite, type StoredAmendment } from '../db/amendments.ts';
import { type AmendmentRefusal, decideAmendment } from '../domain/amendment.ts';
import { amendmentError } from './amendment-errors.ts';
import { isFreeFor, proposedNameKeys } from './amendment-name.ts';
import { invoiceAmendment } from './invoice-amendment.ts';
import { type EntityFiling, type FilingOfEntity, readOwnAmendment } from './read-amendment.ts';
import { submissionWrites } from './submit-amendment.ts';

/**
 * Pays a signed filing with a voucher, and submits it (spec 3.2, 4.15). Its invoice is made and the filing locked
 * before, which holds whatever becomes of the voucher.
 *
 * Errors: those of `payByVoucher`: 403; 404; 400 not signed; then 409 `entity.name_taken` when the name was taken
 * meanwhile: the invoice stays paid, and `submit` is still needed.
 */
export async function payAmendment(
  filing: FilingOfEntity,
  caller: PersonalCaller,
  payment: PaymentByVoucher,
  deps: ServiceDeps,
): Promise<StoredAmendment> {
  const amendment = await payByVoucher(amendmentToPay(filing, caller, deps), payment, deps);
  if (amendment.submittedAt === null) throw apiErrors.nameTaken();
  return amendment;
}

/** The filing for whoever wants to pay it: to look at it makes its invoice, and locks it. */
export function amendmentToPay(
  filing: FilingOfEntity,
  caller: PersonalCaller,
  deps: ServiceDeps,
): Purchase<StoredAmendment, AmendmentRefusal> {
  return {
    payerId: caller.personId,
    entityId: filing.entityId,
    actor: actorOf(caller),
    also: filingConditions(filing.entityId, caller),
    notFound: apiErrors.amendmentNotFound,
    read: async () => payableAmendment(await invoiceAmendment(filing, caller, deps), caller, deps),
    again: async () => (await readOwnAmendment(deps.table, filing, caller)).amendment,
  };
}

/** A filing that has an invoice, as something to be paid; `caller` pays, and submits it thereby. */
export function payableAmendment(
  { amendment, entity }: EntityFiling,
  caller: PersonalCaller,
  deps: Pick<ServiceDeps, 'newId'>,
): Payable<StoredAmendment, AmendmentRefusal> {
  return {
    subject: { type: 'amendment', id: amendment.id },
    invoiceId: amendment.invoiceId,
    fee: null,
    needs: proposedNameKeys(entity, amendment.proposedChanges),
    error: (refusal) => amendmentError(refusal, 'payment'),
    pay(at, _invoice, [claim]) {
      const nameFree = isFreeFor(entity, claim);
      const paid = decideAmendment(amendment, { type: 'pay', nameFree }, at);
      if (!paid.ok) return paid;
      const submitted = paid.next.submittedAt !== null;
      const next = { ...paid.next, updatedAt: at };
      const details = { legalEntityId: entity.id, submitted };
      if (!submitted) {
        return accept({ answer: next, writes: { amendment: amendmentWrite(next) }, details });
      }
      const submission = submissionWrites(next, { entity, caller }, deps, at);
      return accept({ answer: submission.next, writes: { ...submission.writes }, details });
    },
  };
}
