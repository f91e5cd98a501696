import type { Table } from '../../kernel/db/table.ts';
import type { Write, Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import * as peopleErrors from '../../people/errors/people-errors.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { notRepresentative } from '../../registry/db/representatives.ts';
import type { StoredReview } from '../../reviews/db/reviews.ts';
import type { ApprovalsDeps } from '../../reviews/deps/approvals-deps.ts';
import { waitOf } from '../../reviews/domain/queue.ts';
import { decidedReview, type Verdict, type VerdictRefusal } from '../../reviews/domain/review.ts';
import * as reviewErrors from '../../reviews/errors/review-errors.ts';
import { accepted, actOnReview } from '../../reviews/usecases/act-on-review.ts';
import type { Reviewed, ReviewedItem } from '../../reviews/usecases/reviewed.ts';
import type { StaffDeps } from '../../staff/deps/staff-deps.ts';
import { mayDo } from '../../staff/domain/staff-rights.ts';
import { approverChecks, type StaffStatus } from '../../staff/usecases/staff-status.ts';
import { reviewedOf } from './reviewed-filings.ts';

/**
 * Records a reviewer's decision, once. If two people must approve, the first approval is recorded and the second one
 * decides. A first approval is void if its author may no longer approve. If their removal and the second approval
 * coincide, the one written first wins. A workflow, requested in the same transaction, carries out the decision. People
 * can't decide their own cases; an operator is known only by the IAM principal.
 *
 * Errors: those of `actOnReview`; 409 `review.not_pending` with the valid decision; 403 `review.own`,
 * `review.other_person` (the first approver, or not senior), `review.two_persons` (an operator); 400 for a kind of
 * reason that this type of case does not have; 409 `person.may_have_permit` without a reason if the applicant may be
 * someone with a permit; 409 if objections to a filing are not answered.
 */
export function decideReview(
  reviewId: string,
  verdict: Verdict,
  actor: Actor,
  deps: CoreDeps & ApprovalsDeps & Pick<StaffDeps, 'reviewers'>,
  staff?: StaffStatus,
): Promise<StoredReview> {
  const acting = { act: `case.${verdict.decision}`, actor, staff } as const;
  return actOnReview(reviewId, acting, deps, async (review, at) => {
    const { type, id } = review.subject;
    const first = verdict.decision === 'approve' ? review.firstApproval : undefined;
    const stillApproved = first ? await firstApprovalChecks(review, deps) : {};
    const valid = stillApproved ? review : { ...review, firstApproval: undefined };
    const decision = decidedReview(valid, verdict, actor, at, {
      required: deps.approvals[type],
      isSenior: staff !== undefined && mayDo(staff, 'case.approve_second', type),
    });
    const next = accepted(decision, review, refusals);
    const isDecided = next.status !== 'pending';
    const rules = reviewedOf(type);
    // If the item is missing, the workflow that carries out the decision reports it.
    const item = await rules.find(deps.table, id);
    const stillNotOwn = item && (await requireNotOwn(item, rules, actor.personId, deps.table));
    // Each approver sees these people and gives a reason. When the approval is carried out later, it accepts no others.
    const found =
      verdict.decision === 'approve' && item !== null
        ? ((await rules.similarPeople?.(item, deps)) ?? [])
        : [];
    const similarPeople = found.map(({ person }) => person.id);
    const { samePersonReason = null } = verdict;
    const maySame = similarPeople.length > 0;
    if (maySame && samePersonReason === null) throw peopleErrors.mayHavePermit(similarPeople);
    const value = waitOf({ createdAt: review.createdAt, decidedAt: at });
    const measure = { metric: 'ReviewWait', value, dimensions: { Subject: type } } as const;
    // Only the second approval answers objections: more can arrive until then.
    const noted = isDecided ? item && rules.noteVerdict?.(item, verdict, at) : null;
    return {
      action: isDecided ? 'review.decided' : 'review.approved_first',
      next: { ...next, comparedPeople: maySame ? similarPeople : undefined },
      ...(maySame && { reason: samePersonReason }),
      details: {
        decision: verdict.decision,
        ...(maySame && { similarPeople }),
        ...(stillApproved === null && { voidedApprovals: [first?.by.personId ?? ''] }),
      },
      writes: {
        ...stillApproved,
        decided: isDecided
          ? { ...eventWrite(deps.newId(), at, { type: 'review.decided', reviewId }), measure }
          : undefined,
        stillNotOwn: stillNotOwn ?? undefined,
        ...(noted && rules.writes(noted)),
      },
    };
  });
}

/** Checks for the transaction that the first approver may still approve. Null if they may not. */
export async function firstApprovalChecks(
  { firstApproval, subject }: Pick<StoredReview, 'firstApproval' | 'subject'>,
  deps: Pick<CoreDeps, 'table'> & Pick<StaffDeps, 'reviewers'>,
): Promise<Writes<never> | null> {
  const personId = firstApproval?.by.personId ?? null;
  if (personId === null) return null;
  return approverChecks(personId, (rights) => mayDo(rights, 'case.approve', subject.type), deps);
}

const refusals = {
  other_reasons: () =>
    apiErrors.invalidField(['reasonCode'], 'Must be a reason for this type of case'),
  no_person: reviewErrors.reviewTwoPersons,
  same_person: reviewErrors.reviewOtherPerson,
  not_senior: reviewErrors.reviewOtherPerson,
} as const satisfies Record<Exclude<VerdictRefusal, 'not_pending'>, unknown>;

/**
 * For the transaction of a decision: refuses it if the case has become the reviewer's own since it was read. Undefined
 * if that can't happen. Operators are not people of the registry, so they have no condition. Error: 403 `review.own`.
 */
export async function requireNotOwn(
  item: ReviewedItem,
  rules: Pick<Reviewed, 'isOwn'>,
  personId: string | null,
  table: Table,
): Promise<Write | undefined> {
  if (personId === null) return undefined;
  if (await rules.isOwn(item, personId, table)) throw reviewErrors.reviewOfOwn();
  const { entityId } = item;
  return entityId === undefined ? undefined : notRepresentative(entityId, personId);
}
