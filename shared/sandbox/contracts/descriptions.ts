import type { ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'TestApproval.objections':
    'The number of objections that `answer` responds to; must be all of them.',
  'TestQuestion.message': 'The question.',
  'TestCaseAnswer.type': 'The type of case.',
  'TestCaseAnswer.reviewId': 'The id of the review.',
  'TestCaseAnswer.informationRequestId':
    'The id of the open question, needed to answer it; null if there is none.',
  'TestFailures.count': 'The number of additional attempts that should fail; 1 by default.',
  'TestFailuresAnswer.failNext':
    'The total number of attempts that will fail, including those requested before.',
  'TestPersonAnswer.standardKey': 'A Standard Key. Only this response contains it.',
  'TestPersonAnswer.agentKey': 'An Agent Key with every scope. Only this response contains it.',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  residencies: ['The id of the residency.', '5c8a5a8e-8f6c-4d7a-b2f5-0c1d2e3f4a5b'],
};
