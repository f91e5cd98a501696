import type { MailboxCaseStatus, RefusalReason } from '../domain/mailbox-case.ts';

export const statusTexts: Readonly<Record<MailboxCaseStatus, string>> = {
  open: 'Waiting for the first approval',
  approved: 'Waiting for the second approval',
  waiting: 'Approved, 72-hour wait',
  changed: 'Address changed',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  stopped: 'Stopped from the old mailbox',
};

export const refusalTexts: Readonly<Record<RefusalReason, string>> = {
  evidence_insufficient: 'The evidence is not enough',
  not_the_person: 'It is a different person',
  representative_objects: 'Another representative objects',
  other: 'Another reason',
  address_taken: 'Another account has the new address',
  account_deactivated: 'The account was deactivated',
};

/** Why nothing was done, by the error's code. */
export const problemTexts: Readonly<Record<string, string>> = {
  'mailbox_case.ended': 'The case has ended.',
  'mailbox_case.wrong_step': 'This is not possible at this stage of the case.',
  'mailbox_case.no_evidence': 'There is no evidence that can be opened. Ask support to add some.',
  'mailbox_case.evidence_unopened':
    'You have not opened all the evidence. Open each file before you approve.',
  'mailbox_case.address_unconfirmed':
    'The new address is not confirmed yet. Ask the person to open the link that we emailed to the new address. Support can send another one.',
  'mailbox_case.address_confirmed': 'The new address is already confirmed.',
  'mailbox_case.own':
    'You opened this case, or it is about your account. Two other people must decide it.',
  'mailbox_case.same_person':
    'You have already approved this case. Another person must also approve it.',
  'mailbox_case.evidence_limit_reached': 'The case already has 10 files. You can’t add more.',
  'mailbox_case.same_address': 'The account already uses this address.',
  'person.email_taken': 'Another account has the new address.',
  'person.deactivated': 'The account is deactivated.',
  'person.suspended': 'This account already has an open case.',
  'upload.refused': 'This file contains malware. Choose another file.',
  'upload.being_checked': 'The file is being checked for malware. Try again in a minute.',
  'upload.not_checkable': 'The file could not be checked for malware, so it can’t be opened.',
};

/** Whether there is a text for this error code. */
export function isMailboxProblem(code: string | undefined): code is string {
  return code !== undefined && code in problemTexts;
}
