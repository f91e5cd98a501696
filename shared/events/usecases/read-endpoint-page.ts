import type { PersonCaller } from '../../access/auth/caller.ts';
import type { OwnedKey } from '../../access/db/api-keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import {
  pageOfDeliveries,
  pageOfFailed,
  type StoredWebhookDelivery,
} from '../db/webhook-deliveries.ts';
import type { StoredWebhookEndpoint } from '../db/webhook-endpoints.ts';
import type { EndpointDeps } from '../deps/webhook-deps.ts';
import type { EventType } from '../domain/event-type.ts';
import { goodKeysOf } from './endpoint-manager.ts';
import { readDelivery } from './manage-deliveries.ts';
import { readEndpoint } from './manage-endpoints.ts';
import { mayRead, readerOf } from './may-read.ts';
import { bodyOf } from './send-message.ts';

/** The data of an endpoint's page. */
export interface EndpointPage {
  readonly endpoint: StoredWebhookEndpoint;
  readonly deliveries: Page<StoredWebhookDelivery>;
  /** The keys that it could use, newest first. */
  readonly keys: readonly (OwnedKey & { readonly chosen: boolean })[];
}

/** An endpoint of a portal user, with a page of its deliveries: one round trip. Error: 404. */
export async function readEndpointPage(
  id: string,
  {
    limit,
    cursor,
    onlyFailed = false,
    oldestFirst = false,
  }: {
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly onlyFailed?: boolean;
    /** Failed deliveries are always shown newest first. */
    readonly oldestFirst?: boolean;
  },
  caller: PersonCaller,
  deps: Pick<EndpointDeps, 'table' | 'now'>,
): Promise<EndpointPage> {
  const [endpoint, deliveries, keys] = await Promise.all([
    readEndpoint(id, caller, deps),
    onlyFailed
      ? pageOfFailed(deps.table, id, { limit, after: cursor })
      : pageOfDeliveries(deps.table, id, { limit, after: cursor, oldestFirst }),
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

/** The data of a delivery's page. */
interface DeliveryPage {
  readonly endpoint: StoredWebhookEndpoint;
  readonly delivery: StoredWebhookDelivery;
  /** The body as sent; null once the endpoint's key can no longer read its resource. */
  readonly body: string | null;
}

/** A delivery of a portal user. Errors: 404 for the endpoint and for the delivery. */
export async function readDeliveryPage(
  ids: { readonly id: string; readonly deliveryId: string },
  caller: PersonCaller,
  deps: Pick<EndpointDeps, 'table' | 'now'>,
): Promise<DeliveryPage> {
  const [endpoint, delivery] = await Promise.all([
    readEndpoint(ids.id, caller, deps),
    readDelivery(ids, caller, deps),
  ]);
  const isShown = await isReadable(endpoint, delivery, deps);
  return { endpoint, delivery, body: isShown ? bodyOf(delivery.message) : null };
}

async function isReadable(
  endpoint: StoredWebhookEndpoint,
  { message: { resource, type } }: StoredWebhookDelivery,
  deps: Pick<EndpointDeps, 'table' | 'now'>,
): Promise<boolean> {
  if (resource === null) return true;
  const reader = await readerOf(endpoint, deps);
  if (reader === 'suspended' || reader === 'ended') return false;
  // It was an event type when it was stored.
  const seen = await mayRead(reader, deps.table)([{ type: type as EventType, ...resource }]);
  return seen.length > 0;
}
