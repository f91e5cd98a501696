/** Parameters with descriptions and examples. */
export type ParameterNotes = Readonly<
  Record<string, readonly [description: string, example: unknown]>
>;

/** Error codes with their meaning and what to do, grouped as on the errors page. */
export type ErrorNotes = Readonly<
  Record<string, Readonly<Record<string, readonly [meaning: string, advice: string]>>>
>;

/** The description of every field with the state of an uploaded file. */
export const fileState =
  'The result of the malware check. `clean`: no malware was found. `unscanned`: the file was uploaded while checks were off. `pending`: the check has not finished. `unscannable`: the file could not be checked. `refused`: it contains malware. Only `clean` and `unscanned` files can be opened. Null if there is no file.';

/**
 * Descriptions of fields that three or more capabilities have, by name or by `Around.name`. Only the API description
 * reads this file.
 */
export const descriptions: Readonly<Record<string, string>> = {
  decision: 'Whether it is approved or rejected.',
  reasonCode: 'The category of the reason; null if none was given.',
  status: 'The status.',
  decidedAt: 'When it was decided; null until then.',
  decidedBy: 'Who decided: an IAM principal or a person’s id; null until then.',

  data: 'The requested resource, or the entries of a list.',
  id: 'The id. It never changes.',
  createdAt: 'When it was created.',
  pagination: 'How to get the next page.',
  'Pagination.limit': 'The maximum number of entries on a page.',
  nextCursor: 'The `cursor` of the next page; null on the last one.',
  code: 'The code.',
  line1: 'Street address.',
  line2: 'A second line of the address.',
  city: 'The city.',
  state: 'State or province.',
  postalCode: 'The postal code; `-` in a country without postal codes.',
  country: 'The country: its ISO 3166-1 code or its name.',
  slug: 'A short name for programs; null if there is none.',
  version: 'The version of the text; null if there is none.',
  contentType: 'The media type.',
  size: 'The size in bytes.',
  sha256: 'SHA-256 of the bytes, hexadecimal.',
  voucherCode: 'The code of a voucher that covers the whole invoice.',
  invoiceId: 'The id of the invoice.',
  amountCents: 'The amount in the smallest unit of the currency.',
  currency: 'The currency, as an ISO 4217 code.',
  paidAt: 'When it was paid; null until then.',
  error: 'A fixed message, or a code where OAuth requires one.',
  error_description:
    'More detail in a sentence. At OAuth endpoints, it explains `error`. Absent if there is nothing to add.',
  'ErrorEnvelope.code': 'A stable name for the error. OAuth and credential endpoints have none.',
  details: 'The invalid fields of the request.',
  'details.code': 'The kind of violation.',
  expected: 'What should have been sent.',
  'details.received': 'The type that was sent.',
  path: 'The path to the field, outermost part first.',
  'details.message': 'The violation in a sentence.',
  'ErrorEnvelope.decision': 'The decision that was already made; for operators.',
  'ErrorEnvelope.similarPeople':
    'Ids of people with a permit number who may be the same person; for operators.',
  'ErrorEnvelope.required_scope': 'The scope that the key lacks (with 403).',
  'ErrorEnvelope.requestId': 'The id of the call. Include it when you contact support.',
  'ErrorEnvelope.documentation': 'The page that explains the `code` and what to do.',
  'ErrorEnvelope.limit': 'The daily limit that the call would exceed; for Agent Keys.',
  'limit.name': 'The name of the limit in `dailyLimits`.',
  'limit.max': 'The maximum for one UTC day.',
  'limit.used': 'The amount used before this call.',
  currentVersion: 'The version to send with your next attempt.',
  'Health.status': 'The status of the service.',
  kind: 'The kind of key.',
  'CredentialView.kind': 'The type of credential.',
  label: 'A name that helps to recognize it; null if there is none.',

  extension: 'The extension of the name, such as `LLC`.',
  applicationId: 'The id of the application.',
  truncated: 'Present, and true, if there are more results than returned.',
  submittedAt: 'When it was submitted; null until then.',
  approvedAt: 'When it was approved; null until then.',
  rejectedAt: 'When it was rejected; null if it was not.',
  rejectedReason: 'Why it was rejected; null if it was not.',
  rejectedReasonCode:
    'The category of the reason; null if it was not rejected, or if the reviewer chose no category.',
  statusId: 'The status.',
  legalEntityId: 'The id of the legal entity.',
  reference: 'Your own reference, up to 100 characters; null if there is none.',
  invoice: 'The invoice; null until it is created.',
  success: 'Always true. Failures have another HTTP status.',
  message: 'What to do next, in a sentence.',
  signed: 'Whether it is signed.',
  signedAt: 'When it was signed; null until then.',
  nextSteps: 'What to do next.',
  paymentRequired: 'Whether it must be paid.',
  informationRequest: 'The reviewer’s last question; null if there is none.',
  informationRequired: 'Whether a reviewer’s question needs an answer.',
  informationUrl:
    'The page where the applicant answers after signing in; null if no question is open.',
  pollAfterSeconds: 'Seconds until you should read it again; null when it has ended.',
  requestId: 'The `id` of the question.',
  'DeadLettersAnswer.requestId': 'The id of the call that caused the event; null if none did.',
  note: 'Your explanation.',
  annulment: 'When and why this was annulled as a mistake; absent while it is in force.',
  'AnnulmentSummary.at': 'When it was annulled.',
  'AnnulmentSummary.reasonCode': 'Why it was annulled.',

  givenName: 'Given names.',
  surname: 'Surname.',
  residentPermitNumber: 'The resident permit number; null if there is none.',
  email: 'The email address.',
  dateOfBirth: 'The date of birth.',
  sex: 'The sex, as stated in the identity document.',
  citizenships: 'Citizenships, as ISO 3166-1 codes.',
  phoneNumber: 'The telephone number.',
  residencyType: 'The type of residency.',
  effectiveDate: 'When the residency begins, or began.',
  terminationDate: 'When the residency ends, or ended; null if it has no end date.',
  active: 'Whether it is active now.',
  referralCode: 'A referral code; null if there is none.',
  signerName: 'The name that the signer typed; null until then.',

  personId: 'The id of the person.',
  at: 'When it happened.',
  subject: 'The resource that the action concerns; null if it concerns none in particular.',
  'subject.type': 'The type of the resource.',
  'subject.id': 'The id of the resource.',
  revokedAt: 'When it was revoked; null if it was not.',
  expiresAt: 'When it expires; null if it does not expire.',
};

