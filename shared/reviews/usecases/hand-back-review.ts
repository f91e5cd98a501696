import { auditWrites } from '../../audit/audit-items.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../outbox/outbox.ts';
import type { Mail } from '../../outbox/outbox-event.ts';
import { reviewWrites, type StoredReview } from '../db/reviews.ts';
import { returnReview } from '../review.ts';
import { decider } from './review-facts.ts';

/** Why an approval can't be carried out: for the reviewers, and for the audit trail. */
export interface Hindrance {
  readonly sentence: string;
  readonly reason: string;
  /** A further mail that the return brings about. */
  readonly mail?: Mail | undefined;
  /** What is undone with it. */
  readonly writes?: Readonly<Record<string, Write>>;
}

/** Gives the review back to the reviewers, who are told; its subject stays under review. */
export async function handBackReview(
  review: StoredReview,
  { sentence, reason, mail, writes = {} }: Hindrance,
  deps: CoreDeps,
): Promise<'returned' | typeof lostRace> {
  const at = deps.now().toISOString();
  const decision = returnReview(review, sentence);
  if (!decision.ok) throw new Error(`review ${review.id} can't be returned`);
  const outcome = await transact(deps.table, {
    ...writes,
    ...reviewWrites(decision.next),
    mail: eventWrite(deps.newId(), at, {
      type: 'mail.wanted',
      mail: { template: 'review_waiting', reviewId: review.id },
    }),
    further: mail && eventWrite(deps.newId(), at, { type: 'mail.wanted', mail }),
    ...auditWrites({
      id: deps.newId(),
      at,
      actor: decider(review),
      action: `${review.subject.type}.approved`,
      subject: review.subject,
      outcome: 'refused',
      details: { reviewId: review.id, reason },
    }),
  });
  return outcome.kind === 'written' ? 'returned' : lostRace;
}
