import { causedBy } from '../../shared/kernel/runtime/cause.ts';
import type { Consumer, Delivery, EventOf } from '../../shared/platform/domain/consumer.ts';
import type { OutboxEvent } from '../../shared/platform/domain/outbox-event.ts';
import type { OutboxDeps } from '../../shared/service/deps/outbox.ts';
import { followInSandbox } from '../../shared/service/usecases/decide-in-sandbox.ts';
import { keepGatewayKeys } from '../../shared/service/usecases/keep-gateway-keys.ts';
import { deliverMail } from '../../shared/service/usecases/send-mail.ts';
import { startWorkflow } from '../../shared/service/usecases/start-workflow.ts';

/** By type, like the queues. */
const consumers: { readonly [Type in OutboxEvent['type']]: Consumer<EventOf<Type>, OutboxDeps> } = {
  'gateway_key.requested': keepGatewayKeys,
  'gateway_keys.obsolete': keepGatewayKeys,
  'review.requested': startWorkflow,
  'review.decided': startWorkflow,
  'certificate.paid': startWorkflow,
  'migration.requested': startWorkflow,
  'mail.requested': deliverMail,
  'review.created_in_sandbox': followInSandbox,
  'sandbox_webhook.requested': followInSandbox,
  // Tests of webhooks and of logouts have their own queues.
  'webhooks.requested': async () => {},
  'logout.requested': async () => {},
  'logout.due': async () => {},
};

/**
 * Passes an event to its consumer. Throws if it must be delivered again. One log line reports that it was done, and for
 * which call.
 */
export function deliverEvent<Type extends OutboxEvent['type']>(
  delivery: Delivery<EventOf<Type>>,
  deps: OutboxDeps,
): Promise<void> {
  const { id, requestId, event } = delivery;
  const consume: Consumer<EventOf<Type>, OutboxDeps> = consumers[event.type];
  return causedBy(requestId, async () => {
    await consume(delivery, deps);
    deps.log.info('event', { eventId: id, type: event.type });
  });
}
