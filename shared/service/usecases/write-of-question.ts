import type { Spoken } from '../../kernel/domain/locale.ts';
import type { Parcel } from '../../mail/usecases/send-each.ts';
import { findPerson } from '../../people/db/people.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { residencyLetters } from '../../residency/mail/residency-letters.ts';
import { informationPath } from '../../reviews/contracts/information-contract.ts';
import { readReviewEntries } from '../../reviews/db/review-entries.ts';
import { requireReview } from '../../reviews/db/reviews.ts';
import { questionLetters, reviewLetters } from '../../reviews/mail/review-letters.ts';
import { mayDo } from '../../staff/domain/staff-rights.ts';
import { reviewersToTell } from '../../staff/usecases/reviewers-to-tell.ts';
import { readStanding } from '../../staff/usecases/standing.ts';
import type { LetterDeps } from '../deps/outbox.ts';
import { readReviewed } from './reviewed-things.ts';

type MailOf<Template extends Mail['template']> = Extract<Mail, { readonly template: Template }>;

/** A reviewer asked something; nobody is told once it is answered, or the case is decided or withdrawn. */
export async function writeOfQuestion(
  {
    template,
    reviewId,
    requestId,
  }: MailOf<'information_requested' | 'residency_information_requested'>,
  { table, baseUrl }: LetterDeps,
): Promise<readonly Parcel[]> {
  const review = await requireReview(table, reviewId);
  const asked = review.informationRequest;
  if (review.status !== 'pending' || asked?.id !== requestId || asked.answeredAt !== null)
    return [];
  const { rules, item } = await readReviewed(review.subject, table);
  if (rules.isWithdrawn?.(item)) return [];
  const [applicants, name] = await Promise.all([
    rules.applicants(item, table),
    rules.name(item, table),
  ]);
  const facts = { message: asked.message, url: baseUrl + informationPath(reviewId) };
  const letterTo = (reader: Spoken) =>
    template === 'information_requested'
      ? questionLetters(reader).informationRequested({
          ...facts,
          subjectType: review.subject.type,
          name,
        })
      : residencyLetters(reader).informationRequested(facts);
  return applicants.map(({ id, email, locale }) => ({
    to: email,
    recipient: id,
    write: () => letterTo(locale === undefined ? {} : { locale }),
  }));
}

/**
 * A question was answered: the reviewer who asked it is told, or all of them where an operator did, or somebody who is
 * no reviewer any more. Nobody is once the case is decided.
 */
export async function writeOfAnswer(
  { reviewId, requestId }: MailOf<'information_answered'>,
  deps: LetterDeps,
): Promise<readonly Parcel[]> {
  const { table, baseUrl } = deps;
  const review = await requireReview(table, reviewId);
  if (review.status !== 'pending') return [];
  const { type: subjectType } = review.subject;
  const { questions } = await readReviewEntries(table, reviewId);
  const by = questions.find(({ question }) => question.id === requestId)?.question.by;
  const asker = by?.personId ? await findPerson(table, by.personId) : null;
  const standing = asker && (await readStanding(asker, deps));
  const readers =
    asker && mayDo(standing, 'case.ask', subjectType)
      ? [asker.email]
      : await reviewersToTell([subjectType], deps);
  const letter = reviewLetters.informationAnswered({
    reviewId,
    subjectType,
    url: `${baseUrl}/portal/reviews/${reviewId}`,
  });
  return readers.map((to) => ({ to, recipient: to, write: () => letter }));
}
