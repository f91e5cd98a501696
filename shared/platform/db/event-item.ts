import { keys } from '../../kernel/db/keys.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { causingCall } from '../../kernel/runtime/cause.ts';
import type { OutboxEvent } from '../domain/outbox-event.ts';

/** How long delivered events are stored, in seconds: a week, so that operators can read them. */
const retentionSeconds = 604_800;

/** The write that stores an event. Without the schema of events, which functions that only read would load for nothing. */
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
