import { tellClients } from '../../shared/oauth/usecases/tell-of-logout.ts';
import { logoutConsumerDeps } from '../../shared/service/deps/outbox.ts';
import { queueConsumer } from '../../shared/web/http/queue-consumer.ts';

/** Tells clients of logouts. */
export const handler = queueConsumer('logouts', tellClients, logoutConsumerDeps);
