import * as z from 'zod/mini';
import { PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import { OutputInstant } from '../../kernel/contracts/text.ts';
import { activityActors } from '../domain/activity.ts';

/** Query of `GET /api/v1/activity`; `actorId` is a key or a client. */
export const ActivityQuery = z.object({
  ...pageParameters,
  actorKind: z.optional(z.enum(activityActors)),
  actorId: z.optional(z.string().check(z.maxLength(100))),
  requestId: z.optional(z.string().check(z.maxLength(100))),
});

/** An action in the person's name or on their account. */
export const ActivityLine = z.object({
  id: z.string(),
  at: OutputInstant,
  actor: z.object({ kind: z.enum(activityActors), id: z.nullable(z.string()) }),
  action: z.string(),
  subject: z.nullable(z.object({ type: z.string(), id: z.string() })),
  outcome: z.enum(['success', 'refused']),
  /** The request that did it; null if there was none, and for actions of others. */
  requestId: z.nullable(z.string()),
  details: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.readonly(z.array(z.string()))]),
  ),
});

export const ActivityPage = PageOf(ActivityLine);

/**
 * Query of the page: the actor (`by`: a kind, with an id if there are several), the request, and
 * the position. An unknown position means the start.
 */
export const ActivityPageQuery = z.object({
  by: z.optional(z.string().check(z.maxLength(140))),
  request: z.optional(z.string().check(z.maxLength(100))),
  after: z.optional(
    z.pipe(
      z.string(),
      z.transform((after: string) => (/^[\x21-\x7e]{1,200}$/.test(after) ? after : undefined)),
    ),
  ),
});
