import {
  button,
  buttons,
  type FieldErrors,
  form,
  formHead,
  select,
  textArea,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import type { SimilarPerson } from '../../people/domain/same-person.ts';
import type { SimilarName } from '../../registry/domain/similar-names.ts';
import { reasonsFor, reasonWords } from '../../reviews/domain/rejection-reasons.ts';
import type { ReviewState } from '../../reviews/domain/review.ts';
import { subjectTexts } from '../texts/index.ts';
import { historyPart, type OtherCase, otherCasesPart, type ShownAct } from './case-history.ts';
import { approvalsPart, type ShownApprovals } from './review-approvals.ts';
import { reviewFacts } from './review-facts.ts';
import { answerField } from './review-objections.ts';
import { questionsPart, type ShownQuestion } from './review-questions.ts';
import { similarPart, similarPeoplePart } from './review-similar.ts';
import type { ShownSubject } from './review-subject.ts';
import { claimPart, notesPart, type ShownClaim, type ShownNote } from './review-work.ts';

export interface ReviewPage {
  readonly review: Omit<ReviewState, 'decidedBy'>;
  /** The entity's, or the applicant's. */
  readonly name: string;
  readonly subject: ShownSubject;
  /** It is the reader's own: somebody else decides. */
  readonly own: boolean;
  /** The reader may act on it; an auditor looks. */
  readonly canAct: boolean;
  /** Who has decided, by name; null before. */
  readonly decidedBy: string | null;
  readonly approvals: ShownApprovals | null;
  readonly claim: ShownClaim | null;
  readonly notes: readonly ShownNote[];
  readonly questions: readonly ShownQuestion[];
  readonly acts: readonly ShownAct[];
  readonly others: readonly OtherCase[];
  /** Names of others that are similar to the one that it proposes; null where they could not be looked up. */
  readonly similar: readonly SimilarName[] | null;
  /** With a permit number, who may be the applicant. */
  readonly similarPeople: readonly SimilarPerson[];
  /** The form that was sent came after somebody's decision. */
  readonly late?: boolean;
  /** There are objections that the sender of the form had not seen. */
  readonly unseen?: boolean;
  /** What was typed, and what is wrong with it. */
  readonly reason?: string;
  readonly reasonCode?: string;
  readonly answer?: string;
  readonly samePersonReason?: string;
  readonly note?: string;
  readonly question?: string;
  readonly errors?: FieldErrors;
}

/** What is reviewed, and the form of the decision; once it is decided, what was decided. */
export function reviewPage(site: Site, reader: Reader, shown: ReviewPage): Html {
  const { review, subject, own, canAct, late = false } = shown;
  const pending = review.status === 'pending';
  const errors = shownErrors(shown);
  const heading = subjectTexts.en[subject.type];
  const title = `${heading}: ${shown.name}`;
  const here = href(site, `/portal/reviews/${review.id}`);
  return portalLayout(
    inEnglish(site),
    reader,
    {
      ...formHead(title, errors),
      kicker: 'Review',
      place: '/portal/reviews',
    },
    [
      late &&
        !pending &&
        notice(
          'warning',
          'This case was already decided',
          html`<p>Your decision was not saved. The decision below applies.</p>`,
        ),
      shown.unseen === true &&
        pending &&
        notice(
          'warning',
          'A representative objected while you were reading',
          html`<p>Your decision was not saved. Read the objections below and answer them.</p>`,
        ),
      stateOf(shown),
      pending && canAct && !own && askedPart(site, shown),
      pending && shown.approvals && approvalsPart(shown.approvals),
      // One form, so that no act loses what was typed for another.
      canAct
        ? form(
            { csrfToken: reader.csrfToken, action: here, isPage: true },
            acted(site, shown, errors),
          )
        : acted(site, shown, errors),
      historyPart(shown.acts),
      html`<p class="after"><a href="${href(site, '/portal/reviews')}">All waiting reviews</a></p>`,
    ],
  );
}

/** What is shown and done in the form of the page. */
function acted(site: Site, shown: ReviewPage, errors: FieldErrors): Content {
  const { review, subject, own, canAct } = shown;
  const pending = review.status === 'pending';
  return [
    pending && canAct && !own && claimPart(shown.claim),
    reviewFacts(subject),
    similarPart(shown.similar),
    similarPeoplePart(site, shown.similarPeople),
    questionsPart({
      questions: shown.questions,
      canAsk: pending && canAct && !own,
      question: shown.question,
      error: errors['question'],
    }),
    pending && canAct && (own ? ownNotice : decisionPart(shown)),
    otherCasesPart(site, shown.others),
    notesPart(shown.notes, { canNote: canAct, note: shown.note, error: errors['note'] }),
  ];
}

/** That it waits for whoever applied, with the way on: it is not among those that wait for a decision. */
function askedPart(site: Site, { review, questions }: ReviewPage): Content {
  if (questions.at(-1)?.answer !== null) return null;
  return notice(
    'info',
    'Waiting for the applicant’s answer',
    html`<p>The case is listed under <em>Waiting for an answer</em>. When the applicant answers, it returns to <em>Waiting</em>.</p>
<p><a href="${href(site, `/portal/reviews?decided=${review.id}`)}">Continue with the next case</a></p>`,
  );
}

/** Complaints about the fields that the page has: a note is kept on any review. */
function shownErrors({ review, own, canAct, errors = {} }: ReviewPage): FieldErrors {
  if (!canAct) return {};
  if (review.status === 'pending' && !own) return errors;
  return errors['note'] === undefined ? {} : { note: errors['note'] };
}

const ownNotice = notice(
  'warning',
  'You can’t decide this case',
  html`<p>It is your own case: you applied for it, signed it or requested it, or you represent the legal entity. Another reviewer must decide it.</p>`,
);

function decisionPart({
  subject,
  approvals,
  similarPeople,
  reason = '',
  reasonCode = '',
  answer = '',
  samePersonReason = '',
  errors = {},
}: ReviewPage): Html {
  const objections = subject.type === 'amendment' ? subject.objections : [];
  return html`<h2 id="decision">Decision</h2>
${[
  errors['decision'] !== undefined && html`<p class="error">${errors['decision']}</p>`,
  textArea({
    name: 'reason',
    label: 'Reason',
    hint: 'Required to reject: the applicant sees it. If you approve, it is kept on file and not sent.',
    value: reason,
    required: false,
    error: errors['reason'],
  }),
  select({
    name: 'reasonCode',
    label: 'Type of reason, if you reject (only reviewers see it)',
    options: [
      ['', 'Not stated'],
      ...reasonsFor[subject.type].map((code) => [code, reasonWords[code]] as const),
    ],
    value: reasonCode,
  }),
  answerField(objections, { answer, errors }),
  similarPeople.length > 0 &&
    textArea({
      name: 'samePersonReason',
      label: 'Why the applicant should get a new permit number',
      hint: 'Required to approve, because a person who already has a permit number may be the same person. It is kept in the audit trail.',
      value: samePersonReason,
      required: false,
      error: errors['samePersonReason'],
    }),
  buttons(
    (approvals?.mayApprove ?? true) &&
      button({ label: 'Approve', name: 'decision', value: 'approve' }),
    button({ label: 'Reject', name: 'decision', value: 'reject', kind: 'danger' }),
  ),
]}`;
}

function stateOf({ review, decidedBy }: ReviewPage) {
  const { status, reason, reasonCode, returnedReason, decidedAt, carriedOutAt } = review;
  const decided: Content = [
    decidedAt !== null &&
      html`<p>Decided on ${instant(decidedAt)} by ${decidedBy ?? 'an unknown person'}.</p>`,
    reason !== null && html`<p>Reason: ${reason}</p>`,
    reasonCode && html`<p>Type of reason: ${reasonWords[reasonCode]}.</p>`,
    carriedOutAt === null && html`<p>The decision takes effect within seconds.</p>`,
  ];
  switch (status) {
    case 'approved':
      return notice('success', 'Approved', decided);
    case 'rejected':
      return notice('info', 'Rejected', decided);
    case 'pending':
      return (
        returnedReason !== null &&
        notice(
          'warning',
          'The approval could not take effect',
          html`<p>${returnedReason}. Decide the case again.</p>`,
        )
      );
  }
}
