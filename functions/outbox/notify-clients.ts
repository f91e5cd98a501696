import { notifyClients } from '../../shared/oauth/usecases/send-logout.ts';
import { logoutConsumerDeps } from '../../shared/service/deps/outbox.ts';
import { queueConsumer } from '../../shared/web/http/queue-consumer.ts';

/** Tells clients of logouts. */
export const handler = queueConsumer('logouts', notifyClients, logoutConsumerDeps);
