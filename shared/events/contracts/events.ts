import * as z from 'zod/mini';
import { pageParameters } from '../../kernel/contracts/pagination.ts';
import { rule } from '../../kernel/contracts/rule.ts';
import { OutputInstant } from '../../kernel/contracts/text.ts';
import { type RejectionReason, rejectionReasons } from '../../reviews/domain/rejection-reasons.ts';
import { type EventType, eventTypes } from '../domain/event-type.ts';

/**
 * The requested part of a feed, with the parameter names of HTTP Feeds; 1 to 100 events, by default
 * 50.
 */
export const EventQuery = z.object({
  lastEventId: z.optional(
    z
      .string()
      .check(
        rule(
          { pattern: '^[0-9]{12}-[0-9a-f]{32}$' },
          z.regex(/^\d{12}-[0-9a-f]{32}$/, { error: 'Must be the id of an event' }),
        ),
      ),
  ),
  limit: pageParameters.limit,
  type: z.optional(z.enum(eventTypes)),
});

/** The status of the event's resource. */
export const EventData = z.object({
  id: z.string(),
  statusId: z.optional(z.string()),
  version: z.optional(z.int()),
  rejectedReasonCode: z.optional(z.nullable(z.enum(rejectionReasons))),
});

export const Event = z.object({
  id: z.string(),
  type: z.enum(eventTypes),
  time: OutputInstant,
  subject: z.string(),
  data: EventData,
});

export const EventFeed = z.object({
  data: z.array(Event),
  pagination: z.object({
    limit: z.int(),
    lastEventId: z.nullable(z.string()),
    hasMore: z.boolean(),
  }),
});

/** An event in the format of CloudEvents 1.0.2. */
export const CloudEvent = z.object({
  specversion: z.literal('1.0'),
  id: z.string(),
  source: z.string(),
  type: z.enum(eventTypes),
  time: OutputInstant,
  subject: z.string(),
  datacontenttype: z.literal('application/json'),
  data: EventData,
});

/** Events in the batched mode of CloudEvents, as in HTTP Feeds. */
export const batchType = 'application/cloudevents-batch+json';
export const CloudEventBatch = z.array(CloudEvent);

export interface EventView {
  readonly id: string;
  readonly type: EventType;
  readonly time: string;
  readonly subject: string;
  readonly data: {
    readonly id: string;
    readonly statusId?: string | undefined;
    readonly version?: number | undefined;
    readonly rejectedReasonCode?: RejectionReason | null | undefined;
  };
}

/** The event as a response, with exactly these fields. */
export function presentEvent({ id, type, time, subject, data }: EventView) {
  return { id, type, time, subject, data };
}

/** The same as a CloudEvent; `source` is the feed's URL. */
export function presentCloudEvent(event: EventView, source: string) {
  const { id, type, time, subject, data } = event;
  return {
    specversion: '1.0' as const,
    id,
    source,
    type,
    time,
    subject,
    datacontenttype: 'application/json' as const,
    data,
  };
}
