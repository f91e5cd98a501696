import { transact } from '../../kernel/db/transact.ts';
import type { DeadLetterQueue } from '../../kernel/domain/outbox-queue.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { Actor, AuditEntry } from '../domain/audit-entry.ts';
import { auditAct } from './audit.ts';
import {
  auditedLetters,
  chosen,
  type DeadLetterDeps,
  type DeadLetterMessage,
  deadLettersLeft,
  putBack,
  readDeadLetters,
  removeDeadLetters,
  timeOf,
} from './dead-letters.ts';

/** The result, in numbers of dead letters. Letters that were not removed have no effect if they are redriven again. */
interface Redriven extends Pick<Dealt, 'notRemoved' | 'remaining' | 'complete'> {
  readonly redriven: number;
}

/**
 * Returns dead letters to the queues of their events: all, or those of one event. Letters that can't be delivered stay.
 * After a crash, none or some were sent, or some twice: an event that is already delivered has no effect.
 */
export async function redriveDeadLetters(
  {
    queue,
    eventId,
  }: { readonly queue?: DeadLetterQueue | undefined; readonly eventId?: string | undefined },
  actor: Actor,
  deps: DeadLetterDeps,
): Promise<Redriven> {
  const { done, notRemoved, remaining, complete } = await handleDeadLetters(
    {
      queue,
      eventId,
      action: 'outbox.redriven',
      canBe: ({ target }) => target !== undefined,
      // They are removed only after they were sent: a crash in between sends some twice and loses none.
      carryOut: (letters) => send(letters, deps),
    },
    actor,
    deps,
  );
  return { redriven: done, notRemoved, remaining, complete };
}

/** The letters that their queues accepted. A queue that refuses does not affect the others. */
async function send(
  letters: readonly DeadLetterMessage[],
  { queues, queueUrls, log }: DeadLetterDeps,
): Promise<readonly DeadLetterMessage[]> {
  const taken = Array.from(
    Map.groupBy(letters, ({ target }) => target),
    async ([target, group]) => {
      const url = target && queueUrls[target];
      if (url === undefined) return [];
      const bodies = group.map(({ received }) => received.body);
      try {
        const refused = new Set(await queues.send(url, bodies));
        return group.filter((_, index) => !refused.has(index));
      } catch (error) {
        log.error('a queue refused events', { queue: target }, error);
        return [];
      }
    },
  );
  return (await Promise.all(taken)).flat();
}

/** The reason and the letters: those of one event, or without an event all letters of the queue. */
interface Discard {
  readonly reason: string;
  readonly queue?: DeadLetterQueue | undefined;
  readonly eventId?: string | undefined;
}

/** The result: numbers of messages. */
interface Discarded extends Pick<Dealt, 'notRemoved' | 'remaining' | 'complete'> {
  readonly discarded: number;
}

/**
 * Removes dead letters that must not be processed again: those of an event, or all of a queue. Errors: 404 if all
 * letters were read and none belongs to the event.
 */
export async function discardDeadLetters(
  { reason, queue, eventId }: Discard,
  actor: Actor,
  deps: DeadLetterDeps,
): Promise<Discarded> {
  const { meant, notRemoved, remaining, complete } = await handleDeadLetters(
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
  return { discarded: meant - notRemoved, notRemoved, remaining, complete };
}

/** Which letters to handle, and how. */
interface Dealing {
  readonly queue: DeadLetterQueue | undefined;
  /**
   * Undefined: a few hundred letters of each queue; call again while some are left. For one event, all letters are
   * read.
   */
  readonly eventId: string | undefined;
  readonly action: AuditEntry['action'];
  /** The reason for the audit trail. */
  readonly reason?: string;
  /** Whether this letter can be handled at all. */
  canBe(letter: DeadLetterMessage): boolean;
  /** Handles letters and returns those that are done. These are then removed. */
  carryOut(letters: readonly DeadLetterMessage[]): Promise<readonly DeadLetterMessage[]>;
}

/** The result: numbers of messages. */
interface Dealt {
  readonly meant: number;
  readonly done: number;
  /** How many handled letters SQS did not remove. */
  readonly notRemoved: number;
  readonly remaining: number;
  /** False if there was not enough time to read all. */
  readonly complete: boolean;
}

/** The maximum number of letters of a queue that are handled together if no event is given. */
const atMost = 500;

/**
 * Handles dead letters and puts back the rest. The act is recorded in the audit trail first, so after a crash none or
 * some were handled.
 */
async function handleDeadLetters(
  dealing: Dealing,
  actor: Actor,
  deps: DeadLetterDeps,
): Promise<Dealt> {
  const { queue } = dealing;
  const each = await Promise.all(
    chosen(queue, deps).map((each) => dealIn(each, dealing, actor, deps)),
  );
  const sum = (of: 'meant' | 'done' | 'notRemoved') =>
    each.reduce((total, { [of]: count }) => total + count, 0);
  return {
    meant: sum('meant'),
    done: sum('done'),
    notRemoved: sum('notRemoved'),
    remaining: await deadLettersLeft(queue, deps),
    complete: each.every(({ isAll }) => isAll),
  };
}

async function dealIn(
  { name, url }: ReturnType<typeof chosen>[number],
  { eventId, action, reason, canBe, carryOut }: Dealing,
  actor: Actor,
  deps: DeadLetterDeps,
) {
  const { queues, searchTime } = deps;
  const { letters, isAll } = await readDeadLetters(url, queues, {
    ...(eventId === undefined && { most: atMost }),
    ...timeOf(searchTime),
  });
  const meant = letters.filter(
    (letter) => canBe(letter) && (eventId === undefined || letter.eventId === eventId),
  );
  if (meant.length > 0) {
    await transact(deps.table, {
      ...auditAct(deps, {
        at: deps.now().toISOString(),
        actor,
        action,
        subject: { type: 'queue', id: name },
        details: auditedLetters(meant),
        ...(reason !== undefined && { reason }),
      }),
    });
  }
  const done = await carryOut(meant);
  const notRemoved = await removeDeadLetters({ name, url }, done, deps);
  const gone = new Set(done);
  await putBack(
    url,
    letters.filter((letter) => !gone.has(letter)),
    queues,
  );
  return { meant: meant.length, done: done.length, notRemoved, isAll };
}
