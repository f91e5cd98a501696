import { actorOf } from '../../access/auth/actor.ts';
import type { PersonalCaller } from '../../access/caller.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { accept } from '../../kernel/domain/decision.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { type PaymentByVoucher, payByVoucher } from '../../payments/usecases/pay-by-voucher.ts';
import type { Payable } from '../../payments/usecases/payable.ts';
import { filingConditions } from '../../registry/usecases/read-filing-entity.ts';
import { type AmendmentRefusal, decideAmendment } from '../amendment.ts';
import { amendmentWrite, type StoredAmendment } from '../amendments.ts';
import { amendmentError } from './amendment-errors.ts';
import { isProposedNameFree } from './amendment-name.ts';
import { invoiceAmendment } from './invoice-amendment.ts';
import { type FilingOfEntity, readOwnAmendment } from './read-amendment.ts';
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
  const subject = {
    payerId: caller.personId,
    actor: actorOf(caller),
    also: filingConditions(filing.entityId, caller),
    notFound: apiErrors.amendmentNotFound,
    read: () => readPayable(filing, caller, deps),
    again: async () => (await readOwnAmendment(deps.table, filing, caller)).amendment,
  };
  const amendment = await payByVoucher(subject, payment, deps);
  if (amendment.submittedAt === null) throw apiErrors.nameTaken();
  return amendment;
}

async function readPayable(
  filing: FilingOfEntity,
  caller: PersonalCaller,
  deps: ServiceDeps,
): Promise<Payable<StoredAmendment, AmendmentRefusal>> {
  const { amendment, entity } = await invoiceAmendment(filing, caller, deps);
  const nameFree = await isProposedNameFree(deps.table, entity, amendment.proposedChanges);
  return {
    subject: { type: 'amendment', id: amendment.id },
    invoiceId: amendment.invoiceId,
    fee: null,
    error: (refusal) => amendmentError(refusal, 'payment'),
    pay(at) {
      const paid = decideAmendment(amendment, { type: 'pay', nameFree }, at);
      if (!paid.ok) return paid;
      const submitted = paid.next.submittedAt !== null;
      const next = { ...paid.next, updatedAt: at };
      const { next: answer, writes } = submitted
        ? submissionWrites(next, { entity, caller }, deps, at)
        : { next, writes: { amendment: amendmentWrite(next) } };
      return accept({
        answer,
        writes: { ...writes },
        details: { legalEntityId: entity.id, submitted },
      });
    },
  };
}
