import type { Product } from '../../kernel/domain/product.ts';
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
import { href, inEnglish, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { shortcutsPart } from '../../kernel/pages/shortcuts.ts';
import { definitionList, instant, linesOf, notice } from '../../kernel/pages/text.ts';
import { subjectTexts } from '../../kernel/texts/index.ts';
import type { SimilarPerson } from '../../people/domain/same-person.ts';
import type { SimilarName } from '../../registry/domain/similar-names.ts';
import {
  reasonsFor,
  reasonTexts,
  rejectionReasons,
} from '../../reviews/domain/rejection-reasons.ts';
import type { ReviewState, Verdict } from '../../reviews/domain/review.ts';
import { type ReviewText, type ReviewTexts, textsFor } from '../../reviews/domain/review-texts.ts';
import { type ActView, historyPart, type OtherCase, otherCasesPart } from './case-history.ts';
import { decidedNotice, type HandledCase } from './queue-page.ts';
import { type ApprovalsView, approvalsPart } from './review-approvals.ts';
import { reviewFacts } from './review-facts.ts';
import { answerField } from './review-objections.ts';
import { askPart, type QuestionView, questionsPart } from './review-questions.ts';
import { byWhom } from './review-rows.ts';
import { similarPart, similarPeoplePart } from './review-similar.ts';
import type { SubjectView } from './review-subject.ts';
import { type ClaimView, claimPart, type NoteView, notesPart } from './review-work.ts';

export interface ReviewPage {
  readonly review: Omit<ReviewState, 'decidedBy'>;
  /** The name of the entity or the applicant. */
  readonly name: string;
  readonly subject: SubjectView;
  /** Whether it is the viewer's own case, which someone else must decide. */
  readonly own: boolean;
  /** Whether the viewer may act on it; an auditor may only view. */
  readonly canAct: boolean;
  /** The name of the reviewer who decided; null before. */
  readonly decidedBy: string | null;
  readonly approvals: ApprovalsView | null;
  readonly claim: ClaimView | null;
  readonly notes: readonly NoteView[];
  readonly questions: readonly QuestionView[];
  readonly acts: readonly ActView[];
  readonly others: readonly OtherCase[];
  /** Existing names similar to the proposed one; null if they could not be read. */
  readonly similar: readonly SimilarName[] | null;
  /** People with a permit number who may be the applicant. */
  readonly similarPeople: readonly SimilarPerson[];
  /** The case that the viewer handled before this one; null if there is none. */
  readonly decided?: HandledCase | null;
  /** Whether the form arrived after another person's decision. */
  readonly late?: boolean;
  /** Whether there are objections that the sender of the form had not seen. */
  readonly unseen?: boolean;
  /** The entered values and their problems. */
  readonly reason?: string;
  readonly reasonCode?: string;
  readonly answer?: string;
  readonly samePersonReason?: string;
  readonly note?: string;
  readonly question?: string;
  readonly readyReason?: string;
  readonly readyQuestion?: string;
  /** The deployment's prepared texts. */
  readonly reviewTexts: ReviewTexts;
  readonly errors?: FieldErrors;
  /** The decision that the viewer must confirm, and how many objections they had seen. */
  readonly confirming?: { readonly decision: Verdict['decision']; readonly objections: string };
}

/** The case with its decision form, or with the decision. */
export function reviewPage(context: PageContext, viewer: Viewer, view: ReviewPage): Html {
  const { review, subject, own, canAct, late = false } = view;
  const pending = review.status === 'pending';
  const errors = shownErrors(view);
  const heading = subjectTexts.en[subject.type];
  const title = `${heading}: ${view.name}`;
  const here = href(context, `/portal/reviews/${review.id}`);
  const head = formHead(title, errors);
  return portalLayout(
    inEnglish(context),
    viewer,
    {
      ...head,
      before: [head.before, view.decided && decidedNotice(view.decided)],
      kicker: view.decided ? 'Next case' : 'Review',
      section: '/portal/reviews',
      isWide: true,
    },
    [
      late &&
        !pending &&
        notice(
          'warning',
          'This case was already decided',
          html`<p>Your decision was not saved. The decision below applies.</p>`,
        ),
      view.unseen === true &&
        pending &&
        notice(
          'warning',
          'A representative objected while you were reading',
          html`<p>Your decision was not saved. Read the objections below and answer them.</p>`,
        ),
      stateOf(context, view),
      pending && canAct && !own && askedPart(context, view),
      pending && view.approvals && approvalsPart(context, view.approvals),
      // One form, so that no action loses the text typed for another.
      canAct
        ? form(
            { csrfToken: viewer.csrfToken, action: here, isPage: true },
            acted(context, view, errors),
          )
        : acted(context, view, errors),
      historyPart(context, view.acts),
      html`<p class="after"><a href="${href(context, '/portal/reviews')}" aria-keyshortcuts="l">All waiting reviews</a></p>`,
      pending &&
        canAct &&
        !own &&
        shortcutsPart(view.confirming === undefined ? keys : keysOfConfirmation),
    ],
  );
}

const keys = {
  a: 'Open “Approve”',
  q: 'Open “Ask the applicant”',
  r: 'Open “Reject”',
  'Ctrl+Enter': 'Send the open form',
  o: 'Open the next file',
  n: 'Note for other reviewers',
  m: 'Assign the case to me, or unassign it',
  l: 'List of waiting reviews',
};

const keysOfConfirmation = { y: 'Yes', b: 'Go back', l: 'List of waiting reviews' };

/** The content of the page's form: the case, and the decision beside it. */
function acted(context: PageContext, view: ReviewPage, errors: FieldErrors): Content {
  const { review, subject, own, canAct } = view;
  const pending = review.status === 'pending';
  const decides = pending && canAct && !own;
  const facts = [
    pending && canAct && own && ownNotice,
    reviewFacts(context, subject),
    similarPart(view.similar),
    similarPeoplePart(context, view.similarPeople),
    questionsPart(context, view.questions, { decides }),
    otherCasesPart(context, view.others),
    notesPart(context, view.notes, { canNote: canAct, note: view.note, error: errors['note'] }),
  ];
  if (!decides) return facts;
  return html`<div class="desk"><div>${facts}</div>
<section class="decide" aria-labelledby="decision">${
    view.confirming === undefined
      ? html`${decisionPart(view, errors)}
<div class="claim">${claimPart(context, view.claim)}</div>`
      : confirmPart(view, view.confirming)
  }</section></div>`;
}

/**
 * Explains that the case waits for the applicant, and how to continue. It is not among the cases that wait for a
 * decision.
 */
function askedPart(context: PageContext, { review, questions }: ReviewPage): Content {
  if (questions.at(-1)?.answer !== null) return null;
  return notice(
    'info',
    'Waiting for the applicant’s answer',
    html`<p>The case is listed under <em>Waiting for an answer</em>. When the applicant answers, it returns to <em>Waiting</em>.</p>
<p><a href="${href(context, `/portal/reviews?decided=${review.id}`)}" aria-keyshortcuts="n">Continue with the next case</a></p>`,
  );
}

/** Errors for the fields on the page. A note can be added to any review. */
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

/** Three choices, each with its own fields. Unselected choices keep the typed values. */
function decisionPart(view: ReviewPage, errors: FieldErrors): Html {
  const { subject, approvals, similarPeople, questions } = view;
  const { reason = '', reasonCode = '', answer = '', samePersonReason = '' } = view;
  const objections = subject.type === 'amendment' ? subject.objections : [];
  const approves = approvals?.mayApprove ?? true;
  const isWrong = (...fields: readonly string[]) => fields.some((name) => name in errors);
  const { question = '', readyReason = '', readyQuestion = '', reviewTexts } = view;
  const rejects = isWrong('reason', 'reasonCode') || `${reason}${readyReason}` !== '';
  const asks = isWrong('question') || `${question}${readyQuestion}` !== '';
  const readyReasons = textsFor(reviewTexts, subject.type, 'rejections');
  return html`<h2 id="decision">Decision</h2>
${[
  errors['decision'] !== undefined && html`<p class="error">${errors['decision']}</p>`,
  approves &&
    choice(['Approve', 'a'], isWrong('answer', 'samePersonReason') || !(rejects || asks), [
      checklist(subject.type),
      answerField(objections, { answer, errors }),
      similarPeople.length > 0 &&
        textArea({
          name: 'samePersonReason',
          label: 'Why the applicant should get a new permit number',
          hint: 'Required to approve, because a person who already has a permit number may be the same person. It is kept in the audit trail.',
          value: samePersonReason,
          rows: 2,
          required: false,
          error: errors['samePersonReason'],
        }),
      buttons(button({ label: 'Approve', name: 'confirm', value: 'approve' })),
    ]),
  // One question at a time.
  (questions.at(-1)?.answer !== null || errors['question'] !== undefined) &&
    choice(['Ask the applicant', 'q'], asks, [
      readyField(
        { name: 'readyQuestion', label: 'Ready question', value: readyQuestion },
        textsFor(reviewTexts, subject.type, 'questions'),
      ),
      askPart(question, errors['question']),
    ]),
  choice(['Reject', 'r'], rejects || (!approves && !asks), [
    readyField({ name: 'readyReason', label: 'Ready reason', value: readyReason }, readyReasons),
    textArea({
      name: 'reason',
      label: 'Reason',
      hint:
        readyReasons.length === 0
          ? 'Required: we email it to the applicant.'
          : 'Required, unless you choose a ready reason: we email it to the applicant.',
      value: reason,
      rows: 4,
      required: false,
      error: errors['reason'],
    }),
    select({
      name: 'reasonCode',
      label: 'Reason code (optional, for the software of the applicant and the partner)',
      options: [
        ['', 'Not stated'],
        ...reasonsFor[subject.type].map((code) => [code, reasonTexts[code]] as const),
      ],
      value: reasonCode,
    }),
    buttons(button({ label: 'Reject', name: 'confirm', value: 'reject', kind: 'danger' })),
  ]),
]}`;
}

/** Prepared texts, which are sent if nothing is typed. Empty if there are none. */
function readyField(
  field: { readonly name: string; readonly label: string; readonly value: string },
  texts: readonly ReviewText[],
): Content {
  if (texts.length === 0) return null;
  const none = ['', 'None: send what I type'] as const;
  const options = [none, ...texts.map(({ label }) => [label, label] as const)];
  return select({ ...field, label: `${field.label} (in the applicant’s language)`, options });
}

/** The effect of the decision, with all typed values: a decision that has taken effect can't be undone. */
function confirmPart(
  { name, approvals, ...shown }: ReviewPage,
  { decision, objections }: NonNullable<ReviewPage['confirming']>,
): Html {
  const { reason = '', reasonCode = '', answer = '', samePersonReason = '' } = shown;
  const { question = '', readyReason = '', readyQuestion = '' } = shown;
  const typed = { reason, reasonCode, answer, samePersonReason, question };
  const carried = { ...typed, readyReason, readyQuestion, objections };
  const approves = decision === 'approve';
  const code = rejectionReasons.find((each) => each === reasonCode);
  const texts: readonly (readonly [string, string])[] = [
    ['Reason', reason],
    ['Type of reason', !approves && code ? reasonTexts[code] : ''],
    ['Answer to the objections', answer],
    ['Why the applicant should get a new permit number', approves ? samePersonReason : ''],
  ];
  const filled = texts.filter(([, text]) => text !== '');
  return html`<h2 id="decision" tabindex="-1" autofocus>${approves ? 'Approve' : 'Reject'} this case?</h2>
<p><strong>${name}</strong></p>
<p>${
    approves && approvals?.isLast === false
      ? 'Your approval is the first of two. The case is decided when a different person, a senior reviewer, also approves it.'
      : `The decision takes effect within seconds and can’t be undone. We email ${approves ? 'the applicant' : 'the reason to the applicant'}.`
  }</p>
${filled.length > 0 && definitionList(filled.map(([term, text]) => [term, linesOf(text)]))}
${question !== '' && html`<p>The question that you typed is not sent.</p>`}
${Object.entries(carried).map(
  ([field, value]) => value !== '' && html`<input type="hidden" name="${field}" value="${value}">`,
)}
${buttons(
  button({
    label: approves ? 'Yes, approve' : 'Yes, reject',
    name: 'decision',
    value: decision,
    shortcut: 'y',
    ...(!approves && { kind: 'danger' }),
  }),
  button({ label: 'Go back', name: 'act', value: 'back', kind: 'secondary', shortcut: 'b' }),
)}`;
}

function choice(
  [label, shortcut]: readonly [label: string, shortcut: string],
  isOpen: boolean,
  content: Content,
): Html {
  return html`<details name="choice"${isOpen && html` open`}><summary aria-keyshortcuts="${shortcut}">${label}</summary>
${content}</details>`;
}

/** A checklist before an approval. It is not stored. */
const checks: Readonly<Record<Product, readonly string[]>> = {
  legal_entity_application: [
    'The name is not misleading or too similar to another one',
    'The business purpose is lawful and clear',
    'Addresses and the registered agent are complete',
    'The agreement is signed and the fee is paid',
  ],
  amendment: [
    'The person who signed represents the legal entity',
    'A new name is not misleading or too similar to another one',
    'Each change is clear and lawful',
    'Objections are weighed and answered',
  ],
  certificate_request: [
    'The proof names this legal entity and this period',
    'The proof is from the tax authority',
    'The amount is paid in full',
  ],
  residency_application: [
    'Name, date of birth and citizenship match the identity document',
    'The applicant has no permit number yet',
    'The proof of address is recent and shows name and address',
    'The agreement is signed and the fee is paid',
  ],
};

function checklist(type: Product): Html {
  return html`<ul class="fine">${checks[type].map((check) => html`<li>${check}</li>`)}</ul>`;
}

function stateOf(context: PageContext, { review, decidedBy }: ReviewPage) {
  const { status, reason, reasonCode, returnedReason, decidedAt, carriedOutAt, withdrawn } = review;
  const decided: Content = [
    decidedAt !== null &&
      html`<p>Decided on ${instant(decidedAt, context)} ${byWhom(decidedBy)}.</p>`,
    reason !== null && html`<p>Reason: ${reason}</p>`,
    reasonCode && html`<p>Type of reason: ${reasonTexts[reasonCode]}.</p>`,
    carriedOutAt === null && html`<p>The decision takes effect within seconds.</p>`,
  ];
  switch (status) {
    case 'approved':
      return notice('success', 'Approved', decided);
    case 'rejected':
      return notice('info', withdrawn ? 'Withdrawn' : 'Rejected', decided);
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
