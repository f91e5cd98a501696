import type { DeadLetterQueue } from '../../kernel/domain/outbox-queue.ts';
import type { Actor } from '../domain/audit-entry.ts';
import type { DeadLetterDeps } from './dead-letters.ts';
import { type Dealt, dealWithLetters } from './deal-with-letters.ts';
import type { HeldLetter } from './look-at-letters.ts';

/** What came of it: how many letters. Those that were not removed, redriven once more, have no effect. */
export interface Redriven extends Pick<Dealt, 'notRemoved' | 'left' | 'complete'> {
  readonly redriven: number;
}

/**
 * Puts what was given up back into the queues of its events, all or one event's; what nobody can deliver stays. Who dies
 * meanwhile has sent some, none, or some twice: an event that is delivered already has no effect when it comes once
 * more.
 */
export async function redriveDeadLetters(
  {
    queue,
    eventId,
  }: { readonly queue?: DeadLetterQueue | undefined; readonly eventId?: string | undefined },
  actor: Actor,
  deps: DeadLetterDeps,
): Promise<Redriven> {
  const { done, notRemoved, left, complete } = await dealWithLetters(
    {
      queue,
      eventId,
      action: 'outbox.redriven',
      canBe: ({ target }) => target !== undefined,
      // Removed only then: one that dies before has sent some twice, and lost none.
      carryOut: (letters) => send(letters, deps),
    },
    actor,
    deps,
  );
  return { redriven: done, notRemoved, left, complete };
}

/** Those that their queues have taken. One that refuses keeps no other from its own. */
async function send(
  letters: readonly HeldLetter[],
  { queues, queueUrls, log }: DeadLetterDeps,
): Promise<readonly HeldLetter[]> {
  const taken = Array.from(
    Map.groupBy(letters, ({ target }) => target),
    async ([target, group]) => {
      if (target === undefined) return [];
      const bodies = group.map(({ received }) => received.body);
      try {
        const refused = new Set(await queues.send(queueUrls[target], bodies));
        return group.filter((_, place) => !refused.has(place));
      } catch (error) {
        log.error('a queue took no events', { queue: target }, error);
        return [];
      }
    },
  );
  return (await Promise.all(taken)).flat();
}
