import type { CoreDeps } from '../../kernel/deps/core.ts';
import {
  type DeadLetterQueue,
  deadLetterQueues,
  detour,
  type OutboxQueue,
  unrouted,
} from '../../kernel/domain/outbox-queue.ts';
import type { QueueSize, Queues } from '../aws/queues.ts';
import { chosen, type LetterFacts, lookAtLetters, putBack } from './look-at-letters.ts';
import type { RoutingDeps } from './route-events.ts';

/** What it takes to look after what was given up. */
export interface DeadLetterDeps extends CoreDeps {
  readonly queues: Queues;
  readonly queueUrls: RoutingDeps['queueUrls'];
  readonly deadLetterUrls: Readonly<Record<DeadLetterQueue, string>>;
  /** How long somebody looks for letters at most, in milliseconds; some seconds unless set. */
  readonly lookFor?: number;
}

/** An event that no attempt could deliver. */
export interface DeadLetter extends LetterFacts {
  readonly queue: DeadLetterQueue;
}

/** How much is in a queue, and among its dead letters. */
export interface QueueState extends QueueSize {
  readonly queue: DeadLetterQueue;
  readonly dead: number;
}

/** How much there is in each queue. What waits for `unrouted` is what another queue refuses, and is tried again. */
export function readQueues({
  queues,
  queueUrls,
  deadLetterUrls,
}: DeadLetterDeps): Promise<readonly QueueState[]> {
  return Promise.all(
    deadLetterQueues.map(async (queue) => {
      const consumed: OutboxQueue | typeof detour = queue === unrouted ? detour : queue;
      const [dead, { waiting, inFlight }] = await Promise.all([
        queues.size(deadLetterUrls[queue]),
        queues.size(queueUrls[consumed]),
      ]);
      return { queue, waiting, inFlight, dead: dead.waiting + dead.inFlight };
    }),
  );
}

/** How many letters are given up, of the queue or of all. */
export async function deadLettersLeft(
  queue: DeadLetterQueue | undefined,
  deps: DeadLetterDeps,
): Promise<number> {
  const names = chosen(queue);
  return (await readQueues(deps))
    .filter((state) => names.includes(state.queue))
    .reduce((sum, { dead }) => sum + dead, 0);
}

/** What was given up, oldest first; they stay where they are. `complete` is false where there was no time for all. */
export async function listDeadLetters(
  queue: DeadLetterQueue | undefined,
  { queues, deadLetterUrls, lookFor }: DeadLetterDeps,
): Promise<{ readonly letters: readonly DeadLetter[]; readonly complete: boolean }> {
  const found = await Promise.all(
    chosen(queue).map(async (name) => {
      const url = deadLetterUrls[name];
      const { letters, isAll } = await lookAtLetters(url, queues, timeOf(lookFor));
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

/** The time to look, where it is set. */
export function timeOf(lookFor: number | undefined) {
  return lookFor === undefined ? {} : { milliseconds: lookFor };
}
