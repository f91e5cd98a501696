import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { closedInvoiceWrite, findInvoice } from '../../payments/db/invoices.ts';
import { readPaymentProgress } from '../../payments/usecases/payment-subject.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { withdrawalReason } from '../../reviews/domain/review-steps.ts';
import { closedReviewWrites } from '../../reviews/usecases/close-review.ts';
import { aboutApplicant } from '../../reviews/usecases/create-review.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import {
  applicationWrite,
  findApplication,
  removedApplicationWrites,
  type StoredApplication,
} from '../db/applications.ts';
import { decideApplication, isDeletable } from '../domain/application.ts';

/** `delete` an unpaid draft, or `withdraw` an undecided application. */
export type ApplicationEnd = 'delete' | 'withdraw';

/** `refused`: the status does not allow it, or a payment was started and may still arrive. */
type Ended = 'ended' | 'refused';

/**
 * Ends the owner's application. A deleted draft is removed with its signature link. A withdrawn application is Rejected
 * and its review closed. An open invoice becomes void; a paid one stays paid.
 *
 * Each write is refused if its item has changed since it was read, so concurrent payments, signatures, revisions and
 * decisions have one winner. An opened checkout can no longer be paid. Money from a cancelled payment opens a payment
 * case, so that an operator refunds it.
 *
 * Error: 404, also for someone else's application.
 */
export function endApplication(
  applicationId: string,
  act: ApplicationEnd,
  personId: string,
  deps: CoreDeps,
): Promise<Ended> {
  return retryOnConflict<Ended>(async () => {
    const at = deps.now().toISOString();
    const application = await findApplication(deps.table, personId, applicationId);
    if (application === null) throw apiErrors.notFound();
    const { invoiceId, paidAt, statusId } = application;
    const actor = personActor(personId);
    const invoice = await findInvoice(deps.table, invoiceId);
    const progress = await readPaymentProgress(invoice, deps);
    if (progress.kind === 'under_way') return 'refused';
    const writes =
      act === 'delete'
        ? isDeletable(application) && removedApplicationWrites(application)
        : await withdrawalWrites(application, { actor, at }, deps);
    if (!writes) return 'refused';
    const outcome = await transact(deps.table, {
      ...writes,
      invoice: closedInvoiceWrite(invoiceId, invoice, at),
      ...auditAct(deps, {
        at,
        actor,
        action:
          act === 'delete'
            ? 'legal_entity_application.deleted'
            : 'legal_entity_application.withdrawn',
        subject: { type: 'legal_entity_application', id: applicationId },
        details: { previousStatus: statusId, paidInvoiceId: paidAt === null ? null : invoiceId },
      }),
    });
    return outcome.kind === 'written' ? 'ended' : lostRace;
  });
}

/** The writes of a withdrawal; null if the application is decided. */
async function withdrawalWrites(
  application: StoredApplication,
  by: Parameters<typeof closedReviewWrites>[2],
  deps: CoreDeps,
) {
  const decision = decideApplication(application, { type: 'withdraw' }, by.at);
  if (!decision.ok) return null;
  const { id, ownerId, name, extension, submissionId, submittedAt } = application;
  const subject = { type: 'legal_entity_application', id } as const;
  const closed = await closedReviewWrites(
    { subject, submissionId, submittedAt, reason: withdrawalReason },
    async () => ({
      name: fullName({ name, extension, nameStartsWithExtension: false }),
      parties: await aboutApplicant({ personId: ownerId }, deps.table),
    }),
    by,
    deps,
  );
  return { application: applicationWrite(decision.next), ...closed };
}
