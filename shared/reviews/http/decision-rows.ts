import type { ErrorCase } from '../../kernel/http/route.ts';

/** What a decision writes, whoever makes it. */
export const decisionWrites = {
  put: ['actReason', 'amendment', 'audit', 'event', 'listed', 'review'],
  delete: ['listed'],
} as const;

/** What a question to whoever applied writes. */
export const questionWrites = {
  put: [
    'amendment',
    'application',
    'audit',
    'certificateRequest',
    'event',
    'listed',
    'residencyApplication',
    'review',
    'reviewQuestion',
  ],
  delete: ['listed'],
} as const;

/** It is too late; `when` says more of it. */
export const notPending = {
  status: 409,
  error: 'The review is not pending',
  code: 'review.not_pending',
} as const satisfies ErrorCase;

/** One question is open at a time. */
export const questionOpen: ErrorCase = {
  status: 409,
  error: 'The applicant has not answered the open question yet',
  code: 'review.information_requested',
};

/** Of an approval that leaves objections without an answer. */
export const objectionsUnanswered: ErrorCase = {
  status: 409,
  error:
    'Representatives have objected. To approve, send your `answer` and the number of `objections` that it answers.',
  code: 'review.objections_unanswered',
};

/** Of an approval that has not seen all of them. */
export const objectionsChanged: ErrorCase = {
  status: 409,
  error: 'There are new objections. Read them and answer all.',
  code: 'review.objections_changed',
};
