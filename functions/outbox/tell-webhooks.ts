import { webhookConsumerDeps } from '../../shared/service/deps/outbox.ts';
import { queueConsumer } from '../../shared/web/queue-consumer.ts';
import { tellEndpoints } from '../../shared/webhooks/usecases/tell-endpoints.ts';

/** Sends webhooks. */
export const handler = queueConsumer('webhooks', tellEndpoints, webhookConsumerDeps);
