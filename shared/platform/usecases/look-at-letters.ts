import * as z from 'zod/mini';
import {
  type DeadLetterQueue,
  deadLetterQueues,
  detour,
  judgedLater,
  type OutboxQueue,
  toldLater,
} from '../../kernel/domain/outbox-queue.ts';
import { timeLeft } from '../../kernel/runtime/deadline.ts';
import type { Queues, Received } from '../aws/queues.ts';
import { queueOf } from '../domain/queue-of.ts';

/** What a dead letter is about. What is no event has none of these. */
export interface LetterFacts {
  readonly eventId: string | null;
  readonly type: string | null;
  /** Of a mail. */
  readonly template: string | null;
  readonly createdAt: string | null;
  readonly requestId: string | null;
}

/** A dead letter that somebody looks at, and that nobody else sees meanwhile. */
export interface HeldLetter extends LetterFacts {
  readonly received: Received;
  /** The queue that delivers it; undefined: nobody can. */
  readonly target: OutboxQueue | typeof detour | undefined;
}

/** Seconds for which somebody who looks has the letters for themselves: longer than a function of operators lives. */
const whileLooking = 20;

/** How long somebody looks for letters at most, in milliseconds, and what is left then to act on them. */
const lookFor = 4_000;
const toAct = 4_000;

/**
 * Looks at the dead letters in a queue, all of them or as many as `most`, while there is time. `isAll` is false where
 * it stopped before the end. They come again when the time of looking is over, or are put back before.
 */
export async function lookAtLetters(
  url: string,
  queues: Queues,
  { most = Number.POSITIVE_INFINITY, milliseconds = lookFor } = {},
): Promise<{ readonly letters: readonly HeldLetter[]; readonly isAll: boolean }> {
  const until = performance.now() + Math.min(milliseconds, timeLeft() - toAct);
  const letters: HeldLetter[] = [];
  do {
    const some = await queues.receive(url, whileLooking);
    if (some.length === 0) return { letters, isAll: true };
    letters.push(...some.map(held));
  } while (letters.length < most && performance.now() < until);
  return { letters, isAll: false };
}

/** Lets others have them again at once. Should that fail, they come back by themselves. */
export async function putBack(
  url: string,
  letters: readonly HeldLetter[],
  queues: Queues,
): Promise<void> {
  const messages = letters.map(({ received: { receipt } }) => ({ receipt, seconds: 0 }));
  await queues.postpone(url, messages).catch(() => {});
}

/** The queue, or all. */
export function chosen(queue: DeadLetterQueue | undefined): readonly DeadLetterQueue[] {
  return queue === undefined ? deadLetterQueues : [queue];
}

/** What the audit trail says of letters: ids of their events, and how many are no events. */
export function auditedLetters(letters: readonly HeldLetter[]) {
  const events = letters.flatMap(({ eventId }) => eventId ?? []);
  const others = letters.length - events.length;
  return { events, ...(others > 0 && { others }) };
}

const Letter = z.object({
  id: z.catch(z.nullable(z.string()), null),
  createdAt: z.catch(z.nullable(z.string()), null),
  requestId: z.catch(z.nullable(z.string()), null),
  event: z.catch(
    z.object({
      type: z.catch(z.nullable(z.string()), null),
      mail: z.catch(z.nullable(z.object({ template: z.string() })), null),
    }),
    { type: null, mail: null },
  ),
});

function held(received: Received): HeldLetter {
  const { id, createdAt, requestId, event } = z.parse(Letter, parsed(received.body));
  return {
    eventId: id,
    type: event.type,
    template: event.mail?.template ?? null,
    createdAt,
    requestId,
    received,
    target: event.type === toldLater || event.type === judgedLater ? detour : queueOf(event.type),
  };
}

/** The stream's mapping writes here too; what it writes is JSON, but no event. */
function parsed(body: string): unknown {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}
