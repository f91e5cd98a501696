import { ApiError, contended, type ErrorExtras, type Violation, violated } from './api-error.ts';

const bearerChallenge = { 'www-authenticate': 'Bearer' };

/** The name of a refusal under maintenance, by which pages know it, too. */
export const maintenanceCode = 'service.maintenance';

/** Every fixed message of the contract, once. The number is the spec section it comes from. */
export const apiErrors = {
  missingApiKey: () => new ApiError(401, 'Missing API key', { headers: bearerChallenge }), // 5.1
  invalidApiKey: () => new ApiError(401, 'Invalid API key', { headers: bearerChallenge }), // 5.1
  /** `scope`: what the key lacks; absent where no scope would help. */
  insufficientPermissions: (scope?: string) =>
    new ApiError(
      403,
      'Insufficient permissions',
      scope === undefined ? {} : { required_scope: scope },
    ), // 5.2
  missingToken: () => new ApiError(401, 'missing_token', { headers: bearerChallenge }), // 7.4
  invalidToken: () =>
    new ApiError(401, 'invalid_token', {
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    }), // 7.4
  /** On `/api/v1/me`; userinfo has its own (decisions 9). */
  missingScopes: (scope: string) =>
    new ApiError(401, `missing_scopes: ${scope}`, {
      headers: {
        'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
      },
    }), // 7.4
  standardKeyNotSupported: () =>
    new ApiError(403, 'Standard API keys are not supported on this endpoint'),
  integrationNotActive: () => new ApiError(403, 'Partner integration is not active.'),
  forbidden: () => new ApiError(403, 'Forbidden'), // operators, without an accepted signature
  notFound: () => new ApiError(404, 'Not found'),
  invalidBody: (details: readonly Violation[]) =>
    new ApiError(400, 'Invalid request body', violated(details)), // 2.1
  /** A field that the schema alone can't judge, such as one that names something that does not exist. */
  invalidField: (path: readonly (string | number)[], message: string) =>
    new ApiError(400, 'Invalid request body', { details: [{ code: 'custom', path, message }] }),
  invalidQuery: (details: readonly Violation[]) =>
    new ApiError(400, 'Invalid query parameters', violated(details)),
  invalidPagination: (details: readonly Violation[]) =>
    new ApiError(400, 'Invalid pagination parameters', violated(details)),
  missingParameter: (name: string, details: readonly Violation[]) =>
    new ApiError(400, `Missing \`${name}\` parameter`, violated(details)), // 4.9, 4.13
  invalidIdempotencyKey: (maxLength: number) =>
    new ApiError(400, `Idempotency-Key must have 1 to ${maxLength} characters`),
  idempotencyKeyReused: () =>
    new ApiError(409, 'This Idempotency-Key was used with another request body', {
      code: 'idempotency.key_reused',
    }),
  idempotencyInProgress: () =>
    new ApiError(409, 'The first request with this Idempotency-Key is still being processed', {
      code: 'idempotency.in_progress',
      headers: { 'retry-after': '1' },
    }),
  bodyTooLarge: () => new ApiError(413, 'Request body too large'),
  rateLimited: ({ perDay, perMinute }: { perDay: number; perMinute: number }) =>
    new ApiError(
      429,
      `Rate limit exceeded. Maximum ${perDay} calls per day, ${perMinute} calls per minute.`,
    ), // 8
  /** A Partner Key; `retryAfter` in seconds. */
  partnerRateLimited: (perMinute: number, retryAfter: number) =>
    new ApiError(429, `Rate limit exceeded. Maximum ${perMinute} calls per minute.`, {
      headers: { 'retry-after': String(retryAfter) },
    }),
  /** Signing in, and what else is counted by address; `retryAfter` in seconds. */
  tooManyAttempts: (retryAfter: number) =>
    new ApiError(429, 'Too many attempts', { headers: { 'retry-after': String(retryAfter) } }),
  eventPositionUnknown: () =>
    new ApiError(400, 'No event of this feed has this id', { code: 'events.position_unknown' }),
  eventPositionExpired: () =>
    new ApiError(
      410,
      'Events behind this one are not kept any more. Read what you need, and go on without lastEventId.',
      { code: 'events.position_expired' },
    ),
  webhookEndpointNotFound: () => new ApiError(404, 'Webhook endpoint not found'),
  webhookDeliveryNotFound: () => new ApiError(404, 'Webhook delivery not found'),
  webhookEndpointLimit: () =>
    new ApiError(409, 'At most 10 webhook endpoints can exist', {
      code: 'webhook_endpoint.limit_reached',
    }),
  webhooksDisabled: () =>
    new ApiError(409, 'Nothing is sent to this endpoint. Set its status to active first.', {
      code: 'webhook_endpoint.disabled',
    }),
  formSentBefore: () =>
    new ApiError(409, 'This form was sent before', { code: 'form.sent_before' }),
  legalEntityNotFound: () => new ApiError(404, 'Legal entity not found'), // 4.11
  nameTaken: () =>
    new ApiError(409, 'A legal entity with this name already exists', {
      code: 'entity.name_taken',
    }), // 4.3
  emailTaken: () =>
    new ApiError(409, 'Another person has this e-mail address', { code: 'person.email_taken' }),
  permitNumberTaken: () =>
    new ApiError(409, 'Another resident has this resident permit number', {
      code: 'resident_permit_number.taken',
    }),
  residencyEndsEarlier: () =>
    new ApiError(409, 'The residency ends before this date', { code: 'residency.ends_earlier' }),
  personDeactivated: () =>
    new ApiError(409, 'The account is deactivated', { code: 'person.deactivated' }),
  /** Of whoever calls with a key or a token, or signs. */
  accountSuspended: () =>
    new ApiError(403, 'The account is suspended while a lost mailbox is dealt with', {
      code: 'account.suspended',
    }),
  /** Of an act on somebody's account. */
  personSuspended: () =>
    new ApiError(409, 'The account is suspended while a lost mailbox is dealt with', {
      code: 'person.suspended',
    }),
  mailboxCaseEnded: () => new ApiError(409, 'The case has ended', { code: 'mailbox_case.ended' }),
  mailboxCaseNotNow: () =>
    new ApiError(409, 'The case does not allow this now', { code: 'mailbox_case.not_now' }),
  mailboxTooMuchEvidence: () =>
    new ApiError(409, 'The case has ten files already', { code: 'mailbox_case.too_much_evidence' }),
  mailboxNoEvidence: () =>
    new ApiError(409, 'Without evidence nobody approves', { code: 'mailbox_case.no_evidence' }),
  mailboxUnproven: () =>
    new ApiError(409, 'The new address is not confirmed yet', { code: 'mailbox_case.unproven' }),
  mailboxProven: () =>
    new ApiError(409, 'The new address is confirmed already', { code: 'mailbox_case.proven' }),
  mailboxLinkTooOld: () =>
    new ApiError(409, 'This link is too old', { code: 'mailbox_case.link_too_old' }),
  mailboxSameAddress: () =>
    new ApiError(409, 'The account has this e-mail address', {
      code: 'mailbox_case.same_address',
    }),
  mailboxCaseOwn: () =>
    new ApiError(403, 'Whose case it is, and who opened it, does not decide on it', {
      code: 'mailbox_case.own',
    }),
  mailboxSamePerson: () =>
    new ApiError(403, 'Another person has to approve it, too', {
      code: 'mailbox_case.same_person',
    }),
  mailboxPasskeyRequired: () =>
    new ApiError(403, 'Sign in with a passkey first', { code: 'mailbox_case.passkey_required' }),
  mailboxPasskeyTooNew: () =>
    new ApiError(403, 'The passkey was added too short a time before the case', {
      code: 'mailbox_case.passkey_too_new',
    }),
  personErased: () =>
    new ApiError(409, 'What was known of the person is erased', { code: 'person.erased' }),
  manifestationRequired: () =>
    new ApiError(409, 'Write scopes require an active Manifestation of Will', {
      code: 'manifestation.required',
    }),
  keyLimitReached: (max: number) =>
    new ApiError(409, `At most ${max} keys can be active`, { code: 'api_key.limit_reached' }),
  keyRevoked: () => new ApiError(409, 'The key is revoked', { code: 'api_key.revoked' }),
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
    new ApiError(409, 'The application was changed since: there is another link to its agreement', {
      code: 'application.agreement_changed',
    }),
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
  uploadWithoutApplication: () => new ApiError(400, 'applicationId is required'),
  uploadWithoutFile: () => new ApiError(400, 'No file provided'),
  unsupportedFileType: () =>
    new ApiError(400, 'Unsupported file type. Only PDF, JPEG, and PNG files are allowed.'),
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
  proofOfAddressNotFound: () => new ApiError(404, 'Proof of address not found'),
  voucherCodeTaken: () =>
    new ApiError(409, 'A voucher with this code already exists', { code: 'voucher.code_taken' }),
  referralCodeTaken: () =>
    new ApiError(409, 'This referral code already exists', { code: 'referral.code_taken' }),
  reservedNameTaken: () =>
    new ApiError(409, 'This name is already reserved', { code: 'reserved_name.taken' }),
  mailOnlyComplained: () =>
    new ApiError(409, 'The reader has complained: say with complaint that it is lifted, too', {
      code: 'mail_address.only_complained',
    }),
  clientIdTaken: () =>
    new ApiError(409, 'A client with this id already exists', { code: 'client.id_taken' }),
  clientPublic: () => new ApiError(409, 'A public client has no secret', { code: 'client.public' }),
  clientOwned: () =>
    new ApiError(409, 'It is an application of a resident, who changes it: suspend it instead', {
      code: 'client.owned',
    }),
  clientNotOwned: () =>
    new ApiError(409, 'No resident has registered this client', { code: 'client.not_owned' }),
  clientLimitReached: () =>
    new ApiError(409, 'At most 10 applications can exist', { code: 'client.limit_reached' }),
  clientNamelessOwner: () =>
    new ApiError(409, 'The account has no name to publish under', {
      code: 'client.nameless_owner',
    }),
  clientNotWaiting: () =>
    new ApiError(409, 'Nothing of this client waits for a decision', {
      code: 'client.not_waiting',
    }),
  clientChanged: () =>
    new ApiError(409, 'The client has changed since it was looked at. Read it again.', {
      code: 'client.changed',
    }),
  clientSuspended: () => new ApiError(409, 'The client is suspended', { code: 'client.suspended' }),
  clientNotSuspended: () =>
    new ApiError(409, 'The client is not suspended', { code: 'client.not_suspended' }),
  clientNotInTest: () =>
    new ApiError(409, 'Approval was asked for, or given, already', {
      code: 'client.not_in_test',
    }),
  clientNoPrivacy: () =>
    new ApiError(409, 'People have to be told where the privacy notice is', {
      code: 'client.no_privacy_uri',
    }),
  clientSecretLimitReached: () =>
    new ApiError(409, 'Two secrets are in use: revoke one first', {
      code: 'client.secret_limit_reached',
    }),
  registrationTokenLimitReached: () =>
    new ApiError(409, 'A hundred registration tokens are usable: revoke one first', {
      code: 'client.registration_token_limit_reached',
    }),
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
  contended,
  /** The table had no room for the request: throttled, or its items held by others; nothing was done. */
  busy: () =>
    new ApiError(503, 'The service is busy. Try again.', { headers: { 'retry-after': '3' } }),
  /** Writes are refused on purpose; nothing was done. `retryAfter` in seconds. */
  maintenance: (retryAfter: number) =>
    new ApiError(503, 'The service is under maintenance and takes no changes. Try again later.', {
      code: maintenanceCode,
      headers: { 'retry-after': String(retryAfter) },
    }),
  paymentProviderNotFound: () => new ApiError(404, 'Payment provider not found'),
  invalidWebhookSignature: () => new ApiError(400, 'Invalid webhook signature'),
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
    new ApiError(409, 'The application was changed meanwhile', { code: 'application.changed' }),
  applicantIsKnown: () =>
    new ApiError(409, 'The address of the applicant has an account that nobody has signed in to', {
      code: 'applicant.is_known',
    }),
  applicationNotApproved: () =>
    new ApiError(409, 'The application is not approved', { code: 'application.not_approved' }),
  applicationNotPendingReview: () =>
    new ApiError(409, 'The application is not under review', {
      code: 'application.not_pending_review',
    }),
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
  agreementTextChanged: () =>
    new ApiError(409, 'Another text is in force than the one that was shown', {
      code: 'agreement.text_changed',
    }),
  guideNotFound: () => new ApiError(404, 'There is no such page of the documentation'),
  agreementTextNotFound: () => new ApiError(404, 'No text was published with this digest'),
  documentWithdrawn: () =>
    new ApiError(409, 'The document is withdrawn', { code: 'document.withdrawn' }),
  formerStatusList: () => new ApiError(501, 'Former states of a status list are not kept'),
  certificateNotFound: () => new ApiError(404, 'Certificate not found'),
  invoiceAlreadyPaid: () => new ApiError(400, 'Invoice is already paid'),
  invoiceNotPayable: () => new ApiError(400, 'Invoice is not open for payment'),
  amendmentNotFound: () => new ApiError(404, 'Amendment filing not found'), // 4.15
  filingLocked: () =>
    new ApiError(409, 'The open amendment filing is locked', { code: 'filing.locked' }), // 4.15
  filingAlreadySigned: () =>
    new ApiError(409, 'The amendment filing has already been signed', {
      code: 'filing.already_signed',
    }),
  filingChanged: () =>
    new ApiError(409, 'The amendment filing was changed meanwhile', { code: 'filing.changed' }),
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
    new ApiError(409, 'The amendment filing does not wait for its payment or submission', {
      code: 'filing.not_pending_payment',
    }),
  /** For an objection that comes too late. */
  filingDecided: () =>
    new ApiError(409, 'The amendment filing has been decided', { code: 'filing.decided' }),
  objectionsUnanswered: () =>
    new ApiError(
      409,
      'Representatives have objected: an approval has to answer them, with `answer` and the number of `objections` that it answers',
      { code: 'review.objections_unanswered' },
    ),
  objectionsChanged: () =>
    new ApiError(409, 'There are more objections than those that were answered', {
      code: 'review.objections_changed',
    }),
  entityDissolved: () =>
    new ApiError(409, 'The legal entity is dissolved', { code: 'entity.dissolved' }),
  /** Nothing can be done any more with an entity whose registration was annulled, and it is annulled once. */
  entityAnnulled: () =>
    new ApiError(409, 'The registration of the legal entity is annulled', {
      code: 'entity.annulled',
    }),
  amendmentNotApproved: () =>
    new ApiError(409, 'The amendment filing is not approved', { code: 'filing.not_approved' }),
  amendmentAnnulled: () =>
    new ApiError(409, 'The amendment is annulled', { code: 'filing.annulled' }),
  /** `by`: the amendment that changed a field of it since; null: an operator did. */
  amendmentCovered: (by: string | null) =>
    new ApiError(409, 'What the amendment changed was changed again since', {
      code: 'filing.covered',
      error_description:
        by === null
          ? 'By an operator: correct the legal entity instead.'
          : `By the amendment ${by}: annul that first.`,
    }),
  residencyAnnulled: () =>
    new ApiError(409, 'The residency is annulled', { code: 'residency.annulled' }),
  /** `by`: the residency that was granted since. */
  residencyCovered: (by: string) =>
    new ApiError(409, 'Another residency was granted since', {
      code: 'residency.covered',
      error_description: `The residency ${by}: annul that first.`,
    }),
  invoiceNotOpen: () => new ApiError(409, 'The invoice is not open', { code: 'invoice.not_open' }),
  migrationUnderWay: () =>
    new ApiError(409, 'The migration is under way: pause it first', {
      code: 'migration.under_way',
    }),
  migrationWithoutDryRun: () =>
    new ApiError(
      409,
      'This migration had no dry run that came to its end: plan it first, or say withoutDryRun',
      { code: 'migration.no_dry_run' },
    ),
  migrationNotUnderWay: () =>
    new ApiError(409, 'The migration is not under way', { code: 'migration.not_under_way' }),
  paymentCaseClosed: () => new ApiError(409, 'The case is closed', { code: 'payment_case.closed' }),
  paymentCaseNotTaken: () =>
    new ApiError(409, 'Nobody has taken the case', { code: 'payment_case.not_taken' }),
  /** For reviewers and operators, with the decision that counts. */
  reviewNotPending: (decision: NonNullable<ErrorExtras['decision']>) =>
    new ApiError(409, 'The review is not pending', { code: 'review.not_pending', decision }),
  /** One question is open at a time. */
  informationRequested: () =>
    new ApiError(409, 'A question to the applicant is open', {
      code: 'review.information_requested',
    }),
  /** To a test helper that comes before its reviewer's task, or before the submission. */
  reviewNotThere: () =>
    new ApiError(409, 'No reviewer has it yet: submit it, or try again in a moment', {
      code: 'review.not_there',
      headers: { 'retry-after': '1' },
    }),
  /** What is reviewed was withdrawn, or was decided without its review. */
  reviewedCaseClosed: () =>
    new ApiError(409, 'The case is not under review any more', { code: 'review.case_closed' }),
  /** To whoever answers what nobody has asked. */
  informationNotRequested: () =>
    new ApiError(409, 'No information is requested', { code: 'information.not_requested' }),
  informationAnswered: () =>
    new ApiError(409, 'The question is answered already', { code: 'information.answered' }),
  /** The answer is to an earlier question. */
  informationOtherQuestion: () =>
    new ApiError(409, 'Another question was asked since: read the case again', {
      code: 'information.other_question',
    }),
  informationClosed: () =>
    new ApiError(409, 'The case is not under review any more', { code: 'information.closed' }),
  /** To somebody of the staff whose role lets them look, and not act. */
  staffNotAllowed: () =>
    new ApiError(403, 'Your role does not allow it', { code: 'staff.not_allowed' }),
  /** To somebody of the staff who has not confirmed with a passkey, a short time ago, that it is them. */
  staffPasskey: () =>
    new ApiError(403, 'A decision needs your passkey, used within the last 15 minutes', {
      code: 'staff.passkey_required',
    }),
  /** Operators gave them another role between the form and its effect: nothing was done. */
  staffChanged: () =>
    new ApiError(409, 'Your role has just changed: nothing was done, load the page again', {
      code: 'staff.changed',
    }),
  staffMember: () =>
    new ApiError(409, 'The person is of the staff already', { code: 'staff.member' }),
  staffAuditorAlone: () =>
    new ApiError(409, 'An auditor decides nothing, and has no other role', {
      code: 'staff.auditor_alone',
    }),
  /** To operators: the version that they have read is not the current one. */
  staffVersion: () =>
    new ApiError(409, 'Somebody else has changed this staff member since: read it again', {
      code: 'staff.version',
    }),
  /** To whoever approved first, or is no senior reviewer: another person approves second. */
  reviewOtherPerson: () =>
    new ApiError(403, 'Somebody else approves second: a senior reviewer', {
      code: 'review.other_person',
    }),
  /** To operators: who they are as persons nobody knows. */
  reviewTwoPersons: () =>
    new ApiError(403, 'Two persons of the staff approve this, in the portal', {
      code: 'review.two_persons',
    }),
  /** What somebody applied for is decided by somebody else. */
  reviewOfOwn: () =>
    new ApiError(403, 'Reviewers cannot decide on what is their own', { code: 'review.own' }),
  approvalNotFound: () => new ApiError(404, 'Approval not found'),
  approvalSameOperator: () =>
    new ApiError(403, 'Another operator than the one who asked has to approve', {
      code: 'approval.same_operator',
    }),
  /** To a principal whose name says nothing of the person behind it. */
  approvalUnknownOperator: () =>
    new ApiError(403, 'This principal does not tell which operator it is', {
      code: 'approval.unknown_operator',
    }),
  approvalNotAsker: () =>
    new ApiError(403, 'Only the operator who asked can withdraw it', {
      code: 'approval.not_asker',
    }),
  approvalOtherRequest: () =>
    new ApiError(409, 'The approval is of another request', { code: 'approval.other_request' }),
  approvalOutdated: () =>
    new ApiError(409, 'What the request changes has been changed since: ask again', {
      code: 'approval.outdated',
    }),
  approvalClosed: (decision: NonNullable<ErrorExtras['decision']>) =>
    new ApiError(409, 'The approval is not pending', { code: 'approval.closed', decision }),
  importsClosed: () =>
    new ApiError(409, 'No register moves in while OPERATOR_APPROVALS asks for a second operator', {
      code: 'import.closed',
    }),
  /** `url`: the application's page in the portal. */
  submissionFailed: (voucherWord: VoucherWord, url: string) =>
    new ApiError(
      409,
      `${voucherWord} applied, but the application could not be submitted automatically. Open the application in the portal.`,
      { code: 'application.submission_failed', error_description: `Its page is ${url}` },
    ), // 4.7, 4.8
  codeInvalid: (voucherWord: VoucherWord) =>
    new ApiError(400, `${voucherWord} code is invalid`, { code: 'voucher_not_found' }), // 4.7, 4.8
  codeNotApplicable: (voucherWord: VoucherWord) =>
    new ApiError(400, `${voucherWord} code is invalid`, { code: 'voucher_not_applicable' }),
  codeExpired: (voucherWord: VoucherWord) =>
    new ApiError(400, `${voucherWord} code has expired`, { code: 'voucher_expired' }), // 4.7, 4.8
  codeRedeemed: (voucherWord: VoucherWord) =>
    new ApiError(400, `${voucherWord} code has already been redeemed`, {
      code: 'voucher_already_redeemed',
    }), // 4.7, 4.8
  /** On partner routes (facts C12.7). */
  codeRedeemedBefore: (voucherWord: VoucherWord) =>
    new ApiError(409, `${voucherWord} code has already been redeemed`, {
      code: 'voucher_already_redeemed',
    }),
  codeTooSmall: (voucherWord: VoucherWord) =>
    new ApiError(400, `${voucherWord} code does not cover the full invoice amount`, {
      code: 'voucher_not_full_coverage',
    }), // 4.7, 4.8
} as const;

/** What a voucher is called on a route; `Coupon` on the deprecated ones (spec 4.8). */
export type VoucherWord = 'Voucher' | 'Coupon';
