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
import { approverChecks, type Standing } from '../../staff/usecases/standing.ts';
import { reviewedOf } from './reviewed-things.ts';

/**
 * Takes a reviewer's decision, once. Where two persons must approve, the first approval is noted, and the second decides. A first
 * approval whose author may no longer approve is void: of their removal and the second approval, the first to be written wins. It is carried out by a workflow, which the same transaction asks
 * for. People do not decide on what is their own; an operator is known by the IAM principal only.
 *
 * Errors: those of `actOnReview`; 409 `review.not_pending` with the decision that counts; 403 `review.own`, `review.other_person` (who
 * approved first, or is not senior), `review.two_persons` (an operator); 400 for a kind of reason that there is not for the type of the
 * case; 409 `person.may_have_permit` without a reason where the applicant may be someone with a permit; 409 where objections to a filing are not answered.
 */
export function decideReview(
  reviewId: string,
  verdict: Verdict,
  actor: Actor,
  deps: CoreDeps & ApprovalsDeps & Pick<StaffDeps, 'reviewers'>,
  standing?: Standing,
): Promise<StoredReview> {
  const acting = { act: `case.${verdict.decision}`, actor, standing } as const;
  return actOnReview(reviewId, acting, deps, async (review, at) => {
    const { type, id } = review.subject;
    const first = verdict.decision === 'approve' ? review.firstApproval : undefined;
    const stillApproved = first ? await firstApprovalChecks(review, deps) : {};
    const valid = stillApproved ? review : { ...review, firstApproval: undefined };
    const decision = decidedReview(valid, verdict, actor, at, {
      required: deps.approvals[type],
      isSenior: standing !== undefined && mayDo(standing, 'case.approve_second', type),
    });
    const next = accepted(decision, review, refusals);
    const isDecided = next.status !== 'pending';
    const rules = reviewedOf(type);
    // If the item is missing, the workflow that carries out the decision reports it.
    const item = await rules.find(deps.table, id);
    const stillNotOwn = item && (await requireNotOwn(item, rules, actor.personId, deps.table));
    // Each who approves sees them, and says why; an approval that is carried out later accepts nobody else.
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
    // Only the second approval answers objections: more may arrive until then.
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

/** The checks that who approved first still may, for the transaction that relies on it; null: they may not. */
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
    apiErrors.invalidField(['reasonCode'], 'Is not a reason for this type of case'),
  no_person: reviewErrors.reviewTwoPersons,
  same_person: reviewErrors.reviewOtherPerson,
  not_senior: reviewErrors.reviewOtherPerson,
} as const satisfies Record<Exclude<VerdictRefusal, 'not_pending'>, unknown>;

/**
 * For the transaction of a decision: refuses it if the case has become the reviewer's own since it was read;
 * undefined if that can't happen. An operator, who is not a person of the registry, has no condition. Error:
 * 403 `review.own`.
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
