import { sandboxConsumerDeps } from '../../shared/service/deps/outbox.ts';
import { reportPayment } from '../../shared/service/usecases/report-payment.ts';
import { queueConsumer } from '../../shared/web/queue-consumer.ts';

/** Reports payments with play money to the service itself. */
export const handler = queueConsumer('sandbox', reportPayment, sandboxConsumerDeps);
