import { auditAct } from '../../audit/audit-act.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Decision } from '../../kernel/domain/decision.ts';
import { lostRace } from '../../kernel/usecases/until-written.ts';
import { reviewWrites, type StoredReview } from '../db/reviews.ts';
import { carryOut } from '../review.ts';
import { decider } from './review-facts.ts';

/** What a rejection does to one type of subject, whose items have the type `S`. */
export interface Rejection<S> {
  /** The subject's next state; `at` is the instant of the rejection. */
  decide(reason: string, at: string): Decision<S, string>;
  writes(next: S, at: string): Readonly<Record<string, Write>>;
  /** Further facts for the audit trail. */
  readonly details?: Readonly<Record<string, string>>;
}

/**
 * Carries a rejection out: the subject's next state and the review's in one transaction. Throws when the
 * review has been carried out, or the subject is in no state for it.
 */
export async function rejectReviewed<S>(
  review: StoredReview,
  { decide, writes, details }: Rejection<S>,
  deps: CoreDeps,
): Promise<'rejected' | typeof lostRace> {
  const at = deps.now().toISOString();
  const carried = carryOut(review, at);
  // A rejection has a reason by the type of `Verdict`.
  const decision = decide(review.reason ?? '', at);
  if (!carried.ok || !decision.ok) throw new Error(`review ${review.id} can't be carried out`);
  const outcome = await transact(deps.table, {
    ...writes(decision.next, at),
    ...reviewWrites(carried.next),
    ...auditAct(deps, {
      at,
      actor: decider(review),
      action: `${review.subject.type}.rejected`,
      subject: review.subject,
      details: { reviewId: review.id, ...details },
    }),
  });
  return outcome.kind === 'written' ? 'rejected' : lostRace;
}
