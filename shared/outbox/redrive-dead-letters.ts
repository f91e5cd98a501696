import { auditAct } from '../audit/audit-act.ts';
import type { Actor } from '../audit/audit-entry.ts';
import { transact } from '../kernel/db/transact.ts';
import type { DeadLetterQueue } from '../kernel/domain/outbox-queue.ts';
import { type DeadLetterDeps, deadLettersLeft, timeOf } from './dead-letters.ts';
import {
  auditedLetters,
  chosen,
  type HeldLetter,
  lookAtLetters,
  putBack,
} from './look-at-letters.ts';
import { removeLetters } from './remove-letters.ts';

/** What came of it: how many letters. */
export interface Redriven {
  readonly redriven: number;
  /** Of these, how many are still among the dead letters, too: redriven once more they have no effect. */
  readonly notRemoved: number;
  readonly left: number;
  /** False: there was no time to look at all. */
  readonly complete: boolean;
}

/** So many letters of a queue go at once, without a word of which. */
const atMost = 500;

/**
 * Puts what was given up back into the queues of its events, all or one event's; what nobody can deliver stays. For one
 * event all letters are looked at, otherwise some hundred of each queue: to be repeated while some are left.
 *
 * The audit trail has it before anything is sent. Who dies after that has sent some, none, or some twice: an event that
 * is delivered already has no effect when it comes once more.
 */
export async function redriveDeadLetters(
  {
    queue,
    eventId,
  }: { readonly queue?: DeadLetterQueue | undefined; readonly eventId?: string | undefined },
  actor: Actor,
  deps: DeadLetterDeps,
): Promise<Redriven> {
  const moved = await Promise.all(
    chosen(queue).map((name) => redriveFrom(name, eventId, actor, deps)),
  );
  const sum = (of: (each: (typeof moved)[number]) => number) =>
    moved.reduce((total, each) => total + of(each), 0);
  return {
    redriven: sum(({ went }) => went),
    notRemoved: sum(({ notRemoved }) => notRemoved),
    left: await deadLettersLeft(queue, deps),
    complete: moved.every(({ isAll }) => isAll),
  };
}

async function redriveFrom(
  name: DeadLetterQueue,
  eventId: string | undefined,
  actor: Actor,
  deps: DeadLetterDeps,
) {
  const { queues, deadLetterUrls, lookFor } = deps;
  const url = deadLetterUrls[name];
  const { letters, isAll } = await lookAtLetters(url, queues, {
    ...(eventId === undefined && { most: atMost }),
    ...timeOf(lookFor),
  });
  const wanted = letters.filter(
    (letter) =>
      letter.target !== undefined && (eventId === undefined || letter.eventId === eventId),
  );
  if (wanted.length > 0) {
    await transact(deps.table, {
      ...auditAct(deps, {
        at: deps.now().toISOString(),
        actor,
        action: 'outbox.redriven',
        subject: { type: 'queue', id: name },
        details: auditedLetters(wanted),
      }),
    });
  }
  const went = await send(wanted, deps);
  // Only now: one that dies before has sent some twice, and lost none.
  const notRemoved = await removeLetters(name, went, deps);
  const gone = new Set(went);
  await putBack(
    url,
    letters.filter((letter) => !gone.has(letter)),
    queues,
  );
  return { went: went.length, notRemoved, isAll };
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
