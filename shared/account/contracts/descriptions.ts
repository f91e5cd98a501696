import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/**
 * Field descriptions for these contracts, by name or by `Around.name`. Only the API description
 * uses this file.
 */
export const descriptions: Readonly<Record<string, string>> = {
  'AdminMailboxCase.email': 'The email address of the account when the case was opened.',
  'AdminMailboxCase.newEmail': 'The requested new email address.',
  'AdminMailboxCase.status':
    'The status of the case. `open`: needs a first approval. `approved`: needs a second approval. `waiting`: both approvals are given, and the 72-hour wait has started. `changed`: the account has the new address. `stopped`: stopped with the link sent to the old mailbox.',
  'AdminMailboxCase.openedAt': 'When the case was opened.',
  'AdminMailboxCase.openedBy':
    'The id of the staff member who opened the case; null if an operator did.',
  'AdminMailboxCase.evidence': 'The number of evidence files.',
  'AdminMailboxCase.approvals': 'The approvals so far: at most two, from different staff members.',
  'approvals.by': 'The id of the staff member.',
  'approvals.at': 'When the staff member approved the case.',
  'AdminMailboxCase.newEmailProvenAt':
    'When the new address was confirmed with the emailed link; null until then. The case cannot be approved before that.',
  'AdminMailboxCase.confirmedAt':
    'When the account’s owner confirmed the case with a passkey; null if they did not.',
  'AdminMailboxCase.dueAt':
    'When the wait ends. The address changes within an hour after that. Null before the second approval.',
  'AdminMailboxCase.endedAt': 'When the case ended; null while it is open.',
  'AdminMailboxCase.reasonCode':
    'Why the case was refused. `address_taken` and `account_deactivated` are set automatically at the end of the wait.',
  'OpenMailboxCase.personId': 'The id of the person who lost access to their mailbox.',
  'OpenMailboxCase.email': 'The new email address for the account.',
  'EndMailboxCase.reasonCode': 'Why the case is refused.',
  'EndMailboxCase.decision': 'Whether to withdraw or refuse the case.',

  'ActivityLine.actor': 'Who acted.',
  'ActivityLine.outcome': 'Whether the action succeeded.',
  'ActivityLine.requestId':
    'The id of the API call, as in error responses; null for actions of other people and actions without a call.',
  'ActivityLine.details':
    'Ids, kinds and names of changed fields. It never contains personal data or typed text.',

  'ActivityLine.id': 'The id of the entry.',
};

/** Path parameters, by the preceding part of the path: a description and an example. */
export const pathParameters: ParameterNotes = {
  mailbox_cases: ['The id of the case.', '8d7f5c4a-3b2e-4f1d-9a6c-5e4d3c2b1a09'],
  proofs: [
    'The code of the proof. Spaces, dashes and case are ignored.',
    'K7QM2XW9HT4RZC6N8PVLJ3DF5B',
  ],
};

/** Query parameters, by name or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  'listActivity.actorKind': ['Only actions of this kind of actor.', 'agent_key'],
  'listActivity.requestId': ['Only actions of the call with this id.', 'bRNRkMQ0xyz'],
  'listActivity.actorId': [
    'Only actions of this key or application.',
    '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
  ],
  'adminListMailboxCases.status': ['Only open cases.', 'running'],
};

/** What each error code means and what to do, grouped as on the errors page. */
export const errorNotes: ErrorNotes = {
  'For operators': {
    'mailbox_case.ended': ['The case has ended.', 'Open another case if needed.'],
    'mailbox_case.wrong_step': [
      'The case does not allow this action at its current step.',
      'Read its status.',
    ],
    'mailbox_case.evidence_limit_reached': [
      'The case already has ten files.',
      'Decide with these files.',
    ],
    'mailbox_case.no_evidence': ['The case has no evidence.', 'Add evidence before you approve.'],
    'mailbox_case.evidence_unopened': [
      'You have not opened all the evidence.',
      'Open each file before you approve.',
    ],
    'mailbox_case.address_unconfirmed': [
      'The new address is not confirmed yet.',
      'Ask the person to open the link that we emailed to the new address. Support can send another one.',
    ],
    'mailbox_case.address_confirmed': [
      'The new address is already confirmed.',
      'You don’t need to do anything.',
    ],
    'mailbox_case.link_too_old': [
      'The confirmation link is more than a week old.',
      'Ask support to send another link.',
    ],
    'mailbox_case.same_address': [
      'The account already uses this address.',
      'Check the new address.',
    ],
    'mailbox_case.own': [
      'You can’t open or decide a case about yourself, or decide a case that you opened.',
      'Ask another staff member to decide.',
    ],
    'mailbox_case.same_person': [
      'You already approved this case.',
      'Another person must also approve the case.',
    ],
    'mailbox_case.passkey_required': [
      'You did not sign in with a passkey.',
      'Sign in with a passkey, then confirm the case.',
    ],
    'mailbox_case.passkey_too_new': [
      'The passkey is too new for this case.',
      'Use a passkey you added earlier, or wait for the two approvals.',
    ],
  },
};
