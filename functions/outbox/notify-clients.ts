import { notifyClients } from '../../shared/oauth/usecases/send-logout.ts';
import { logoutConsumerDeps } from '../../shared/service/deps/outbox.ts';
import { background } from '../../shared/web/http/background.ts';
import { queueConsumer } from '../../shared/web/http/queue-consumer.ts';

export const handler = background(queueConsumer('logouts', notifyClients), logoutConsumerDeps);
