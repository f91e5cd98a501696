import { actorOf, type PersonCaller } from '../../access/auth/caller.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { closedInvoiceWrite, findInvoice } from '../../payments/db/invoices.ts';
import { readPaymentProgress } from '../../payments/usecases/payment-subject.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { filingConditions } from '../../registry/usecases/read-accessible-entity.ts';
import { withdrawalReason } from '../../reviews/domain/review-steps.ts';
import { closedReviewWrites } from '../../reviews/usecases/close-review.ts';
import { aboutApplicant } from '../../reviews/usecases/create-review.ts';
import { amendmentWrite, closeAmendmentWrite } from '../db/amendments.ts';
import { decideAmendment } from '../domain/amendment.ts';
import { type FilingOfEntity, readOwnAmendment } from './read-amendment.ts';

/**
 * Withdraws an undecided amendment for a representative: it is Rejected, its review closed, an open invoice voided, and
 * the entity can file another. A paid invoice stays paid. If it was signed, all representatives and everyone who
 * objected are notified. False if it is decided, or if a payment was started and may still arrive.
 *
 * Each write is refused if its item has changed since it was read, so that concurrent payments, signatures, decisions
 * and withdrawals have one winner.
 *
 * Errors: 403 and 404 as `readOwnAmendment`.
 */
export function withdrawAmendment(
  filing: FilingOfEntity,
  caller: PersonCaller,
  deps: CoreDeps,
): Promise<boolean> {
  return untilWritten<boolean>(async () => {
    const at = deps.now().toISOString();
    const actor = actorOf(caller);
    const { amendment, entity } = await readOwnAmendment(deps.table, filing, caller);
    const { id, invoiceId, paidAt, statusId, signature, submissionId, submittedAt } = amendment;
    const decision = decideAmendment(amendment, { type: 'withdraw' }, at);
    const invoice = await findInvoice(deps.table, invoiceId);
    const progress = await readPaymentProgress(invoice, deps);
    if (!decision.ok || progress.kind === 'under_way') return false;
    const next = { ...decision.next, updatedAt: at };
    const subject = { type: 'amendment', id } as const;
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite(next),
      open: closeAmendmentWrite(next),
      invoice: closedInvoiceWrite(invoiceId, invoice, at),
      ...(await closedReviewWrites(
        { subject, submissionId, submittedAt, reason: withdrawalReason },
        async () => ({
          name: fullName(entity),
          parties: [entity.id, ...(signature ? await aboutApplicant(signature, deps.table) : [])],
        }),
        { actor, at },
        deps,
      )),
      notification:
        signature === null
          ? undefined
          : mailWrite(deps.newId(), at, { template: 'amendment_rejected', filingId: id }),
      ...filingConditions(entity.id, caller),
      ...auditAct(deps, {
        at,
        actor,
        action: 'amendment.withdrawn',
        subject,
        details: {
          legalEntityId: entity.id,
          previousStatus: statusId,
          paidInvoiceId: paidAt === null ? null : invoiceId,
        },
      }),
    });
    return outcome.kind === 'written' ? true : lostRace;
  });
}
