import type { Actor } from '../../audit/audit-entry.ts';
import type { FilingDeps } from '../../documents/deps/filing.ts';
import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import { keys } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { findReview, type StoredReview } from '../../reviews/db/reviews.ts';
import { type CurrentClaim, currentClaim } from '../../reviews/review-claim.ts';
import { shownEntriesOf } from '../../reviews/usecases/read-review-entries.ts';
import { readReview, readWaiting } from '../../reviews/usecases/read-reviews.ts';
import type { ShownQuestion } from '../pages/review-questions.ts';
import type { ShownSubject } from '../pages/review-subject.ts';
import type { ShownClaim, ShownNote } from '../pages/review-work.ts';
import { readReviewed } from '../reviewed-things.ts';
import { interestIn } from './review-interest.ts';

/** A review with the name of what it is of. */
export type NamedReview = StoredReview & { readonly name: string };

/** The same, with who is at work on it. */
export type WaitingReview = NamedReview & { readonly work: ShownClaim | null };

/** A page of the reviews that wait for a decision, oldest first, for the person who reads it. */
export async function readWaitingReviews(
  bounds: CursorPage,
  personId: string,
  deps: Pick<CoreDeps, 'table' | 'now'>,
): Promise<Page<WaitingReview>> {
  const { items, next } = await readWaiting(bounds, deps);
  const at = deps.now().toISOString();
  const claims = items.map((review) => currentClaim(review, at));
  const [reviews, nameOf] = await Promise.all([
    Promise.all(items.map((review) => named(review, deps))),
    namesOf(
      claims.map((claim) => claim?.by),
      deps,
    ),
  ]);
  return {
    items: reviews.map((review, place) => ({
      ...review,
      work: shownClaim(claims[place] ?? null, personId, nameOf),
    })),
    next,
  };
}

/** The review with its subject's name; null when there is no such review. */
export async function findNamedReview(
  id: string,
  deps: { readonly table: Table },
): Promise<NamedReview | null> {
  const review = await findReview(deps.table, id);
  return review && named(review, deps);
}

async function named(
  review: StoredReview,
  { table }: { readonly table: Table },
): Promise<NamedReview> {
  const { rules, item } = await readReviewed(review.subject, table);
  return { ...review, name: await rules.name(item, table) };
}

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
}

/** A review as things are now, for the person who reads it. Error: 404. */
export async function readReviewToDecide(
  reviewId: string,
  personId: string,
  deps: FilingDeps,
): Promise<ReviewToDecide> {
  const review = await readReview(reviewId, deps);
  const { rules, item } = await readReviewed(review.subject, deps.table);
  const [facts, name, invoice, { own }, { notes, questions }] = await Promise.all([
    rules.facts(item, deps),
    rules.name(item, deps.table),
    findInvoice(deps.table, item.invoiceId),
    interestIn(item, rules, personId, deps),
    shownEntriesOf(review, deps),
  ]);
  const claim = currentClaim(review, deps.now().toISOString());
  const { decidedBy } = review;
  const actors = [
    ...notes.map(({ by }) => by),
    ...questions.flatMap(({ question, answer }) => [question.by, answer?.by]),
  ];
  const nameOf = await namesOf([decidedBy, claim?.by, ...actors], deps);
  return {
    review,
    name,
    subject: { ...facts, invoice },
    own,
    // It stands within a sentence.
    decidedBy: decidedBy && (decidedBy.kind === 'operator' ? 'an operator' : nameOf(decidedBy)),
    claim: shownClaim(claim, personId, nameOf),
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

function shownClaim(
  claim: CurrentClaim | null,
  personId: string,
  nameOf: (actor: Actor) => string,
): ShownClaim | null {
  if (claim === null) return null;
  const { by, at } = claim;
  return { name: nameOf(by), at, mine: by.kind === 'person' && by.id === personId };
}

/** What reviewers and operators are called, for other reviewers. One round trip, or none without persons. */
async function namesOf(
  actors: readonly (Actor | null | undefined)[],
  { table }: { readonly table: Table },
): Promise<(actor: Actor) => string> {
  const ids = [...new Set(actors.flatMap((actor) => actor?.personId ?? []))];
  const people = ids.length === 0 ? [] : await getItems(table, ids.map(keys.person));
  const names = new Map(
    people.flatMap((item) => {
      const person = parseFound(StoredPerson, item);
      if (person === null) return [];
      const name = [person.givenName, person.surname].filter(Boolean).join(' ');
      return [[person.id, name === '' ? person.email : name]];
    }),
  );
  return ({ kind, personId }) =>
    kind === 'operator' ? 'An operator' : (names.get(personId ?? '') ?? 'Somebody');
}
