/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'AdminMailboxCase.email': 'The address of the account when the case was opened.',
  'AdminMailboxCase.newEmail': 'The address that the account is to have.',
  'AdminMailboxCase.status':
    '`open`: waits for the first approval; `approved`: for the second; `waiting`: the 72 hours; `changed`: the account has the new address; `stopped`: by the link sent to the old mailbox.',
  'AdminMailboxCase.openedAt': 'When it was opened.',
  'AdminMailboxCase.openedBy':
    'The id of the person of the staff who opened it; null: an operator did.',
  'AdminMailboxCase.evidence': 'How many files of evidence it has.',
  'AdminMailboxCase.approvals': 'Who has approved it: none, one or two persons of the staff.',
  'approvals.by': 'The id of the person.',
  'approvals.at': 'When they approved it.',
  'AdminMailboxCase.newEmailProvenAt':
    'When someone who reads the new address proved it, by the link that was emailed there; null: not yet, and nobody approves.',
  'AdminMailboxCase.confirmedAt':
    'When its person confirmed it with a passkey; null: they have not.',
  'AdminMailboxCase.dueAt':
    'From when on the address is changed, within the hour; null before the second approval.',
  'AdminMailboxCase.endedAt': 'When it ended; null while it runs.',
  'AdminMailboxCase.reasonCode':
    'Why it was refused; `address_taken` and `account_deactivated`: by itself, at the end of the wait.',
  'OpenMailboxCase.personId': 'The id of the person whose mailbox is lost.',
  'OpenMailboxCase.email': 'The address that they are to have.',
  'EndMailboxCase.reasonCode': 'Why it is refused.',
  'EndMailboxCase.decision': 'To withdraw it, or to refuse it.',

  'ActivityLine.actor': 'Who did it.',
  'ActivityLine.outcome': 'Whether it was done.',
  'ActivityLine.requestId':
    'The id of the call, as in its errors; null for actions of others, and for those without a call.',
  'ActivityLine.details':
    'Ids, kinds and names of changed fields. It never contains personal data or typed text.',

  'ActivityLine.id': 'The id of the entry.',
};
