import { registryLimits } from '../domain/rate-window.ts';
import {
  defineError,
  type ErrorCase,
  type ErrorExtras,
  type Violation,
  violated,
} from './api-error.ts';

export { contended } from './api-error.ts';

// Errors that any call can get, and those of three or more capabilities. The numbers are sections
// of the spec.

const bearerChallenge = { 'www-authenticate': 'Bearer' };

/** The error code during maintenance, which pages also check. */
export const maintenanceCode = 'service.maintenance';

export const missingApiKey = defineError(
  { status: 401, code: 'api_key.missing', error: 'Missing API key' },
  () => ({
    headers: bearerChallenge,
  }),
); // 5.1

export const invalidApiKey = defineError(
  { status: 401, code: 'api_key.invalid', error: 'Invalid API key' },
  () => ({
    headers: bearerChallenge,
  }),
); // 5.1

/** `scope` is the missing scope; absent if no scope would help. */
export const insufficientPermissions = defineError(
  { status: 403, code: 'api_key.insufficient_permissions', error: 'Insufficient permissions' },
  (scope?: string) => (scope === undefined ? {} : { required_scope: scope }),
); // 5.2

export const missingToken = defineError(
  { status: 401, code: 'access_token.missing', error: 'missing_token' },
  () => ({
    headers: bearerChallenge,
  }),
); // 7.4

/** `headers` is another challenge than the default. */
export const invalidToken = defineError(
  { status: 401, code: 'access_token.invalid', error: 'invalid_token' },
  (headers?: Readonly<Record<string, string>>) => ({
    headers: headers ?? { 'www-authenticate': 'Bearer error="invalid_token"' },
  }),
); // 7.4

/** For `/api/v1/me`; userinfo has its own error (decisions 9). */
export const missingScopes = (scope: string) =>
  defineError(
    {
      status: 401,
      code: 'access_token.missing_scope',
      error: `missing_scopes: ${scope}`,
      when: 'The token lacks the scope, or the user has withdrawn it.',
    },
    () => ({
      headers: {
        'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
      },
    }),
  ); // 7.4

export const integrationNotActive = defineError({
  status: 403,
  code: 'partner_integration.not_active',
  error: 'Partner integration is not active.',
});

export const forbidden = defineError({
  status: 403,
  code: 'request.forbidden',
  error: 'Forbidden',
}); // for operators, without a valid signature

export const notFound = defineError({
  status: 404,
  code: 'resource.not_found',
  error: 'Not found',
});

export const invalidBody = defineError(
  { status: 400, code: 'request.invalid_body', error: 'Invalid request body' },
  (details: readonly Violation[]) => violated(details),
); // 2.1

/**
 * A field that the schema alone can't check, such as a reference to something that does not exist.
 */
export const invalidField = defineError(
  { status: 400, code: 'request.invalid_body', error: 'Invalid request body' },
  (path: readonly (string | number)[], message: string) => ({
    details: [{ code: 'custom', path, message }],
  }),
);

export const invalidQuery = defineError(
  { status: 400, code: 'request.invalid_query', error: 'Invalid query parameters' },
  (details: readonly Violation[]) => violated(details),
);

export const invalidPagination = defineError(
  { status: 400, code: 'request.invalid_pagination', error: 'Invalid pagination parameters' },
  (details: readonly Violation[]) => violated(details),
);

export const missingParameter = (name: string) =>
  defineError(
    { status: 400, code: 'request.missing_parameter', error: `Missing \`${name}\` parameter` },
    (details: readonly Violation[]) => violated(details),
  ); // 4.9, 4.13

/** The maximum length of an `Idempotency-Key` in characters. */
export const maxIdempotencyKeyLength = 255;

export const invalidIdempotencyKey = defineError({
  status: 400,
  code: 'idempotency.invalid_key',
  error: `Idempotency-Key must have 1 to ${maxIdempotencyKeyLength} characters`,
});

export const idempotencyKeyReused = defineError({
  status: 409,
  code: 'idempotency.key_reused',
  error: 'This Idempotency-Key was used with another request body',
});

export const idempotencyInProgress = defineError(
  {
    status: 409,
    code: 'idempotency.in_progress',
    error: 'The first request with this Idempotency-Key is still being processed',
    when: 'Wait for `Retry-After`.',
  },
  () => ({ headers: { 'retry-after': '1' } }),
);

export const bodyTooLarge = defineError({
  status: 413,
  code: 'request.body_too_large',
  error: 'Request body too large',
});

