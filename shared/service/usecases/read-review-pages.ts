import type { FilingDeps } from '../../documents/deps/filing.ts';
import type { Item } from '../../kernel/db/table.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import type { SimilarPerson } from '../../people/domain/same-person.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import type { SimilarName } from '../../registry/domain/similar-names.ts';
import type { NameSources } from '../../registry/usecases/find-similar-names.ts';
import type { StoredReview } from '../../reviews/db/reviews.ts';
import type { ApprovalsDeps } from '../../reviews/deps/approvals-deps.ts';
import { currentClaim } from '../../reviews/domain/review-claim.ts';
import { shownEntriesOf } from '../../reviews/usecases/read-review-entries.ts';
import { readReview } from '../../reviews/usecases/read-reviews.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { StaffDeps } from '../../staff/deps/staff-deps.ts';
import { mayDo } from '../../staff/domain/staff-rights.ts';
import { recordLook } from '../../staff/usecases/looks.ts';
import { requireCaseRight, type Standing } from '../../staff/usecases/standing.ts';
import type { OtherCase, ShownAct } from '../pages/case-history.ts';
import type { ShownApprovals } from '../pages/review-approvals.ts';
import type { ShownQuestion } from '../pages/review-questions.ts';
import type { ShownSubject } from '../pages/review-subject.ts';
import type { ShownClaim, ShownNote } from '../pages/review-work.ts';
import { firstApprovalChecks } from './decide-review.ts';
import { readCaseActs, readOtherCases } from './read-case-history.ts';
import { readReviewed } from './reviewed-things.ts';
import { readSimilarPeople, similarToReviewed } from './similar-to-reviewed.ts';
import { namesOf, shownClaim } from './staff-names.ts';

/** What a reviewer has to know to decide. */
export interface ReviewToDecide {
  readonly review: StoredReview;
  /** The entity's, or the applicant's. */
  readonly name: string;
  readonly subject: ShownSubject;
  /** It is the reader's own: somebody else decides. */
  readonly own: boolean;
  /** The reader may act on cases like it; an auditor looks. */
  readonly canAct: boolean;
  /** Who has decided, by name; null before. */
  readonly decidedBy: string | null;
  /** How it stands with a case that two persons have to approve; null where one is enough, and nobody has. */
  readonly approvals: ShownApprovals | null;
  readonly claim: ShownClaim | null;
  /** Oldest first. */
  readonly notes: readonly ShownNote[];
  /** Oldest first. */
  readonly questions: readonly ShownQuestion[];
  /** Oldest first. */
  readonly acts: readonly ShownAct[];
  /** Newest first. */
  readonly others: readonly OtherCase[];
  /** To the name that it proposes, the best first; null where they could not be looked up. */
  readonly similar: readonly SimilarName[] | null;
  /** With a permit number, who may be whoever an approval gives one. */
  readonly similarPeople: readonly SimilarPerson[];
}

/** Who reads a case, and what was found of an earlier look of theirs at it. */
export interface CaseReader {
  readonly standing: Standing;
  readonly noted: Item | undefined;
}

/**
 * A review as things are now, for somebody of the staff. It is recorded that they were shown it. Error: 404, also for a case of a
 * type that they don't see.
 */
export async function readReviewToDecide(
  reviewId: string,
  { standing, noted }: CaseReader,
  deps: FilingDeps & ApprovalsDeps & NameSources & Pick<StaffDeps, 'reviewers'>,
): Promise<ReviewToDecide> {
  const { personId } = standing;
  const review = await readReview(reviewId, deps);
  requireCaseRight(standing, 'case.read', review);
  const { rules, item } = await readReviewed(review.subject, deps.table);
  const { type: subjectType, id: subjectId } = review.subject;
  const look = {
    actor: personActor(personId),
    action: 'review.read',
    subject: { type: 'review', id: reviewId },
    details: { subjectType, subjectId },
  };
  const [
    facts,
    name,
    invoice,
    own,
    { notes, questions },
    acts,
    others,
    similar,
    similarPeople,
    firstChecks,
  ] = await Promise.all([
    rules.facts(item, deps),
    rules.name(item, deps.table),
    findInvoice(deps.table, item.invoiceId),
    rules.isOwn(item, personId, deps.table),
    shownEntriesOf(review, deps),
    readCaseActs(review, deps.table),
    readOtherCases(review, item, rules, deps.table),
    similarToReviewed(review, rules.proposes?.(item) ?? null, deps),
    readSimilarPeople(review, deps),
    review.status === 'pending' && review.firstApproval ? firstApprovalChecks(review, deps) : {},
    recordLook(look, noted, deps),
  ]);
  const claim = currentClaim(review, deps.now().toISOString());
  const { decidedBy } = review;
  const actors = [
    ...notes.map(({ by }) => by),
    ...questions.flatMap(({ question, answer }) => [question.by, answer?.by]),
    ...acts.map(({ by }) => by),
  ];
  const nameOf = await namesOf([decidedBy, claim?.by, review.firstApproval?.by, ...actors], deps);
  const reading = { standing, required: deps.approvals[subjectType], nameOf };
  return {
    review,
    acts: acts.map(({ by, ...act }) => ({ ...act, name: nameOf(by) })),
    others: others.filter(({ subject }) => mayDo(standing, 'case.read', subject.type)),
    name,
    subject: { ...facts, invoice },
    own,
    canAct: mayDo(standing, 'case.note', subjectType),
    // It stands within a sentence.
    decidedBy: decidedBy && (decidedBy.kind === 'operator' ? 'an operator' : nameOf(decidedBy)),
    approvals: shownApprovals(review, firstChecks !== null, reading),
    claim: shownClaim(claim, personId, nameOf),
    similar,
    similarPeople,
    notes: notes.map(({ by, at, text }) => ({ name: nameOf(by), at, text })),
    questions: questions.map(({ question, answer, file }) => ({
      name: nameOf(question.by),
      at: question.requestedAt,
      message: question.message,
      answer: answer && {
        name: answer.by.kind === 'partner_key' ? 'The partner' : nameOf(answer.by),
        at: answer.at,
        text: answer.text,
        file,
      },
    })),
  };
}

/** `isValid`: who approved first still may. */
function shownApprovals(
  { subject, firstApproval: given }: StoredReview,
  isValid: boolean,
  {
    standing,
    required,
    nameOf,
  }: {
    readonly standing: Standing;
    readonly required: 1 | 2;
    readonly nameOf: (actor: Actor) => string;
  },
): ShownApprovals | null {
  if (required === 1 && given === undefined) return null;
  const firstApproval = isValid ? given : undefined;
  const isTheirs = firstApproval?.by.personId === standing.personId;
  return {
    first: firstApproval ? { name: nameOf(firstApproval.by), at: firstApproval.at } : null,
    voided: given && !isValid ? nameOf(given.by) : null,
    isTheirs,
    mayApprove:
      required === 1 ||
      firstApproval === undefined ||
      (!isTheirs && mayDo(standing, 'case.approve_second', subject.type)),
  };
}
