import { formatDay } from '../../kernel/pages/format-dates.ts';
import { type EmailMessage, emails } from '../../mail/mail/message.ts';
import { questionEmailTexts } from '../texts/index.ts';

function reviewed(article: 'A' | 'a', subjectType: string): string {
  return `${article}${/^[aeiou]/.test(subjectType) ? 'n' : ''} ${subjectType.replaceAll('_', ' ')}`;
}

/** The number of waiting reviews of a kind. */
interface Waiting {
  readonly subjectType: string;
  readonly count: number;
}

function total(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { count }) => sum + count, 0);
}

/** Such as `2 certificate requests, 1 residency application`. */
function inWords(waiting: readonly Waiting[]): string {
  return waiting
    .filter(({ count }) => count > 0)
    .map(
      ({ subjectType, count }) =>
        `${count} ${subjectType.replaceAll('_', ' ')}${count === 1 ? '' : 's'}`,
    )
    .join(', ');
}

/** Emails to reviewers, in English like everything for staff. */
export const reviewEmails = {
  reviewWaiting: (facts: {
    reviewId: string;
    subjectType: string;
    returnedReason: string | null;
    /** Empty if no other review is waiting. */
    waiting: readonly Waiting[];
    url: string;
  }): EmailMessage => ({
    // Each case has a different subject, so that email programs don't group them into one thread.
    subject: `Review needed: ${facts.subjectType.replaceAll('_', ' ')} ${facts.reviewId.slice(0, 8)}`,
    paragraphs: [
      facts.returnedReason === null
        ? `${reviewed('A', facts.subjectType)} was submitted and needs a decision.`
        : `The approval of ${reviewed('a', facts.subjectType)} could not be carried out: ${facts.returnedReason}. The case needs another decision.`,
      ...(total(facts.waiting) > 1
        ? [`Waiting for a decision, including this case: ${inWords(facts.waiting)}.`]
        : []),
    ],
    link: { label: 'Open the review', url: facts.url },
  }),
  /** To all reviewers, at most once an hour. */
  reviewsWaiting: (facts: {
    waiting: readonly Waiting[];
    oldest: string;
    url: string;
  }): EmailMessage => ({
    subject: `${total(facts.waiting) === 1 ? '1 case is' : `${total(facts.waiting)} cases are`} waiting for a decision`,
    paragraphs: [
      `Waiting: ${inWords(facts.waiting)}.`,
      `The oldest was submitted on ${formatDay(facts.oldest)}.`,
    ],
    link: { label: 'Open the queue', url: facts.url },
  }),
  /** To the reviewer who asked, or to all reviewers. */
  informationAnswered: (facts: {
    reviewId: string;
    subjectType: string;
    url: string;
  }): EmailMessage => ({
    subject: `Question answered: ${facts.subjectType.replaceAll('_', ' ')} ${facts.reviewId.slice(0, 8)}`,
    paragraphs: [
      `The question about ${reviewed('a', facts.subjectType)} was answered. The case needs a decision.`,
    ],
    link: { label: 'Open the review', url: facts.url },
  }),
} as const;

/** For the applicant. */
export const questionEmails = emails(questionEmailTexts);
