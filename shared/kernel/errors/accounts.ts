import { ApiError } from './api-error.ts';

/** Of persons, their keys, and lost mailboxes. */
export const accountMessages = {
  emailTaken: () =>
    new ApiError(409, 'Another person has this e-mail address', {
      code: 'person.email_taken',
    }),
  permitNumberTaken: () =>
    new ApiError(409, 'Another resident has this resident permit number. Use another one.', {
      code: 'resident_permit_number.taken',
    }),
  residencyEndsEarlier: () =>
    new ApiError(409, 'The residency ends before this date', {
      code: 'residency.ends_earlier',
    }),
  personDeactivated: () =>
    new ApiError(409, 'The account is deactivated', { code: 'person.deactivated' }),
  /** Of whoever calls with a key or a token, or signs. */
  accountSuspended: () =>
    new ApiError(403, 'The account is suspended until its lost mailbox case is closed', {
      code: 'account.suspended',
    }),
  /** Of an act on someone's account. */
  personSuspended: () =>
    new ApiError(409, 'The account is suspended until its lost mailbox case is closed', {
      code: 'person.suspended',
    }),
  mailboxCaseEnded: () => new ApiError(409, 'The case has ended', { code: 'mailbox_case.ended' }),
  mailboxCaseNotNow: () =>
    new ApiError(409, 'The case does not allow this at its current step. Read it again.', {
      code: 'mailbox_case.not_now',
    }),
  mailboxTooMuchEvidence: () =>
    new ApiError(409, 'The case already has ten files', { code: 'mailbox_case.too_much_evidence' }),
  mailboxNoEvidence: () =>
    new ApiError(409, 'Add evidence before approving', { code: 'mailbox_case.no_evidence' }),
  mailboxUnopened: () =>
    new ApiError(409, 'Open all of the evidence before approving', {
      code: 'mailbox_case.evidence_unopened',
    }),
  mailboxUnproven: () =>
    new ApiError(
      409,
      'The new address is not confirmed yet. Wait for the applicant to confirm it.',
      { code: 'mailbox_case.unproven' },
    ),
  mailboxProven: () =>
    new ApiError(409, 'The new address is already confirmed', { code: 'mailbox_case.proven' }),
  mailboxLinkTooOld: () =>
    new ApiError(409, 'This link is too old', { code: 'mailbox_case.link_too_old' }),
  mailboxSameAddress: () =>
    new ApiError(409, 'The account already has this email address. Enter another one.', {
      code: 'mailbox_case.same_address',
    }),
  mailboxCaseOwn: () =>
    new ApiError(403, 'You cannot decide your own case, or one that you opened', {
      code: 'mailbox_case.own',
    }),
  mailboxSamePerson: () =>
    new ApiError(403, 'Another person must also approve it', {
      code: 'mailbox_case.same_person',
    }),
  mailboxPasskeyRequired: () =>
    new ApiError(403, 'Sign in with a passkey first', { code: 'mailbox_case.passkey_required' }),
  mailboxPasskeyTooNew: () =>
    new ApiError(403, 'The passkey is too new for this case. Use one that you added earlier.', {
      code: 'mailbox_case.passkey_too_new',
    }),
  personErased: () => new ApiError(409, 'The person’s data is erased', { code: 'person.erased' }),
  mayHavePermit: (similarPeople: readonly string[]) =>
    new ApiError(
      409,
      'A person with a permit number may be the same person. Compare them. To grant another number, send a `samePersonReason`.',
      { code: 'person.may_have_permit', similarPeople },
    ),
  manifestationRequired: () =>
    new ApiError(409, 'Write scopes require an active Manifestation of Will', {
      code: 'manifestation.required',
    }),
  keyLimitReached: (max: number) =>
    new ApiError(409, `At most ${max} keys can be active`, { code: 'api_key.limit_reached' }),
  keyRevoked: () => new ApiError(409, 'The key is revoked', { code: 'api_key.revoked' }),
};

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
