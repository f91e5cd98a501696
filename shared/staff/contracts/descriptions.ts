import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/**
 * Field descriptions for these contracts, by name or by `Around.name`. Only the API description
 * uses this file.
 */
export const descriptions: Readonly<Record<string, string>> = {
  'OperatorApproval.act': 'The action in `OPERATOR_APPROVALS` that needs a second operator.',
  'OperatorApproval.operation': 'The `operationId` of the request.',
  'OperatorApproval.params': 'The path parameters of the request.',
  'OperatorApproval.fields': 'The names of the fields in the body.',
  'OperatorApproval.requestedBy':
    'The IAM principal that requested the approval, or the id of the person who did so in the portal’s console.',
  'OperatorApproval.requestedAt': 'When the approval was requested.',
  'OperatorApproval.expiresAt': 'When the request for approval expires.',
  'OperatorApproval.decidedBy':
    'The IAM principal that decided, or the id of the person who did so in the portal’s console; null until then, or if it expired.',
  'OperatorApproval.request':
    'The request that a second operator must send to approve it; null once it is decided, and in lists.',
  'request.method': 'The method.',
  'request.path': 'The path.',
  'request.body': 'The body; null if there is none.',

  'CloseApproval.decision': 'Whether to refuse or withdraw the request.',
  'Staff.version': 'The version of this entry. It increases with each change.',
  'ReviseStaff.version': 'The version that you last read. Any other gets 409 and changes nothing.',
  roles: 'The person’s roles in the portal. An auditor can’t have another role.',
  subjectTypes: 'The types of cases that a reviewer can decide; null for all.',
  addedAt: 'When the person joined the staff.',
  changedAt: 'When operators last changed this entry.',
  'PasskeyCodeAnswer.code': 'The code. Only this response contains it.',
};

/** Examples for fields that occur in no operation’s example. */
export const examples: Readonly<Record<string, unknown>> = {
  'request.body': { kind: 'amount', value: 50_000 },
  request: 'eyJhbGciOiJFUzI1NiIsInR5cCI6Im9…',
};

/** Path parameters, by the preceding part of the path: a description and an example. */
export const pathParameters: ParameterNotes = {
  approvals: ['The id of the approval.', '3c5f0a52-8a1d-4f0e-9b7c-2d1e0f9a8b7c'],
  staff: ['The id of the person.', '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f'],
};

/** Query parameters, by name or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  'adminListApprovals.status': ['Only approvals with this status.', 'pending'],
};

/** What each error code means and what to do, grouped as on the errors page. */
export const errorNotes: ErrorNotes = {
  'For operators': {
    'approval.not_requester': [
      'Only the operator who requested the approval can withdraw it.',
      'Ask them to withdraw it.',
    ],
    'staff.auditor_exclusive': [
      'An auditor can’t have another role.',
      'Give the person either the auditor role or other roles.',
    ],
    'staff.member': ['The person is already a staff member.', 'Change their roles instead.'],
    'staff.operator_exclusive': [
      'A registry operator can’t be a reviewer.',
      'Give the person either the operator role or reviewer roles.',
    ],
    'staff.own_entity': [
      'You represent this legal entity, or the change would make you its representative.',
      'Ask another operator to change it.',
    ],
    'staff.own_payment': [
      'The payment was for your own application, or for a legal entity that you represent.',
      'Ask another operator to take the case.',
    ],
    'staff.own_roles': [
      'In the console you can’t change your own roles, or give or remove the operator role.',
      'Ask an operator with IAM access.',
    ],
    'staff.outdated': ['Someone changed this staff member after you read it.', 'Read it again.'],
  },
};
