/** What codes of errors mean, and what to do about them. */
export type CodeNotes = Readonly<Record<string, readonly [meaning: string, advice: string]>>;

/** Notes for errors that only operators and staff get. */
export const operatorCodes: CodeNotes = {
  'approval.same_operator': [
    'You can’t approve your own request.',
    'Another operator must send the same request with `Operator-Approval`.',
  ],
  'approval.unknown_operator': [
    'The IAM principal does not identify a person.',
    'Use a role session that is named after the operator.',
  ],
  'approval.not_found': ['No approval has this id.', 'Compare it with the list of approvals.'],
  'approval.not_asker': [
    'Only the operator who requested the approval can withdraw it.',
    'Ask them to withdraw it.',
  ],
  'approval.other_request': [
    'The approval is for a different request.',
    'Send exactly the request that the approval is for.',
  ],
  'approval.outdated': [
    'The data was changed after the approval was requested.',
    'Read it again and request another approval.',
  ],
  'approval.closed': [
    'The approval was used or withdrawn, or it has expired.',
    'Request another approval.',
  ],
  'client.id_taken': ['Another client has this ID.', 'Choose another ID.'],
  'client.changed': [
    'The application was changed after you read it.',
    'Read it again and decide on the current version.',
  ],
  'client.limit_reached': [
    'The resident already has ten applications.',
    'Ask the resident to delete one first.',
  ],
  'client.nameless_owner': [
    'An application is published under its owner’s name, and the account has no name.',
    'Ask operators to add the name.',
  ],
  'client.no_privacy_uri': [
    'Approval needs a privacy notice.',
    'Add its address, then request approval again.',
  ],
  'client.not_in_test': [
    'Approval is already requested or granted.',
    'You don’t need to do anything.',
  ],
  'client.not_owned': [
    'Operators registered this client or issued the token it was registered with.',
    'Set its `active` instead.',
  ],
  'client.no_logo': ['The application has no picture.', 'Nothing needs to be done.'],
  'client.not_suspended': ['The application is not suspended.', 'Nothing needs to be done.'],
  'client.not_waiting': [
    'This application is not waiting for a decision.',
    'Read its status. To stop the application, suspend it.',
  ],
  'client.owned': [
    'A resident owns the application.',
    'Only its owner can change it. Operators can suspend it.',
  ],
  'client.suspended': ['The application is suspended.', 'Reinstate it first.'],
  'client.public': ['A public client has no secret.', 'You don’t need to rotate anything.'],
  'client.registration_token_limit_reached': [
    'There are already 100 valid registration tokens.',
    'Revoke a token that is no longer needed.',
  ],
  'client.secret_limit_reached': ['Two secrets are in use.', 'Revoke one first.'],
  'import.closed': [
    'Imports are disabled while two-operator approval is on.',
    'Switch `OPERATOR_APPROVALS` off for the import.',
  ],
  'mail_address.only_complained': [
    'The recipient marked one of our emails as spam.',
    'Send `complaint` to also remove the block for complaints.',
  ],
  'mailbox_case.ended': ['The case has ended.', 'Open another case if needed.'],
  'mailbox_case.not_now': ['The case does not allow this at this stage.', 'Read its status.'],
  'mailbox_case.too_much_evidence': ['The case already has ten files.', 'Decide with these files.'],
  'mailbox_case.no_evidence': ['The case has no evidence.', 'Add evidence before you approve.'],
  'mailbox_case.evidence_unopened': [
    'You have not opened all the evidence.',
    'Open each file before you approve.',
  ],
  'mailbox_case.unproven': [
    'The new address is not confirmed yet.',
    'Ask the person to open the link in the email sent there. Support can send another one.',
  ],
  'mailbox_case.proven': [
    'The new address is already confirmed.',
    'You don’t need to do anything.',
  ],
  'mailbox_case.link_too_old': [
    'The confirmation link is more than a week old.',
    'Ask support to send another link.',
  ],
  'mailbox_case.same_address': ['The account already uses this address.', 'Check the new address.'],
  'mailbox_case.own': [
    'You can’t decide your own case or one you opened.',
    'Someone else decides.',
  ],
  'mailbox_case.same_person': [
    'You already approved this case.',
    'Another person must also approve it.',
  ],
  'mailbox_case.passkey_required': ['This needs a passkey.', 'Sign in with a passkey.'],
  'mailbox_case.passkey_too_new': [
    'The passkey is too new for this case.',
    'Use a passkey you added earlier, or wait for the two approvals.',
  ],
  'migration.under_way': ['The migration is running.', 'Pause it first.'],
  'migration.no_dry_run': [
    'This migration has no completed dry run.',
    'Plan it first, or send `withoutDryRun`.',
  ],
  'migration.not_under_way': ['The migration is not running.', 'Start it.'],
  'payment_case.closed': ['The payment case is closed.', 'Read its outcome.'],
  'payment_case.not_taken': ['The payment case is not assigned.', 'Take the case first.'],
  'person.deactivated': ['The account is deactivated.', 'Reactivate it first.'],
  'person.email_taken': ['Another person has this email address.', 'Use another address.'],
  'person.may_have_permit': [
    'Someone who has a permit number may be the same person.',
    'Compare the people in `similarPeople`. If it is another person, send a `samePersonReason`. If it is the same person, do not grant anything.',
  ],
  'person.erased': ['The person’s data is erased.', 'You can’t undo this.'],
  'person.suspended': ['The account has an open lost mailbox case.', 'End that case first.'],
  'referral.code_taken': ['The referral code already exists.', 'Choose another.'],
  'reserved_name.taken': ['The name is already reserved.', 'You don’t need to do anything.'],
  'residency.annulled': ['The residency is already annulled.', 'You don’t need to do anything.'],
  'residency.covered': [
    'A later residency was granted.',
    'Annul the later residency first. `error_description` names it.',
  ],
  'residency.ends_earlier': ['The residency ends before this date.', 'Choose an earlier date.'],
  'resident_permit_number.taken': ['Another resident has this number.', 'Check the number.'],
  'review.case_closed': ['The case is no longer under review.', 'Read its status.'],
  'review.information_requested': [
    'The applicant has not answered the last question yet.',
    'Wait for the answer, or decide without it.',
  ],
  'review.not_pending': [
    'The review is already decided. `decision` has who decided and when.',
    'Nothing needs to be done.',
  ],
  'review.not_there': [
    'The case has no review yet: it was not submitted, or it was submitted a moment ago. Only test helpers of a sandbox return this.',
    'Submit the case, or send the request again after `Retry-After`.',
  ],
  'review.objections_changed': [
    'There are more objections than you answered.',
    'Read the case again and answer all objections.',
  ],
  'review.objections_unanswered': [
    'Representatives have objected.',
    'Send an `answer` and the number of `objections` that it answers.',
  ],
  'review.other_person': [
    'The case needs a second approval from a different person who is a senior reviewer.',
    'Ask another senior reviewer to approve.',
  ],
  'review.own': ['You can’t decide your own case.', 'Ask another reviewer to decide.'],
  'review.two_persons': ['Two staff members must approve this case.', 'Approve it in the portal.'],
  'staff.auditor_alone': [
    'An auditor can’t have another role.',
    'Choose auditor or the other roles.',
  ],
  'staff.changed': ['Your role has just changed. Nothing was saved.', 'Reload the page.'],
  'staff.member': ['The person is already a staff member.', 'Change their roles instead.'],
  'staff.not_allowed': ['Your role does not allow this.', 'Ask someone with the right role.'],
  'staff.passkey_required': [
    'You must use a passkey within 15 minutes before a decision.',
    'Use your passkey and send the request again.',
  ],
  'staff.version': ['Someone changed this staff member after you read it.', 'Read it again.'],
  'voucher.code_taken': ['Another voucher has this code.', 'Choose another code.'],
};
