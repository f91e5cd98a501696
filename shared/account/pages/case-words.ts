import type { MailboxCaseStatus, RefusalReason } from '../domain/mailbox-case.ts';

export const statusWords: Readonly<Record<MailboxCaseStatus, string>> = {
  open: 'Waits for the first approval',
  approved: 'Waits for the second approval',
  waiting: 'Approved, in its 72 hours',
  changed: 'Address changed',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  stopped: 'Stopped from the former mailbox',
};

export const refusalWords: Readonly<Record<RefusalReason, string>> = {
  evidence_insufficient: 'The evidence is not enough',
  not_the_person: 'It is somebody else',
  representative_objects: 'Another representative objects',
  other: 'Another reason',
  address_taken: 'Another account has the new address',
  account_deactivated: 'The account was deactivated',
};

/** Why nothing was done, by the code of the refusal. */
export const problemWords: Readonly<Record<string, string>> = {
  'mailbox_case.ended': 'The case has ended meanwhile.',
  'mailbox_case.not_now': 'That can’t be done at this point of the case.',
  'mailbox_case.no_evidence': 'There is no evidence that can be opened. Support adds some first.',
  'mailbox_case.evidence_unopened':
    'You have not opened all of the evidence. Open each file before you approve.',
  'mailbox_case.unproven':
    'The new address is not confirmed yet. Someone must open the link in the email sent there. Support can send another one.',
  'mailbox_case.proven': 'The new address is already confirmed.',
  'mailbox_case.own': 'You opened it, or it is your own. Two others decide.',
  'mailbox_case.same_person': 'You have approved it already. Somebody else has to, too.',
  'mailbox_case.too_much_evidence': 'There are ten files already, which is the most.',
  'mailbox_case.same_address': 'The account has this address.',
  'person.email_taken': 'Another account has the new address.',
  'person.deactivated': 'The account is deactivated.',
  'person.suspended': 'A case of this account runs already.',
  'upload.refused': 'Malware was found in this file. Choose another one.',
  'upload.being_checked': 'The file is being checked for malware. Try again in a minute.',
  'upload.not_checkable': 'The file could not be checked for malware, so nobody opens it.',
};

/** Whether there are words for a refusal with this code. */
export function isMailboxProblem(code: string | undefined): code is string {
  return code !== undefined && code in problemWords;
}
