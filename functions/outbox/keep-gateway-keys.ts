import { gatewayKeyDeps } from '../../shared/service/deps/outbox.ts';
import { keepGatewayKeys } from '../../shared/service/usecases/keep-gateway-keys.ts';
import { background } from '../../shared/web/http/background.ts';
import { queueConsumer } from '../../shared/web/http/queue-consumer.ts';

/** Creates and deletes the gateway keys of API keys. */
export const handler = background(queueConsumer('gateway-keys', keepGatewayKeys), gatewayKeyDeps);
