import { ApiError } from './api-error.ts';

/** Of residencies, and of the applications for them. */
export const residencyMessages = {
  unknownReferralCode: () => new ApiError(400, 'Unknown referral code'),
  residencyApplicationNotFound: () => new ApiError(404, 'Residency application not found'), // 4.17
  residencyApplicationNotDraft: () =>
    new ApiError(400, 'Residency application is not in draft status'), // 4.17
  /** `currentVersion`: what a PATCH has to expect now. */
  residencyApplicationModified: (currentVersion: number) =>
    new ApiError(409, 'Application was modified by another request', { currentVersion }),
  /** For operators; `currentVersion` is the version to look at. */
  applicantChanged: (currentVersion: number) =>
    new ApiError(409, 'The application was changed since that version', {
      code: 'application.changed',
      currentVersion,
    }),
  lockedByPayment: (field: 'residencyType' | 'email') =>
    new ApiError(400, `The applicant's ${field} cannot be changed after the payment`),
  residencyAgreementChanged: () =>
    new ApiError(
      409,
      'The application has changed, and its agreement has a new link. Read the application.',
      {
        code: 'application.agreement_changed',
      },
    ),
  residencyAgreementRequired: () =>
    new ApiError(400, 'Please accept the current Agreement of Coexistence before continuing.'),
  proofOfAddressRequired: () =>
    new ApiError(400, 'Please provide proof of address before continuing.'),
  residencyPaymentRequired: () =>
    new ApiError(400, 'Please pay the application invoice before continuing.'),
  identityVerificationRequired: () =>
    new ApiError(400, 'Please complete identity verification before continuing.'),
  residencyIsFree: () => new ApiError(400, 'Residency application requires no payment'),
  residencyInvoicePaid: () => new ApiError(400, 'Residency application invoice is already paid'),
  residencyInvoiceNotOpen: () =>
    new ApiError(400, 'Residency application invoice is not open for payment'),
  redirectNotAllowed: () => new ApiError(400, 'redirectUrl is not allowed for this integration.'),
  referredOtherwise: () =>
    new ApiError(409, 'The applicant is already attributed to another referral code', {
      code: 'referral.already_attributed',
    }),
  proofOfAddressNotFound: () => new ApiError(404, 'Proof of address not found'),
  applicantIsKnown: () =>
    new ApiError(
      409,
      'The applicant’s address has an account that has never been used. Sign in to it first, or use another address.',
      {
        code: 'applicant.is_known',
      },
    ),
  residencyAnnulled: () =>
    new ApiError(409, 'The residency is annulled', { code: 'residency.annulled' }),
  /** `by`: the residency that was granted since. */
  residencyCovered: (by: string) =>
    new ApiError(409, 'A later residency was granted. Annul that first.', {
      code: 'residency.covered',
      error_description: `The residency ${by}: annul that first.`,
    }),
};
