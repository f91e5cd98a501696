import { digest } from '../../kernel/db/key-parts.ts';
import type { Table } from '../../kernel/db/table.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { textKey } from '../../kernel/domain/fold-case.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { findPerson, findPersonByEmail, type StoredPerson } from '../../people/db/people.ts';
import { isActive } from '../../people/domain/residency.ts';
import { eventWrite, mailWrite } from '../../platform/db/outbox.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { digestWrite, findReviewDigest, waitsSince } from '../db/review-counts.ts';
import { type CaseFacts, queuedAs } from '../db/review-queue.ts';
import { findReviewOf, newReviewWrites } from '../db/reviews.ts';
import { mayNotify } from '../domain/queue.ts';
import { newReview, type ReviewState } from '../domain/review.ts';

/** A subject's submission. Its id is that of the event that requested the review. */
interface Submission {
  readonly submissionId: string;
  readonly subject: ReviewState['subject'];
}

/** Creates the review of a submission, or returns the existing one. */
export function createReview(
  { submissionId, subject }: Submission,
  readFacts: () => Promise<CaseFacts & { readonly isConfirmed: boolean }>,
  deps: CoreDeps,
): Promise<{ readonly reviewId: string }> {
  return retryOnConflict(async () => {
    const existing = await findReviewOf(deps.table, subject.id, submissionId);
    if (existing !== null) return { reviewId: existing };
    const reviewId = deps.newId();
    const at = deps.now().toISOString();
    const review = newReview(reviewId, subject, at);
    const { isConfirmed, ...facts } = await readFacts();
    const queued = queuedAs(facts);
    const writes = newReviewWrites({ ...review, queued, version: 1 }, submissionId);
    const isDecided = deps.isSandbox === true && testFateOf(queued.name) !== null;
    const outcome = await transact(deps.table, {
      ...writes,
      inSandbox: isDecided
        ? eventWrite(deps.newId(), at, { type: 'review.created_in_sandbox', reviewId })
        : undefined,
      received: isConfirmed
        ? undefined
        : mailWrite(deps.newId(), at, { template: 'submission_received', reviewId }),
    });
    return outcome.kind === 'written' ? { reviewId } : lostRace;
  });
}

type NotifyDeps = Pick<CoreDeps, 'table' | 'now'>;

/**
 * Requests an email to all reviewers about a new waiting review, unless they were notified within the hour; the digest
 * then includes it. `service/usecases/send-mail.ts` creates the email.
 */
export async function notifyReviewers(reviewId: string, deps: NotifyDeps): Promise<void> {
  const { digest, at, may } = await lookAtDigest(deps);
  if (!may) return;
  await notify(deps.table, digestWrite(digest, at), at, `review-waiting-${reviewId}`, {
    template: 'review_waiting',
    reviewId,
  });
}

/**
 * Requests the hourly digest: an email to all reviewers with the number of waiting reviews, if one was added since the
 * last notification. Run on a schedule.
 */
export async function wantReviewDigest(deps: NotifyDeps): Promise<void> {
  const { digest, at, may } = await lookAtDigest(deps);
  if (digest === null || !may || !(await waitsSince(deps.table, digest.notifiedAt))) return;
  await notify(deps.table, digestWrite(digest, at), at, `reviews-waiting-${digest.version}`, {
    template: 'reviews_waiting',
    at,
  });
}

async function lookAtDigest({ table, now }: NotifyDeps) {
  const digest = await findReviewDigest(table);
  const at = now();
  return { digest, at: at.toISOString(), may: mayNotify(digest, at) };
}

/** Refused if another run or attempt has notified reviewers since the digest was read. Nothing is left to do then. */
async function notify(table: Table, digest: Write, at: string, eventId: string, mail: Mail) {
  await transact(table, { digest, mail: mailWrite(eventId, at, mail) });
}

/** The owner of a case: a person, or an email address with or without an account. */
export type CaseOwner = { readonly personId: string } | { readonly email: string };

/** The key that finds cases of an email address, whether or not it has an account. */
export function aboutAddress(email: string): string {
  return digest(`address ${textKey(email)}`);
}

/** The keys under which an applicant's cases are found: the person id and the email address. */
export async function aboutApplicant(by: CaseOwner, table: Table): Promise<readonly string[]> {
  if ('email' in by) {
    const person = await findPersonByEmail(table, by.email);
    return [aboutAddress(by.email), ...(person === null ? [] : [person.id])];
  }
  const person = await findPerson(table, by.personId);
  return [by.personId, ...(person === null ? [] : [aboutAddress(person.email)])];
}

/** A person who applied for, signed or requested the case. */
interface KnownPerson {
  readonly person: StoredPerson;
  readonly residencyActive: boolean;
}

/** The person, for reviewers. Throws if there is none. */
export async function knownPerson(
  id: string,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<KnownPerson> {
  const person = await findPerson(table, id);
  if (person === null) throw new Error(`person ${id} does not exist`);
  const { residency } = person;
  const residencyActive = residency !== null && isActive(residency, now().toISOString());
  return { person, residencyActive };
}

export type TestFate = 'approve' | 'reject' | 'ask';

/**
 * What a sandbox does with a case by the name of its entity or applicant. Names that begin with `Test Approve`, `Test
 * Reject` or `Test Ask` (any letter case) are processed on submission; null: left to a reviewer or test helper.
 */
export function testFateOf(name: string): TestFate | null {
  const [, fate] = /^test (approve|reject|ask)(?= |$)/i.exec(name) ?? [];
  switch (fate?.toLowerCase()) {
    case 'approve':
      return 'approve';
    case 'reject':
      return 'reject';
    case 'ask':
      return 'ask';
    default:
      return null;
  }
}