export const rateLimited = (perDay: number, perMinute: number) =>
  defineError({
    status: 429,
    code: 'rate_limit.exceeded',
    error: `Rate limit exceeded. Maximum ${perDay} calls per day, ${perMinute} calls per minute.`,
  }); // 8

/** For sign-ins and other attempts counted by address; `retryAfter` in seconds. */
export const tooManyAttempts = defineError(
  { status: 429, code: 'rate_limit.too_many_attempts', error: 'Too many attempts' },
  (retryAfter: number) => ({ headers: { 'retry-after': String(retryAfter) } }),
);

export const formAlreadySent = defineError({
  status: 409,
  code: 'form.already_sent',
  error: 'This form was already sent',
});

/** The table was too busy: throttled, or its items were locked; nothing was done. */
export const busy = defineError(
  { status: 503, code: 'service.busy', error: 'The service is busy. Try again.' },
  () => ({
    headers: { 'retry-after': '3' },
  }),
);

/** Writes are refused during maintenance; nothing was done. `retryAfter` in seconds. */
export const maintenance = defineError(
  {
    status: 503,
    code: maintenanceCode,
    error: 'The service is under maintenance and accepts no changes. Try again later.',
    when: 'Reads still work.',
  },
  (retryAfter: number) => ({ headers: { 'retry-after': String(retryAfter) } }),
);

export const guideNotFound = defineError({
  status: 404,
  code: 'guide.not_found',
  error: 'Documentation page not found',
});

export const personDeactivated = defineError({
  status: 409,
  code: 'person.deactivated',
  error: 'The account is deactivated',
});

/** The account of the caller or the signer is suspended. */
export const accountSuspended = defineError({
  status: 403,
  code: 'account.suspended',
  error: 'The account is suspended until its lost mailbox case is closed',
});

/** The account that the command concerns is suspended. */
export const personSuspended = defineError({
  status: 409,
  code: 'person.suspended',
  error: 'The account is suspended until its lost mailbox case is closed',
});

export const personErased = defineError({
  status: 409,
  code: 'person.erased',
  error: 'The person’s data is erased',
  when: 'The erasure has started or is complete.',
});

export const unknownReferralCode = defineError({
  status: 400,
  code: 'referral.unknown_code',
  error: 'Unknown referral code',
});

export const legalEntityNotFound = defineError({
  status: 404,
  code: 'entity.not_found',
  error: 'Legal entity not found',
  when: 'It does not exist, or the caller cannot see it.',
}); // 4.11

export const nameTaken = defineError({
  status: 409,
  code: 'entity.name_taken',
  error: 'A legal entity with this name already exists',
}); // 4.3

export const applicationNotFound = defineError({
  status: 404,
  code: 'application.not_found',
  error: 'Legal entity application not found',
  when: 'It does not exist, or the caller cannot see it.',
}); // 4.5

export const applicationNotDraft = defineError({
  status: 400,
  code: 'application.not_draft',
  error: 'Legal entity application is not in draft status',
}); // 4.6

export const applicationNotApiCreated = defineError({
  status: 400,
  code: 'application.not_api_created',
  error: 'This endpoint can only be used for API-created applications',
}); // 4.6

export const applicationInvoicePaid = defineError({
  status: 400,
  code: 'invoice.already_paid',
  error: 'Legal entity application invoice is already paid',
}); // 4.6

export const applicationInvoiceNotOpen = defineError({
  status: 400,
  code: 'invoice.not_open',
  error: 'Legal entity application invoice is not open for payment',
}); // 4.6

export const checkoutNotForAgents = defineError(
  {
    status: 503,
    code: 'checkout.not_for_agents',
    error:
      'Hosted checkout is not available to Agent Keys. Use POST /api/v1/legal_entity_applications/{id}/pay/voucher.',
    when: 'The caller is an Agent Key. Do not retry.',
  },
  () => ({ headers: { 'retry-after': '86400' } }),
); // 4.6

export const applicationNoDraft = defineError({
  status: 409,
  code: 'application.not_draft',
  error: 'The application is no longer a draft',
});

export const mailComplaintActive = defineError({
  status: 409,
  code: 'mail_address.complaint_active',
  error:
    'The recipient reported an email as spam, so the address is blocked. To remove the block, send complaint: true.',
});

export const approvalNotFound = defineError({
  status: 404,
  code: 'approval.not_found',
  error: 'Approval not found',
});

export const approvalSameOperator = defineError({
  status: 403,
  code: 'approval.same_operator',
  error: 'You cannot approve your own request. Another operator must approve it.',
});

