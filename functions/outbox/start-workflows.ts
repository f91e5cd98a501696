import { workflowStartDeps } from '../../shared/service/deps/outbox.ts';
import { startWorkflow } from '../../shared/service/usecases/start-workflow.ts';
import { background } from '../../shared/web/http/background.ts';
import { queueConsumer } from '../../shared/web/http/queue-consumer.ts';

/** Starts the workflows that events cause. */
export const handler = background(queueConsumer('workflows', startWorkflow), workflowStartDeps);
