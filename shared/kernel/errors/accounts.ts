import { ApiError } from './api-error.ts';

/** Of persons, their keys, and lost mailboxes. */
export const accountMessages = {
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
  mailboxUnopened: () =>
    new ApiError(409, 'You have not opened all of the evidence', {
      code: 'mailbox_case.evidence_unopened',
    }),
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
  mayHavePermit: (similarPeople: readonly string[]) =>
    new ApiError(
      409,
      'Somebody with a permit number may be the same person: compare them, and give a `samePersonReason` to grant another number',
      { code: 'person.may_have_permit', similarPeople },
    ),
  manifestationRequired: () =>
    new ApiError(409, 'Write scopes require an active Manifestation of Will', {
      code: 'manifestation.required',
    }),
  keyLimitReached: (max: number) =>
    new ApiError(409, `At most ${max} keys can be active`, { code: 'api_key.limit_reached' }),
  keyRevoked: () => new ApiError(409, 'The key is revoked', { code: 'api_key.revoked' }),
};
