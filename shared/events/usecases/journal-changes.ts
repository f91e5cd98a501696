import * as z from 'zod/mini';
import { detour, toldLater } from '../../kernel/domain/outbox-queue.ts';
import type { RoutingDeps, StreamItem } from '../../platform/usecases/route-events.ts';
import type { Draft } from '../domain/draft.ts';
import { draftOfChange } from '../domain/draft-of-change.ts';
import { eventTypes } from '../domain/event-type.ts';
import type { TableChange } from '../domain/table-change.ts';
import { type JournalDeps, recordDrafts } from './record-drafts.ts';

/** What it takes to tell of changes, and to put off what no feed takes. */
export interface JournalingDeps extends JournalDeps, RoutingDeps {}

/**
 * Tells of changes of the table, in their order. What a feed does not take makes a detour, so that what comes behind it in the stream
 * goes on: it is told of later, behind others. Answers the places of those that could not even do that, which are to come again.
 */
export async function journalChanges(
  changes: readonly TableChange[],
  deps: JournalingDeps,
): Promise<readonly number[]> {
  const told = changes.flatMap((change, place) => {
    const draft = draftOfChange(change);
    return draft === null ? [] : [{ place, draft }];
  });
  const failed = (
    await recordDrafts(
      told.map(({ draft }) => draft),
      deps,
    )
  ).flatMap((index) => told[index] ?? []);
  if (failed.length === 0) return [];
  try {
    const bodies = failed.map(({ draft }) => JSON.stringify(letterOf(draft)));
    const refused = await deps.queues.send(deps.queueUrls[detour], bodies);
    return refused.flatMap((index) => failed[index]?.place ?? []);
  } catch (error) {
    deps.log.error('a queue took no events', { queue: detour }, error);
    return failed.map(({ place }) => place);
  }
}

/** Tells of what has made a detour. Answers the places of those that their feeds still don't take. */
export async function tellLater(
  drafts: readonly Draft[],
  deps: JournalDeps,
): Promise<readonly number[]> {
  return recordDrafts(drafts, deps);
}

/** As an event of the outbox, which the detour is made for. */
function letterOf(draft: Draft) {
  return {
    id: draft.changeId,
    createdAt: draft.time,
    event: { type: toldLater, draft },
  };
}

const Letter = z.object({
  event: z.object({
    type: z.literal(toldLater),
    draft: z.object({
      changeId: z.string(),
      type: z.enum(eventTypes),
      time: z.string(),
      subject: z.string(),
      data: z.object({
        id: z.string(),
        statusId: z.optional(z.string()),
        version: z.optional(z.int()),
      }),
      owner: z.object({ kind: z.enum(['person', 'entity', 'integration']), id: z.string() }),
      item: z.object({ pk: z.string(), sk: z.string() }),
      createdViaAPI: z.boolean(),
      isPublic: z.boolean(),
    }),
  }),
});

/** What a letter on the detour tells; null: it is an event of the outbox, or nothing that anybody knows. */
export function draftIn(letter: StreamItem): Draft | null {
  const parsed = z.safeParse(Letter, letter);
  return parsed.success ? parsed.data.event.draft : null;
}