/** Examples for fields that occur in no operation’s example. */
export const examples: Readonly<Record<string, unknown>> = {
  line2: 'Apartment 4',
  'Address.state': 'Bay Islands',
  'data.name': 'Agreement of Coexistence',
  nextCursor: 'QVVESVQjMDE5NGI1',
  rejectedReason: 'The proof of address is older than three months.',
  answer: 'The office has moved; the lease is attached to the filing.',
  note: 'The representative who signed had left the company.',
  referralCode: 'SPRING26',
  error: 'Invalid request body',
  error_description: 'The code was used before',
  expected: 'string',
  'details.received': 'number',
  path: ['applicationData', 'name'],
  currentVersion: 3,
  'limit.max': 5,
  'limit.used': 5,
  requestId: '6f8c1b2e-41d7-4c9a-b0d5-0b6f6a1f7e52',
  reference: 'order-7',
  similarPeople: ['0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f'],
  'ErrorEnvelope.required_scope': 'agent:entity.application.read',
  'ErrorEnvelope.documentation': 'https://registry.example/docs/errors#entityname_taken',
};

/** Path parameters, by the preceding part of the path: a description and an example. */
export const pathParameters: ParameterNotes = {
  files: ['The name of the file.', 'guide.sh'],
};

/** Query parameters, by name or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  limit: ['The maximum number of entries on a page.', 20],
  createdFrom: ['Only entries created on this day (UTC) or later.', '2026-01-01'],
  createdUntil: ['Only entries created on this day (UTC) or before.', '2026-01-31'],
  cursor: [
    '`nextCursor` of the previous page. Leave it out for the first page.',
    examples['nextCursor'],
  ],
  status: ['Only reviews with this status.', 'pending'],
  reference: ['Only entries with exactly this reference.', 'order-7'],
};

/** What each error code means and what to do, grouped as on the errors page. */
export const errorNotes: ErrorNotes = {
  'Every call': {
    required_scope: [
      'The key is valid but lacks the scope that `required_scope` names. The `code` of this error is `api_key.insufficient_permissions`.',
      'Create a key with that scope in the portal, under Developer settings. For a Partner Key, contact the registry.',
    ],
    'idempotency.key_reused': [
      'You already used this `Idempotency-Key` with a different body. Nothing was done.',
      'Use a new key for a new request. Use the old key only to repeat the old request.',
    ],
    'idempotency.in_progress': [
      'The first request with this `Idempotency-Key` is still running.',
      'Send the same request again after `Retry-After`: you get the first request’s response.',
    ],
    'request.contended': [
      'Other requests are changing the same resource. Nothing was done.',
      'Send the same request again after `Retry-After`.',
    ],
    'service.maintenance': [
      'The operators have paused all changes. Nothing was done; reads continue.',
      'Send the same request again after `Retry-After`.',
    ],
    'account.suspended': [
      'A lost mailbox case is open for this account. No one can act for the account until the case is closed.',
      'Wait, or ask the account’s owner to contact the registry.',
    ],
    'form.already_sent': [
      'The form was sent twice. Only the first submission was processed.',
      'Open the page again to see the status.',
    ],
    'request.invalid_body': [
      'The body does not match its schema, or a field refers to something that does not exist.',
      'Correct the fields that `details` lists.',
    ],
    'request.invalid_query': [
      'A query parameter is invalid.',
      'Correct the parameter that `details` names.',
    ],
    'request.invalid_pagination': [
      '`limit` or `cursor` is invalid.',
      'Send a `limit` within the operation’s range, and a `cursor` from the same list.',
    ],
    'request.missing_parameter': [
      'The required parameter is missing or has the wrong type.',
      'Send it with the right type.',
    ],
    'request.body_too_large': [
      'The body is larger than 1 MB, or than the limit of the operation.',
      'Send a smaller body.',
    ],
    'request.malformed': ['The request is not valid HTTP or JSON.', 'Correct the request.'],
    'request.forbidden': [
      'The request comes from another site, or its signature is missing or invalid.',
      'If you are an operator, sign the request with IAM. If you use a browser, send the form from this site.',
    ],
    'resource.not_found': [
      'Nothing exists with this id or path, or you do not have access to it.',
      'Check the method, path and id.',
    ],
    'idempotency.invalid_key': [
      'The `Idempotency-Key` is empty or too long.',
      'Send a key of 1 to 255 characters.',
    ],
    'rate_limit.exceeded': [
      'The key has reached its limit of calls for this minute or day. The message states the limits.',
      'Wait for `Retry-After`.',
    ],
    'rate_limit.too_many_attempts': [
      'Too many attempts were made. Some actions, such as entering codes, have their own limit.',
      'Wait for `Retry-After`.',
    ],
    'rate_limit.too_many_at_once': [
      'All callers together sent more calls at the same time than the service accepts.',
      'Try again after `Retry-After`.',
    ],
    'service.busy': [
      'The database is busy. Nothing was done.',
      'Send the same request again after `Retry-After`.',
    ],
    'service.internal_error': [
      'The service failed. The request was carried out completely or not at all.',
      'Repeat it with the same `Idempotency-Key`. If it fails again, report the `requestId`.',
    ],
  },
  Pages: {
    'form.foreign': [
      'The form was sent from another site, or the page is too old.',
      'Load the page again.',
    ],
    'link.invalid': ['The link is unknown, used or expired.', 'Request a new link.'],
    'guide.not_found': ['There is no documentation page with this name.', 'See `/docs`.'],
  },
  'Legal entities and applications': {
    'entity.name_taken': [
      'Another legal entity has this name. It may have taken the name after you created the draft.',
      'Choose another name; check it with `name_availability`.',
    ],
    'application.not_draft': [
      'The application was submitted and can’t be changed.',
      'Read it to see its status.',
    ],
    'entity.not_found': [
      'The legal entity does not exist, or your key has no access to it.',
      'Check the id and the owner of the key.',
    ],
    'application.not_found': [
      'The application does not exist, or your key has no access to it.',
      'Check the id and the owner of the key.',
    ],
    'application.not_api_created': [
      'The application was created in the portal.',
      'Continue in the portal.',
    ],
    'referral.unknown_code': [
      'The referral code does not exist.',
      'Check the code, or leave it out.',
    ],
    'checkout.not_for_agents': [
      'Agent Keys cannot use the hosted checkout, by design.',
      'Pay with a voucher. Do not retry.',
    ],
  },
  'Vouchers and invoices': {
    'invoice.not_open': ['The invoice is paid or void.', 'Read it to see its status.'],
    'invoice.already_paid': [
      'The invoice is already paid.',
      'Read the application or filing for the next step.',
    ],
  },
  'Questions of reviewers': {
    'information.not_requested': ['No question is open.', 'You don’t need to answer.'],
    'information.answered': ['The question already has an answer.', 'Wait for the decision.'],
    'information.other_question': [
      'The reviewer has asked a newer question.',
      'Read `informationRequest` again and answer the newer question.',
    ],
  },
  'Keys and accounts': {
    'api_key.missing': [
      'The call has no API key. `error_description` describes what was sent instead.',
      'Send `Authorization: Bearer <key>`.',
    ],
    'api_key.invalid': [
      'The key is unknown, expired or revoked, or this path does not accept its type.',
      'Use a valid key; `error_description` has details.',
    ],
    'api_key.insufficient_permissions': [
      'The key lacks the scope, this path does not accept its type, or its owner has no active Manifestation of Will.',
      'See [required_scope](#required_scope).',
    ],
    'access_token.missing': [
      'The call has no access token.',
      'Send `Authorization: Bearer <token>`. For a token that is bound to a key, send `DPoP <token>` and a proof.',
    ],
    'access_token.invalid': [
      'The access token is unknown, expired or revoked, or its proof is wrong.',
      'Refresh it, or have the user sign in again.',
    ],
    'access_token.missing_scope': [
      'The token lacks the scope that the message names, or the user withdrew that scope.',
      'Request the scope in a new sign-in.',
    ],
    'partner_integration.not_active': [
      'The partner integration is suspended or has ended.',
      'Contact the registry.',
    ],
  },
  'For operators': {
    'approval.same_operator': [
      'You can’t approve your own request.',
      'Another operator must send the same request, with the id of the approval in the header `Operator-Approval`.',
    ],
    'approval.unknown_operator': [
      'The IAM principal does not identify a person.',
      'Use a role session that is named after the operator.',
    ],
    'approval.not_found': ['No approval has this id.', 'Check the id in the list of approvals.'],
    'approval.other_request': [
      'The approval is for a different request.',
      'Send exactly the request that the approval is for.',
    ],
    'approval.outdated': [
      'The data was changed after the approval was requested.',
      'Read it again and request another approval.',
    ],
    'approval.closed': [
      'The approval was used, refused or withdrawn, or it has expired.',
      'Request another approval.',
    ],
    'import.disabled': [
      'An import can change data that needs a second operator’s approval.',
      'Deploy with `OPERATOR_APPROVALS` off, import, and deploy with the setting on again.',
    ],
    'mail_address.complaint_active': [
      'The recipient marked one of our emails as spam.',
      'If the recipient wants our emails, send `complaint: true` to remove the block.',
    ],
    'person.deactivated': ['The account is deactivated.', 'Reactivate it first.'],
    'person.erased': ['The person’s data is erased.', 'You can’t undo this.'],
    'person.suspended': ['The account has an open lost mailbox case.', 'End that case first.'],
    'review.information_requested': [
      'The applicant has not answered the last question yet.',
      'Wait for the answer, or decide without it.',
    ],
    'staff.changed': ['Your role has just changed. Nothing was saved.', 'Reload the page.'],
    'staff.not_allowed': ['Your role does not allow this.', 'Ask someone with the right role.'],
    'staff.passkey_required': [
      'A decision needs a passkey that you used in the last 15 minutes.',
      'Use your passkey, then send the request again.',
    ],
  },
};
