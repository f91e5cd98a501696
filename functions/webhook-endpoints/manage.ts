import {
  presentDeliveries,
  presentDelivery,
  presentEndpoint,
} from '../../shared/events/contracts/webhook-endpoint.ts';
import { type EndpointDeps, endpointDeps } from '../../shared/events/deps/webhook-deps.ts';
import * as routes from '../../shared/events/routes/webhook-endpoints.ts';
import {
  readDeliveries,
  redeliver,
  testEndpoint,
} from '../../shared/events/usecases/manage-deliveries.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  makeEndpoint,
  readEndpoint,
  readEndpoints,
  rotateSecret,
  type WithSecret,
} from '../../shared/events/usecases/manage-endpoints.ts';
import { apiErrors } from '../../shared/kernel/errors/errors.ts';
import { callableUrl } from '../../shared/platform/aws/safe-fetch.ts';
import { type Operation, operation, operations } from '../../shared/web/http/operations.ts';

function checkUrl(url: string | undefined, { loopback }: EndpointDeps): void {
  if (url === undefined || callableUrl(url, { loopback }) !== null) return;
  throw apiErrors.invalidField(['url'], 'Must be an https URL of an address on the internet');
}

function withSecret({ endpoint, secret }: WithSecret) {
  return { data: { ...presentEndpoint(endpoint), secret } };
}

export const rows: readonly Operation<EndpointDeps>[] = [
  operation(routes.createWebhookEndpoint, async ({ body, caller }, deps: EndpointDeps) => {
    const { url, description = null, types = null } = body;
    checkUrl(url, deps);
    return withSecret(await makeEndpoint({ url, description, types }, caller, deps));
  }),
  operation(routes.listWebhookEndpoints, async ({ caller }, deps: EndpointDeps) => ({
    data: (await readEndpoints(caller, deps)).map(presentEndpoint),
  })),
  operation(routes.getWebhookEndpoint, async ({ params, caller }, deps: EndpointDeps) => ({
    data: presentEndpoint(await readEndpoint(params.id, caller, deps)),
  })),
  operation(routes.changeWebhookEndpoint, async ({ params, body, caller }, deps: EndpointDeps) => {
    checkUrl(body.url, deps);
    return { data: presentEndpoint(await changeEndpoint(params.id, body, caller, deps)) };
  }),
  operation(routes.deleteWebhookEndpoint, async ({ params, caller }, deps: EndpointDeps) => {
    await deleteEndpoint(params.id, caller, deps);
    return { data: { id: params.id, deleted: true as const } };
  }),
  operation(routes.rotateWebhookSecret, async ({ params, caller }, deps: EndpointDeps) =>
    withSecret(await rotateSecret(params.id, caller, deps)),
  ),
  operation(routes.testWebhookEndpoint, async ({ params, caller }, deps: EndpointDeps) => ({
    data: presentDelivery(await testEndpoint(params.id, caller, deps)),
  })),
  operation(routes.listWebhookDeliveries, async ({ params, query, caller }, deps: EndpointDeps) =>
    presentDeliveries(await readDeliveries(params.id, query, caller, deps), query.limit),
  ),
  operation(routes.redeliverWebhook, async ({ params, caller }, deps: EndpointDeps) => ({
    data: presentDelivery(await redeliver(params.id, params.deliveryId, caller, deps)),
  })),
];

export const handler = operations(rows, endpointDeps);
