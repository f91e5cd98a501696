import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { type Page, type PageBounds, readPart } from '../../kernel/db/page.ts';
import { readShardedPage, type ShardedBounds } from '../../kernel/db/sharded-page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Table } from '../../kernel/db/table.ts';
import { put, type Write } from '../../kernel/db/transact.ts';
import { deliveryStatuses, hasFailed } from '../domain/webhook-delivery.ts';

/** How long deliveries are stored, in seconds: as long as events. */
const retentionSeconds = 2_592_000;

/** One attempt. Only the status of the receiver's answer is stored. */
const StoredAttempt = z.object({
  at: z.string(),
  /** Null if there was no response. */
  status: z.nullable(z.int()),
  /** Why there was no response. */
  failure: z.nullable(z.string()),
  durationMs: z.int(),
});
export type StoredAttempt = z.output<typeof StoredAttempt>;

/** The message: an event of a feed, or a test. */
const StoredMessage = z.object({
  type: z.string(),
  time: z.string(),
  subject: z.nullable(z.string()),
  data: z.record(z.string(), z.unknown()),
  /** Null for a test, which has no resource. */
  resource: z.nullable(
    z.object({
      owner: z.object({ kind: z.enum(['person', 'entity', 'integration']), id: z.string() }),
      item: z.object({ pk: z.string(), sk: z.string() }),
      createdViaAPI: z.boolean(),
    }),
  ),
});

/** A delivery of an event to an endpoint. */
export const StoredWebhookDelivery = z.object({
  /** The id of the event and of the message. */
  id: z.string(),
  endpointId: z.string(),
  message: StoredMessage,
  status: z.enum(deliveryStatuses),
  createdAt: z.string(),
  /** The number of failed scheduled attempts. */
  failed: z.int(),
  /** When the next scheduled attempt is due; null if there is none. */
  nextAttemptAt: z.nullable(z.string()),
  /** The latest attempts, oldest first. */
  attempts: z.readonly(z.array(StoredAttempt)),
});
export type StoredWebhookDelivery = z.output<typeof StoredWebhookDelivery>;

const deliveryPrefix = 'DELIVERY#';
const duePrefix = 'DUE#';

/** Null if there is none. */
export async function findDelivery(
  table: Table,
  endpointId: string,
  id: string,
): Promise<StoredWebhookDelivery | null> {
  const item = await getItem(table, keys.webhookDelivery(endpointId, id));
  return parseFound(StoredWebhookDelivery, item);
}

/** A page of an endpoint's deliveries, the newest events first unless `oldestFirst`. */
export async function pageOfDeliveries(
  table: Table,
  endpointId: string,
  bounds: Pick<ShardedBounds, 'limit' | 'after' | 'oldestFirst'>,
): Promise<Page<StoredWebhookDelivery>> {
  const { pk } = keys.webhookDelivery(endpointId, '');
  const list = { name: pk, shards: 0, prefix: deliveryPrefix };
  const page = await readShardedPage(table, list, bounds);
  return { ...page, items: page.items.map((item) => parseStored(StoredWebhookDelivery, item)) };
}

/**
 * How many deliveries are read for one page of failed ones: a page may be incomplete, with more
 * after it.
 */
const mostRead = 500;

/**
 * A page of failed deliveries, newest events first; `next` is set as long as there are older
 * deliveries.
 */
export async function pageOfFailed(
  table: Table,
  endpointId: string,
  { limit, after }: Pick<PageBounds, 'limit' | 'after'>,
): Promise<Page<StoredWebhookDelivery>> {
  const items: StoredWebhookDelivery[] = [];
  let next = after ?? null;
  for (let read = 0; read < mostRead; read += 100) {
    const page = await pageOfDeliveries(table, endpointId, {
      limit: 100,
      after: next ?? undefined,
    });
    for (const delivery of page.items.filter(hasFailed)) {
      items.push(delivery);
      if (items.length === limit) {
        return { items, next: keys.webhookDelivery(endpointId, delivery.id).sk };
      }
    }
    next = page.next;
    if (next === null) break;
  }
  return { items, next };
}

/**
 * Stores a delivery's current state. Only the holder of the endpoint's lease updates an existing
 * delivery.
 */
export function deliveryWrite(delivery: StoredWebhookDelivery): Write {
  const { endpointId, id, createdAt } = delivery;
  return put({ ...keys.webhookDelivery(endpointId, id), ...delivery, ttl: ttlOf(createdAt) });
}

/** Records that a delivery is due at an instant. */
const StoredDue = z.object({ at: z.string(), deliveryId: z.string() });
export type StoredDue = z.output<typeof StoredDue>;

/** The write that schedules a delivery. */
export function dueWrite(endpointId: string, { at, deliveryId }: StoredDue): Write {
  const key = keys.webhookDue(endpointId, at, deliveryId);
  return put({ ...key, at, deliveryId, ttl: ttlOf(at) });
}

/** The write that removes a due delivery. */
export function notDueWrite(endpointId: string, { at, deliveryId }: StoredDue): Write {
  return { remove: { Key: keys.webhookDue(endpointId, at, deliveryId) } };
}

/**
 * Deliveries of an endpoint that are due by an instant, the longest due first; null if a delivery
 * no longer exists.
 */
export async function readDue(
  table: Table,
  endpointId: string,
  now: string,
  limit: number,
): Promise<
  readonly { readonly due: StoredDue; readonly delivery: StoredWebhookDelivery | null }[]
> {
  const { pk } = keys.webhookDue(endpointId, '', '');
  const { items } = await readPart(
    table,
    { value: pk, prefix: duePrefix },
    { forwards: true, before: `${duePrefix}${now}#~`, limit },
  );
  const due = items.map((item) => parseStored(StoredDue, item));
  if (due.length === 0) return [];
  const found = await getItems(
    table,
    [...new Set(due.map(({ deliveryId }) => deliveryId))].map((id) =>
      keys.webhookDelivery(endpointId, id),
    ),
  );
  const byId = new Map(
    found.flatMap((item) => {
      const delivery = parseFound(StoredWebhookDelivery, item);
      return delivery === null ? [] : [[delivery.id, delivery] as const];
    }),
  );
  return due.map((each) => ({ due: each, delivery: byId.get(each.deliveryId) ?? null }));
}

/** When the endpoint's next delivery is due; null if there is none. */
export async function nextDue(table: Table, endpointId: string): Promise<string | null> {
  const { pk } = keys.webhookDue(endpointId, '', '');
  const { items } = await readPart(
    table,
    { value: pk, prefix: duePrefix },
    { forwards: true, limit: 1 },
  );
  return parseFound(StoredDue, items[0])?.at ?? null;
}

function ttlOf(at: string): number {
  return Math.ceil(Date.parse(at) / 1000) + retentionSeconds;
}
