import { transact, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Decision } from '../../kernel/domain/decision.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { ActDetails, Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { StaffAct } from '../../staff/domain/staff-rights.ts';
import { actChecks, requireCaseRight, type Standing } from '../../staff/usecases/standing.ts';
import { reviewWrites, type StoredReview } from '../db/reviews.ts';
import { readReview } from './read-reviews.ts';

/** Who acts on a review; `standing`: what somebody of the staff may do; absent for operators. */
export interface Acting {
  readonly act: StaffAct;
  readonly actor: Actor;
  readonly standing: Standing | undefined;
}

/** What an act makes of a review, and how the trail calls it. */
interface ActDone {
  readonly action: string;
  readonly next: StoredReview;
  readonly writes?: Writes<ApiError>;
  readonly details?: ActDetails;
  /** Why, in the words of whoever did it, for the trail. */
  readonly reason?: string | null;
}

type Decided = ActDone | null | typeof lostRace;

/**
 * Carries out what a reviewer does, in one transaction, with its entry in the trail: whoever reads the review again sees all
 * of it. `decide` answers null for what changes nothing, `lostRace` where what it has read does not go together.
 *
 * Errors: 404; those of `requireCaseRight` where the actor is of the staff, and of `decide`. Operators who change or remove a staff
 * member meanwhile win, or lose: the act is refused, or was done before.
 */
export function actOnReview(
  id: string,
  { act, actor, standing }: Acting,
  deps: CoreDeps,
  decide: (review: StoredReview, at: string) => Decided | Promise<Decided>,
): Promise<StoredReview> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const review = await readReview(id, deps);
    requireCaseRight(standing, act, review);
    const done = await decide(review, at);
    if (done === null) return review;
    if (done === lostRace) return lostRace;
    const { action, next, writes, details, reason } = done;
    const { type: subjectType, id: subjectId } = review.subject;
    const all: Writes<ApiError> = {
      ...reviewWrites(next, review),
      ...writes,
      ...actChecks(standing, act),
      ...auditAct(deps, {
        at,
        actor,
        action,
        ...(reason !== undefined && { reason }),
        subject: { type: 'review', id },
        details: { ...details, subjectType, subjectId },
      }),
    };
    const outcome = await transact(deps.table, all);
    if (outcome.kind === 'written') return next;
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}

/**
 * The review as the rules have it now. Errors: 409 `review.not_pending` for whoever comes too late, with the decision that counts,
 * whose it is and when it was taken; `refusals` of the other reasons that there can be.
 */
export function accepted<R extends string>(
  decision: Decision<StoredReview, R>,
  { status, decidedBy, decidedAt }: StoredReview,
  refusals: { readonly [Reason in Exclude<R, 'not_pending'>]?: () => ApiError } = {},
): StoredReview {
  if (decision.ok) return decision.next;
  // A reason is a name of one of them, or `not_pending`, which has none.
  const named: Readonly<Record<string, (() => ApiError) | undefined>> = refusals;
  const late = { status, decidedBy: decidedBy?.id ?? null, decidedAt };
  throw named[decision.reason]?.() ?? apiErrors.reviewNotPending(late);
}
