import type { Letter } from '../mail/message.ts';

/** What a review is about, with its article. */
function reviewed(article: 'A' | 'a', subjectType: string): string {
  return `${article}${subjectType === 'amendment' ? 'n' : ''} ${subjectType.replaceAll('_', ' ')}`;
}

/** To reviewers. */
export const reviewLetters = {
  reviewWaiting: (facts: {
    reviewId: string;
    subjectType: string;
    returnedReason: string | null;
    url: string;
  }): Letter => ({
    // Several at once are several mails.
    subject: `A review is waiting: ${facts.subjectType.replaceAll('_', ' ')} ${facts.reviewId.slice(0, 8)}`,
    paragraphs: [
      facts.returnedReason === null
        ? `${reviewed('A', facts.subjectType)} was submitted and waits for a decision.`
        : `The approval of ${reviewed('a', facts.subjectType)} could not be carried out: ${facts.returnedReason}. It waits for another decision.`,
      `Operators look at it with: npm run admin -- reviews show ${facts.reviewId}`,
    ],
    link: { label: 'Open the review', url: facts.url },
  }),
} as const;
