/** What codes of errors mean, and what to do about them. */
export type CodeNotes = Readonly<Record<string, readonly [meaning: string, advice: string]>>;

/** Of errors that only operators and the staff meet. */
export const operatorCodes: CodeNotes = {
  'approval.same_operator': [
    'You can’t approve your own request.',
    'Another operator sends the same request with `Operator-Approval`.',
  ],
  'approval.unknown_operator': [
    'The principal does not tell which person it is.',
    'Use a role session that is named after the operator.',
  ],
  'approval.not_asker': ['Only the operator who asked can withdraw it.', 'Have them withdraw it.'],
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
    'Approval is already requested or granted.',
    'Nothing needs to be asked for.',
  ],
  'client.not_owned': [
    'Operators registered this client, or gave out the token for it.',
    'Set its `active` instead.',
  ],
  'client.no_logo': ['The application has no picture.', 'Nothing needs to be done.'],
  'client.not_suspended': ['The application is not suspended.', 'Nothing needs to be done.'],
  'client.not_waiting': [
    'Nothing of this application waits for a decision.',
    'Read its status; to stop it, suspend it.',
  ],
  'client.owned': [
    'The application is a resident’s.',
    'Its owner changes it; operators suspend it.',
  ],
  'client.suspended': ['The application is suspended.', 'Reinstate it first.'],
  'client.public': ['A public client has no secret.', 'Nothing needs to be rotated.'],
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
    'The reader has complained about mail of our own.',
    'Say with `complaint` that this is lifted as well.',
  ],
  'mailbox_case.ended': ['The case has ended.', 'Open another if it is needed.'],
  'mailbox_case.not_now': ['The case does not allow this at this stage.', 'Read its status.'],
  'mailbox_case.too_much_evidence': ['The case has ten files.', 'Decide on those.'],
  'mailbox_case.no_evidence': ['Nobody approves without evidence.', 'Add it first.'],
  'mailbox_case.evidence_unopened': [
    'Open all of the evidence before approving.',
    'Open each file, then approve.',
  ],
  'mailbox_case.unproven': [
    'Nobody has proven yet that they read the new address.',
    'They open the link that was emailed there; support has another one emailed.',
  ],
  'mailbox_case.proven': ['The new address is proven.', 'Nothing is left to do.'],
  'mailbox_case.link_too_old': [
    'The link that proves the new address is more than a week old.',
    'Support has another one emailed.',
  ],
  'mailbox_case.same_address': ['The account has this address.', 'Check the new address.'],
  'mailbox_case.own': [
    'You cannot decide your own case, or one that you opened.',
    'Someone else decides.',
  ],
  'mailbox_case.same_person': ['One person approves once.', 'Another one approves as well.'],
  'mailbox_case.passkey_required': ['This needs a passkey.', 'Sign in with one.'],
  'mailbox_case.passkey_too_new': [
    'The passkey is too new for this case. Use one that you added earlier..',
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
  'person.may_have_permit': [
    'Someone who has a permit number may be the same person.',
    'Compare the people in `similarPeople`. Send a `samePersonReason` if it is another person; grant nothing if it is the same one.',
  ],
  'person.erased': ['The person’s data is erased.', 'Nothing can be undone.'],
  'person.suspended': [
    'A lost mailbox of the account is being dealt with.',
    'End that case first.',
  ],
  'referral.code_taken': ['The referral code is there already.', 'Choose another.'],
  'reserved_name.taken': ['The name is reserved already.', 'Nothing needs to be done.'],
  'residency.annulled': ['The residency is annulled already.', 'Nothing needs to be done.'],
  'residency.covered': [
    'A later residency was granted. Annul that first..',
    'Annul that first; `error_description` names it.',
  ],
  'residency.ends_earlier': ['The residency ends before this date.', 'Choose an earlier date.'],
  'resident_permit_number.taken': ['Another resident has this number.', 'Check the number.'],
  'review.case_closed': ['The case is no longer under review.', 'Read its status.'],
  'review.information_requested': [
    'The applicant has not answered the open question yet.',
    'Wait for the answer, or decide without it.',
  ],
  'review.not_pending': [
    'The review was decided before; `decision` says by whom and when.',
    'Nothing needs to be done.',
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
    'Someone else approves.',
  ],
  'review.own': ['Nobody decides on what is their own.', 'Someone else decides.'],
  'review.two_persons': ['Two persons of the staff approve this.', 'They do so in the portal.'],
  'staff.auditor_alone': ['An auditor has no other role.', 'Choose one or the other.'],
  'staff.changed': ['The role has just changed. Nothing was done.', 'Load the page again.'],
  'staff.member': ['The person is of the staff.', 'Change their roles instead.'],
  'staff.not_allowed': ['The role does not allow it.', 'Someone with the role does it.'],
  'staff.passkey_required': [
    'A decision needs a passkey of the last 15 minutes.',
    'Use the passkey, and send it again.',
  ],
  'staff.version': ['Someone has changed this staff member since.', 'Read it again.'],
  'voucher.code_taken': ['A voucher has this code.', 'Choose another.'],
};
