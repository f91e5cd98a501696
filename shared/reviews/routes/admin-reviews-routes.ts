import { PageOf } from '../../kernel/contracts/pagination.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import * as peopleErrors from '../../people/errors/people-errors.ts';
import {
  NewInformationRequest,
  NewReviewNote,
  Review,
  ReviewAnswer,
  ReviewDecision,
  ReviewQuery,
  StatisticsAnswer,
} from '../contracts/admin-reviews-contract.ts';
import * as reviewErrors from '../errors/review-errors.ts';
import { decisionWrites, questionWrites } from '../http/decision-rows.ts';

const shared = {
  entry: 'functions/admin/reviews.ts',
  tag: 'Operators: reviews',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 9',
} as const;

/** Additional permissions for a single case, whose answer contains everything about it. */
const ofCase = {
  ...shared,
  params: ById,
  response: ReviewAnswer,
  documents: { get: ['information', 'search'] },
  indexes: ['gsi1', 'gsi2'],
  searches: true,
} as const;

const exampleReview = {
  id: '9d0c6f0e-5f3a-4b0e-a3d5-6f1f0f3c2b1a',
  subject: { type: 'legal_entity_application', id: '4a7d1f0c-8e2b-4c39-9c55-2f6b7d1e0a34' },
  name: 'Lovelace Engines LLC',
  status: 'pending',
  reason: null,
  reasonCode: null,
  returnedReason: null,
  createdAt: '2026-01-16T09:31:01.000Z',
  decidedAt: null,
  decidedBy: null,
  claim: null,
  firstApproval: null,
};

const exampleDetail = {
  ...exampleReview,
  objections: [],
  answer: null,
  notes: [],
  informationRequests: [],
  similarPeople: [],
  similarNames: [],
};

const decided = {
  ...reviewErrors.reviewNotPending,
  when: '`decision` shows who decided and when.',
} as const;

export const adminListReviews = defineRoute({
  ...shared,
  operationId: 'adminListReviews',
  method: 'GET',
  path: '/admin/v1/reviews',
  summary: 'List reviews, or find one',
  description:
    'Newest first: all reviews, those with a status, or those of one subject. With `tab`, `answered`, `waitingSince` or `assignee`, you get the reviewers’ queue. Its tabs are cases that wait for a decision (`waiting`) or for the applicant (`awaiting_answer`), oldest first, and `decided` cases, newest decision first. `assignee` selects unassigned cases (`free`) or your own (`mine`, a single page). `search` finds the newest 50 cases by the start of a word in the name, by permit number, or by id (of the review, its subject, a person or a legal entity). You can’t combine these with `status` and `subjectId`.',
  query: ReviewQuery,
  response: PageOf(Review),
  example: { response: { data: [exampleReview], pagination: { limit: 50, nextCursor: null } } },
  errors: [
    {
      ...apiErrors.invalidQuery,
      when: '`status` and `subjectId` can’t be combined with parameters of the queue.',
    },
    ...apiErrors.operatorErrors,
  ],
});

export const adminReadStatistics = defineRoute({
  ...shared,
  operationId: 'adminReadStatistics',
  method: 'GET',
  path: '/admin/v1/statistics',
  summary: 'Read case numbers and waiting times',
  description:
    'Cases are counted every 15 minutes (`countedAt`). Waiting times are calculated every hour (`waitsCalculatedAt`) from the newest 200 decisions of each type in 30 days. They run from submission to decision, in seconds, including questions and answers. `medianWaitSeconds` is the median and `p90WaitSeconds` the 90th percentile. Withdrawn cases are left out. Values are null until measured, or if nothing was decided.',
  response: StatisticsAnswer,
  example: {
    response: {
      data: {
        reviews: {
          countedAt: '2026-01-16T09:45:00.000Z',
          waitsCalculatedAt: '2026-01-16T09:30:00.000Z',
          types: [
            {
              type: 'legal_entity_application',
              waitingCases: 12,
              answeredCases: 1,
              awaitingAnswerCases: 3,
              decisions: 200,
              medianWaitSeconds: 10_800,
              p90WaitSeconds: 172_800,
            },
          ],
        },
      },
    },
  },
  errors: apiErrors.operatorErrors,
});

