import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { orElse, put, transact, type Write } from '../../kernel/db/transact.ts';
import { leasesOverBy } from '../../kernel/runtime/deadline.ts';

const Delivery = z.object({
  /** A process delivers the event until then, unless it crashed. */
  leaseUntil: z.nullable(z.string()),
  doneAt: z.nullable(z.string()),
});

/**
 * Thirty days, in seconds: longer than a copy of an event can exist. The stream keeps it for a day, a queue for up to
 * four days, its dead-letter queue for fourteen, and the queue again for four.
 */
export const deliveryRetention = 2_592_000;

/** The result of an attempt to deliver an event. `busy`: another copy is being delivered. */
export type DeliveryClaim = 'claimed' | 'busy' | 'done';

/** Leases the delivery of an event for some milliseconds. If two processes try, only one gets it. */
export async function claimDelivery(
  table: Table,
  eventId: string,
  at: Date,
  lease: number,
): Promise<{ readonly claim: DeliveryClaim; readonly leaseUntil: string }> {
  const leaseUntil = new Date(at.getTime() + lease).toISOString();
  const outcome = await transact(table, {
    delivery: orElse(
      unlessHeld(stored(eventId, at, { leaseUntil, doneAt: null }), leasesOverBy(at, lease)),
      (found): DeliveryClaim => (found && read(found).doneAt === null ? 'busy' : 'done'),
    ),
  });
  return {
    claim: outcome.kind === 'written' ? 'claimed' : (outcome.refusal ?? 'busy'),
    leaseUntil,
  };
}

/** Releases a lease early, so that the next attempt need not wait. Does nothing if another process has the lease. */
export async function releaseDelivery(
  table: Table,
  eventId: string,
  at: Date,
  leaseUntil: string,
): Promise<void> {
  const released = stored(eventId, at, { leaseUntil: null, doneAt: null });
  await transact(table, {
    delivery: {
      put: {
        Item: released,
        ConditionExpression: 'leaseUntil = :ours',
        ExpressionAttributeValues: { ':ours': leaseUntil },
      },
    },
  });
}

/** Records that the work of an event is done, so that repeated deliveries are ignored. */
export async function noteDelivered(table: Table, eventId: string, at: Date): Promise<void> {
  const done = stored(eventId, at, { leaseUntil: null, doneAt: at.toISOString() });
  await transact(table, { delivery: put(done) });
}

/** Whether the work of an event is done. */
export async function wasDelivered(table: Table, eventId: string): Promise<boolean> {
  const item = await getItem(table, keys.delivery(eventId));
  return item !== undefined && read(item).doneAt !== null;
}

function unlessHeld(item: Item, overBy: string): Write {
  return {
    put: {
      Item: item,
      // Both are ISO 8601 texts, which sort like the instants. A released lease is null.
      ConditionExpression:
        'attribute_not_exists(pk) OR (attribute_type(doneAt, :null) AND (attribute_type(leaseUntil, :null) OR leaseUntil <= :over))',
      ExpressionAttributeValues: { ':null': 'NULL', ':over': overBy },
    },
  };
}

function stored(eventId: string, at: Date, state: z.output<typeof Delivery>): Item {
  const ttl = Math.ceil(at.getTime() / 1000) + deliveryRetention;
  return { ...keys.delivery(eventId), ...state, ttl };
}

function read(item: Item): z.output<typeof Delivery> {
  return parseStored(Delivery, item);
}
