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
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { alsoRecorded } from '../../platform/db/audit-items.ts';
import type { ActDetails, Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { StaffAct } from '../../staff/domain/staff-rights.ts';
import {
  actChecks,
  requireCaseRight,
  type StaffStatus,
} from '../../staff/usecases/staff-status.ts';
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

/** The person who acts on a review. `staff`: a staff member's rights; absent for operators. */
interface Acting {
  readonly act: StaffAct;
  readonly actor: Actor;
  readonly staff: StaffStatus | undefined;
}

/** The result of an action on a review, and its name in the audit trail. */
interface ActDone {
  readonly action: string;
  readonly next: StoredReview;
  readonly writes?: Writes<ApiError>;
  readonly details?: ActDetails;
  /** The actor's reason, in their own words, for the audit trail. */
  readonly reason?: string | null;
}

type Decided = ActDone | null | typeof lostRace;

/**
 * Carries out a reviewer's command in one transaction with its audit entry. `decide` returns null for a command that
 * changes nothing, and `lostRace` if the items it read are inconsistent.
 *
 * Errors: 404; those of `requireCaseRight` for staff, and of `decide`. If an operator changes or removes the staff
 * member at the same time, the command is either refused or completed first.
 */
export function actOnReview(
  id: string,
  { act, actor, staff }: Acting,
  deps: CoreDeps,
  decide: (review: StoredReview, at: string) => Decided | Promise<Decided>,
): Promise<StoredReview> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const review = await readReview(id, deps);
    requireCaseRight(staff, act, review);
    const done = await decide(review, at);
    if (done === null) return review;
    if (done === lostRace) return lostRace;
    const { action, next, writes, details, reason } = done;
    const { type: subjectType, id: subjectId } = review.subject;
    const all: Writes<ApiError> = {
      ...reviewWrites(next, review),
      ...writes,
      ...actChecks(staff, act),
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
 * The review's next state. Errors: 409 `review.not_pending` with the decision, its author and time, if already decided;
 * `refusals` for the other reasons.
 */
export function accepted<R extends string>(
  decision: Decision<StoredReview, R>,
  { status, decidedBy, decidedAt }: StoredReview,
  refusals: { readonly [Reason in Exclude<R, 'not_pending'>]?: () => ApiError } = {},
): StoredReview {
  if (decision.ok) return decision.next;
  // Every reason is a key of `refusals`, except `not_pending`.
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
  staff?: StaffStatus,
): Promise<StoredReview> {
  return actOnReview(id, { act: 'case.claim', actor, staff }, deps, (review, at) => {
    const claimed = claimedReview(review, actor, at);
    if (!claimed.ok && claimed.reason === 'just_claimed') return null;
    return { action: 'review.claimed', next: accepted(claimed, review) };
  });
}

/**
 * Assigns the pending, unclaimed reviews among `ids` to a reviewer, each in a separate transaction. The reviews show
 * which were assigned. Errors: 403, 409 `staff.changed`.
 */
export async function claimFreeReviews(
  ids: readonly string[],
  actor: Actor,
  deps: CoreDeps,
  staff?: StaffStatus,
): Promise<void> {
  const claims = ids.map((id) =>
    actOnReview(id, { act: 'case.claim', actor, staff }, deps, (review, at) => {
      const claimed = claimedReview(review, actor, at, { takesOver: false });
      return claimed.ok ? { action: 'review.claimed', next: claimed.next } : null;
    }),
  );
  for (const claim of await Promise.allSettled(claims)) {
    if (claim.status === 'fulfilled') continue;
    // The review was erased in the meantime, or has a type that the reviewer can't see.
    if (!hasStatus(claim.reason, 404)) throw claim.reason;
  }
}

/** Ends the reviewer's own assignment. Assignments of others are unchanged. Errors: as for `claimReview`. */
export function releaseReview(
  id: string,
  actor: Actor,
  deps: CoreDeps,
  staff?: StaffStatus,
): Promise<StoredReview> {
  return actOnReview(id, { act: 'case.release', actor, staff }, deps, (review, at) => {
    const released = releasedReview(review, actor, at);
    if (!released.ok && released.reason === 'not_theirs') return null;
    return { action: 'review.released', next: accepted(released, review) };
  });
}

/**
 * Stores an internal note, also on decided reviews. The applicant never sees it. Errors: 404; those of
 * `requireCaseRight` for staff.
 */
export async function noteOnReview(
  reviewId: string,
  text: string,
  actor: Actor,
  deps: CoreDeps,
  staff?: StaffStatus,
): Promise<void> {
  const review = await readReview(reviewId, deps);
  requireCaseRight(staff, 'case.note', review);
  const { subject } = review;
  const at = deps.now().toISOString();
  const id = deps.newId();
  const outcome = await transact(deps.table, {
    note: create({ ...keys.reviewNote(reviewId, at, id), id, at, by: actor, text }),
    // Without this check, a note could be added after an erasure.
    stillThere: orElse(mustExist(keys.review(reviewId)), apiErrors.notFound),
    stillStaff: staff?.unchanged,
    ...auditAct(deps, {
      at,
      actor,
      action: 'review.noted',
      subject: { type: 'review', id: reviewId },
      details: { noteId: id, subjectType: subject.type, subjectId: subject.id },
    }),
  });
  // Ids are unique, so no other refusal is possible.
  if (outcome.kind !== 'written') throw outcome.refusal ?? outcome.error;
}

/** The submission of a case; a null id means that it is not under review. */
interface ReviewedCase {
  readonly subjectId: string;
  readonly submissionId: string | null;
}

/**
 * The writes that record a change of the case from outside its review, such as an objection. Cancels a first approval,
 * with an audit entry. The review is always written, so that an approval of the previous state is refused.
 */
export async function changeWrites(
  { subjectId, submissionId }: ReviewedCase,
  actor: Actor,
  at: string,
  deps: CoreDeps,
): Promise<Readonly<Record<string, Write | undefined>>> {
  if (submissionId === null) return {};
  const reviewId = await findReviewOf(deps.table, subjectId, submissionId);
  // The review is about to be created, and must not be approved before this change is stored.
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

/** How long a file's URL is valid, in seconds. */
const urlLife = 3600;

/** The notes, questions and answers of a review, oldest first. */
interface EntriesView {
  readonly notes: readonly StoredReviewNote[];
  readonly questions: readonly (AnsweredQuestion & {
    /** The attached file; null if there is none. */
    readonly file: UploadLink | null;
  })[];
}

/** The notes, questions and answers of a review. One round trip, and one more if files must be scanned. */
export async function shownEntriesOf(
  { id }: { readonly id: string },
  deps: DocumentDeps,
): Promise<EntriesView> {
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
