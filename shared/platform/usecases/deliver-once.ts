import type { CoreDeps } from '../../kernel/deps/core.ts';
import { claimDelivery, noteDelivered, releaseDelivery } from '../db/deliveries.ts';
import { BeingDelivered } from '../domain/consumer.ts';

/** Longer than the time limit of a function that delivers, in milliseconds: the holder of an expired lease has died. */
const lease = 90_000;

/**
 * Does the work of an event unless it was done, however often and however late the event comes. It is noted after the work: if a
 * process dies between the two, the work is done a second time, but never left undone. Two copies of an event are never processed
 * in parallel: throws `BeingDelivered` for the second. Errors of the work are passed on.
 */
export async function deliverOnce(
  eventId: string,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
  work: () => Promise<void>,
): Promise<void> {
  const { claim, leaseUntil } = await claimDelivery(table, eventId, now(), lease);
  if (claim === 'done') return;
  if (claim === 'busy') throw new BeingDelivered(eventId);
  try {
    await work();
  } catch (error) {
    // If this fails too, the lease ends by itself.
    await releaseDelivery(table, eventId, now(), leaseUntil).catch(() => {});
    throw error;
  }
  await noteDelivered(table, eventId, now());
}

/**
 * Notes that the workflow which an event asked for has come to its end, so that no other execution begins, should the
 * event come again: the names of executions go with their state machine. An execution that was started by a version
 * which did not hand the event on has none.
 */
export async function finishEvent(
  eventId: string | undefined,
  { table, now }: CoreDeps,
): Promise<void> {
  if (eventId !== undefined) await noteDelivered(table, eventId, now());
}
