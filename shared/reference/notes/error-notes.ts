/**
 * What each `code` of an error means, and what to do about it, by groups in the order of the page. A code without a note
 * fails a test, and so does a note without a code.
 */
export const errorNotes: Readonly<
  Record<string, Readonly<Record<string, readonly [meaning: string, advice: string]>>>
> = {
  'Every call': {
    required_scope: [
      'The key is valid and lacks the scope that `required_scope` names. This is a field of its own, not a `code`.',
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
      'The operators have stopped all changes for a while. Nothing was done; reads go on.',
      'Send the same request again after `Retry-After`.',
    ],
    'account.suspended': [
      'A lost mailbox of the account is being dealt with; until then nobody acts in its name.',
      'Wait, or have the owner of the account write to the registry.',
    ],
    'form.sent_before': [
      'The form of a page was sent twice; the first one counts.',
      'Open the page again to see how things stand.',
    ],
  },
  Events: {
    'events.position_unknown': [
      'No event of the feed that this credential reads has the id in `lastEventId`.',
      'Use ids of this feed only; read it without `lastEventId` to begin.',
    ],
    'events.position_expired': [
      'Events behind that one are not kept any more: a feed keeps thirty days.',
      'Read the things that you follow once, then the feed without `lastEventId`.',
    ],
  },
  'Legal entities and applications': {
    'entity.name_taken': [
      'Another legal entity has the name, or it was taken since the draft was made.',
      'Choose another name; `name_availability` says which are free.',
    ],
    'entity.name_reserved': ['The registry keeps this name for nobody.', 'Choose another name.'],
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
      'Go on with the payment, or read the application.',
    ],
    'application.not_ready': [
      'The draft is not paid or not signed yet.',
      'Have it signed and paid first.',
    ],
    'application.not_draft': [
      'The application was submitted, and cannot be changed any more.',
      'Read it to see how it stands.',
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
      'Read it again and decide anew; where there is `currentVersion`, expect that.',
    ],
    'application.not_pending_review': [
      'The application does not wait for a decision.',
      'Read it to see how it stands.',
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
  },
  Filings: {
    'filing.locked': [
      'The open amendment is invoiced or under review, and cannot be changed.',
      'Pay it or wait for the decision; then propose the next one.',
    ],
    'filing.already_signed': ['The amendment is signed.', 'Go on with the payment.'],
    'filing.changed': [
      'The amendment was changed since it was shown.',
      'Read it again, and sign what it says now.',
    ],
    'filing.no_changes': ['The amendment proposes nothing.', 'Propose a change first.'],
    'filing.not_pending_review': [
      'The amendment does not wait for a decision.',
      'Read it to see how it stands.',
    ],
    'filing.not_pending_payment': [
      'Operators reject only an amendment whose fee is due, or that is paid and can’t be submitted.',
      'A draft is its representatives’; one that is submitted is decided by a reviewer.',
    ],
    'filing.decided': ['The amendment has been decided.', 'An objection comes too late.'],
    'filing.not_approved': ['Only an approved amendment can be annulled.', 'Read how it stands.'],
    'filing.annulled': ['The amendment is annulled already.', 'Nothing is to be done.'],
    'filing.covered': [
      'What the amendment changed was changed again since.',
      'Annul the later change first; `error_description` says which.',
    ],
    invoice_not_paid: ['The amendment has to be paid before it is submitted.', 'Pay it first.'],
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
    'invoice.not_open': ['The invoice is paid or void.', 'Read it to see how it stands.'],
  },
  'Questions of reviewers': {
    'information.not_requested': ['Nobody has asked anything.', 'Nothing is to be answered.'],
    'information.answered': ['The question was answered before.', 'Wait for the decision.'],
    'information.other_question': [
      'Another question was asked since.',
      'Read `informationRequest` again, and answer that.',
    ],
    'information.closed': ['The case was decided meanwhile.', 'Read how it stands.'],
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
  },
  'Keys and accounts': {
    'manifestation.required': [
      'An Agent Key with scopes that write needs a signed Manifestation of Will.',
      'The owner signs it in the portal, under Developer settings.',
    ],
    'api_key.limit_reached': ['There are as many active keys as there can be.', 'Revoke one.'],
    'api_key.revoked': ['The key is revoked.', 'Make another.'],
  },
  'For operators': {
    'approval.same_operator': [
      'Whoever asked cannot approve.',
      'Another operator sends the same request with `Operator-Approval`.',
    ],
    'approval.unknown_operator': [
      'The principal does not tell which person it is.',
      'Use a role session that is named after the operator.',
    ],
    'approval.not_asker': ['Only whoever asked can withdraw it.', 'Have them withdraw it.'],
    'approval.other_request': [
      'The approval was asked for with another request.',
      'Send exactly the request that was asked for.',
    ],
    'approval.outdated': [
      'What the request changes was changed since.',
      'Read it, and ask for another approval.',
    ],
    'approval.closed': ['The approval was used, withdrawn or has expired.', 'Ask for another.'],
    'client.id_taken': ['A client has this id.', 'Choose another.'],
    'client.changed': [
      'The application has changed since it was looked at.',
      'Read it again, and decide about what it is now.',
    ],
    'client.limit_reached': ['The resident has ten applications.', 'They delete one first.'],
    'client.nameless_owner': [
      'An application is published under the name of its owner, and the account has none.',
      'Ask operators to enter it.',
    ],
    'client.no_privacy_uri': [
      'Approval needs a privacy notice.',
      'Say at which address it is, then ask again.',
    ],
    'client.not_in_test': [
      'Approval was asked for, or given, already.',
      'Nothing is to be asked for.',
    ],
    'client.not_owned': [
      'Operators registered this client, or gave out the token for it.',
      'Set its `active` instead.',
    ],
    'client.no_logo': ['The application has no picture.', 'Nothing is to be done.'],
    'client.not_suspended': ['The application is not suspended.', 'Nothing is to be done.'],
    'client.not_waiting': [
      'Nothing of this application waits for a decision.',
      'Read how it stands; to stop it, suspend it.',
    ],
    'client.owned': [
      'The application is a resident’s.',
      'Its owner changes it; operators suspend it.',
    ],
    'client.suspended': ['The application is suspended.', 'Reinstate it first.'],
    'client.public': ['A public client has no secret.', 'Nothing is to be rotated.'],
    'client.registration_token_limit_reached': [
      'A hundred tokens with which clients can be registered are usable.',
      'Revoke one that is needed no more.',
    ],
    'client.secret_limit_reached': ['Two secrets are in use.', 'Revoke one first.'],
    'import.closed': [
      'No register moves in while a second operator is asked for.',
      'Switch `OPERATOR_APPROVALS` off for the import.',
    ],
    'mail_address.only_complained': [
      'The reader has complained about mail of ours.',
      'Say with `complaint` that this is lifted, too.',
    ],
    'mailbox_case.ended': ['The case has ended.', 'Open another if it is needed.'],
    'mailbox_case.not_now': ['The case does not allow this at this stage.', 'Read how it stands.'],
    'mailbox_case.too_much_evidence': ['The case has ten files.', 'Decide on those.'],
    'mailbox_case.no_evidence': ['Nobody approves without evidence.', 'Add it first.'],
    'mailbox_case.unproven': [
      'Nobody has proven yet that they read the new address.',
      'They open the link that was mailed there; support has another one mailed.',
    ],
    'mailbox_case.proven': ['The new address is proven.', 'Nothing is left to do.'],
    'mailbox_case.link_too_old': [
      'The link that proves the new address is more than a week old.',
      'Support has another one mailed.',
    ],
    'mailbox_case.same_address': ['The account has this address.', 'Check the new address.'],
    'mailbox_case.own': [
      'Whose case it is, and who opened it, does not decide on it.',
      'Somebody else decides.',
    ],
    'mailbox_case.same_person': ['One person approves once.', 'Another one approves, too.'],
    'mailbox_case.passkey_required': ['This needs a passkey.', 'Sign in with one.'],
    'mailbox_case.passkey_too_new': [
      'The passkey was added too short a time before the case.',
      'Go the way of evidence and two approvals.',
    ],
    'migration.under_way': ['The migration runs.', 'Pause it first.'],
    'migration.no_dry_run': [
      'No dry run of this migration came to its end.',
      'Plan it first, or say `withoutDryRun`.',
    ],
    'migration.not_under_way': ['The migration does not run.', 'Start it.'],
    'payment_case.closed': ['The payment case is closed.', 'Read how it ended.'],
    'payment_case.not_taken': ['Nobody has taken the payment case.', 'Take it first.'],
    'person.deactivated': ['The account is deactivated.', 'Reactivate it first.'],
    'person.email_taken': ['Another person has this e-mail address.', 'Use another.'],
    'person.erased': ['What was known of the person is erased.', 'Nothing can be undone.'],
    'person.suspended': [
      'A lost mailbox of the account is being dealt with.',
      'End that case first.',
    ],
    'referral.code_taken': ['The referral code is there already.', 'Choose another.'],
    'reserved_name.taken': ['The name is reserved already.', 'Nothing is to be done.'],
    'residency.annulled': ['The residency is annulled already.', 'Nothing is to be done.'],
    'residency.covered': [
      'Another residency was granted since.',
      'Annul that first; `error_description` names it.',
    ],
    'residency.ends_earlier': ['The residency ends before this date.', 'Choose an earlier date.'],
    'resident_permit_number.taken': ['Another resident has this number.', 'Check the number.'],
    'review.case_closed': ['The case is not under review any more.', 'Read how it stands.'],
    'review.information_requested': [
      'A question to the applicant is open.',
      'Wait for the answer, or decide without it.',
    ],
    'review.not_pending': [
      'The review was decided before; `decision` says by whom and when.',
      'Nothing is to be done.',
    ],
    'review.not_there': [
      'No reviewer has the case yet: it was not submitted, or this very moment. Test helpers of a sandbox say so.',
      'Submit it, or send the request again after `Retry-After`.',
    ],
    'review.objections_changed': [
      'There are more objections than were answered.',
      'Read the case again, and answer all.',
    ],
    'review.objections_unanswered': [
      'Representatives have objected.',
      'Approve with an `answer`, and the number of `objections` that it answers.',
    ],
    'review.other_person': [
      'The first approval is there, and a senior reviewer gives the second.',
      'Somebody else approves.',
    ],
    'review.own': ['Nobody decides on what is their own.', 'Somebody else decides.'],
    'review.two_persons': ['Two persons of the staff approve this.', 'They do so in the portal.'],
    'staff.auditor_alone': ['An auditor has no other role.', 'Choose one or the other.'],
    'staff.changed': ['The role has just changed. Nothing was done.', 'Load the page again.'],
    'staff.member': ['The person is of the staff.', 'Change their roles instead.'],
    'staff.not_allowed': ['The role does not allow it.', 'Somebody with the role does it.'],
    'staff.passkey_required': [
      'A decision needs a passkey of the last 15 minutes.',
      'Use the passkey, and send it again.',
    ],
    'staff.version': ['Somebody has changed this staff member since.', 'Read it again.'],
    'voucher.code_taken': ['A voucher has this code.', 'Choose another.'],
  },
  Webhooks: {
    'webhook_endpoint.limit_reached': [
      'There are ten endpoints for what this feed tells already.',
      'Delete one that nobody needs.',
    ],
    'webhook_endpoint.disabled': [
      'Nothing is sent to this endpoint: you, its receiver (410), five days without anything that arrived, or the end of its key disabled it.',
      'Set its `status` to `active` first; `disabledReason` says why it was disabled.',
    ],
  },
};
