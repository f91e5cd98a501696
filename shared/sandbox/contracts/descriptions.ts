import type { ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'TestApproval.objections': 'How many objections `answer` is to: all that there are.',
  'TestCaseAnswer.reviewId': 'The id of the reviewer’s task.',
  'TestCaseAnswer.informationRequestId':
    'The id of the question that is open, to be answered with it; null while none is.',
  'TestFailures.count': 'How many attempts are to fail more: one, unless it says otherwise.',
  'TestFailuresAnswer.failNext':
    'How many attempts are to fail now, with those that were asked for before.',
  'TestPersonAnswer.standardKey': 'A Standard Key; in this answer only.',
  'TestPersonAnswer.agentKey': 'An Agent Key with every scope; in this answer only.',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  residencies: ['The id of the residency.', '5c8a5a8e-8f6c-4d7a-b2f5-0c1d2e3f4a5b'],
};
