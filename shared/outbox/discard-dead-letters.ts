import { auditAct } from '../audit/audit-act.ts';
import type { Actor } from '../audit/audit-entry.ts';
import { transact } from '../kernel/db/transact.ts';
import type { DeadLetterQueue } from '../kernel/domain/outbox-queue.ts';
import { apiErrors } from '../kernel/errors.ts';
import { type DeadLetterDeps, deadLettersLeft, timeOf } from './dead-letters.ts';
import { auditedLetters, chosen, lookAtLetters, putBack } from './look-at-letters.ts';
import { removeLetters } from './remove-letters.ts';

/** Which letters, and why. */
export interface Discard {
  readonly reason: string;
  readonly queue?: DeadLetterQueue | undefined;
  readonly eventId?: string | undefined;
  /** All of a queue, which `confirm` names once more. */
  readonly everything?: boolean | undefined;
  readonly confirm?: DeadLetterQueue | undefined;
}

/** What came of it: how many letters. */
export interface Discarded {
  readonly discarded: number;
  /** SQS has kept them all the same. */
  readonly notRemoved: number;
  readonly left: number;
  /** False: there was no time to look at all. */
  readonly complete: boolean;
}

/** So many letters of a queue go at once. */
const atMost = 500;

/**
 * Removes what was given up and nobody is to do any more: an event's letters, or all of one queue. The audit trail has it
 * before. Errors: 400 where it is not said which, or all are meant and not confirmed; 404 where all letters were looked
 * at and none is the event's.
 */
export async function discardDeadLetters(
  wish: Discard,
  actor: Actor,
  deps: DeadLetterDeps,
): Promise<Discarded> {
  const { eventId, queue } = wish;
  refuseUnclear(wish);
  const gone = await Promise.all(chosen(queue).map((name) => discardFrom(name, wish, actor, deps)));
  const found = gone.reduce((sum, each) => sum + each.found, 0);
  const notRemoved = gone.reduce((sum, each) => sum + each.notRemoved, 0);
  const complete = gone.every(({ isAll }) => isAll);
  if (eventId !== undefined && found === 0 && complete) throw apiErrors.notFound();
  const left = await deadLettersLeft(queue, deps);
  return { discarded: found - notRemoved, notRemoved, left, complete };
}

function refuseUnclear({ eventId, everything = false, queue, confirm }: Discard): void {
  if (eventId !== undefined) {
    if (!everything) return;
    throw apiErrors.invalidField(['everything'], 'Either one event, or all of a queue');
  }
  if (!everything)
    throw apiErrors.invalidField(['eventId'], 'Required, unless all of a queue are meant');
  if (queue === undefined) throw apiErrors.invalidField(['queue'], 'Required where all are meant');
  if (confirm !== queue) {
    throw apiErrors.invalidField(['confirm'], 'Has to be the name of the queue');
  }
}

async function discardFrom(
  name: DeadLetterQueue,
  { eventId, reason }: Discard,
  actor: Actor,
  deps: DeadLetterDeps,
) {
  const { queues, deadLetterUrls, lookFor } = deps;
  const url = deadLetterUrls[name];
  const { letters, isAll } = await lookAtLetters(url, queues, {
    ...(eventId === undefined && { most: atMost }),
    ...timeOf(lookFor),
  });
  const wanted = letters.filter((letter) => eventId === undefined || letter.eventId === eventId);
  if (wanted.length > 0) {
    await transact(deps.table, {
      ...auditAct(deps, {
        at: deps.now().toISOString(),
        actor,
        action: 'outbox.discarded',
        subject: { type: 'queue', id: name },
        details: { ...auditedLetters(wanted), reason },
      }),
    });
  }
  const notRemoved = await removeLetters(name, wanted, deps);
  const gone = new Set(wanted);
  await putBack(
    url,
    letters.filter((letter) => !gone.has(letter)),
    queues,
  );
  return { found: wanted.length, notRemoved, isAll };
}
