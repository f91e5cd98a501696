import { type CodeNotes, operatorCodes } from './operator-codes.ts';

/**
 * What each `code` of an error means, and what to do about it, by groups in the order of the page. A code without a note
 * fails a test, and so does a note without a code.
 */
export const errorNotes: Readonly<Record<string, CodeNotes>> = {
  'Every call': {
    required_scope: [
      'The key is valid and lacks the scope that `required_scope` names. This is a field beside the `code`, `api_key.insufficient_permissions`.',
      'Make a key with that scope in the portal, under Developer settings; for a Partner Key ask the registry.',
    ],
    'idempotency.key_reused': [
      'An earlier request of yours had the same `Idempotency-Key` and another body. Nothing was done.',
      'Send a new key with a new request; keep the old one for repeats of the old request.',
    ],
    'idempotency.in_progress': [
      'The first request with this `Idempotency-Key` still runs.',
      'Send the same request again after `Retry-After`: you get the answer of the first.',
    ],
    'request.contended': [
      'Others are changing the same thing at the same moment. Nothing was done.',
      'Send the same request again after `Retry-After`.',
    ],
    'service.maintenance': [
      'The operators have stopped all changes for a while. Nothing was done; reads continue.',
      'Send the same request again after `Retry-After`.',
    ],
    'account.suspended': [
      'A lost mailbox of the account is being dealt with; until then nobody acts in its name.',
      'Wait, or have the owner of the account write to the registry.',
    ],
    'form.sent_before': [
      'The form of a page was sent twice; the first one counts.',
      'Open the page again to see the status.',
    ],
    'request.invalid_body': [
      'The body breaks its schema, or a field names something that does not exist. `details` says where.',
      'Correct the fields that `details` lists.',
    ],
    'request.invalid_query': ['A query parameter is wrong. `details` says which.', 'Correct it.'],
    'request.invalid_pagination': [
      '`limit` or `cursor` is wrong.',
      'Send a `limit` in the range that the operation names, and only a `cursor` of the same list.',
    ],
    'request.missing_parameter': [
      'The required parameter is missing or has the wrong type.',
      'Send it.',
    ],
    'request.body_too_large': [
      'The body is over the limit: 1 MB, unless the operation names another.',
      'Send less.',
    ],
    'request.malformed': ['The request can’t be read.', 'Send valid HTTP and JSON.'],
    'request.forbidden': [
      'The request comes from where it is not accepted, or lacks an accepted signature.',
      'Operators sign their requests with IAM; a browser calls from the site itself.',
    ],
    'resource.not_found': [
      'There is nothing with this id or at this path, or you may not see it.',
      'Compare method, path and id.',
    ],
    'idempotency.invalid_key': [
      'The `Idempotency-Key` is empty or too long.',
      'Send one of the length that the message names.',
    ],
    'rate_limit.exceeded': [
      'The key has made as many calls as it may in this minute or day. The message names its limits.',
      'Wait for `Retry-After`.',
    ],
    'rate_limit.too_many_attempts': [
      'Too many attempts that are counted for their own sake, such as wrong codes.',
      'Wait for `Retry-After`.',
    ],
    'rate_limit.too_many_at_once': [
      'More calls arrived at the same time, from everyone, than the service takes.',
      'Try again after `Retry-After`.',
    ],
    'service.busy': [
      'The database is busy. Nothing was done.',
      'Send the same request again after `Retry-After`.',
    ],
    'service.internal_error': [
      'A fault of the service. The request was done completely or not at all.',
      'Repeat it with the same `Idempotency-Key`; if it stays, report the `requestId`.',
    ],
  },
  Pages: {
    'form.foreign': [
      'The form was sent from another site, or the page is too old.',
      'Load the page again.',
    ],
    'link.invalid': ['The link is unknown, used or too old.', 'Ask for a new one.'],
    'link.outdated': [
      'What the link is for was changed since it was sent.',
      'Use the newest link.',
    ],
    'page.outdated': [
      'What the page shows was changed or decided in the meantime.',
      'Load the page again.',
    ],
    'guide.not_found': ['There is no documentation page with this name.', 'See `/docs`.'],
    'agreement.text_not_found': [
      'No text was published with this digest.',
      'Use the digest from the agreement.',
    ],
    'certificate.not_found': [
      'No certificate has this number.',
      'Compare the number with the certificate.',
    ],
    'status_list.no_previous_versions': [
      'Only the current status list is available.',
      'Leave `time` out.',
    ],
    'payment_provider.not_found': [
      'The service has no payment provider with this name.',
      'Compare the address of the webhook with the runbook.',
    ],
    'payment_provider.unavailable': [
      'The payment provider of this checkout is no longer configured.',
      'Start a new checkout.',
    ],
    'webhook.invalid_signature': [
      'The payment provider’s message is not signed with the configured secret.',
      'Compare the secrets.',
    ],
  },
  Events: {
    'events.position_unknown': [
      'No event of the feed that this credential reads has the id in `lastEventId`.',
      'Use ids of this feed only; read it without `lastEventId` to begin.',
    ],
    'events.position_expired': [
      'Events behind that one are no longer kept: a feed keeps thirty days.',
      'Read the things that you follow once, then the feed without `lastEventId`.',
    ],
  },
  'Legal entities and applications': {
    'entity.name_taken': [
      'Another legal entity has the name, or it was taken since the draft was made.',
      'Choose another name; `name_availability` says which are free.',
    ],
    'entity.name_reserved': [
      'This name is reserved and can’t be registered.',
      'Choose another name.',
    ],
    'entity.dissolved': ['The legal entity is dissolved.', 'Nothing more can be filed for it.'],
    'entity.annulled': [
      'The registration of the legal entity was annulled.',
      'Nothing more can be done with it.',
    ],
    'application.submission_failed': [
      'The payment counts, but the name was taken since the draft was made, so that nothing was submitted.',
      'Do not pay again. The owner chooses another name in the portal, or an operator does, and it is submitted.',
    ],
    'application.already_signed': [
      'The Agreement of Coexistence of this application is signed.',
      'Continue with the payment, or read the application.',
    ],
    'application.not_ready': [
      'The draft is not paid or not signed yet.',
      'Have it signed and paid first.',
    ],
    'application.not_draft': [
      'The application was submitted, and can no longer be changed.',
      'Read it to see its status.',
    ],
    'applicant.is_known': [
      'In a sandbox: the address of the applicant has an account that others have made and that nobody has signed in to, so nobody can say whose it is.',
      'Sign in with that address first, so that its holder can confirm the application, or apply with another address.',
    ],
    'application.not_approved': [
      'The application is not approved, so it has led to no residency that could end.',
      'Approve it first, with the test helper for that.',
    ],
    'application.changed': [
      'The application was changed since you have read it.',
      'Read it again and decide again; where there is `currentVersion`, expect that.',
    ],
    'application.not_pending_review': [
      'The application does not wait for a decision.',
      'Read it to see its status.',
    ],
    'application.agreement_changed': [
      'The application was changed, so that its agreement has another link.',
      'Read the application and use the new `nextSteps.agreementUrl`.',
    ],
    'agreement.text_changed': [
      'Another wording is in force than the one that was shown.',
      'Show the text again, and have that signed.',
    ],
    'referral.already_attributed': [
      'The applicant was brought by another referral code before.',
      'Leave `referralCode` out.',
    ],
    'entity.not_found': [
      'The legal entity does not exist, or the caller may not see it.',
      'Compare the id, and whose key it is.',
    ],
    'entity.unsupported_type': ['Only LLCs can be formed.', 'Send `llc`.'],
    'entity.changed': ['The legal entity was changed in the meantime.', 'Read it again.'],
    'application.not_found': [
      'The application does not exist, or the caller may not see it.',
      'Compare the id, and whose key it is.',
    ],
    'application.not_api_created': [
      'The application was made in the portal.',
      'Continue it there.',
    ],
    'application.agreement_required': [
      'The applicant has not accepted the current Agreement of Coexistence.',
      'Show them its link, from the application; then submit.',
    ],
    'application.proof_of_address_required': [
      'The application has no proof of address.',
      'Upload one; then submit.',
    ],
    'application.payment_required': [
      'The invoice of the application is not paid.',
      'Pay it; then submit.',
    ],
    'application.identity_verification_required': [
      'The applicant’s identity is not verified yet.',
      'Show them the link for it; then submit.',
    ],
    'application.locked_by_payment': [
      'The invoice is paid, and the field was part of what it was for.',
      'Leave the field as it is.',
    ],
    'applicant.not_active_resident': [
      'The owner of the key is no active resident.',
      'Apply for residency, or renew it.',
    ],
    'registered_agent.one_required': [
      'Both ways to name a registered agent were used, or none.',
      'Send exactly one.',
    ],
    'registered_agent.not_active_resident': [
      'The permit number of the registered agent is not that of an active resident.',
      'Check it with `verify_rpn`.',
    ],
    'referral.not_found': [
      'The referral code does not exist, or is not yours.',
      'Compare the code.',
    ],
    'referral.unknown_code': [
      'The referral code does not exist.',
      'Compare the code, or leave it out.',
    ],
    'redirect_url.not_allowed': [
      'The origin of `redirectUrl` is not approved for the integration.',
      'Ask the registry to approve it.',
    ],
    'proof_of_address.not_found': [
      'The upload does not exist, or belongs to another application or integration.',
      'Use the id from your own upload.',
    ],
    'checkout.not_for_agents': [
      'Agent Keys cannot use the hosted checkout, by design.',
      'Pay with a voucher. Do not retry.',
    ],
  },
  Filings: {
    'filing.locked': [
      'The open amendment is invoiced or under review, and cannot be changed.',
      'Pay it or wait for the decision; then propose the next one.',
    ],
    'filing.already_signed': ['The amendment is signed.', 'Continue with the payment.'],
    'filing.changed': [
      'The amendment was changed since it was shown.',
      'Read it again, and sign what it says now.',
    ],
    'filing.no_changes': ['The amendment proposes nothing.', 'Propose a change first.'],
    'filing.not_pending_review': [
      'The amendment does not wait for a decision.',
      'Read it to see its status.',
    ],
    'filing.not_pending_payment': [
      'Operators reject only an amendment whose fee is due, or that is paid and can’t be submitted.',
      'A draft is its representatives’; one that is submitted is decided by a reviewer.',
    ],
    'filing.decided': ['The amendment has been decided.', 'An objection comes too late.'],
    'filing.not_approved': ['Only an approved amendment can be annulled.', 'Read its status.'],
    'filing.annulled': ['The amendment is annulled already.', 'Nothing needs to be done.'],
    'filing.covered': [
      'A later change covers this amendment. Annul the later change first..',
      'Annul the later change first; `error_description` says which.',
    ],
    invoice_not_paid: ['The amendment must be paid before it is submitted.', 'Pay it first.'],
    'certificate.tax_overdue': [
      'Overdue taxes stand against the certificate.',
      'Contest them with `contest`, or have them paid.',
    ],
    'certificate.not_eligible_entity_type': [
      'Entities of this type have no such certificate.',
      'There is nothing to request.',
    ],
    'certificate.not_in_good_standing': [
      'The legal entity is not in good standing.',
      'Put that right first; `eligibility` of the list says whether it can have one.',
    ],
    'certificate.not_open': [
      'The request is issued, rejected or cancelled.',
      'Read it, or make another.',
    ],
    'document.withdrawn': ['The document is withdrawn.', 'Use the one that replaces it.'],
    'filing.not_found': ['The entity has no filing with this id.', 'Compare the ids.'],
    'filing.not_signed': ['The filing is not signed yet.', 'Have a representative sign it first.'],
    'certificate_request.not_found': [
      'The entity has no request with this id.',
      'Compare the ids.',
    ],
  },
  'Vouchers and invoices': {
    voucher_not_found: ['Nobody knows this voucher code.', 'Check it for typing errors.'],
    voucher_not_applicable: ['The voucher is for something else.', 'Use one for this product.'],
    voucher_expired: ['The voucher has expired.', 'Use another one.'],
    voucher_already_redeemed: [
      'The voucher was used; each counts once.',
      'Use another one. If your own payment used it, read the thing: it is paid.',
    ],
    voucher_not_full_coverage: [
      'The voucher does not cover the whole invoice. It was not used.',
      'Use one that covers it, or the hosted checkout.',
    ],
    'invoice.not_found': [
      'There is no such invoice, or your key cannot read what it is for.',
      'Check the id. An Agent Key needs the read scope of applications or filings.',
    ],
    'invoice.not_open': ['The invoice is paid or void.', 'Read it to see its status.'],
    'invoice.already_paid': ['The invoice is paid.', 'Read the resource and take the next step.'],
    'invoice.not_required': ['This type of residency is free.', 'Submit without paying.'],
  },
  'Questions of reviewers': {
    'information.not_requested': ['Nobody has asked anything.', 'Nothing needs to be answered.'],
    'information.answered': ['The question was answered before.', 'Wait for the decision.'],
    'information.other_question': [
      'Another question was asked since.',
      'Read `informationRequest` again, and answer that.',
    ],
    'information.closed': ['The case was decided in the meantime.', 'Read its status.'],
  },
  Uploads: {
    'upload.being_checked': [
      'The file is being checked for malware.',
      'Ask again after `Retry-After`.',
    ],
    'upload.refused': ['Malware was found in the file.', 'Upload another one.'],
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
      'The file is none of the allowed types, or not valid as the type that it claims.',
      'Send a PDF, JPEG or PNG.',
    ],
    'upload.too_large': ['The file is over 4.5 MB.', 'Send a smaller one.'],
  },
  'Keys and accounts': {
    'manifestation.required': [
      'An Agent Key with scopes that write needs a signed Manifestation of Will.',
      'The owner signs it in the portal, under Developer settings.',
    ],
    'api_key.limit_reached': ['There are as many active keys as there can be.', 'Revoke one.'],
    'api_key.revoked': ['The key is revoked.', 'Make another.'],
    'api_key.missing': [
      'The call has no key. `error_description` says what was found instead.',
      'Send `Authorization: Bearer <key>`.',
    ],
    'api_key.invalid': [
      'The key is unknown, expired or revoked, or of another kind than this path takes.',
      'Use a valid key; `error_description` says more.',
    ],
    'api_key.insufficient_permissions': [
      'The key lacks the scope, is of a kind that this path does not take, or its owner’s Manifestation of Will is not in force.',
      'See [required_scope](#required_scope).',
    ],
    'api_key.standard_not_supported': [
      'This path takes access tokens and Agent Keys only.',
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
      'The token lacks the scope that the message names, or the user has withdrawn it.',
      'Ask for the scope in a new sign-in.',
    ],
    'partner_integration.not_active': [
      'The partner integration is suspended or has ended.',
      'Write to the registry.',
    ],
  },
  'For operators': operatorCodes,
  Webhooks: {
    'webhook_endpoint.secret_limit_reached': [
      'Five secrets of this endpoint are valid. Each stays valid for a day after it was replaced.',
      'Wait until the oldest one expires.',
    ],
    'webhook_endpoint.limit_reached': [
      'There are ten endpoints for what this feed tells already.',
      'Delete one that nobody needs.',
    ],
    'webhook_endpoint.disabled': [
      'Nothing is sent to this endpoint: you, its receiver (410), five days without anything that arrived, or the end of its key disabled it.',
      'Set its `status` to `active` first; `disabledReason` says why it was disabled.',
    ],
    'webhook_endpoint.not_found': [
      'The endpoint does not exist, or the key cannot manage it.',
      'Compare the id.',
    ],
    'webhook_delivery.not_found': ['The endpoint has no delivery with this id.', 'Compare the id.'],
  },
};
