import type { Product } from '../../kernel/domain/product.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import { subjectTexts } from '../../kernel/texts/en.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';

interface Question {
  readonly subjectType: Product;
  /** The legal entity's name. */
  readonly name: string;
  readonly message: string;
  readonly url: string;
}

export const questionEmailTexts = {
  informationRequested: (facts: Question): EmailMessage => ({
    subject: `A question from the registry: ${facts.name}`,
    paragraphs: [
      `A reviewer has a question about ${facts.name} (${subjectTexts[facts.subjectType]}):`,
      { fromReviewer: facts.message },
      'Sign in to answer. You can attach one file. You do not need to pay again, and you keep your place in the queue. The reviewer can also decide without an answer.',
    ],
    link: { label: 'Answer the question', url: facts.url },
  }),
};

export const waitsInTexts = {
  recent: (half: string, most: string) =>
    `Half of recent decisions took up to ${half}, and 9 in 10 took up to ${most}.`,
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
  days: (count: number) => `${count} days`,
};

export const filingStatusTexts = {
  question: 'The registry has a question',
  questionText: 'The review continues when you answer.',
  answer: 'Read and answer the question',
  reason: (reason: string | null) => `Reason: ${reason ?? 'none given'}`,
  submitted: (at: Content) =>
    html`Submitted on ${at}. We will email the decision to the applicant.`,
  approved: (at: Content) => html`Decided on ${at}. We emailed the applicant.`,
  withdrawn: (at: Content) => html`Withdrawn on ${at}.`,
  rejected: (at: Content) => html`Decided on ${at}. We emailed the reason to the applicant.`,
};
