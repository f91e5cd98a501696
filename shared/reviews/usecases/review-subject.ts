import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Mail } from '../../outbox/outbox-event.ts';
import type { StoredReview } from '../db/reviews.ts';
import type { Review } from '../review.ts';

/** What became of a decision; `returned`: it could not take effect, and the reviewer decides again. */
export type ReviewOutcome = 'approved' | 'rejected' | 'returned';

/** What is kept with everything that is reviewed. */
export interface Reviewed {
  /** When the review task was there; null while the dispatch is on its way. */
  readonly dispatchedAt: string | null;
  /** Since when a workflow has given up on it; absent while all goes well. */
  readonly stuckAt?: string | undefined;
}

/** What a review does to one type of subject, whose items have the type `S`. */
export interface ReviewRules<S extends Reviewed> {
  find(deps: CoreDeps, id: string): Promise<S | null>;
  /** The write that stores the next state, unless somebody wrote it since it was read. */
  write(subject: S): Write;
  /** The subject whose review is waiting; null when it has been decided in the meantime. */
  dispatch(subject: S, now: string): S | null;
  /** Both in one transaction with the review, `carriedOutAt` set; throw in no state for a decision. */
  approve(
    review: StoredReview,
    subject: S,
    deps: CoreDeps,
  ): Promise<'approved' | 'returned' | typeof lostRace>;
  reject(review: StoredReview, subject: S, deps: CoreDeps): Promise<'rejected' | typeof lostRace>;
  /** What the decision has its owner told. */
  mail(id: string, outcome: 'approved' | 'rejected'): Mail;
}

/** The rules of a type, applied to its items by their ids. Everything throws for an id that nothing has. */
export interface ReviewSubject {
  markDispatched(id: string, deps: CoreDeps): Promise<void>;
  carryOut(review: StoredReview, deps: CoreDeps): Promise<ReviewOutcome | typeof lostRace>;
  mail(id: string, outcome: 'approved' | 'rejected'): Mail;
}

export function reviewSubject<S extends Reviewed>(
  type: Review['subject']['type'],
  rules: ReviewRules<S>,
): ReviewSubject {
  const { find, write, dispatch, approve, reject, mail } = rules;

  async function required(id: string, deps: CoreDeps): Promise<S> {
    const subject = await find(deps, id);
    if (subject === null) throw new Error(`${type} ${id} does not exist`);
    return subject;
  }

  return {
    markDispatched: (id, deps) =>
      untilWritten(async () => {
        const subject = await required(id, deps);
        const next = dispatch(subject, deps.now().toISOString());
        if (next === null) return;
        if (subject.dispatchedAt !== null && subject.stuckAt === undefined) return;
        const outcome = await transact(deps.table, {
          subject: write({ ...next, stuckAt: undefined }),
        });
        return outcome.kind === 'written' ? undefined : lostRace;
      }),
    carryOut: async (review, deps) => {
      const subject = await required(review.subject.id, deps);
      return review.status === 'approved'
        ? approve(review, subject, deps)
        : reject(review, subject, deps);
    },
    mail,
  };
}
