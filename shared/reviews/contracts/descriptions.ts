import {
  type ErrorNotes,
  fileState,
  type ParameterNotes,
} from '../../kernel/contracts/descriptions.ts';

/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'AdminDecideReviewRequest.reason':
    'The reason, which the applicant can read. Required for a rejection.',
  'Review.reason': 'The reason for the decision; null until then, or if none was given.',
  'data.reason': 'The reason for the decision; null until then, or if none was given.',
  'AdminDecideReviewRequest.objections':
    'The number of objections that `answer` responds to; must be all of them.',
  'data.objections': 'The representatives’ objections.',
  'objections.name': 'The name of the person who objected; null if unknown.',
  'objections.note': 'The text of the objection; null if there is none.',
  'objections.status': 'Whether it is answered.',
  represents: 'Whether the person represents the entity now.',
  objectedAt: 'When the objection was made.',
  firstApproval:
    'The first of two required approvals; null if there is none yet, or if one is enough.',
  claim: 'The current assignment; null if the review is unassigned.',
  'firstApproval.by': 'The id of the person.',
  'firstApproval.at': 'When they approved it.',
  'claim.by': 'Who the review is assigned to: an IAM principal or a person’s id.',
  'claim.at': 'When it was assigned.',
  'claim.endsAt': 'When the assignment ends automatically.',
  notes: 'Internal notes of reviewers and operators, oldest first.',
  informationRequests: 'Questions to the applicant, oldest first.',
  similarPeople:
    'People with a permit number who may be the applicant of a pending residency application, most similar first. All have the applicant’s date of birth.',
  'similarPeople.reasons':
    'What they have in common with the applicant, apart from the date of birth.',
  similarNames:
    'Existing names that could be confused with the name in a pending case, closest first; null if the search failed.',
  'similarNames.id': 'The id of the entity, reservation, application or filing.',
  'similarNames.name': 'The similar name, without an extension.',
  'similarNames.extension':
    'The extension; null for a reserved name, or if a filing does not change it.',
  'similarNames.status':
    'Whether an entity has the name, operators reserved it, or someone else applied for it.',
  'NewInformationRequest.message': 'The question, which the applicant can read.',
  'informationRequests.message': 'The question, which the applicant can read.',
  'informationRequests.requestedAt': 'When it was asked.',
  requestedBy: 'Who asked: an IAM principal or a person’s id.',
  'informationRequests.answeredAt': 'When it was answered; null until then.',
  answeredBy: 'Who answered: the id of a key or a person; null until then.',
  'informationRequests.answer': 'The answer; null until then.',
  'informationRequests.fileUrl':
    'A link to the attached file, valid for an hour without a credential; null if there is none or it cannot be opened yet.',
  'informationRequests.fileState': fileState,
  'notes.at': 'When the note was added.',
  'notes.by': 'The author: an IAM principal or a person’s id.',
  text: 'The text of the note.',
  returnedReason:
    'Why an approval could not be carried out and the review is pending again; null otherwise.',

  file: 'A PDF, JPEG or PNG of up to 4,500,000 bytes.',

  'InformationQuestion.message': 'The question.',
  'InformationQuestion.requestedAt': 'When it was asked.',
  'InformationQuestion.answeredAt': 'When it was answered; null until then.',
  answeredAt: 'When it was answered.',
  'JsonInformation.uploadId':
    'For a partner’s application: the id of an uploaded proof of address to attach as the file.',
  'SentInformation.answer': 'Your answer.',
  'JsonInformation.answer': 'Your answer.',

  'Review.subject': 'What is reviewed.',
  'Review.name':
    'The name of the legal entity or the applicant, when it was submitted; null until the review is in the queue.',
  'ReviewAnswer.name':
    'The name of the legal entity or the applicant, when it was submitted; null until the review is in the queue.',
  'data.subject': 'What is reviewed.',
  'data.reviews': 'The cases of the reviewers.',
  'reviews.types': 'All types of cases.',
  countedAt: 'When the cases were counted; null until then.',
  waitsCalculatedAt: 'When waiting times were calculated; null until then.',
  'types.type': 'The type of case.',
  waitingCases: 'The number of cases that wait for a decision.',
  answeredCases: 'The number of these cases in which the applicant answered a question.',
  awaitingAnswerCases: 'The number of cases that wait for the applicant’s answer.',
  decisions:
    'The number of decisions behind the waiting times: the newest of 30 days, at most 200.',
  medianWaitSeconds: 'The median waiting time in seconds; null if there are no decisions.',
  p90WaitSeconds:
    'The 90th percentile of waiting times in seconds; null if there are no decisions.',
};

/** Examples of fields that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  returnedReason: 'The name was taken in the meantime.',
  answeredBy: '17b2545c-4548-4ae0-8357-5e73812f6a99',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  reviews: ['The id of the review.', 'd4f6a8b0-1c2e-4a3b-9d5f-7e8c9b0a1d2f'],
};

/** Query parameters, by their name, or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  tab: ['The tab of the review queue; `waiting` by default.', 'waiting'],
  answered: ['Only waiting cases in which the applicant answered a question.', 'true'],
  waitingSince: [
    'Only cases that have waited since this time or longer.',
    '2026-01-16T09:31:01.000Z',
  ],
  assignee: ['Only cases assigned to the caller, or unassigned cases.', 'free'],
  search: ['The start of a word in the case’s name, a permit number, or an id.', 'lovelace'],
  subjectType: ['Only reviews of subjects of this type.', 'legal_entity_application'],
  'adminListReviews.subjectId': [
    'Only reviews of the subject with this id.',
    '4a7d1f0c-8e2b-4c39-9c55-2f6b7d1e0a34',
  ],
};

/** What each error code means and what to do, by the group of the errors page. */
export const errorNotes: ErrorNotes = {
  'Questions of reviewers': {
    'information.closed': ['The case is already decided.', 'Read its status.'],
  },
  'For operators': {
    'review.case_closed': ['The case is no longer under review.', 'Read its status.'],
    'review.not_pending': [
      'The review is already decided. `decision` shows who decided and when.',
      'You don’t need to do anything.',
    ],
    'review.not_submitted': [
      'The case has no review yet: it was not submitted, or it was submitted a moment ago. Only test helpers of a sandbox return this.',
      'Submit the case, or send the request again after `Retry-After`.',
    ],
    'review.objections_changed': [
      'There are more objections than you answered.',
      'Read the case again and answer all objections.',
    ],
    'review.objections_unanswered': [
      'Representatives have objected.',
      'Send an `answer` and the number of `objections` that it responds to.',
    ],
    'review.other_person': [
      'The case needs a second approval from a different person who is a senior reviewer.',
      'Ask another senior reviewer to approve.',
    ],
    'review.own': ['You can’t decide your own case.', 'Ask another reviewer to decide.'],
    'review.two_persons': [
      'Two staff members must approve this case.',
      'Approve it in the portal.',
    ],
  },
};
