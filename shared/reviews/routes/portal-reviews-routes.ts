import { ById } from '../../kernel/contracts/text.ts';
import { productItems } from '../../kernel/domain/product.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import * as peopleErrors from '../../people/errors/people-errors.ts';
import {
  HandledQuery,
  QueueForm,
  RestoredFormQuery,
  ReviewForm,
  ReviewsQuery,
} from '../contracts/portal-reviews-contract.ts';
import * as reviewErrors from '../errors/review-errors.ts';

const shared = {
  ...portalPage,
  entry: 'functions/portal/reviews.ts',
  documents: { get: ['information', 'proofs-of-address', 'search', 'tax-proofs'] },
  indexes: ['gsi1', 'gsi2'],
  searches: true,
  reviewers: true,
  approvals: true,
  reviewTexts: true,
  spec: 'admin 10',
} as const;
/** Access to personal data is recorded. */
const looks = { put: ['audit', 'staffView'], update: ['session'] } as const;
const notFound = { ...apiErrors.notFound, when: 'It does not exist, or you are not on its staff.' };

export const showReviews = defineRoute({
  ...shared,
  operationId: 'showReviews',
  method: 'GET',
  path: '/portal/reviews',
  writes: looks,
  summary: 'Show the review queue',
  query: ReviewsQuery,
  errors: [notFound],
});

export const assignReviewsOnPage = defineRoute({
  ...shared,
  operationId: 'assignReviews',
  ...sentForm,
  path: '/portal/reviews',
  writes: {
    put: ['audit', 'listed', 'queueViews', 'review', 'staffView'],
    update: ['session'],
    delete: ['listed'],
    check: ['person', 'staffMember'],
  },
  summary: 'Assign several cases to yourself, or save or delete a view of the queue',
  query: ReviewsQuery,
  body: QueueForm,
  errors: [apiErrors.foreignForm, apiErrors.staffNotAllowed, notFound, apiErrors.staffChanged],
});

export const showReview = defineRoute({
  ...shared,
  operationId: 'showReview',
  method: 'GET',
  path: '/portal/reviews/{id}',
  writes: looks,
  summary: 'Show a case',
  params: ById,
  query: HandledQuery,
  errors: [notFound],
});

export const decideReviewOnPage = defineRoute({
  ...shared,
  operationId: 'decideReview',
  ...sentForm,
  path: '/portal/reviews/{id}',
  writes: {
    put: [
      'actReason',
      ...productItems,
      'audit',
      'event',
      'listed',
      'review',
      'reviewNote',
      'reviewQuestion',
      'staffView',
    ],
    update: ['session'],
    delete: ['listed'],
    check: ['passkey', 'representative', 'review', 'staffMember'],
  },
  summary: 'Decide or assign a case, ask a question, or add a note',
  params: ById,
  query: RestoredFormQuery,
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
