import { activeKeysOf } from '../shared/access/db/api-keys.ts';
import { testEndpoint } from '../shared/events/usecases/manage-deliveries.ts';
import { makeEndpoint } from '../shared/events/usecases/manage-endpoints.ts';
import { partitions } from '../shared/kernel/db/keys.ts';
import type { DemoDeps } from './demo-deps.ts';
import { webhookBoxPath } from './webhook-box.ts';

/**
 * Gives a resident an endpoint at this machine's own receiver, with the rights of their Standard Key, and queues a
 * first message, which arrives when the service runs.
 */
export async function seedWebhookEndpoint(personId: string, localUrl: string, deps: DemoDeps) {
  const caller = { kind: 'person', personId } as const;
  const keys = await activeKeysOf(deps.table, partitions.person(personId));
  const url = localUrl + webhookBoxPath;
  const { endpoint, secret } = await makeEndpoint(
    {
      ...{ url, description: 'demo: open this address to see what arrived', types: null },
      keyId: keys.find(({ kind }) => kind === 'standard')?.id,
    },
    caller,
    deps,
  );
  await testEndpoint(endpoint.id, caller, deps);
  return { id: endpoint.id, url, secret };
}
