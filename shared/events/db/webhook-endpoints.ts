import * as z from 'zod/mini';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll, readUpTo } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { leasesOverBy } from '../../kernel/runtime/deadline.ts';
import { eventTypes } from '../domain/event-type.ts';
import { disabledReasons, endpointStatuses, mostEndpoints } from '../domain/webhook-endpoint.ts';

/** A webhook endpoint of a feed. */
export const StoredWebhookEndpoint = z.object({
  id: z.string(),
  feed: z.string(),
  owner: z.object({ kind: z.enum(['person', 'integration']), id: z.string() }),
  /** The key whose rights it has, by the first key in its chain of rotations. */
  keyChain: z.string(),
  url: z.string(),
  description: z.nullable(z.string()),
  /** The types of events that it gets; null: all. */
  types: z.nullable(z.readonly(z.array(z.enum(eventTypes)))),
  status: z.enum(endpointStatuses),
  disabledReason: z.nullable(z.enum(disabledReasons)),
  disabledAt: z.nullable(z.string()),
  secrets: z.readonly(z.array(z.object({ sealed: z.string(), until: z.nullable(z.string()) }))),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The position of the feed up to which first attempts were made. */
  position: z.int(),
  /** Since when no delivery has succeeded; null: the last attempt did, or there was none. */
  failingSince: z.nullable(z.string()),
  /** The holder of its lease, and when the lease ends. */
  leaseId: z.nullable(z.string()),
  leaseUntil: z.nullable(z.string()),
  /** When it must next be checked; null: when something happens. */
  dueAt: z.nullable(z.string()),
  /** How often a worker arrived while another one held the lease. */
  arrivals: z.int(),
  /** The number of consecutive rounds in which all attempts timed out. Absent: none. */
  timeouts: z.optional(z.int()),
  /** In a sandbox: how many simulated failures are left. Absent: none. */
  failNext: z.optional(z.int()),
});
export type StoredWebhookEndpoint = z.output<typeof StoredWebhookEndpoint>;

/** The ids that find an endpoint. */
export type EndpointKey = Pick<StoredWebhookEndpoint, 'feed' | 'id'>;

/** The endpoints of a feed, in no particular order. */
export async function endpointsOf(
  table: Table,
  feed: string,
): Promise<readonly StoredWebhookEndpoint[]> {
  const { pk } = keys.webhookEndpoint(feed, '');
  return (await readAll(table, { value: pk })).map((item) =>
    parseStored(StoredWebhookEndpoint, item),
  );
}

/** Null if there is none. */
export async function findEndpoint(
  table: Table,
  { feed, id }: EndpointKey,
): Promise<StoredWebhookEndpoint | null> {
  return parseFound(StoredWebhookEndpoint, await getItem(table, keys.webhookEndpoint(feed, id)));
}

/** The write of a new endpoint; refused if its id exists. */
export function newEndpointWrite(endpoint: StoredWebhookEndpoint): Write {
  return create({ ...endpointKey(endpoint), ...endpoint, ...duePlace(endpoint, endpoint.dueAt) });
}

/** The write that counts one more endpoint of the feed; refused at the limit. */
export function countListenerWrite(feed: string): Write {
  return {
    update: {
      Key: keys.feedListeners(feed),
      UpdateExpression: 'ADD endpoints :one',
      ConditionExpression: 'attribute_not_exists(endpoints) OR endpoints < :most',
      ExpressionAttributeValues: { ':one': 1, ':most': mostEndpoints },
    },
  };
}

/** The write that counts one less. */
export function uncountListenerWrite(feed: string): Write {
  return {
    update: {
      Key: keys.feedListeners(feed),
      UpdateExpression: 'ADD endpoints :less',
      ExpressionAttributeValues: { ':less': -1 },
    },
  };
}

/** The write that deletes an endpoint; refused if it no longer exists. */
export function deleteEndpointWrite(endpoint: EndpointKey): Write {
  return {
    remove: { Key: endpointKey(endpoint), ConditionExpression: 'attribute_exists(pk)' },
  };
}

/**
 * Writes the fields that the owner changes, not those of deliveries. `read` are attributes that
 * must be unchanged since they were read; refused otherwise, and if the endpoint was deleted.
 */
export function changeEndpointWrite(
  endpoint: EndpointKey,
  changes: Partial<StoredWebhookEndpoint>,
  read: Partial<StoredWebhookEndpoint> = {},
): Write {
  return update(endpoint, changes, read);
}

/** The lease of an endpoint's worker, in milliseconds: longer than the function's timeout. */
export const leaseLength = 90_000;

/**
 * Acquires the lease, and returns the endpoint with it; null while another worker holds it, or if
 * the endpoint was deleted. The holder can acquire it again, in case the response to the first
 * attempt was lost.
 */
