import { defineError } from '../../kernel/errors/api-error.ts';

export const mailboxCaseEnded = defineError({
  status: 409,
  code: 'mailbox_case.ended',
  error: 'The case has ended',
});

export const mailboxCaseWrongStep = defineError({
  status: 409,
  code: 'mailbox_case.wrong_step',
  error: 'The case does not allow this at its current step. Read it again.',
});

export const mailboxEvidenceLimitReached = defineError({
  status: 409,
  code: 'mailbox_case.evidence_limit_reached',
  error: 'The case already has ten files',
});

export const mailboxNoEvidence = defineError({
  status: 409,
  code: 'mailbox_case.no_evidence',
  error: 'Add evidence before approving',
  when: 'The case has no evidence, or no file can be opened.',
});

export const mailboxUnopened = defineError({
  status: 409,
  code: 'mailbox_case.evidence_unopened',
  error: 'Open all of the evidence before approving',
  when: 'You have not opened all files, or new ones were added.',
});

export const mailboxAddressUnconfirmed = defineError({
  status: 409,
  code: 'mailbox_case.address_unconfirmed',
  error: 'The new address is not confirmed yet. Wait for the applicant to confirm it.',
});

export const mailboxAddressConfirmed = defineError({
  status: 409,
  code: 'mailbox_case.address_confirmed',
  error: 'The new address is already confirmed',
});

export const mailboxLinkTooOld = defineError({
  status: 409,
  code: 'mailbox_case.link_too_old',
  error: 'This link is too old. Ask support for another link.',
});

export const mailboxSameAddress = defineError({
  status: 409,
  code: 'mailbox_case.same_address',
  error: 'The account already has this email address. Enter another one.',
});

export const mailboxCaseOwn = defineError({
  status: 403,
  code: 'mailbox_case.own',
  error: 'You cannot decide your own case, or one that you opened',
});

export const mailboxSamePerson = defineError({
  status: 403,
  code: 'mailbox_case.same_person',
  error: 'Another person must also approve it',
});

export const mailboxPasskeyRequired = defineError({
  status: 403,
  code: 'mailbox_case.passkey_required',
  error: 'Sign in with a passkey first',
});

export const mailboxPasskeyTooNew = defineError({
  status: 403,
  code: 'mailbox_case.passkey_too_new',
  error: 'The passkey is too new for this case. Use one that you added earlier.',
});
