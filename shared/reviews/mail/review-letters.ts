import { dayInWords } from '../../kernel/domain/dates.ts';
import { type Letter, letters } from '../../mail/mail/message.ts';

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

const theirsInSpanish: Readonly<Record<string, string>> = {
  legal_entity_application: 'la solicitud',
  amendment: 'la modificación',
  certificate_request: 'la solicitud de un certificado de vigencia',
};

/** How many reviews of a kind wait. */
interface Waiting {
  readonly subjectType: string;
  readonly count: number;
}

function total(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { count }) => sum + count, 0);
}

/** Such as `2 amendments, 1 residency application`. */
function inWords(waiting: readonly Waiting[]): string {
  return waiting
    .filter(({ count }) => count > 0)
    .map(
      ({ subjectType, count }) =>
        `${count} ${subjectType.replaceAll('_', ' ')}${count === 1 ? '' : 's'}`,
    )
    .join(', ');
}

/** To reviewers; in English, like all that is for the staff. */
export const reviewLetters = {
  reviewWaiting: (facts: {
    reviewId: string;
    subjectType: string;
    returnedReason: string | null;
    /** Empty: it is the only one. */
    waiting: readonly Waiting[];
    url: string;
  }): Letter => ({
    // Several at once are several emails.
    subject: `Review needed: ${facts.subjectType.replaceAll('_', ' ')} ${facts.reviewId.slice(0, 8)}`,
    paragraphs: [
      facts.returnedReason === null
        ? `${reviewed('A', facts.subjectType)} was submitted and needs a decision.`
        : `The approval of ${reviewed('a', facts.subjectType)} could not be carried out: ${facts.returnedReason}. It needs another decision.`,
      ...(total(facts.waiting) > 1
        ? [`Waiting for a decision, including this case: ${inWords(facts.waiting)}.`]
        : []),
    ],
    link: { label: 'Open the review', url: facts.url },
  }),
  /** To all, once an hour at most. */
  reviewsWaiting: (facts: {
    waiting: readonly Waiting[];
    oldest: string;
    url: string;
  }): Letter => ({
    subject: `${total(facts.waiting) === 1 ? '1 case is' : `${total(facts.waiting)} cases are`} waiting for a decision`,
    paragraphs: [
      `Waiting: ${inWords(facts.waiting)}.`,
      `The oldest was submitted on ${dayInWords(facts.oldest)}.`,
    ],
    link: { label: 'Open the queue', url: facts.url },
  }),
  /** To the reviewer who asked, or to all. */
  informationAnswered: (facts: { reviewId: string; subjectType: string; url: string }): Letter => ({
    subject: `Question answered: ${facts.subjectType.replaceAll('_', ' ')} ${facts.reviewId.slice(0, 8)}`,
    paragraphs: [
      `The question about ${reviewed('a', facts.subjectType)} was answered. The case needs a decision.`,
    ],
    link: { label: 'Open the review', url: facts.url },
  }),
} as const;

interface Question {
  readonly subjectType: string;
  /** The legal entity's. */
  readonly name: string;
  readonly message: string;
  readonly url: string;
}

/** To whoever applied. */
export const questionLetters = letters({
  en: {
    informationRequested: (facts: Question): Letter => ({
      subject: `A question from the registry: ${facts.name}`,
      paragraphs: [
        `A reviewer has a question about ${theirs[facts.subjectType] ?? 'what you submitted'} for ${facts.name}.`,
        { fromReviewer: facts.message },
        'Sign in to answer. You can attach one file. You do not need to pay again, and you keep your place in the queue. The case can also be decided without an answer.',
      ],
      link: { label: 'Answer the question', url: facts.url },
    }),
  },
  es: {
    informationRequested: (facts): Letter => ({
      subject: `Una pregunta del registro: ${facts.name}`,
      paragraphs: [
        `Un revisor tiene una pregunta sobre ${theirsInSpanish[facts.subjectType] ?? 'lo que usted presentó'} de ${facts.name}.`,
        { fromReviewer: facts.message },
        'Inicie sesión para responder. Puede adjuntar un archivo. No tiene que pagar de nuevo y conserva su lugar en la cola. El caso también se puede decidir sin respuesta.',
      ],
      link: { label: 'Responder la pregunta', url: facts.url },
    }),
  },
});
