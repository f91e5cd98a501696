import type { Letter } from '../mail/message.ts';

/** What a review is about, with its article. */
function reviewed(article: 'A' | 'a', subjectType: string): string {
  return `${article}${subjectType === 'amendment' ? 'n' : ''} ${subjectType.replaceAll('_', ' ')}`;
}

/** What was submitted, to whoever submitted it. */
const theirs: Readonly<Record<string, string>> = {
  legal_entity_application: 'the application',
  amendment: 'the amendment',
  certificate_request: 'the request for a Certificate of Good Standing',
};

/** To reviewers, and to whoever applied. */
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
  /** To the reviewer who asked, or to all. */
  informationAnswered: (facts: { reviewId: string; subjectType: string; url: string }): Letter => ({
    subject: `A question is answered: ${facts.subjectType.replaceAll('_', ' ')} ${facts.reviewId.slice(0, 8)}`,
    paragraphs: [
      `The question about ${reviewed('a', facts.subjectType)} is answered. It waits for a decision.`,
      `Operators look at it with: npm run admin -- reviews show ${facts.reviewId}`,
    ],
    link: { label: 'Open the review', url: facts.url },
  }),
  /** To whoever applied; `name` is the legal entity's. */
  informationRequested: (facts: {
    subjectType: string;
    name: string;
    message: string;
    url: string;
  }): Letter => ({
    subject: `A question from the registry: ${facts.name}`,
    paragraphs: [
      `A reviewer has a question about ${theirs[facts.subjectType] ?? 'what you submitted'} for ${facts.name}.`,
      { fromReviewer: facts.message },
      'Sign in to answer it there; you can add one file. Nothing is to be paid again, and your place in the queue stays. The case can also be decided without an answer.',
    ],
    link: { label: 'Answer the question', url: facts.url },
  }),
} as const;
