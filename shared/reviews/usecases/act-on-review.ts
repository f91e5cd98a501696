import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { proofExtensions } from '../../documents/domain/proof-file.ts';
import { type UploadLink, uploadLink } from '../../documents/usecases/uploads.ts';
import { keys } from '../../kernel/db/keys.ts';
import { create, orElse, transact, type Write, type Writes } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Decision } from '../../kernel/domain/decision.ts';
import { type ApiError, hasStatus } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { alsoRecorded } from '../../platform/db/audit-items.ts';
import type { ActDetails, Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { StaffAct } from '../../staff/domain/staff-rights.ts';
import { actChecks, requireCaseRight, type Standing } from '../../staff/usecases/standing.ts';
import {
  type AnsweredQuestion,
  findReview,
  findReviewOf,
  readReviewEntries,
  reviewWrites,
  type StoredReview,
  type StoredReviewAnswer,
  type StoredReviewNote,
} from '../db/reviews.ts';
import { changedReview } from '../domain/review.ts';
import { claimedReview, releasedReview } from '../domain/review-claim.ts';
import * as reviewErrors from '../errors/review-errors.ts';
import { readReview } from './read-reviews.ts';

/** The person who acts on a review; `standing`: a staff member's rights; absent for operators. */
interface Acting {
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
  /** The actor's reason, in their own words, for the trail. */
  readonly reason?: string | null;
}

type Decided = ActDone | null | typeof lostRace;

/**
 * Carries out a reviewer's command in one transaction with its entry in the trail, so that the next read of
 * the review shows all of it. `decide` answers null for a command that changes nothing, and `lostRace` if it
 * has read items that do not fit together.
 *
 * Errors: 404; those of `requireCaseRight` where the actor is of staff, and of `decide`. If operators
 * change or remove a staff member at the same moment, either the command is refused, or it was carried out
 * before.
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
 * The review as the rules have it now. Errors: 409 `review.not_pending` if it is already decided, with the
 * decision, its author and its time; `refusals` for the other reasons.
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
  throw named[decision.reason]?.() ?? reviewErrors.reviewNotPending(late);
}

/**
 * Assigns a review to a reviewer for an hour, and replaces any previous assignment. Others can still decide.
 *
 * Errors: those of `actOnReview`; 409 `review.not_pending` with the decision.
 */
export function claimReview(
  id: string,
  actor: Actor,
  deps: CoreDeps,
  standing?: Standing,
): Promise<StoredReview> {
  return actOnReview(id, { act: 'case.claim', actor, standing }, deps, (review, at) => {
    const claimed = claimedReview(review, actor, at);
    if (!claimed.ok && claimed.reason === 'just_claimed') return null;
    return { action: 'review.claimed', next: accepted(claimed, review) };
  });
}

/**
 * Assigns those of the reviews to a reviewer that are pending and that no one else has, each in a transaction
 * of its own. The reviews show what became of each. Errors: 403, 409 `staff.changed`.
 */
export async function claimFreeReviews(
  ids: readonly string[],
  actor: Actor,
  deps: CoreDeps,
  standing?: Standing,
): Promise<void> {
  const claims = ids.map((id) =>
    actOnReview(id, { act: 'case.claim', actor, standing }, deps, (review, at) => {
      const claimed = claimedReview(review, actor, at, { takesOver: false });
      return claimed.ok ? { action: 'review.claimed', next: claimed.next } : null;
    }),
  );
  for (const claim of await Promise.allSettled(claims)) {
    if (claim.status === 'fulfilled') continue;
    // It was erased since, or is of a type that they don't see.
    if (!hasStatus(claim.reason, 404)) throw claim.reason;
  }
}

/**
 * Ends the reviewer's own assignment; a review that is assigned to someone else, or to no one, stays the
 * same. Errors: as for `claimReview`.
 */
export function releaseReview(
  id: string,
  actor: Actor,
  deps: CoreDeps,
  standing?: Standing,
): Promise<StoredReview> {
  return actOnReview(id, { act: 'case.release', actor, standing }, deps, (review, at) => {
    const released = releasedReview(review, actor, at);
    if (!released.ok && released.reason === 'not_theirs') return null;
    return { action: 'review.released', next: accepted(released, review) };
  });
}

/**
 * Stores a reviewer's note for the others, whether or not the review is decided; the applicant never reads
 * it. Errors: 404; those of `requireCaseRight` where the actor is of staff.
 */
export async function noteOnReview(
  reviewId: string,
  text: string,
  actor: Actor,
  deps: CoreDeps,
  standing?: Standing,
): Promise<void> {
  const review = await readReview(reviewId, deps);
  requireCaseRight(standing, 'case.note', review);
  const { subject } = review;
  const at = deps.now().toISOString();
  const id = deps.newId();
  const outcome = await transact(deps.table, {
    note: create({ ...keys.reviewNote(reviewId, at, id), id, at, by: actor, text }),
    // An erasure leaves nothing behind that it did not see.
    stillThere: orElse(mustExist(keys.review(reviewId)), apiErrors.notFound),
    stillStaff: standing?.unchanged,
    ...auditAct(deps, {
      at,
      actor,
      action: 'review.noted',
      subject: { type: 'review', id: reviewId },
      details: { noteId: id, subjectType: subject.type, subjectId: subject.id },
    }),
  });
  // Ids are not drawn twice.
  if (outcome.kind !== 'written') throw outcome.refusal ?? outcome.error;
}

/** The submission of a case; null: it is not under review. */
interface ReviewedCase {
  readonly subjectId: string;
  readonly submissionId: string | null;
}

/**
 * The writes of what changes a case under review from outside the review, such as an objection, for its transaction. A first approval is
 * taken back, with an entry in the trail. The review is written in any case: an approval of what was there before is refused, and
 * decided again.
 */
export async function changeWrites(
  { subjectId, submissionId }: ReviewedCase,
  actor: Actor,
  at: string,
  deps: CoreDeps,
): Promise<Readonly<Record<string, Write | undefined>>> {
  if (submissionId === null) return {};
  const reviewId = await findReviewOf(deps.table, subjectId, submissionId);
  // It will be created in a moment, and must not be approved before the change is written.
  if (reviewId === null) return { noReview: noReviewCheck(subjectId, submissionId) };
  const review = await findReview(deps.table, reviewId);
  const decision = review && changedReview(review);
  if (review === null || !decision?.ok) return {};
  const { firstApproval: first, subject } = review;
  return {
    ...reviewWrites(decision.next, review),
    ...(first !== undefined &&
      alsoRecorded(
        auditAct(deps, {
          at,
          actor,
          action: 'review.first_approval_voided',
          subject: { type: 'review', id: reviewId },
          details: {
            subjectType: subject.type,
            subjectId,
            voidedApprovals: [first.by.personId ?? first.by.id ?? ''],
          },
        }),
      )),
  };
}

function noReviewCheck(subjectId: string, submissionId: string): Write {
  return {
    check: {
      Key: keys.reviewOf(subjectId, submissionId),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Life of a file's URL, in seconds. */
const urlLife = 3600;

/** What lies beside a review, oldest first. */
interface ShownEntries {
  readonly notes: readonly StoredReviewNote[];
  readonly questions: readonly (AnsweredQuestion & {
    /** The file of the answer; null if it has none. */
    readonly file: UploadLink | null;
  })[];
}

/**
 * The notes, questions and answers of a review. One round trip, and one more for files that must be scanned.
 */
export async function shownEntriesOf(
  { id }: { readonly id: string },
  deps: DocumentDeps,
): Promise<ShownEntries> {
  const { notes, questions } = await readReviewEntries(deps.table, id);
  const shown = questions.map(async (each) => ({
    ...each,
    file: await fileOf(each.answer, deps),
  }));
  return { notes, questions: await Promise.all(shown) };
}

async function fileOf(
  answer: StoredReviewAnswer | null,
  deps: Pick<DocumentDeps, 'table' | 'documents'>,
): Promise<UploadLink | null> {
  const file = answer?.file ?? null;
  if (file === null) return null;
  const fileName = `answer${proofExtensions[file.contentType] ?? ''}`;
  return uploadLink(file, fileName, urlLife, deps);
}
