import * as z from 'zod/mini';
import { rule } from '../../kernel/contracts/rule.ts';
import { FreeLine, Line, OutputInstant } from '../../kernel/contracts/text.ts';
import { type DeadLetterQueue, deadLetterQueues } from '../../kernel/domain/outbox-queue.ts';

const Queue = z.enum(deadLetterQueues);

/** Query of `GET /admin/v1/outbox/dead_letters`. */
export const DeadLettersQuery = z.object({ queue: z.optional(Queue) });

const EventId = Line(200);

/** Body of `POST /admin/v1/outbox/redrive`: without either field, all dead letters. */
export const Redrive = z.object({ queue: z.optional(Queue), eventId: z.optional(EventId) });

/** Body of `POST /admin/v1/outbox/discard`: one event, or `everything` in a queue, whose name `confirm` repeats. */
export const DiscardDeadLetters = z
  .object({
    reason: FreeLine(120),
    eventId: z.optional(EventId),
    queue: z.optional(Queue),
    everything: z.optional(z.boolean()),
    confirm: z.optional(Queue),
  })
  .check(
    rule(
      {
        anyOf: [
          { properties: { everything: { const: false } }, required: ['eventId'] },
          ...deadLetterQueues.map((name) => ({
            properties: {
              everything: { const: true },
              queue: { const: name },
              confirm: { const: name },
            },
            required: ['everything', 'queue', 'confirm'],
            not: { required: ['eventId'] },
          })),
        ],
      },
      ({ value, issues }) => {
        const unclear = unclearPart(value);
        if (unclear === null) return;
        const [field, message] = unclear;
        issues.push({ code: 'custom', input: value, path: [field], message });
      },
    ),
  );

interface Meant {
  readonly eventId?: string | undefined;
  readonly queue?: DeadLetterQueue | undefined;
  readonly everything?: boolean | undefined;
  readonly confirm?: DeadLetterQueue | undefined;
}

/** The field that makes the request ambiguous, with how to fix it. Null if the request is clear. */
function unclearPart(meant: Meant): readonly [keyof Meant, string] | null {
  const { eventId, queue, everything = false, confirm } = meant;
  if (eventId !== undefined) {
    return everything ? ['everything', 'Either one event, or all of a queue'] : null;
  }
  if (!everything) return ['eventId', 'Required, unless all of a queue are meant'];
  if (queue === undefined) return ['queue', 'Required where all are meant'];
  return confirm === queue ? null : ['confirm', 'Must be the name of the queue'];
}

/** The size of each queue, as SQS estimates it. `dead` is its number of dead letters. */
export const QueuesAnswer = z.object({
  data: z.array(z.object({ queue: Queue, waiting: z.int(), inFlight: z.int(), dead: z.int() })),
});

/** Dead letters, oldest first. If a message is not an event, every field except `queue` is null. */
export const DeadLettersAnswer = z.object({
  data: z.array(
    z.object({
      queue: Queue,
      eventId: z.nullable(z.string()),
      type: z.nullable(z.string()),
      template: z.nullable(z.string()),
      createdAt: z.nullable(OutputInstant),
      requestId: z.nullable(z.string()),
    }),
  ),
  complete: z.boolean(),
});

export const RedriveAnswer = z.object({
  data: z.object({
    redriven: z.int(),
    notRemoved: z.int(),
    remaining: z.int(),
    complete: z.boolean(),
  }),
});

export const DiscardAnswer = z.object({
  data: z.object({
    discarded: z.int(),
    notRemoved: z.int(),
    remaining: z.int(),
    complete: z.boolean(),
  }),
});
