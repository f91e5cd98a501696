import * as z from 'zod/mini';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import {
  credentialsRetry,
  type DeadLetterQueue,
  deadLetterQueues,
  detour,
  feedsRetry,
  type OfQueues,
  type OutboxQueue,
  unrouted,
} from '../../kernel/domain/outbox-queue.ts';
import { timeLeft } from '../../kernel/runtime/deadline.ts';
import type { QueueSize, Queues, Received } from '../aws/queues.ts';
import { queueOf } from '../domain/consumer.ts';
import type { RoutingDeps } from './route-events.ts';

/** Dependencies to handle dead letters. */
export interface DeadLetterDeps extends CoreDeps {
  readonly queues: Queues;
  readonly queueUrls: RoutingDeps['queueUrls'];
  readonly deadLetterUrls: OfQueues<DeadLetterQueue, string>;
  /** The maximum time to read dead letters, in milliseconds; some seconds by default. */
  readonly searchTime?: number;
}

/** An event that no attempt could deliver. */
interface DeadLetter extends DeadLetterFacts {
  readonly queue: DeadLetterQueue;
}

/** The size of a queue and the number of its dead letters. */
interface QueueState extends QueueSize {
  readonly queue: DeadLetterQueue;
  readonly dead: number;
}

/**
 * The number of messages in each queue. Messages waiting in `unrouted` were refused by another queue and are tried
 * again.
 */
export function readQueues({
  queues,
  queueUrls,
  deadLetterUrls,
}: DeadLetterDeps): Promise<readonly QueueState[]> {
  return Promise.all(
    chosen(undefined, { deadLetterUrls }).map(async ({ name: queue, url }) => {
      const consumed = queueUrls[queue === unrouted ? detour : queue];
      const [dead, { waiting, inFlight }] = await Promise.all([
        queues.size(url),
        consumed === undefined ? { waiting: 0, inFlight: 0 } : queues.size(consumed),
      ]);
      return { queue, waiting, inFlight, dead: dead.waiting + dead.inFlight };
    }),
  );
}

/** The number of dead letters of one queue or of all. */
export async function deadLettersLeft(
  queue: DeadLetterQueue | undefined,
  deps: DeadLetterDeps,
): Promise<number> {
  return (await readQueues(deps))
    .filter((state) => queue === undefined || state.queue === queue)
    .reduce((sum, { dead }) => sum + dead, 0);
}

/** Dead letters, oldest first. They stay in their queues. `complete` is false if time ran out. */
export async function listDeadLetters(
  queue: DeadLetterQueue | undefined,
  { queues, deadLetterUrls, searchTime }: DeadLetterDeps,
): Promise<{ readonly letters: readonly DeadLetter[]; readonly complete: boolean }> {
  const found = await Promise.all(
    chosen(queue, { deadLetterUrls }).map(async ({ name, url }) => {
      const { letters, isAll } = await readDeadLetters(url, queues, timeOf(searchTime));
      await putBack(url, letters, queues);
      const facts = letters.map(({ received: _, target: __, ...each }) => ({
        queue: name,
        ...each,
      }));
      return { facts, isAll };
    }),
  );
  const letters = found
    .flatMap(({ facts }) => facts)
    .toSorted((left, right) => (left.createdAt ?? '').localeCompare(right.createdAt ?? ''));
  return { letters, complete: found.every(({ isAll }) => isAll) };
}

/** The time limit, if it is set. */
export function timeOf(searchTime: number | undefined) {
  return searchTime === undefined ? {} : { milliseconds: searchTime };
}

/** Facts about a dead letter. A message that is not an event has none of these. */
interface DeadLetterFacts {
  readonly eventId: string | null;
  readonly type: string | null;
  /** The template of an email. */
  readonly template: string | null;
  readonly createdAt: string | null;
  readonly requestId: string | null;
}

/** A dead letter that was received and is hidden from others in the meantime. */
export interface DeadLetterMessage extends DeadLetterFacts {
  readonly received: Received;
  /** The queue that delivers it, or undefined if there is none. */
  readonly target: OutboxQueue | typeof detour | undefined;
}

/** How long received dead letters are hidden from others, in seconds: longer than the operators' function runs. */
const whileLooking = 20;

/** The maximum time to read dead letters, in milliseconds, and the time that remains to handle them. */
const lookFor = 4_000;
const toAct = 4_000;

/**
 * Reads at most `most` dead letters of a queue, within the time limit. `isAll` is false if it stopped before the end.
 * The letters become visible again after the visibility timeout, or when they are put back.
 */
export async function readDeadLetters(
  url: string,
  queues: Queues,
  { most = Number.POSITIVE_INFINITY, milliseconds = lookFor } = {},
): Promise<{ readonly letters: readonly DeadLetterMessage[]; readonly isAll: boolean }> {
  const until = performance.now() + Math.min(milliseconds, timeLeft() - toAct);
  const letters: DeadLetterMessage[] = [];
  do {
    const some = await queues.receive(url, whileLooking);
    if (some.length === 0) return { letters, isAll: true };
    letters.push(...some.map(held));
  } while (letters.length < most && performance.now() < until);
  return { letters, isAll: false };
}

/** Makes them visible to others immediately. If that fails, they become visible later. */
export async function putBack(
  url: string,
  letters: readonly DeadLetterMessage[],
  queues: Queues,
): Promise<void> {
  const messages = letters.map(({ received: { receipt } }) => ({ receipt, seconds: 0 }));
  await queues.postpone(url, messages).catch(() => {});
}

/** The existing dead-letter queues: the given one, or all. */
export function chosen(
  queue: DeadLetterQueue | undefined,
  { deadLetterUrls }: Pick<DeadLetterDeps, 'deadLetterUrls'>,
): readonly { readonly name: DeadLetterQueue; readonly url: string }[] {
  const names = queue === undefined ? deadLetterQueues : [queue];
  return names.flatMap((name) => {
    const url = deadLetterUrls[name];
    return url === undefined ? [] : { name, url };
  });
}

/** The audit details of dead letters: ids of their events, and the number of other messages. */
export function auditedLetters(letters: readonly DeadLetterMessage[]) {
  const events = letters.flatMap(({ eventId }) => eventId ?? []);
  const others = letters.length - events.length;
  return { events, ...(others > 0 && { others }) };
}

const EmailMessage = z.object({
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

function held(received: Received): DeadLetterMessage {
  const { id, createdAt, requestId, event } = z.parse(EmailMessage, parsed(received.body));
  return {
    eventId: id,
    type: event.type,
    template: event.mail?.template ?? null,
    createdAt,
    requestId,
    received,
    target:
      event.type === feedsRetry || event.type === credentialsRetry ? detour : queueOf(event.type),
  };
}

/** The stream's mapping also writes here. Its messages are JSON but not events. */
function parsed(body: string): unknown {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}

/** Log message for a dead letter that was handled but not removed. */
const deadLetterNotRemoved = 'a dead letter was not removed';

/** Removes dead letters that were handled. Returns how many SQS did not remove; the log names them. */
export async function removeDeadLetters(
  { name: queue, url }: ReturnType<typeof chosen>[number],
  letters: readonly DeadLetterMessage[],
  { queues, log }: DeadLetterDeps,
): Promise<number> {
  if (letters.length === 0) return 0;
  const places = await queues
    .remove(
      url,
      letters.map(({ received }) => received.receipt),
    )
    .catch(() => letters.map((_, index) => index));
  for (const place of places)
    log.error(deadLetterNotRemoved, { queue, eventId: letters[place]?.eventId });
  return places.length;
}
