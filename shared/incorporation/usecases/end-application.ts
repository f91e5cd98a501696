import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
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

/** `delete` a draft that nobody has paid, or `withdraw` an application that is not decided. */
export type ApplicationEnd = 'delete' | 'withdraw';

/** `refused`: the application is no longer in a state for it, or a payment was started and may arrive. */
type Ended = 'ended' | 'refused';

/**
 * Ends the owner's application. A deleted draft is gone, with its signature link. A withdrawn application is Rejected, and its
 * review is closed. An open invoice becomes void, and a paid one stays paid.
 *
 * Each write is refused if someone wrote since it was read: a payment, a signature, a revision, a reviewer's decision and another
 * end each have one winner. A checkout that was only opened can't be paid afterwards. Money that arrives from a cancelled
 * payment opens a payment case, so that an operator returns it.
 *
 * Error: 404, also for someone else's.
 */
export function endApplication(
  applicationId: string,
  act: ApplicationEnd,
  personId: string,
  deps: CoreDeps,
): Promise<Ended> {
  return untilWritten<Ended>(async () => {
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
        details: { formerly: statusId, paidInvoiceId: paidAt === null ? null : invoiceId },
      }),
    });
    return outcome.kind === 'written' ? 'ended' : lostRace;
  });
}

/** Null: it is decided. */
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
      about: await aboutApplicant({ personId: ownerId }, deps.table),
    }),
    by,
    deps,
  );
  return { application: applicationWrite(decision.next), ...closed };
}
