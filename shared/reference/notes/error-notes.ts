import { type CodeNotes, operatorCodes } from './operator-codes.ts';

/**
 * What each `code` of an error means, and what to do about it, by groups in the order of the page. A code without a note
 * fails a test, and so does a note without a code.
 */
export const errorNotes: Readonly<Record<string, CodeNotes>> = {
  'Every call': {
    required_scope: [
      'The key is valid and lacks the scope that `required_scope` names. This is a field beside the `code`, `api_key.insufficient_permissions`.',
      'Make a key with that scope in the portal, under Developer settings; for a Partner Key, contact the registry.',
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
      'The operators have stopped all changes for a while. Nothing was done; reads continue.',
      'Send the same request again after `Retry-After`.',
    ],
    'account.suspended': [
      'A lost mailbox case is open for this account. Until it is closed, no one can act for the account.',
      'Wait, or ask the account’s owner to contact the registry.',
    ],
    'form.sent_before': [
      'The form was sent twice. Only the first one was processed.',
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
      'The request comes from another site, or its signature is missing or not accepted.',
      'Operators sign their requests with IAM. Browsers can send forms only from this site.',
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
      'There were too many attempts at something that has its own limit, such as entering codes.',
      'Wait for `Retry-After`.',
    ],
    'rate_limit.too_many_at_once': [
      'All callers together sent more calls than the service accepts at the same time.',
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
    'link.outdated': ['The application changed after this link was sent.', 'Use the newest link.'],
    'page.outdated': [
      'The application was changed or decided after you opened the page.',
      'Load the page again.',
    ],
    'guide.not_found': ['There is no documentation page with this name.', 'See `/docs`.'],
    'agreement.text_not_found': [
      'No text was published with this digest.',
      'Use the digest from the agreement.',
    ],
    'certificate.not_found': [
      'No certificate has this number.',
      'Check the number on the certificate.',
    ],
    'status_list.no_previous_versions': [
      'Only the current status list is available.',
      'Leave `time` out.',
    ],
    'payment_provider.not_found': [
      'The service has no payment provider with this name.',
      'Check the name at the end of the webhook address.',
    ],
    'payment_provider.unavailable': [
      'The payment provider of this checkout is no longer configured.',
      'Start a new checkout.',
    ],
    'webhook.invalid_signature': [
      'The payment provider’s message is not signed with the configured secret.',
      'Check that both sides use the same secret.',
    ],
  },
  Events: {
    'events.position_unknown': [
      'The feed of this credential has no event with the id in `lastEventId`.',
      'Use only ids from this feed. Leave `lastEventId` out to start from the beginning.',
    ],
    'events.position_expired': [
      'The events after this position are no longer available. A feed keeps events for 30 days.',
      'Read the resources that you follow once. Then read the feed without `lastEventId`.',
    ],
  },
  'Legal entities and applications': {
    'entity.name_taken': [
      'Another legal entity has this name, possibly since after you created the draft.',
      'Choose another name; check it with `name_availability`.',
    ],
    'entity.name_reserved': [
      'This name is reserved and can’t be registered.',
      'Choose another name.',
    ],
    'entity.dissolved': ['The legal entity is dissolved.', 'You can’t file anything more for it.'],
    'entity.annulled': [
      'The registration of the legal entity was annulled.',
      'You can’t file anything more for it.',
    ],
    'application.submission_failed': [
      'You have paid, but another entity took the name after the draft was created, so the application was not submitted.',
      'Do not pay again. The application is submitted when its owner, in the portal, or an operator changes the name.',
    ],
    'application.already_signed': [
      'The Agreement of Coexistence for this application is already signed.',
      'Continue with the payment, or read the application.',
    ],
    'application.not_ready': [
      'The draft is not paid or not signed yet.',
      'Pay for it and have it signed first.',
    ],
    'application.not_draft': [
      'The application was submitted and can’t be changed.',
      'Read it to see its status.',
    ],
    'applicant.is_known': [
      'Only in a sandbox: someone else created an account with the applicant’s address, and no one has signed in to it. So its owner is not known.',
      'Have the applicant sign in with that address first, or use another address.',
    ],
    'application.not_approved': [
      'The application is not approved, so there is no residency to end.',
      'Approve it first with its test helper.',
    ],
    'application.changed': [
      'The application changed after you read it.',
      'Read it again and decide again. If the response has `currentVersion`, send that as the expected version.',
    ],
    'application.not_pending_review': [
      'The application is not waiting for a decision.',
      'Read it to see its status.',
    ],
    'application.agreement_changed': [
      'The application changed, so its agreement has a new link.',
      'Read the application and use the new `nextSteps.agreementUrl`.',
    ],
    'agreement.text_changed': [
      'The agreement text changed after it was shown.',
      'Show the current text and have it signed.',
    ],
    'referral.already_attributed': [
      'The applicant already has another referral code.',
      'Leave `referralCode` out.',
    ],
    'entity.not_found': [
      'The legal entity does not exist, or your key has no access to it.',
      'Check the id and the owner of the key.',
    ],
    'entity.unsupported_type': ['Only LLCs can be formed.', 'Send `llc`.'],
    'entity.changed': ['The legal entity was changed in the meantime.', 'Read it again.'],
    'application.not_found': [
      'The application does not exist, or your key has no access to it.',
      'Check the id and the owner of the key.',
    ],
    'application.not_api_created': [
      'The application was created in the portal.',
      'Continue in the portal.',
    ],
    'application.agreement_required': [
      'The applicant has not accepted the current Agreement of Coexistence.',
      'Send them the agreement’s link, which is in the application. Then submit.',
    ],
    'application.proof_of_address_required': [
      'The application has no proof of address.',
      'Upload one, then submit.',
    ],
    'application.payment_required': [
      'The invoice of the application is not paid.',
      'Pay it, then submit.',
    ],
    'application.identity_verification_required': [
      'The applicant’s identity is not verified yet.',
      'Send them the verification link, which is in the application. Then submit.',
    ],
    'application.locked_by_payment': [
      'The invoice is paid, and the fee depended on this field.',
      'Leave the field as it is.',
    ],
    'applicant.not_active_resident': [
      'The key’s owner is not an active resident.',
      'The owner must apply for residency or renew it.',
    ],
    'registered_agent.one_required': [
      'You named a registered agent in both ways, or not at all.',
      'Send exactly one of the two fields.',
    ],
    'registered_agent.not_active_resident': [
      'The registered agent’s permit number does not belong to an active resident.',
      'Check it with `verify_rpn`.',
    ],
    'referral.not_found': ['The referral code does not exist, or is not yours.', 'Check the code.'],
    'referral.unknown_code': [
      'The referral code does not exist.',
      'Check the code, or leave it out.',
    ],
    'redirect_url.not_allowed': [
      'The origin of `redirectUrl` is not approved for the integration.',
      'Ask the registry to approve it.',
    ],
    'proof_of_address.not_found': [
      'The upload does not exist, or it belongs to another application or integration.',
      'Use the id from your own upload.',
    ],
    'checkout.not_for_agents': [
      'Agent Keys cannot use the hosted checkout, by design.',
      'Pay with a voucher. Do not retry.',
    ],
  },
  Filings: {
    'filing.locked': [
      'The open amendment has an invoice or is under review, so it can’t be changed.',
      'Pay it or wait for the decision. Then file the next one.',
    ],
    'filing.already_signed': ['The amendment is already signed.', 'Continue with the payment.'],
    'filing.changed': [
      'The amendment changed after you read it.',
      'Read it again and sign the current version.',
    ],
    'filing.no_changes': ['The amendment has no changes.', 'Add a change first.'],
    'filing.not_pending_review': [
      'The amendment is not waiting for a decision.',
      'Read it to see its status.',
    ],
    'filing.not_pending_payment': [
      'Operators can reject an amendment only if its fee is due, or if it is paid and can’t be submitted.',
      'Leave a draft to its representatives, and a submitted amendment to a reviewer.',
    ],
    'filing.decided': ['The amendment is already decided.', 'You can no longer object to it.'],
    'filing.not_approved': ['Only an approved amendment can be annulled.', 'Read its status.'],
    'filing.annulled': ['The amendment is already annulled.', 'You don’t need to do anything.'],
    'filing.covered': [
      'A later amendment or an operator changed the same fields.',
      'Do what `error_description` says first.',
    ],
    invoice_not_paid: ['The amendment must be paid before it is submitted.', 'Pay it first.'],
    'certificate.tax_overdue': [
      'The entity has overdue taxes.',
      'Have them paid, or contest them with `contest`.',
    ],
    'certificate.not_eligible_entity_type': [
      'This type of entity has no Certificate of Good Standing.',
      'You can’t request one.',
    ],
    'certificate.not_in_good_standing': [
      'The legal entity is not in good standing.',
      'Resolve the problem first. `eligibility` in the list of requests shows whether a certificate can be requested.',
    ],
    'certificate.not_open': [
      'The request is issued, rejected or cancelled.',
      'Read it, or create a new request.',
    ],
    'document.withdrawn': ['The document is withdrawn.', 'Use the document that replaces it.'],
    'filing.not_found': ['The entity has no filing with this id.', 'Check both ids.'],
    'filing.not_signed': ['The filing is not signed yet.', 'Have a representative sign it first.'],
    'certificate_request.not_found': [
      'The entity has no certificate request with this id.',
      'Check both ids.',
    ],
  },
  'Vouchers and invoices': {
    voucher_not_found: ['The voucher code does not exist.', 'Check the code for typing errors.'],
    voucher_not_applicable: ['The voucher is for another product.', 'Use one for this product.'],
    voucher_expired: ['The voucher has expired.', 'Use another one.'],
    voucher_already_redeemed: [
      'The voucher was already used. Each works once.',
      'Use another one. If your own payment used it, read the application or filing: it is paid.',
    ],
    voucher_not_full_coverage: [
      'The voucher does not cover the whole invoice. It was not used.',
      'Use one that covers it, or pay with the hosted checkout.',
    ],
    'invoice.not_found': [
      'The invoice does not exist, or your key has no access to the application or filing it is for.',
      'Check the id. An Agent Key needs the read scope of applications or filings.',
    ],
    'invoice.not_open': ['The invoice is paid or void.', 'Read it to see its status.'],
    'invoice.already_paid': [
      'The invoice is already paid.',
      'Read the application or filing for the next step.',
    ],
    'invoice.not_required': ['This type of residency is free.', 'Submit without paying.'],
  },
  'Questions of reviewers': {
    'information.not_requested': ['No question is open.', 'You don’t need to answer.'],
    'information.answered': ['The question already has an answer.', 'Wait for the decision.'],
    'information.other_question': [
      'The reviewer has asked a newer question.',
      'Read `informationRequest` again and answer the newer question.',
    ],
    'information.closed': ['The case is already decided.', 'Read its status.'],
  },
  Uploads: {
    'upload.being_checked': [
      'The file is being checked for malware.',
      'Send the request again after `Retry-After`.',
    ],
    'upload.refused': ['The file contains malware.', 'Upload a clean file.'],
    'upload.not_checkable': [
      'The file could not be checked, for instance because it has a password.',
      'Upload one without a password.',
    ],
    'upload.no_application': ['`applicationId` is missing.', 'Send it as a field of the form.'],
    'upload.no_file': [
      'The file is missing, empty, or was sent as text.',
      'Send it as a file of the form.',
    ],
    'upload.unsupported_type': [
      'The file is not a PDF, JPEG or PNG, or it is damaged.',
      'Send an intact file of one of these types.',
    ],
    'upload.too_large': ['The file is over 4.5 MB.', 'Send a smaller one.'],
  },
  'Keys and accounts': {
    'manifestation.required': [
      'An Agent Key with write scopes needs a signed Manifestation of Will.',
      'Ask the owner to sign it in the portal, under Developer settings.',
    ],
    'api_key.limit_reached': ['You have the maximum number of active keys.', 'Revoke one.'],
    'api_key.daily_limit_reached': [
      'The owner of the Agent Key limits what it does in a UTC day. `limit` has its name, the most, and what was used.',
      'Wait until `resetsAt`, or ask the owner for a higher limit.',
    ],
    'api_key.limit_never_allows': [
      'The call alone is more than the daily limit of the Agent Key, or its owner chose its legal entities and it applies for another one.',
      'Ask the owner for a higher limit.',
    ],
    'api_key.not_agent': ['A Standard Key has no daily limits.', 'Limit an Agent Key.'],
    'api_key.revoked': ['The key is revoked.', 'Create another.'],
    'api_key.missing': [
      'The call has no API key. `error_description` names what it has instead.',
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
    'api_key.standard_not_supported': [
      'This path accepts only access tokens and Agent Keys.',
      'Use one of them.',
    ],
    'access_token.missing': [
      'The call has no access token.',
      'Send `Authorization: Bearer <token>`, or with `DPoP`.',
    ],
    'access_token.invalid': [
      'The access token is unknown, expired or revoked, or its proof is wrong.',
      'Refresh it, or have the user sign in again.',
    ],
    'access_token.missing_scope': [
      'The token lacks the scope that the message names, or the user withdrew it.',
      'Request the scope in a new sign-in.',
    ],
    'partner_integration.not_active': [
      'The partner integration is suspended or has ended.',
      'Contact the registry.',
    ],
  },
  'For operators': operatorCodes,
  Webhooks: {
    'webhook_endpoint.secret_limit_reached': [
      'Five secrets of this endpoint are valid. Each stays valid for a day after it was replaced.',
      'Wait until the oldest one expires.',
    ],
    'webhook_endpoint.limit_reached': [
      'There are already ten endpoints for this feed.',
      'Delete one that you no longer need.',
    ],
    'webhook_endpoint.disabled': [
      'This endpoint is disabled and gets no events. `disabledReason` gives the cause, such as a 410 from the receiver or five days of failures.',
      'Set its `status` to `active` first.',
    ],
    'webhook_endpoint.not_found': [
      'The endpoint does not exist, or the key cannot manage it.',
      'Check the id.',
    ],
    'webhook_delivery.not_found': ['The endpoint has no delivery with this id.', 'Check the id.'],
  },
};
