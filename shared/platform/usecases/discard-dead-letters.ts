import type { DeadLetterQueue } from '../../kernel/domain/outbox-queue.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { Actor } from '../domain/audit-entry.ts';
import type { DeadLetterDeps } from './dead-letters.ts';
import { type Dealt, dealWithLetters } from './deal-with-letters.ts';

/** Which letters, and why: those of one event, or where there is none all of the queue. */
export interface Discard {
  readonly reason: string;
  readonly queue?: DeadLetterQueue | undefined;
  readonly eventId?: string | undefined;
}

/** What came of it: how many letters. */
export interface Discarded extends Pick<Dealt, 'notRemoved' | 'left' | 'complete'> {
  readonly discarded: number;
}

/**
 * Removes what was given up and nobody is to do any more: an event's letters, or all of a queue. Errors: 404 where all
 * letters were looked at and none is the event's.
 */
export async function discardDeadLetters(
  { reason, queue, eventId }: Discard,
  actor: Actor,
  deps: DeadLetterDeps,
): Promise<Discarded> {
  const { meant, notRemoved, left, complete } = await dealWithLetters(
    {
      queue,
      eventId,
      action: 'outbox.discarded',
      reason,
      canBe: () => true,
      carryOut: async (letters) => letters,
    },
    actor,
    deps,
  );
  if (eventId !== undefined && meant === 0 && complete) throw apiErrors.notFound();
  return { discarded: meant - notRemoved, notRemoved, left, complete };
}
