import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import * as peopleErrors from '../../people/errors/people-errors.ts';
import {
  AssignForm,
  KeptQuery,
  ReviewForm,
  ReviewsQuery,
} from '../contracts/portal-reviews-contract.ts';
import * as reviewErrors from '../errors/review-errors.ts';

const shared = {
  entry: 'functions/portal/reviews.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  documents: { get: ['information', 'proofs-of-address', 'search', 'tax-proofs'] },
  indexes: ['gsi1', 'gsi2'],
  searches: true,
  service: true,
  reviewers: true,
  approvals: true,
  reviewTexts: true,
  spec: 'admin 10',
} as const;
/** That someone was shown personal data is recorded. */
const looks = { put: ['audit', 'staffLook'], update: ['session'] } as const;
const notFound = { ...apiErrors.notFound, when: 'also for everyone except the staff in charge' };

export const showReviews = defineRoute({
  ...shared,
  operationId: 'showReviews',
  method: 'GET',
  path: '/portal/reviews',
  writes: looks,
  summary: 'See what waits for a reviewer’s decision, what was asked and decided; find a case',
  description:
    'For reviewers and auditors, whose mail address is verified, and of the types that are theirs: what waits oldest first, what is decided newest first, 20 a page. `q` finds cases by the beginning of a word of their name, by permit number and by id, the newest 50. `decided` is the review that the page says something of, with the way to the next one.',
  query: ReviewsQuery,
  errors: [notFound],
});

export const assignReviewsOnPage = defineRoute({
  ...shared,
  operationId: 'assignReviews',
  method: 'POST',
  path: '/portal/reviews',
  writes: {
    put: ['audit', 'listed', 'review', 'staffLook'],
    update: ['session'],
    delete: ['listed'],
    check: ['staffMember'],
  },
  summary: 'Assign several cases to yourself',
  description:
    'Each of the cases that were ticked is assigned by itself. One that someone else has, or that is decided, stays as it is. The list that follows says what became of each (`assigned`), as it is when it is read.',
  query: ReviewsQuery,
  bodyType: 'form',
  body: AssignForm,
  errors: [apiErrors.foreignForm, apiErrors.staffNotAllowed, notFound, apiErrors.staffChanged],
});

export const showReview = defineRoute({
  ...shared,
  operationId: 'showReview',
  method: 'GET',
  path: '/portal/reviews/{id}',
  writes: looks,
  summary: 'Look at what must be decided',
  params: ById,
  errors: [notFound],
});

export const decideReviewOnPage = defineRoute({
  ...shared,
  operationId: 'decideReview',
  method: 'POST',
  path: '/portal/reviews/{id}',
  writes: {
    put: [
      'actReason',
      'amendment',
      'application',
      'audit',
      'certificateRequest',
      'event',
      'listed',
      'residencyApplication',
      'review',
      'reviewNote',
      'reviewQuestion',
      'staffLook',
    ],
    update: ['session'],
    delete: ['listed'],
    check: ['passkey', 'representative', 'review', 'staffMember'],
  },
  summary: 'Approve or reject a case, claim it, add a note, or ask the applicant',
  description:
    '`act` says what is sent: a decision (`decide`, also without it), that the sender is at work on it (`claim`) or no more (`release`), a `note` for other reviewers, or a `question` to the applicant (`ask`). A text that the deployment has ready (`readyReason`, `readyQuestion`) stands for one that is empty. `confirm` decides nothing: the page shows what the decision does and asks for it, or goes `back`. The page is one form, so that no act loses what was typed for another: a note is kept with a decision, and what else was typed is shown again (`kept`, which does nothing). The first decision counts. It is carried out within seconds; where it can not be, the review is pending again. Nobody decides on what is their own. Where the staff need passkeys, a decision or a question without one that was used within 15 minutes is answered with 307 to the page that asks for it.',
  params: ById,
  query: KeptQuery,
  bodyType: 'form',
  body: ReviewForm,
  errors: [
    apiErrors.foreignForm,
    reviewErrors.reviewOfOwn,
    reviewErrors.reviewOtherPerson,
    apiErrors.staffNotAllowed,
    notFound,
    apiErrors.staffChanged,
    reviewErrors.reviewNotPending,
    apiErrors.informationRequested,
    peopleErrors.mayHavePermit,
    reviewErrors.objectionsUnanswered,
    reviewErrors.objectionsChanged,
  ],
});
