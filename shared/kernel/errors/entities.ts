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
    new ApiError(409, 'The application is no longer a draft', { code: 'application.not_draft' }),
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

/** Of certificates and other documents. */
export const certificateMessages = {
  certificateRequestNotFound: () => new ApiError(404, 'Certificate request not found'), // 4.16
  certificateTaxOverdue: () =>
    new ApiError(409, 'Overdue taxes block the certificate unless they are contested', {
      code: 'certificate.tax_overdue',
    }), // 4.16
  certificateWrongEntityType: () =>
    new ApiError(409, 'Entities of this type have no Certificate of Good Standing', {
      code: 'certificate.not_eligible_entity_type',
    }),
  certificateNotInGoodStanding: () =>
    new ApiError(409, 'The legal entity is not in good standing', {
      code: 'certificate.not_in_good_standing',
    }),
  certificateNotOpen: () =>
    new ApiError(409, 'The certificate request is not open', { code: 'certificate.not_open' }),
  documentWithdrawn: () =>
    new ApiError(409, 'The document is withdrawn', { code: 'document.withdrawn' }),
  formerStatusList: () => new ApiError(501, 'Previous versions of a status list are not available'),
  certificateNotFound: () => new ApiError(404, 'Certificate not found'),
};

/** Of files that are sent. */
export const uploadMessages = {
  uploadWithoutApplication: () => new ApiError(400, 'applicationId is required'),
  uploadWithoutFile: () => new ApiError(400, 'No file provided'),
  unsupportedFileType: (message: string) =>
    new ApiError(400, 'Unsupported file type. Only PDF, JPEG, and PNG files are allowed.', {
      details: [{ code: 'custom', path: ['file'], message }],
    }),
  fileTooLarge: () => new ApiError(400, 'File size exceeds 4.5MB limit'),
  uploadBeingChecked: () =>
    new ApiError(409, 'The file is being checked for malware. Try again in a moment.', {
      code: 'upload.being_checked',
      headers: { 'retry-after': '5' },
    }),
  uploadRefused: () =>
    new ApiError(409, 'Malware was found in the file. Upload another one.', {
      code: 'upload.refused',
    }),
  uploadNotCheckable: () =>
    new ApiError(
      409,
      'The file could not be checked for malware. Upload another one, without a password.',
      { code: 'upload.not_checkable' },
    ),
};
