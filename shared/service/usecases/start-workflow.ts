import { causingRequest } from '../../kernel/cause.ts';
import type { Consumer, EventOf } from '../../outbox/consumer.ts';
import type { WorkflowStartDeps } from '../deps/outbox.ts';

/** Starts the workflow that an event asks for. The execution is named after its event: repeated, it starts nothing. */
export const startWorkflow: Consumer<
  EventOf<'review.wanted' | 'review.decided' | 'certificate.paid'>,
  WorkflowStartDeps
> = ({ id, event }, { workflows }) => {
  switch (event.type) {
    case 'review.wanted':
      return workflows.start('review-dispatch', id, {
        submissionId: event.submissionId ?? id,
        subjectType: event.subject.type,
        subjectId: event.subject.id,
        ...cause(),
      });
    case 'review.decided':
      return workflows.start('review-decision', id, { reviewId: event.reviewId, ...cause() });
    case 'certificate.paid':
      return workflows.start('certificate-issuance', id, { requestId: event.requestId, ...cause() });
  }
};

/** What a workflow is told of the call that caused it; its own `requestId` is a certificate's. */
function cause(): { readonly causedBy?: string } {
  const requestId = causingRequest();
  return requestId === undefined ? {} : { causedBy: requestId };
}
