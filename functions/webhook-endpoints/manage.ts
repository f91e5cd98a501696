import {
  presentDeliveries,
  presentDelivery,
  presentEndpoint,
} from '../../shared/events/contracts/webhook-endpoint.ts';
import { type EndpointDeps, endpointDeps } from '../../shared/events/deps/webhook-deps.ts';
import * as routes from '../../shared/events/routes/webhook-endpoints.ts';
import {
  readDeliveries,
  readDelivery,
  redeliver,
  testEndpoint,
} from '../../shared/events/usecases/manage-deliveries.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  makeEndpoint,
  readEndpoint,
  readEndpoints,
  readWithSecret,
  rotateSecret,
  type WithSecret,
} from '../../shared/events/usecases/manage-endpoints.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import { onceEffect } from '../../shared/kernel/usecases/once-effect.ts';
import { callableUrl } from '../../shared/platform/aws/safe-fetch.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

function checkUrl(url: string | undefined, { loopback }: EndpointDeps): void {
  if (url === undefined || callableUrl(url, { loopback }) !== null) return;
  throw apiErrors.invalidField(['url'], 'Must be an https URL that is reachable from the internet');
}

function withSecret({ endpoint, secret }: WithSecret) {
  return { data: { ...presentEndpoint(endpoint), secret } };
}

export const rows: readonly Operation<EndpointDeps>[] = [
  operation(routes.createWebhookEndpoint, async ({ body, caller, effect }, deps: EndpointDeps) => {
    const { url, description = null, types = null } = body;
    checkUrl(url, deps);
    const made = await onceEffect(effect, deps, {
      run: (note) => makeEndpoint({ url, description, types, note }, caller, deps),
      again: (id) => readWithSecret(id, caller, deps),
    });
    return withSecret(made);
  }),
  operation(routes.listWebhookEndpoints, async ({ caller }, deps: EndpointDeps) => ({
    data: (await readEndpoints(caller, deps)).map(presentEndpoint),
  })),
  operation(routes.getWebhookEndpoint, async ({ params, caller }, deps: EndpointDeps) => ({
    data: presentEndpoint(await readEndpoint(params.id, caller, deps)),
  })),
  operation(
    routes.changeWebhookEndpoint,
    async ({ params, body, caller, effect }, deps: EndpointDeps) => {
      checkUrl(body.url, deps);
      const changed = await onceEffect(effect, deps, {
        run: (note) => changeEndpoint(params.id, { ...body, note }, caller, deps),
        again: (id) => readEndpoint(id, caller, deps),
      });
      return { data: presentEndpoint(changed) };
    },
  ),
  operation(routes.deleteWebhookEndpoint, async ({ params, caller }, deps: EndpointDeps) => {
    await deleteEndpoint(params.id, caller, deps);
    return { data: { id: params.id, deleted: true as const } };
  }),
  operation(routes.rotateWebhookSecret, async ({ params, caller, effect }, deps: EndpointDeps) => {
    const rotated = await onceEffect(effect, deps, {
      run: (note) => rotateSecret(params.id, caller, deps, { note }),
      again: (id) => readWithSecret(id, caller, deps),
    });
    return withSecret(rotated);
  }),
  operation(routes.testWebhookEndpoint, async ({ params, caller, effect }, deps: EndpointDeps) => {
    const { id } = params;
    const delivery = await onceEffect(effect, deps, {
      run: (note) => testEndpoint(id, caller, deps, note),
      again: (deliveryId) => readDelivery({ id, deliveryId }, caller, deps),
    });
    return { data: presentDelivery(delivery) };
  }),
  operation(routes.listWebhookDeliveries, async ({ params, query, caller }, deps: EndpointDeps) =>
    presentDeliveries(await readDeliveries(params.id, query, caller, deps), query.limit),
  ),
  operation(routes.redeliverWebhook, async ({ params, caller, effect }, deps: EndpointDeps) => {
    const delivery = await onceEffect(effect, deps, {
      run: (note) => redeliver(params, caller, deps, note),
      again: () => readDelivery(params, caller, deps),
    });
    return { data: presentDelivery(delivery) };
  }),
];

export const handler = operations(rows, endpointDeps);
