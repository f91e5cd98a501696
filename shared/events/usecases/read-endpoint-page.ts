import type { PersonCaller } from '../../access/auth/caller.ts';
import type { OwnedKey } from '../../access/db/api-keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import { pageOfDeliveries, type StoredWebhookDelivery } from '../db/webhook-deliveries.ts';
import type { StoredWebhookEndpoint } from '../db/webhook-endpoints.ts';
import type { EndpointDeps } from '../deps/webhook-deps.ts';
import { goodKeysOf } from './endpoint-manager.ts';
import { readEndpoint } from './manage-endpoints.ts';

/** What the page of an endpoint shows. */
export interface EndpointPage {
  readonly endpoint: StoredWebhookEndpoint;
  readonly deliveries: Page<StoredWebhookDelivery>;
  /** The keys that it could act with, newest first. */
  readonly keys: readonly (OwnedKey & { readonly chosen: boolean })[];
}

/** An endpoint of someone in the portal, with a page of its deliveries: one round trip. Error: 404. */
export async function readEndpointPage(
  id: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  caller: PersonCaller,
  deps: Pick<EndpointDeps, 'table' | 'now'>,
): Promise<EndpointPage> {
  const [endpoint, deliveries, keys] = await Promise.all([
    readEndpoint(id, caller, deps),
    pageOfDeliveries(deps.table, id, { limit, after: cursor }),
    goodKeysOf(caller, deps),
  ]);
  const isChosen = ({ id: keyId, counterId }: OwnedKey) =>
    (counterId ?? keyId) === endpoint.keyChain;
  return {
    endpoint,
    deliveries,
    keys: keys.map((key) => ({ ...key, chosen: isChosen(key) })),
  };
}
