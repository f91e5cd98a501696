import {
  amendmentReview,
  approveAmendment,
  issueAmendmentCertificate,
} from '../../amendments/usecases/decide-amendment.ts';
import {
  approveCertificate,
  certificateReview,
} from '../../certificates/usecases/approve-certificate.ts';
import { issueCertificate } from '../../certificates/usecases/issue-certificate.ts';
import type { WorkflowDeps } from '../../documents/deps/workflow.ts';
import { incorporateEntity } from '../../incorporation/usecases/incorporate-entity.ts';
import { issueIncorporationDocuments } from '../../incorporation/usecases/issue-incorporation-documents.ts';
import { applicationReview } from '../../incorporation/usecases/read-application.ts';
import type { Log } from '../../kernel/aws/log.ts';
import type { Table } from '../../kernel/db/table.ts';
import { reworded, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { timeLeft, withinDeadline } from '../../kernel/runtime/deadline.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { SimilarPerson } from '../../people/domain/same-person.ts';
import { auditRefusal } from '../../platform/db/audit-items.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { AuditEntry } from '../../platform/domain/audit-entry.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { SimilarName } from '../../registry/domain/similar-names.ts';
import {
  findSimilarForReview,
  type NameSources,
} from '../../registry/usecases/find-similar-names.ts';
import { admitResident } from '../../residency/usecases/admit-resident.ts';
import { issueResidencyAgreement } from '../../residency/usecases/residency-agreement.ts';
import { residencyApplicationReview } from '../../residency/usecases/review-residency-application.ts';
import { requireReview, reviewWrites, type StoredReview } from '../../reviews/db/reviews.ts';
import { carryOut, type ReviewState, returnReview } from '../../reviews/domain/review.ts';
import type {
  Approval,
  Approves,
  Blocker,
  Objections,
  Reviewed,
  ReviewedItem,
} from '../../reviews/usecases/reviewed.ts';
import type { FactsView } from '../pages/review-subject.ts';

/**
 * Exhaustive on purpose: a new type does not compile until it has a `Reviewed`. The types of items are lost here: each
 * item goes only to the rules that found it.
 */
const reviewed: Readonly<
  Record<ReviewState['subject']['type'], Reviewed<ReviewedItem, FactsView>>
> = {
  legal_entity_application: applicationReview,
  amendment: amendmentReview,
  certificate_request: certificateReview,
  residency_application: residencyApplicationReview,
};

/** The rules for subjects of this type. */
export function reviewedOf(
  type: ReviewState['subject']['type'],
): Reviewed<ReviewedItem, FactsView> {
  return reviewed[type];
}

/** The subject of a review, with its rules. Throws if it does not exist. */
export async function readReviewed({ type, id }: ReviewState['subject'], table: Table) {
  const rules = reviewed[type];
  const item = await rules.find(table, id);
  // Every review has a submitted subject, so it must exist.
  if (item === null) throw new Error(`${type} ${id} does not exist`);
  return { rules, item };
}

/** After this many milliseconds a case is shown without them. */
const patience = 4_000;

/**
 * Names similar to a case's proposed name, for its reviewer: of entities, reserved names and other applications. Empty
 * if the case is decided or has no name. Null if the search failed, which does not block the case.
 */
export async function similarToReviewed(
  { status }: Pick<StoredReview, 'status'>,
  proposed: ReturnType<NonNullable<Reviewed<ReviewedItem>['proposes']>>,
  deps: NameSources & { readonly log: Log },
): Promise<readonly SimilarName[] | null> {
  if (status !== 'pending' || proposed === null) return [];
  try {
    return await withinDeadline(Math.min(patience, timeLeft()), () =>
      findSimilarForReview(proposed, deps),
    );
  } catch (error) {
    deps.log.error('similar names could not be looked up', {}, error);
    return null;
  }
}

/** The same, if the case's subject was not read. */
export async function readSimilarTo(
  review: StoredReview,
  deps: NameSources & { readonly log: Log },
): Promise<readonly SimilarName[] | null> {
  const { status, subject } = review;
  const { proposes, find } = reviewedOf(subject.type);
  if (status !== 'pending' || proposes === undefined) return [];
  const item = await find(deps.table, subject.id);
  return item === null ? [] : similarToReviewed(review, proposes(item), deps);
}

/** Objections to a review's subject, with the answer; empty if it cannot have any. */
export async function readObjections(
  { subject }: Pick<StoredReview, 'subject'>,
  { table }: Pick<NameSources, 'table'>,
): Promise<Objections> {
  const { objections, find } = reviewedOf(subject.type);
  const item = objections === undefined ? null : await find(table, subject.id);
  return objections === undefined || item === null
    ? { objections: [], answer: null }
    : objections(item, table);
}

/**
 * People with a permit number who may be the same person as the applicant, if an approval issues one. Empty
 * for a decided case.
 */
export async function readSimilarPeople(
  { status, subject }: Pick<StoredReview, 'status' | 'subject'>,
  deps: Pick<NameSources, 'table'>,
): Promise<readonly SimilarPerson[]> {
  const { similarPeople, find } = reviewedOf(subject.type);
  if (status !== 'pending' || similarPeople === undefined) return [];
  const item = await find(deps.table, subject.id);
  return item === null ? [] : similarPeople(item, deps);
}

/** Each item is passed only to the approval of its own type. */
const approvals: Readonly<Record<Product, Approves>> = {
  legal_entity_application: { approve: incorporateEntity },
  amendment: { approve: approveAmendment },
  certificate_request: { approve: approveCertificate },
  residency_application: { approve: admitResident },
};

/** The result of a decision. `returned`: it could not take effect, and the reviewer decides again. */
type ReviewOutcome = 'approved' | 'rejected' | 'returned';

/**
 * Carries out a reviewer's decision in one transaction, once; a repeat gets the same result. An approval that can't be
 * carried out is returned to the reviewers. Throws if the subject's status allows no decision.
 */
export function carryOutReview(reviewId: string, deps: CoreDeps): Promise<ReviewOutcome> {
  return retryOnConflict(async () => {
    const review = await requireReview(deps.table, reviewId);
    const { status, subject, reason, decidedBy: actor } = review;
    if (status === 'pending') return 'returned';
    if (review.carriedOutAt !== null) return status;
    const at = deps.now().toISOString();
    const carried = carryOut(review, at);
    if (!carried.ok || actor === null) throw new Error(`review ${reviewId} was decided by nobody`);
    const by = { at, actor };
    const { rules, item } = await readReviewed(subject, deps.table);
    if (rules.isWithdrawn?.(item)) {
      const closed = await transact(deps.table, reviewWrites(carried.next, review));
      return closed.kind === 'written' ? status : lostRace;
    }
    const effect: Approval<ReviewedItem> | Blocker =
      status === 'approved'
        ? await approvals[subject.type].approve(
            item,
            { ...by, compared: review.comparedPeople ?? [] },
            deps,
          )
        : // the type of `Verdict` requires a reason for a rejection
          {
            decision: rules.decide(
              item,
              { type: 'reject', reason: reason ?? '', reasonCode: review.reasonCode },
              at,
            ),
          };
    if ('sentence' in effect) return handBack(review, effect, by, deps);
    const { decision, writes, details } = effect;
    if (!decision.ok) throw new Error(`${reviewId} can't be carried out: ${decision.reason}`);
    const all: NonNullable<Approval<ReviewedItem>['writes']> = {
      // These come first: if one of them is refused, someone else has decided, whatever else is refused.
      ...reworded(rules.writes(decision.next), conflict),
      ...reworded(reviewWrites(carried.next, review), conflict),
      ...writes,
      ...auditAct(deps, {
        ...by,
        action: `${subject.type}.${status}`,
        subject,
        details: { reviewId, ...rules.details?.(item), ...details },
      }),
    };
    const outcome = await transact(deps.table, all);
    if (outcome.kind === 'written') return status;
    const { refusal = outcome.error } = outcome;
    if (refusal instanceof Error) throw refusal;
    return refusal === lostRace ? lostRace : handBack(review, refusal, by, deps);
  });
}

/** Returns the review to the reviewers and notifies them. Its subject stays under review. */
async function handBack(
  review: StoredReview,
  { sentence, reason, mail, undone }: Blocker,
  by: Pick<AuditEntry, 'at' | 'actor'>,
  deps: CoreDeps,
): Promise<'returned' | typeof lostRace> {
  const { id: reviewId, subject } = review;
  const returned = returnReview(review, sentence);
  if (!returned.ok) throw new Error(`review ${reviewId} can't be returned`);
  const emailEvent = (mail: Mail) => mailWrite(deps.newId(), by.at, mail);
  const outcome = await transact(deps.table, {
    ...undone,
    ...reviewWrites(returned.next, review),
    mail: emailEvent({ template: 'review_waiting', reviewId }),
    further: mail && emailEvent(mail),
    ...auditRefusal(deps, {
      ...by,
      action: `${subject.type}.approved`,
      subject,
      details: { reviewId, reason },
    }),
  });
  return outcome.kind === 'written' ? 'returned' : lostRace;
}

/**
 * The documents of an approval, by the subject's type. Repeats issue no second document. It is separate from the rest,
 * because only one task must create documents.
 */
const issuing: Readonly<
  Record<Product, (subjectId: string, deps: WorkflowDeps) => Promise<unknown>>
> = {
  legal_entity_application: issueIncorporationDocuments,
  amendment: issueAmendmentCertificate,
  certificate_request: issueCertificate,
  residency_application: issueResidencyAgreement,
};

/** Issues the documents of an approved review. */
export async function issueReviewDocuments(reviewId: string, deps: WorkflowDeps): Promise<void> {
  const { type, id } = (await requireReview(deps.table, reviewId)).subject;
  await issuing[type](id, deps);
}

/** Records on the subject that its review is waiting. A subject that was decided in the meantime does not change. */
export function markDispatched(
  subject: ReviewState['subject'],
  { table, now }: CoreDeps,
): Promise<void> {
  return retryOnConflict(async () => {
    const { rules, item } = await readReviewed(subject, table);
    const decision = rules.decide(item, { type: 'dispatch' }, now().toISOString());
    if (!decision.ok || (item.dispatchedAt !== null && item.stuckAt === undefined)) return;
    const writes = rules.writes({ ...decision.next, stuckAt: undefined });
    return (await transact(table, writes)).kind === 'written' ? undefined : lostRace;
  });
}
