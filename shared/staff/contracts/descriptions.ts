/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'OperatorApproval.act': 'For which act of `OPERATOR_APPROVALS` a second operator is asked.',
  'OperatorApproval.operation': 'The operationId of the request.',
  'OperatorApproval.params': 'The ids in its path.',
  'OperatorApproval.fields': 'The names of the fields of its body.',
  'OperatorApproval.askedBy': 'The IAM principal that asked.',
  'OperatorApproval.askedAt': 'When it was asked for.',
  'OperatorApproval.expiresAt': 'Until when someone can approve it.',
  'OperatorApproval.decidedBy':
    'The IAM principal that decided; null until then, and where its time was up.',
  'OperatorApproval.request':
    'The request to send again in order to approve it; null once it is decided, and in lists.',
  'request.method': 'Its method.',
  'request.path': 'Its path.',
  'request.body': 'Its body; null without one.',

  roles: 'What they may do in the portal; an auditor has no other role.',
  subjectTypes: 'The types of cases that a reviewer decides on; null: all.',
  addedAt: 'Since when they are of the staff.',
  changedAt: 'When operators changed them last.',
  'PasskeyCodeAnswer.code': 'The code, which no other answer has.',
};

/** What fields can look like that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  'request.body': { kind: 'amount', value: 50_000 },
  request: 'eyJhbGciOiJFUzI1NiIsInR5cCI6Im9…',
};
