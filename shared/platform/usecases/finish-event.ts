import type { CoreDeps } from '../../kernel/deps/core.ts';
import { noteDelivered } from '../db/deliveries.ts';

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
