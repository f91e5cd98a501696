import * as z from 'zod/mini';
import { detour, judgedLater } from '../../kernel/domain/outbox-queue.ts';
import type { RoutingDeps, StreamItem } from '../../platform/usecases/route-events.ts';
import {
  type ChangeOfItem,
  type CredentialConcern,
  concernOf,
} from '../domain/credential-concern.ts';
import { judgeCredentials } from './judge-credentials.ts';
import type { RevokingDeps } from './revoke-credential.ts';

/** What it takes to revoke because of changes, and to put off what could not be done. */
export interface JudgingDeps extends RevokingDeps, RoutingDeps {}

/** What the log says of credentials that could not be looked at; no ids of whom they are about. */
const isUnjudged = 'credentials could not be looked at';

/** A change of the table with the stream's own name of it. */
type NamedChange = ChangeOfItem & { readonly id: string; readonly at: string };

/**
 * Revokes the credentials that changes of the table make untrue. What can't be done makes a detour, so that what comes behind it in the
 * stream goes on. Answers the places of those that could not even do that, which are to come again.
 */
export async function judgeChanges(
  changes: readonly NamedChange[],
  deps: JudgingDeps,
): Promise<readonly number[]> {
  const wanted = changes.flatMap((change, place) => {
    const concern = concernOf(change);
    return concern === null ? [] : [{ place, change, concern }];
  });
  const failed = (
    await judgeEach(
      wanted.map(({ concern }) => concern),
      deps,
    )
  ).flatMap((index) => wanted[index] ?? []);
  if (failed.length === 0) return [];
  try {
    const bodies = failed.map(({ change: { id, at }, concern }) =>
      JSON.stringify({ id, createdAt: at, event: { type: judgedLater, concern } }),
    );
    const refused = await deps.queues.send(deps.queueUrls[detour], bodies);
    return refused.flatMap((index) => failed[index]?.place ?? []);
  } catch (error) {
    deps.log.error('a queue took no events', { queue: detour }, error);
    return failed.map(({ place }) => place);
  }
}

/** Looks at the credentials that each of them concerns. Answers the places of those that failed. */
export async function judgeEach(
  concerns: readonly CredentialConcern[],
  deps: JudgingDeps,
): Promise<readonly number[]> {
  const outcomes = await Promise.all(
    concerns.map(async (concern, place) => {
      try {
        await judgeCredentials(concern, deps);
        return [];
      } catch (error) {
        deps.log.error(isUnjudged, {}, error);
        return [place];
      }
    }),
  );
  return outcomes.flat();
}

const Letter = z.object({
  event: z.object({
    type: z.literal(judgedLater),
    concern: z.union([
      z.object({
        kind: z.enum(['person', 'entity']),
        id: z.string(),
        renamedIn: z.optional(z.int()),
      }),
      z.object({
        kind: z.literal('place'),
        list: z.string(),
        index: z.int(),
        more: z.optional(z.array(z.object({ list: z.string(), index: z.int() }))),
        expiresAt: z.string(),
      }),
    ]),
  }),
});

/** What a letter on the detour is about; null: it is another event. */
export function concernIn(letter: StreamItem): CredentialConcern | null {
  const parsed = z.safeParse(Letter, letter);
  return parsed.success ? parsed.data.event.concern : null;
}
