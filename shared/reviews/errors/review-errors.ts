import { defineError, type ErrorExtras } from '../../kernel/errors/api-error.ts';

export const objectionsUnanswered = defineError({
  status: 409,
  code: 'review.objections_unanswered',
  error:
    'Representatives have objected. To approve, send your `answer` and the number of `objections` that it answers.',
});

export const objectionsChanged = defineError({
  status: 409,
  code: 'review.objections_changed',
  error: 'There are new objections. Read them and answer all.',
});

/** For reviewers and operators; includes the decision in effect. */
export const reviewNotPending = defineError(
  { status: 409, code: 'review.not_pending', error: 'The review is not pending' },
  (decision: NonNullable<ErrorExtras['decision']>) => ({ decision }),
);

/** For a test helper called before the submission, or before its review is created. */
export const reviewNotSubmitted = defineError(
  {
    status: 409,
    code: 'review.not_submitted',
    error: 'The case is not under review yet. Submit it, or try again in a moment.',
    when: 'The case was not submitted, or it was submitted only a moment ago. Wait for `Retry-After`.',
  },
  () => ({ headers: { 'retry-after': '1' } }),
);

/** The case was withdrawn, or decided without its review. */
export const reviewedCaseClosed = defineError({
  status: 409,
  code: 'review.case_closed',
  error: 'The case is no longer under review',
  when: 'The case was withdrawn after it was submitted.',
});

export const informationClosed = defineError({
  status: 409,
  code: 'information.closed',
  error: 'The case is no longer under review',
  when: 'The case was decided or withdrawn first.',
});

/** For the first approver, and for anyone who is not a senior reviewer. */
export const reviewOtherPerson = defineError({
  status: 403,
  code: 'review.other_person',
  error: 'A different person, who is a senior reviewer, must give the second approval',
});

/** For operators, whose identity as persons is unknown. */
export const reviewTwoPersons = defineError({
  status: 403,
  code: 'review.two_persons',
  error: 'Two staff members must approve this in the portal',
});

/** Reviewers can't decide their own applications. */
export const reviewOfOwn = defineError({
  status: 403,
  code: 'review.own',
  error: 'You cannot decide your own case',
});
