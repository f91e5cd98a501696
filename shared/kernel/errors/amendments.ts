import { ApiError } from './api-error.ts';

/** Of amendments of legal entities. */
export const amendmentMessages = {
  amendmentNotFound: () => new ApiError(404, 'Amendment filing not found'), // 4.15
  filingLocked: () =>
    new ApiError(409, 'The open amendment filing is locked', { code: 'filing.locked' }), // 4.15
  filingAlreadySigned: () =>
    new ApiError(409, 'The amendment filing has already been signed', {
      code: 'filing.already_signed',
    }),
  filingChanged: () =>
    new ApiError(409, 'The amendment filing has changed. Read it again.', {
      code: 'filing.changed',
    }),
  filingWithoutChanges: () =>
    new ApiError(409, 'The amendment filing proposes no change', { code: 'filing.no_changes' }),
  filingUnsigned: (before: 'payment' | 'submission') =>
    new ApiError(400, `Amendment filing must be signed before ${before}`), // 4.15
  filingUnpaid: () =>
    new ApiError(402, 'The invoice of the amendment filing is not paid', {
      code: 'invoice_not_paid',
    }), // 4.15
  filingNotPendingReview: () =>
    new ApiError(409, 'The amendment filing is not under review', {
      code: 'filing.not_pending_review',
    }),
  filingNotPendingPayment: () =>
    new ApiError(409, 'The amendment filing is not waiting for payment or submission', {
      code: 'filing.not_pending_payment',
    }),
  /** For an objection that comes too late. */
  filingDecided: () =>
    new ApiError(409, 'The amendment filing has been decided', { code: 'filing.decided' }),
  amendmentNotApproved: () =>
    new ApiError(409, 'The amendment filing is not approved', { code: 'filing.not_approved' }),
  amendmentAnnulled: () =>
    new ApiError(409, 'The amendment is annulled', { code: 'filing.annulled' }),
  /** `by`: the amendment that changed a field of it since; null: an operator did. */
  amendmentCovered: (by: string | null) =>
    new ApiError(409, 'A later change covers this amendment. Annul the later change first.', {
      code: 'filing.covered',
      error_description:
        by === null
          ? 'An operator made the later change. Correct the legal entity instead.'
          : `By the amendment ${by}: annul that first.`,
    }),
};
