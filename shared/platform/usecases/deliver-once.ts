import type { CoreDeps } from '../../kernel/deps/core.ts';
import { claimDelivery, noteDelivered, releaseDelivery } from '../db/deliveries.ts';
import { BeingDelivered } from '../domain/consumer.ts';

/**
 * In milliseconds. Longer than the time limit of a function that delivers, so the holder of an expired lease has
 * crashed.
 */
const lease = 90_000;

/**
 * Does the work of an event once, even if the event arrives again or late. It is recorded after the work: if a process
 * crashes in between, the work is repeated but never lost. Two copies of an event are never processed in parallel: the
 * second one throws `BeingDelivered`. Errors of the work are passed on.
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
    // If this also fails, the lease expires.
    await releaseDelivery(table, eventId, now(), leaseUntil).catch(() => {});
    throw error;
  }
  await noteDelivered(table, eventId, now());
}

/**
 * Records that the workflow of an event has finished, so that a repeated event starts no other execution. Execution
 * names are lost with their state machine. `eventId` is undefined if the execution was started without one.
 */
export async function finishEvent(
  eventId: string | undefined,
  { table, now }: CoreDeps,
): Promise<void> {
  if (eventId !== undefined) await noteDelivered(table, eventId, now());
}
