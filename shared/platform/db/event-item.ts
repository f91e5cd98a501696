import { keys } from '../../kernel/db/keys.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { causingCall } from '../../kernel/runtime/cause.ts';
import type { OutboxEvent } from '../domain/outbox-event.ts';

/** How long delivered events are stored, in seconds: one week, so that operators can read them. */
const retentionSeconds = 604_800;

/**
 * The write that stores an event. It does not use the schema of events, so functions that only read need not load it.
 */
export function eventItemWrite(id: string, createdAt: string, event: OutboxEvent): Write {
  return create({
    ...keys.event(id),
    id,
    createdAt,
    ...causingCall(),
    event,
    ttl: Math.ceil(Date.parse(createdAt) / 1000) + retentionSeconds,
  });
}
