import type { Table } from '../../kernel/db/table.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { findReviewDigest, toldWrite } from '../db/review-digest.ts';
import { waitsSince } from '../db/waiting-reviews.ts';
import { mayTell } from '../domain/review-digest.ts';

type NotifyDeps = Pick<CoreDeps, 'table' | 'now'>;

/**
 * Wants a mail to all reviewers about a review that begins to wait, unless they were told of something within the hour: then
 * the digest counts it. `service/usecases/send-mail.ts` makes and sends it, with how many wait in all.
 */
export async function notifyReviewers(reviewId: string, deps: NotifyDeps): Promise<void> {
  const { digest, at, may } = await lookAtDigest(deps);
  if (!may) return;
  await tell(deps.table, toldWrite(digest, at), at, `review-waiting-${reviewId}`, {
    template: 'review_waiting',
    reviewId,
  });
}

/**
 * Wants the digest: a mail to all reviewers about how many reviews wait, where one began to wait since they were told of
 * something, an hour ago or longer. Called by the clock.
 */
export async function wantReviewDigest(deps: NotifyDeps): Promise<void> {
  const { digest, at, may } = await lookAtDigest(deps);
  if (digest === null || !may || !(await waitsSince(deps.table, digest.toldAt))) return;
  await tell(deps.table, toldWrite(digest, at), at, `reviews-waiting-${digest.version}`, {
    template: 'reviews_waiting',
    at,
  });
}

async function lookAtDigest({ table, now }: NotifyDeps) {
  const digest = await findReviewDigest(table);
  const at = now();
  return { digest, at: at.toISOString(), may: mayTell(digest, at) };
}

/** Refused when somebody else has told them since the digest was read, or an earlier attempt has: nothing is left to do. */
async function tell(table: Table, told: Write, at: string, eventId: string, mail: Mail) {
  await transact(table, { told, mail: eventWrite(eventId, at, { type: 'mail.wanted', mail }) });
}
