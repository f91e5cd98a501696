import { keys } from '../../kernel/db/keys.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { causingCall } from '../../kernel/runtime/cause.ts';
import type { Mail, OutboxEvent } from '../domain/outbox-event.ts';
import type { ReadableEvent } from './stored-event.ts';

/** How long delivered events are stored, in seconds: one week, so that operators can read them. */
const retentionSeconds = 604_800;

/**
 * The write that puts an event into the outbox, in the transaction of the change that caused it. The event records the
 * API call that it came from. Events of a submission are also counted in a metric. The schema of events
 * is in `stored-event.ts`, so functions that only write need not load it.
 */
export function eventWrite(id: string, createdAt: string, event: OutboxEvent): Write {
  const write = create({
    ...keys.event(id),
    id,
    createdAt,
    ...causingCall(),
    // An event that can't be read back does not compile.
    event: event satisfies ReadableEvent,
    ttl: Math.ceil(Date.parse(createdAt) / 1000) + retentionSeconds,
  });
  // A repeated request is not another submission.
  if (event.type !== 'review.requested' || (event.submissionId ?? id) !== id) return write;
  const dimensions = { Subject: event.subject.type, State: 'submitted' } as const;
  return { ...write, measure: { metric: 'Cases', value: 1, dimensions } };
}

/** The write that asks for an email. */
export function mailWrite(id: string, createdAt: string, mail: Mail): Write {
  return eventWrite(id, createdAt, { type: 'mail.requested', mail });
}