export const adminGetReview = defineRoute({
  ...ofCase,
  operationId: 'adminGetReview',
  method: 'GET',
  path: '/admin/v1/reviews/{id}',
  summary: 'Read a review with its objections and notes',
  description:
    '`objections` lists objections of representatives and how they were answered; it is empty if the case cannot have any. `notes` are internal, oldest first. `similarNames` lists up to ten existing names that could be confused with the name in a pending case, closest first. It is null if the search failed. `similarPeople` lists people who may be the applicant of a pending residency application. They have a permit number, the same date of birth and a similar name.',
  example: { response: { data: exampleDetail } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminDecideReview = defineRoute({
  ...ofCase,
  operationId: 'adminDecideReview',
  approvals: true,
  method: 'POST',
  path: '/admin/v1/reviews/{id}/decision',
  summary: 'Approve or reject a case',
  description:
    'The first decision applies. It is carried out within seconds. If that fails, the review is pending again, with `returnedReason`. If representatives have objected, an approval needs an `answer`. Send in `objections` how many objections the answer responds to. If another objection arrives first, the decision is refused. Everyone who objected gets the answer by email or, after a rejection, the reason. If two persons must approve (`REVIEW_APPROVALS`), an operator can only reject. If a residency application has `similarPeople`, an approval needs a `samePersonReason`, which the audit trail stores. If another similar person gets a permit number before the approval is carried out, the review is pending again.',
  body: ReviewDecision,
  example: {
    request: { decision: 'approve' },
    response: {
      data: {
        ...exampleDetail,
        status: 'approved',
        decidedAt: '2026-01-16T10:00:00.000Z',
        decidedBy: 'arn:aws:iam::123456789012:user/reviewer',
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    reviewErrors.reviewTwoPersons,
    decided,
    peopleErrors.mayHavePermit,
    reviewErrors.objectionsUnanswered,
    reviewErrors.objectionsChanged,
  ],
  writes: decisionWrites,
});

const claimWrites = { put: ['audit', 'listed', 'review'], delete: ['listed'] } as const;
const mine = {
  by: 'arn:aws:iam::123456789012:user/reviewer',
  at: '2026-01-16T09:45:00.000Z',
  endsAt: '2026-01-16T10:45:00.000Z',
};

export const adminClaimReview = defineRoute({
  ...ofCase,
  operationId: 'adminClaimReview',
  method: 'POST',
  path: '/admin/v1/reviews/{id}/claim',
  summary: 'Assign a review to yourself',
  description:
    'Others see the assignment for 60 minutes, or until the review is decided. It replaces a previous assignment. Others can still decide.',
  example: { response: { data: { ...exampleDetail, claim: mine } } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound, decided],
  writes: claimWrites,
});

export const adminReleaseReview = defineRoute({
  ...ofCase,
  operationId: 'adminReleaseReview',
  method: 'DELETE',
  path: '/admin/v1/reviews/{id}/claim',
  summary: 'Unassign a review from yourself',
  description:
    'If the review is unassigned or assigned to someone else, nothing changes and no error is returned.',
  example: { response: { data: exampleDetail } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound, decided],
  writes: claimWrites,
});

export const adminNoteOnReview = defineRoute({
  ...ofCase,
  operationId: 'adminNoteOnReview',
  method: 'POST',
  path: '/admin/v1/reviews/{id}/notes',
  summary: 'Add an internal note to a review',
  description:
    'You can also add notes to decided reviews. The applicant never sees them. Notes can’t be changed or removed.',
  body: NewReviewNote,
  example: {
    request: { text: 'Compared with the passport.' },
    response: {
      data: {
        ...exampleDetail,
        notes: [
          {
            id: '0b8f4f36-2f0e-4f6b-9a39-0c8f0f7f8f10',
            at: '2026-01-16T09:50:00.000Z',
            by: mine.by,
            text: 'Compared with the passport.',
          },
        ],
      },
    },
  },
  errors: [apiErrors.invalidBody, ...apiErrors.operatorErrors, apiErrors.notFound],
  writes: { put: ['audit', 'reviewNote'], check: ['review'] },
});

export const adminRequestInformation = defineRoute({
  ...ofCase,
  operationId: 'adminRequestInformation',
  method: 'POST',
  path: '/admin/v1/reviews/{id}/information_requests',
  summary: 'Ask the applicant for information',
  description:
    'The case stays under review, keeps its invoice and submission time, and can be decided before the answer. Only one question can be open at a time.',
  body: NewInformationRequest,
  example: {
    request: { message: 'Please send the lease of the principal office.' },
    response: {
      data: {
        ...exampleDetail,
        informationRequests: [
          {
            id: '7c2f0f36-2f0e-4f6b-9a39-0c8f0f7f8f11',
            message: 'Please send the lease of the principal office.',
            requestedAt: '2026-01-16T09:50:00.000Z',
            requestedBy: mine.by,
            answeredAt: null,
            answeredBy: null,
            answer: null,
            fileUrl: null,
            fileState: null,
          },
        ],
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    decided,
    apiErrors.informationRequested,
    reviewErrors.reviewedCaseClosed,
  ],
  writes: questionWrites,
});
