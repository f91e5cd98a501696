import { digest } from '../../kernel/db/key-parts.ts';
import type { Table } from '../../kernel/db/table.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { textKey } from '../../kernel/domain/fold-case.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { findPerson, findPersonByEmail, type StoredPerson } from '../../people/db/people.ts';
import { isActive } from '../../people/domain/residency.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { digestWrite, findReviewDigest, waitsSince } from '../db/review-counts.ts';
import { type CaseFacts, queuedAs } from '../db/review-queue.ts';
import { findReviewOf, newReviewWrites } from '../db/reviews.ts';
import { mayNotify } from '../domain/queue.ts';
import { newReview, type ReviewState } from '../domain/review.ts';

/** A subject's submission; its id is that of the event that asked for the review. */
interface Submission {
  readonly submissionId: string;
  readonly subject: ReviewState['subject'];
}

/** Makes the reviewer's task for a submission, or finds the one that is there. */
export function createReview(
  { submissionId, subject }: Submission,
  readFacts: () => Promise<CaseFacts>,
  deps: CoreDeps,
): Promise<{ readonly reviewId: string }> {
  return untilWritten(async () => {
    const existing = await findReviewOf(deps.table, subject.id, submissionId);
    if (existing !== null) return { reviewId: existing };
    const reviewId = deps.newId();
    const at = deps.now().toISOString();
    const review = newReview(reviewId, subject, at);
    const queued = queuedAs(await readFacts());
    const writes = newReviewWrites({ ...review, queued, version: 1 }, submissionId);
    const isDecided = deps.isSandbox === true && testFateOf(queued.name) !== null;
    const outcome = await transact(deps.table, {
      ...writes,
      inSandbox: isDecided
        ? eventWrite(deps.newId(), at, { type: 'review.made_in_sandbox', reviewId })
        : undefined,
      // Representatives were notified of an amendment when it was submitted.
      received:
        subject.type === 'amendment'
          ? undefined
          : eventWrite(deps.newId(), at, {
              type: 'mail.wanted',
              mail: { template: 'submission_received', reviewId },
            }),
    });
    return outcome.kind === 'written' ? { reviewId } : lostRace;
  });
}

type NotifyDeps = Pick<CoreDeps, 'table' | 'now'>;

/**
 * Wants an email to all reviewers about a review that begins to wait, unless they were notified of something within the hour: then
 * the digest counts it. `service/usecases/send-mail.ts` makes and sends it, with how many wait in all.
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
 * Wants the digest: an email to all reviewers about how many reviews wait, where one began to wait since they were notified of
 * something, an hour ago or longer. Called by the clock.
 */
export async function wantReviewDigest(deps: NotifyDeps): Promise<void> {
  const { digest, at, may } = await lookAtDigest(deps);
  if (digest === null || !may || !(await waitsSince(deps.table, digest.toldAt))) return;
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

/** Refused if another run or an earlier attempt has notified them since the digest was read. Then nothing is left to do. */
async function notify(table: Table, digest: Write, at: string, eventId: string, mail: Mail) {
  await transact(table, { digest, mail: eventWrite(eventId, at, { type: 'mail.wanted', mail }) });
}

/**
 * The owner of a case: a person of the registry, or the owner of an email address, with or without an
 * account.
 */
export type CaseOwner = { readonly personId: string } | { readonly email: string };

/** The key that finds cases of an email address, whether or not it has an account. */
export function aboutAddress(email: string): string {
  return digest(`address ${textKey(email)}`);
}

/** By what cases of an applicant are found: by the id of the person, and by their address. */
export async function aboutApplicant(by: CaseOwner, table: Table): Promise<readonly string[]> {
  if ('email' in by) {
    const person = await findPersonByEmail(table, by.email);
    return [aboutAddress(by.email), ...(person === null ? [] : [person.id])];
  }
  const person = await findPerson(table, by.personId);
  return [by.personId, ...(person === null ? [] : [aboutAddress(person.email)])];
}

/** Someone of the registry who applied for something, or signed or requested it. */
interface KnownPerson {
  readonly person: StoredPerson;
  readonly residencyActive: boolean;
}

/** The person, for reviewers. Throws when there is none. */
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

/** What becomes of a case in a sandbox, by its name. */
export type TestFate = 'approve' | 'reject' | 'ask';

/**
 * What a sandbox does with a case of this name, the entity's or the applicant's: names that begin with `Test Approve`,
 * `Test Reject` and `Test Ask`, in any case, are decided or asked about as soon as they are under review; null: a reviewer
 * decides, or a test helper.
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
