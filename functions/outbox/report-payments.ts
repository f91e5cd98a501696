import { sandboxConsumerDeps } from '../../shared/service/deps/outbox.ts';
import { followInSandbox } from '../../shared/service/usecases/decide-in-sandbox.ts';
import { background } from '../../shared/web/http/background.ts';
import { queueConsumer } from '../../shared/web/http/queue-consumer.ts';

/** Reports simulated payments to the service itself, and decides sandbox cases by their names. */
export const handler = background(queueConsumer('sandbox', followInSandbox), sandboxConsumerDeps);
