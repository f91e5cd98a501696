import type { FilingDeps } from '../../documents/deps/filing.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import type { SimilarName } from '../../registry/domain/similar-names.ts';
import type { NameSources } from '../../registry/usecases/find-similar-names.ts';
import type { StoredReview } from '../../reviews/db/reviews.ts';
import { currentClaim } from '../../reviews/review-claim.ts';
import { shownEntriesOf } from '../../reviews/usecases/read-review-entries.ts';
import { readReview } from '../../reviews/usecases/read-reviews.ts';
import type { OtherCase, ShownAct } from '../pages/case-history.ts';
import type { ShownQuestion } from '../pages/review-questions.ts';
import type { ShownSubject } from '../pages/review-subject.ts';
import type { ShownClaim, ShownNote } from '../pages/review-work.ts';
import { readReviewed } from '../reviewed-things.ts';
import { readCaseActs, readOtherCases } from './read-case-history.ts';
import { interestIn } from './review-interest.ts';
import { similarToReviewed } from './similar-to-reviewed.ts';
import { namesOf, shownClaim } from './staff-names.ts';

/** What a reviewer has to know to decide. */
export interface ReviewToDecide {
  readonly review: StoredReview;
  /** The entity's, or the applicant's. */
  readonly name: string;
  readonly subject: ShownSubject;
  /** It is the reader's own: somebody else decides. */
  readonly own: boolean;
  /** Who has decided, by name; null before. */
  readonly decidedBy: string | null;
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
}

/** A review as things are now, for the person who reads it. Error: 404. */
export async function readReviewToDecide(
  reviewId: string,
  personId: string,
  deps: FilingDeps & NameSources,
): Promise<ReviewToDecide> {
  const review = await readReview(reviewId, deps);
  const { rules, item } = await readReviewed(review.subject, deps.table);
  const [facts, name, invoice, { own }, { notes, questions }, acts, others, similar] =
    await Promise.all([
      rules.facts(item, deps),
      rules.name(item, deps.table),
      findInvoice(deps.table, item.invoiceId),
      interestIn(item, rules, personId, deps),
      shownEntriesOf(review, deps),
      readCaseActs(review, deps.table),
      readOtherCases(review, item, rules, deps.table),
      similarToReviewed(review, rules.proposes?.(item) ?? null, deps),
    ]);
  const claim = currentClaim(review, deps.now().toISOString());
  const { decidedBy } = review;
  const actors = [
    ...notes.map(({ by }) => by),
    ...questions.flatMap(({ question, answer }) => [question.by, answer?.by]),
    ...acts.map(({ by }) => by),
  ];
  const nameOf = await namesOf([decidedBy, claim?.by, ...actors], deps);
  return {
    review,
    acts: acts.map(({ by, ...act }) => ({ ...act, name: nameOf(by) })),
    others,
    name,
    subject: { ...facts, invoice },
    own,
    // It stands within a sentence.
    decidedBy: decidedBy && (decidedBy.kind === 'operator' ? 'an operator' : nameOf(decidedBy)),
    claim: shownClaim(claim, personId, nameOf),
    similar,
    notes: notes.map(({ by, at, text }) => ({ name: nameOf(by), at, text })),
    questions: questions.map(({ question, answer, fileUrl }) => ({
      name: nameOf(question.by),
      at: question.requestedAt,
      message: question.message,
      answer: answer && {
        name: answer.by.kind === 'partner_key' ? 'The partner' : nameOf(answer.by),
        at: answer.at,
        text: answer.text,
        fileUrl,
      },
    })),
  };
}
