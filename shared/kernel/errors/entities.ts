import { ApiError } from './api-error.ts';

/** Of legal entities, their names, and the applications for them. */
export const entityMessages = {
  legalEntityNotFound: () => new ApiError(404, 'Legal entity not found'), // 4.11
  nameTaken: () =>
    new ApiError(409, 'A legal entity with this name already exists', {
      code: 'entity.name_taken',
    }), // 4.3
  nameReserved: () =>
    new ApiError(409, 'This legal entity name is reserved', { code: 'entity.name_reserved' }),
  mustBeActiveResident: () =>
    new ApiError(403, 'You must be an active resident to create a legal entity application'), // 4.3
  oneRegisteredAgent: () =>
    new ApiError(
      400,
      'Either registeredAgentProvider or registeredAgentDetails must be provided, but not both.',
    ), // 4.3
  registeredAgentNotActive: () =>
    new ApiError(400, 'Registered agent residentPermitNumber must belong to an active resident'), // 4.3
  referralsNotFound: () => new ApiError(404, 'Referral code not found'), // 4.14
  referralCodeNotFound: () =>
    new ApiError(400, 'Referral code not found or does not belong to you'), // 4.3
  applicationNotFound: () => new ApiError(404, 'Legal entity application not found'), // 4.5
  applicationNotDraft: () => new ApiError(400, 'Legal entity application is not in draft status'), // 4.6
  applicationNotApiCreated: () =>
    new ApiError(400, 'This endpoint can only be used for API-created applications'), // 4.6
  applicationInvoicePaid: () =>
    new ApiError(400, 'Legal entity application invoice is already paid'), // 4.6
  applicationInvoiceNotOpen: () =>
    new ApiError(400, 'Legal entity application invoice is not open for payment'), // 4.6
  checkoutNotForAgents: () =>
    new ApiError(
      503,
      'Hosted checkout is not available to Agent Keys. Use POST /api/v1/legal_entity_applications/{id}/pay/voucher.',
      // A day: clients that try again by themselves shall not, for it stays so.
      { headers: { 'retry-after': '86400' } },
    ), // 4.6
  agreementAlreadySigned: () =>
    new ApiError(409, 'The agreement has already been signed', {
      code: 'application.already_signed',
    }),
  applicationNotReady: () =>
    new ApiError(409, 'Only a paid and signed draft can be submitted', {
      code: 'application.not_ready',
    }),
  applicationNoDraft: () =>
    new ApiError(409, 'The application is no draft any more', { code: 'application.not_draft' }),
  applicationChanged: () =>
    new ApiError(409, 'The application has changed. Read it again.', {
      code: 'application.changed',
    }),
  applicationNotApproved: () =>
    new ApiError(409, 'The application is not approved', { code: 'application.not_approved' }),
  applicationNotPendingReview: () =>
    new ApiError(409, 'The application is not under review', {
      code: 'application.not_pending_review',
    }),
  agreementTextChanged: () =>
    new ApiError(409, 'The agreement text has changed. Show the current version and sign again.', {
      code: 'agreement.text_changed',
    }),
  agreementTextNotFound: () => new ApiError(404, 'No text was published with this digest'),
  entityDissolved: () =>
    new ApiError(409, 'The legal entity is dissolved', { code: 'entity.dissolved' }),
  /** Nothing can be done any more with an entity whose registration was annulled, and it is annulled once. */
  entityAnnulled: () =>
    new ApiError(409, 'The registration of the legal entity is annulled', {
      code: 'entity.annulled',
    }),
};
