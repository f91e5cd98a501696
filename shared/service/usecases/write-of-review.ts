import { expectedIn } from '../../incorporation/pages/wait-in-words.ts';
import { instantInWords } from '../../kernel/domain/dates.ts';
import { bindingLocale } from '../../kernel/domain/locale.ts';
import type { Parcel } from '../../mail/usecases/send-each.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { findReviewCounts } from '../../reviews/db/review-counts.ts';
import { findReview } from '../../reviews/db/reviews.ts';
import type { LetterDeps } from '../deps/outbox.ts';
import { submissionLetters } from '../mail/submission-letters.ts';
import { filerOf } from './filer-of.ts';

/** What was submitted, to the people who wait for the decision; nobody is written to once it was decided. */
export async function writeOfReview(
  { reviewId }: Extract<Mail, { readonly template: 'submission_received' }>,
  deps: LetterDeps,
): Promise<readonly Parcel[]> {
  const { table, baseUrl } = deps;
  const review = await findReview(table, reviewId);
  if (review === null || review.status !== 'pending') return [];
  const { id, type } = review.subject;
  // Amendments have a letter of their own.
  if (type === 'amendment') return [];
  const [filer, counts] = await Promise.all([filerOf({ type, id }, deps), findReviewCounts(table)]);
  if (filer === null) return [];
  const { subjectName, path, readers } = filer;
  return readers.map(({ email, recipient, speaks, hasAccount }) => ({
    to: email,
    recipient,
    write: () =>
      submissionLetters(speaks).submissionReceived({
        type,
        name: subjectName,
        submittedAt: instantInWords(review.createdAt, speaks.locale ?? bindingLocale),
        expected: expectedIn(counts?.waits?.byType[type] ?? null, speaks),
        url: hasAccount ? `${baseUrl}${path}` : null,
      }),
  }));
}
