import { sandboxConsumerDeps } from '../../shared/service/deps/outbox.ts';
import { followInSandbox } from '../../shared/service/usecases/decide-in-sandbox.ts';
import { queueConsumer } from '../../shared/web/http/queue-consumer.ts';

/** Reports payments with play money to the service itself, and decides cases by their names. */
export const handler = queueConsumer('sandbox', followInSandbox, sandboxConsumerDeps);
