import * as z from 'zod/mini';
import { auditAct } from '../audit/audit-act.ts';
import type { Actor } from '../audit/audit-entry.ts';
import { transact } from '../kernel/db/transact.ts';
import type { CoreDeps } from '../kernel/deps/core.ts';
import {
  type DeadLetterQueue,
  deadLetterQueues,
  type OutboxQueue,
  outboxQueues,
} from '../kernel/domain/outbox-queue.ts';
import { queueOf } from './queue-of.ts';
import type { QueueSize, Queues, Received } from './queues.ts';

/** What it takes to look after what was given up. */
export interface DeadLetterDeps extends CoreDeps {
  readonly queues: Queues;
  readonly queueUrls: Readonly<Record<DeadLetterQueue, string>>;
  readonly deadLetterUrls: Readonly<Record<DeadLetterQueue, string>>;
}

/** An event that no attempt could deliver. What is no event has none of these but its queue. */
export interface DeadLetter {
  readonly queue: DeadLetterQueue;
  readonly eventId: string | null;
  readonly type: string | null;
  /** Of a mail. */
  readonly template: string | null;
  readonly createdAt: string | null;
  readonly requestId: string | null;
}

/** How much is in a queue, and among its dead letters. */
export interface QueueState extends QueueSize {
  readonly queue: DeadLetterQueue;
  readonly dead: number;
}

/** Of each queue at most so many are looked at in one call, or moved. */
const atMost = 100;
/** Seconds for which somebody who looks has the messages for themselves. */
const whileLooking = 20;

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

/** How much there is in each queue. */
export function readQueues({
  queues,
  queueUrls,
  deadLetterUrls,
}: DeadLetterDeps): Promise<readonly QueueState[]> {
  return Promise.all(
    deadLetterQueues.map(async (queue) => {
      const [dead, { waiting, inFlight }] = await Promise.all([
        queues.size(deadLetterUrls[queue]),
        isConsumed(queue) ? queues.size(queueUrls[queue]) : { waiting: 0, inFlight: 0 },
      ]);
      return { queue, waiting, inFlight, dead: dead.waiting + dead.inFlight };
    }),
  );
}

/** What was given up, oldest first, at most a hundred of each queue. They stay where they are. */
export async function listDeadLetters(
  queue: DeadLetterQueue | undefined,
  { queues, deadLetterUrls }: DeadLetterDeps,
): Promise<readonly DeadLetter[]> {
  const found = await Promise.all(
    chosen(queue).map(async (name) => {
      const received = await receiveAll(deadLetterUrls[name], queues);
      await putBack(deadLetterUrls[name], received, queues);
      return received.map(({ body }) => ({ queue: name, ...read(body) }));
    }),
  );
  return found
    .flat()
    .toSorted((left, right) => (left.createdAt ?? '').localeCompare(right.createdAt ?? ''));
}

/**
 * Puts what was given up back into the queues of its events, all or one event's; what nobody can deliver stays. Answers
 * how many went, and how many are left. A hundred of each queue at most: to be repeated while some are left. An event
 * that is delivered already has no effect when it comes once more.
 */
export async function redriveDeadLetters(
  {
    queue,
    eventId,
  }: { readonly queue?: DeadLetterQueue | undefined; readonly eventId?: string | undefined },
  actor: Actor,
  deps: DeadLetterDeps,
): Promise<{ readonly redriven: number; readonly left: number }> {
  const moved = await Promise.all(
    chosen(queue).map(async (name) => ({ name, ids: await redriveFrom(name, eventId, deps) })),
  );
  const some = moved.filter(({ ids }) => ids.length > 0);
  for (const { name, ids } of some) {
    await transact(deps.table, {
      ...auditAct(deps, {
        at: deps.now().toISOString(),
        actor,
        action: 'outbox.redriven',
        subject: { type: 'queue', id: name },
        details: { events: ids },
      }),
    });
  }
  const left = (await readQueues(deps))
    .filter((state) => queue === undefined || state.queue === queue)
    .reduce((sum, { dead }) => sum + dead, 0);
  return { redriven: some.flatMap(({ ids }) => ids).length, left };
}

/** Ids of the events that went. */
async function redriveFrom(
  name: DeadLetterQueue,
  eventId: string | undefined,
  { queues, queueUrls, deadLetterUrls }: DeadLetterDeps,
): Promise<readonly string[]> {
  const from = deadLetterUrls[name];
  const letters = (await receiveAll(from, queues)).map((received) => {
    const letter = read(received.body);
    const wanted = eventId === undefined || letter.eventId === eventId;
    return { received, letter, target: wanted ? queueOf(letter.type) : undefined };
  });
  const went: typeof letters = [];
  for (const [target, group] of Map.groupBy(letters, (letter) => letter.target)) {
    if (target === undefined) continue;
    const bodies = group.map(({ received }) => received.body);
    const refused = await queues.send(queueUrls[target], bodies);
    went.push(...group.filter((_, place) => !refused.includes(place)));
  }
  // Only now: one that dies before has sent some twice, and lost none.
  await queues.remove(
    from,
    went.map(({ received }) => received.receipt),
  );
  const stay = letters.filter((letter) => !went.includes(letter));
  await putBack(
    from,
    stay.map(({ received }) => received),
    queues,
  );
  return went.map(({ letter }) => letter.eventId ?? '');
}

async function receiveAll(url: string, queues: Queues): Promise<readonly Received[]> {
  const all: Received[] = [];
  while (all.length < atMost) {
    const some = await queues.receive(url, whileLooking);
    if (some.length === 0) break;
    all.push(...some);
  }
  return all;
}

async function putBack(url: string, received: readonly Received[], queues: Queues): Promise<void> {
  await queues.postpone(
    url,
    received.map(({ receipt }) => ({ receipt, seconds: 0 })),
  );
}

function chosen(queue: DeadLetterQueue | undefined): readonly DeadLetterQueue[] {
  return queue === undefined ? deadLetterQueues : [queue];
}

function isConsumed(queue: DeadLetterQueue): queue is OutboxQueue {
  return outboxQueues.some((each) => each === queue);
}

function read(body: string): Omit<DeadLetter, 'queue'> {
  const { id, createdAt, requestId, event } = z.parse(Letter, parsed(body));
  return {
    eventId: id,
    type: event.type,
    template: event.mail?.template ?? null,
    createdAt,
    requestId,
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