export async function leaseEndpoint(
  table: Table,
  endpoint: EndpointKey,
  leaseId: string,
  now: Date,
): Promise<StoredWebhookEndpoint | null> {
  const until = new Date(now.getTime() + leaseLength).toISOString();
  const write = update(endpoint, { leaseId, leaseUntil: until, ...dueAttributes(endpoint, until) });
  const outcome = await updateItem(table, {
    ...write.update,
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_type(leaseUntil, :null) OR leaseUntil <= :over OR leaseId = :lease)',
    ExpressionAttributeValues: {
      ...write.update.ExpressionAttributeValues,
      ':null': 'NULL',
      ':over': leasesOverBy(now, leaseLength),
      ':lease': leaseId,
    },
  });
  return outcome.kind === 'written' ? parseStored(StoredWebhookEndpoint, outcome.item) : null;
}

/** Asks the current worker to check again. */
export function wakeWrite(endpoint: EndpointKey): Write {
  return {
    update: {
      Key: endpointKey(endpoint),
      UpdateExpression: 'ADD arrivals :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}

/** Adds simulated failures; refused if the endpoint was deleted. */
export function failNextWrite(endpoint: EndpointKey, count: number): Write {
  return {
    update: {
      Key: endpointKey(endpoint),
      UpdateExpression: 'ADD failNext :count',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':count': count },
    },
  };
}

/**
 * Writes the result of the work; refused if the lease was lost, or one of `read` has changed.
 * `pretended` is the number of simulated failures used.
 */
export function workedWrite(
  endpoint: EndpointKey & { readonly leaseId: string },
  changes: Partial<StoredWebhookEndpoint>,
  {
    pretended = 0,
    read,
  }: { readonly pretended?: number; readonly read: Partial<StoredWebhookEndpoint> },
): Write {
  const written = update(endpoint, changes, { ...read, leaseId: endpoint.leaseId });
  if (pretended === 0) return written;
  const { UpdateExpression, ExpressionAttributeValues } = written.update;
  return {
    update: {
      ...written.update,
      UpdateExpression: `${UpdateExpression} ADD failNext :less`,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':less': -pretended },
    },
  };
}

/**
 * Releases the lease, with the next time to check the endpoint; refused if it was lost and, if
 * `arrivals` is given, if another worker has arrived since it was read.
 */
export function releaseWrite(
  endpoint: EndpointKey & { readonly leaseId: string; readonly arrivals?: number },
  dueAt: string | null,
): Write {
  const { leaseId, arrivals } = endpoint;
  const written = update(
    endpoint,
    { leaseId: null, leaseUntil: null, ...dueAttributes(endpoint, dueAt) },
    { leaseId, ...(arrivals !== undefined && { arrivals }) },
  );
  if (dueAt !== null) return written;
  const { UpdateExpression } = written.update;
  return {
    update: { ...written.update, UpdateExpression: `${UpdateExpression} REMOVE gsi1pk, gsi1sk` },
  };
}

/** The number of shards of the index's list of due endpoints. */
const dueLists = 4;

/** The endpoints that are due by now, from each shard the longest due first. */
export function dueEndpoints(
  table: Table,
  now: string,
): readonly AsyncGenerator<StoredWebhookEndpoint>[] {
  return Array.from({ length: dueLists }, (_, list) => dueOf(table, list, now));
}

async function* dueOf(table: Table, list: number, now: string) {
  const partition = { value: partitions.webhooksDue(list), index: 'gsi1' } as const;
  for await (const item of readUpTo(table, partition, `${now}#~`, 50)) {
    yield parseStored(StoredWebhookEndpoint, item);
  }
}

/** The index keys, which depend on `dueAt`. */
function dueAttributes({ id }: EndpointKey, dueAt: string | null): Partial<StoredWebhookEndpoint> {
  return { dueAt, ...duePlace({ id }, dueAt) };
}

function duePlace({ id }: Pick<EndpointKey, 'id'>, dueAt: string | null): Item {
  if (dueAt === null) return {};
  const list = Number.parseInt(id.slice(0, 8), 16) % dueLists;
  return { gsi1pk: partitions.webhooksDue(list), gsi1sk: `${dueAt}#${id}` };
}

function endpointKey({ feed, id }: EndpointKey) {
  return keys.webhookEndpoint(feed, id);
}

function update(endpoint: EndpointKey, changes: Item, read: Item = {}) {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const term = (prefix: string, name: string, value: unknown, index: number) => {
    names[`#${prefix}${index}`] = name;
    values[`:${prefix}${index}`] = value;
    return `#${prefix}${index} = :${prefix}${index}`;
  };
  const set = Object.entries(changes).map(([name, value], n) => term('c', name, value, n));
  const conditions = Object.entries(read).map(([name, value], n) => term('r', name, value, n));
  return {
    update: {
      Key: endpointKey(endpoint),
      UpdateExpression: `SET ${set.join(', ')}`,
      ConditionExpression: ['attribute_exists(pk)', ...conditions].join(' AND '),
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
}
