import { notifyEndpoints } from '../../shared/events/usecases/work-for-endpoint.ts';
import { webhookConsumerDeps } from '../../shared/service/deps/outbox.ts';
import { background } from '../../shared/web/http/background.ts';
import { queueConsumer } from '../../shared/web/http/queue-consumer.ts';

/** Sends webhooks. */
export const handler = background(queueConsumer('webhooks', notifyEndpoints), webhookConsumerDeps);