/** The principal's name does not identify a person. */
export const approvalUnknownOperator = defineError({
  status: 403,
  code: 'approval.unknown_operator',
  error: 'Can’t identify the operator behind this IAM principal',
});

export const approvalOtherRequest = defineError({
  status: 409,
  code: 'approval.other_request',
  error: 'The approval belongs to another request',
});

export const approvalOutdated = defineError({
  status: 409,
  code: 'approval.outdated',
  error: 'The data has changed since the request. Send the request again.',
});

export const approvalClosed = defineError(
  { status: 409, code: 'approval.closed', error: 'The approval is not pending' },
  (decision: NonNullable<ErrorExtras['decision']>) => ({ decision }),
);

/** `retryAfter` in seconds. */
export const approvalTooMany = defineError(
  {
    status: 429,
    code: 'approval.too_many',
    error: 'The key has asked for too many approvals today',
    when: 'The key has asked its owner 50 times on this UTC day. Wait for `Retry-After`.',
  },
  (retryAfter: number) => ({ headers: { 'retry-after': String(retryAfter) } }),
);

export const importsDisabled = defineError({
  status: 409,
  code: 'import.disabled',
  error: 'Imports are disabled while OPERATOR_APPROVALS requires a second operator',
  when: '`OPERATOR_APPROVALS` is on. It requires a second operator for representatives, email addresses, permit numbers and the tax status.',
});

/** Only one question can be open at a time. */
export const informationRequested = defineError({
  status: 409,
  code: 'review.information_requested',
  error: 'The applicant has not answered the open question yet',
});

/** There is no open question to answer. */
export const informationNotRequested = defineError({
  status: 409,
  code: 'information.not_requested',
  error: 'No information is requested',
});

export const informationAnswered = defineError({
  status: 409,
  code: 'information.answered',
  error: 'The question is already answered',
});

/** The answer refers to an earlier question. */
export const informationOtherQuestion = defineError({
  status: 409,
  code: 'information.other_question',
  error: 'A newer question is open. Read the case again.',
});

/** The staff member's role can view but not act. */
export const staffNotAllowed = defineError({
  status: 403,
  code: 'staff.not_allowed',
  error: 'Your role does not allow this',
});

/** The staff member has not confirmed with a passkey recently. */
export const staffPasskey = defineError({
  status: 403,
  code: 'staff.passkey_required',
  error: 'To decide, you must have used your passkey within the last 15 minutes',
});

/** The staff member's role changed after the form was shown: nothing was done. */
export const staffChanged = defineError({
  status: 409,
  code: 'staff.changed',
  error: 'Your role has just changed, and nothing was done. Load the page again.',
});

/** For every page with a form. */
export const foreignForm = defineError({
  status: 403,
  code: 'form.foreign',
  error: 'The form was not sent from a page of this site. Load the page again.',
});

/** The default limit of a key. */
export const registryRateLimited = rateLimited(registryLimits.perDay, registryLimits.perMinute);

/** Errors of every route that accepts keys. */
export const keyErrors: readonly ErrorCase[] = [
  missingApiKey,
  invalidApiKey,
  { ...insufficientPermissions, when: 'An Agent Key lacks the scope.' },
  accountSuspended,
];

/** Errors of every operators' route. */
export const operatorErrors: readonly ErrorCase[] = [
  { ...forbidden, when: 'The request has no valid signature.' },
];

export const idempotencyErrors: readonly ErrorCase[] = [
  invalidIdempotencyKey,
  idempotencyKeyReused,
  idempotencyInProgress,
];

/** The gateway's own error for a malformed request. */
export const badRequest = defineError({
  status: 400,
  code: 'request.malformed',
  error: 'Bad request',
});

/**
 * API Gateway sends it before any function runs: its limit is for the calls of all callers
 * together.
 */
export const gatewayThrottled = defineError(
  {
    status: 429,
    code: 'rate_limit.too_many_at_once',
    error: 'Rate limit exceeded. Try again in a moment.',
    when: 'Too many calls at the same time. Try again.',
  },
  () => ({ headers: { 'retry-after': '2' } }),
);

/** The response to any unexpected error. */
export const internalError = defineError({
  status: 500,
  code: 'service.internal_error',
  error: 'Internal server error',
});

/** For pages whose URL is a secret. */
export const linkInvalid = defineError({
  status: 404,
  code: 'link.invalid',
  error: 'This link is no longer valid',
});
