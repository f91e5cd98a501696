import { mailConsumerDeps } from '../../shared/service/deps/outbox.ts';
import { deliverMail } from '../../shared/service/usecases/send-mail.ts';
import { background } from '../../shared/web/http/background.ts';
import { queueConsumer } from '../../shared/web/http/queue-consumer.ts';

/** Sends the emails that events cause. */
export const handler = background(queueConsumer('mail', deliverMail), mailConsumerDeps);
