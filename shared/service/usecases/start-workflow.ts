import { causingRequest } from '../../kernel/runtime/cause.ts';
import { wasDelivered } from '../../platform/db/deliveries.ts';
import type { Consumer, EventOf } from '../../platform/domain/consumer.ts';
import type { WorkflowStartDeps } from '../deps/outbox.ts';

/**
 * Starts the workflow that an event requests, unless that workflow has already finished. The execution is named after
 * its event, so a second start has no effect on the same state machine. If the machine was replaced, the execution
 * starts again.
 */
export const startWorkflow: Consumer<
  EventOf<'review.requested' | 'review.decided' | 'certificate.paid' | 'migration.requested'>,
  WorkflowStartDeps
> = async ({ id, event }, { table, workflows }) => {
  if (await wasDelivered(table, id)) return;
  switch (event.type) {
    case 'review.requested':
      return await workflows.start('review-dispatch', id, {
        submissionId: event.submissionId ?? id,
        subjectType: event.subject.type,
        subjectId: event.subject.id,
        ...cause(),
      });
    case 'review.decided':
      return await workflows.start('review-decision', id, {
        reviewId: event.reviewId,
        ...cause(),
      });
    case 'certificate.paid':
      return await workflows.start('certificate-issuance', id, {
        requestId: event.requestId,
        ...cause(),
      });
    case 'migration.requested':
      return await workflows.start('migration', id, { name: event.name, ...cause() });
  }
};

/**
 * The id of the call that caused the event, for the input of the workflow. Its name is not `requestId`, which is the id
 * of a certificate request there.
 */
function cause(): { readonly causedBy?: string } {
  const requestId = causingRequest();
  return requestId === undefined ? {} : { causedBy: requestId };
}
