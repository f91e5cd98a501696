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

/** For one case: what the answer with everything about it needs. */
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
  when: '`decision` says who has decided, and when',
} as const;

export const adminListReviews = defineRoute({
  ...shared,
  operationId: 'adminListReviews',
  method: 'GET',
  path: '/admin/v1/reviews',
  summary: 'List reviews, or find one',
  description:
    'Newest first: all, those with a status, or those of one subject. With `tab`, `answered`, `waitingSince` or `hand` it is the reviewers’ queue: cases that wait for a decision (`waiting`) or for the applicant (`asked`) oldest first, what is decided newest decision first; `hand` is what nobody is at work on (`free`), or you are (`mine`, without further pages). `search` finds the newest 50 by the beginning of a word of the case’s name, by permit number, and by the id of the review, of what is reviewed, of a person or a legal entity. These don’t go together with `status` and `subjectId`.',
  query: ReviewQuery,
  response: PageOf(Review),
  example: { response: { data: [exampleReview], pagination: { limit: 50, nextCursor: null } } },
  errors: [
    {
      ...apiErrors.invalidQuery,
      when: '`status` or `subjectId` stands beside a parameter of the queue',
    },
    ...apiErrors.operatorErrors,
  ],
});

export const adminReadStatistics = defineRoute({
  ...shared,
  operationId: 'adminReadStatistics',
  method: 'GET',
  path: '/admin/v1/statistics',
  summary: 'Read how many cases wait, and how long decisions take',
  description:
    'Counted every 15 minutes (`countedAt`); waits are calculated once an hour (`waitsReckonedAt`), of the newest 200 decisions of each type in 30 days: from the submission on, with questions and answers, in seconds. Half of the cases waited `medianWaitSeconds` or fewer, nine of ten `p90WaitSeconds`. Withdrawn decisions are left out. Null until it was measured, and where nothing was decided.',
  response: StatisticsAnswer,
  example: {
    response: {
      data: {
        reviews: {
          countedAt: '2026-01-16T09:45:00.000Z',
          waitsReckonedAt: '2026-01-16T09:30:00.000Z',
          types: [
            {
              type: 'legal_entity_application',
              waitingCases: 12,
              answeredCases: 1,
              askedCases: 3,
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
  summary: 'Read a review, with what representatives object to an amendment, and the notes',
  description:
    'The objections are those to an amendment, with the answer that they were given; empty for everything else. Notes are those of reviewers and operators, oldest first. `similarNames` are at most ten names of others that may be taken for the one that a pending case proposes, the best first; null where they could not be looked up. `similarPeople` are people with a permit number, the same date of birth and the same or a similar name, who may be the applicant of a pending residency application.',
  example: { response: { data: exampleDetail } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminDecideReview = defineRoute({
  ...ofCase,
  operationId: 'adminDecideReview',
  approvals: true,
  method: 'POST',
  path: '/admin/v1/reviews/{id}/decision',
  summary: 'Approve or reject what was submitted',
  description:
    'The first decision counts. It is carried out within seconds; where it can not be, the review is pending again, with `returnedReason`. Where representatives have objected to an amendment, an approval needs an `answer` to them, and in `objections` how many it answers: one that came later refuses the decision. Everyone who objected gets the answer by email; if you reject, they get the reason. Where two persons must approve (`REVIEW_APPROVALS`), an operator can reject alone. Where `similarPeople` of a residency application has someone, an approval needs a `samePersonReason`, which the audit trail keeps; if another one is granted a permit number before the approval is carried out, the review is pending again.',
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
  summary: 'Say that you are at work on a review',
  description:
    'For others to see, for 60 minutes, or until it is decided. It replaces an earlier claim. Others can still decide.',
  example: { response: { data: { ...exampleDetail, claim: mine } } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound, decided],
  writes: claimWrites,
});

export const adminReleaseReview = defineRoute({
  ...ofCase,
  operationId: 'adminReleaseReview',
  method: 'DELETE',
  path: '/admin/v1/reviews/{id}/claim',
  summary: 'Say that you are at work on a review no more',
  description: 'What someone else has claimed, or nobody, stays as it is; that is no error.',
  example: { response: { data: exampleDetail } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound, decided],
  writes: claimWrites,
});

export const adminNoteOnReview = defineRoute({
  ...ofCase,
  operationId: 'adminNoteOnReview',
  method: 'POST',
  path: '/admin/v1/reviews/{id}/notes',
  summary: 'Note something on a review for other reviewers',
  description:
    'On decided ones as well. The applicant never sees it. Notes can’t be changed or removed.',
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
    'The case stays under review, with its invoice and the time of its submission, and can be decided before the answer. One question is open at a time.',
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
