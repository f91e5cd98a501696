import type { DeadLetterQueue } from '../../kernel/domain/outbox-queue.ts';
import type { DeadLetterDeps } from './dead-letters.ts';
import type { HeldLetter } from './look-at-letters.ts';

/** What the log says of a letter that was dealt with and is still there. */
const letterStays = 'a dead letter was not removed';

/** Removes letters that were dealt with. Answers how many SQS has kept all the same; the log names them. */
export async function removeLetters(
  queue: DeadLetterQueue,
  letters: readonly HeldLetter[],
  { queues, deadLetterUrls, log }: DeadLetterDeps,
): Promise<number> {
  if (letters.length === 0) return 0;
  const places = await queues
    .remove(
      deadLetterUrls[queue],
      letters.map(({ received }) => received.receipt),
    )
    .catch(() => letters.map((_, place) => place));
  for (const place of places) log.error(letterStays, { queue, eventId: letters[place]?.eventId });
  return places.length;
}
