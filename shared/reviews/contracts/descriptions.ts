import {
  type ErrorNotes,
  fileState,
  type ParameterNotes,
} from '../../kernel/contracts/descriptions.ts';

/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'AdminDecideReviewRequest.reason': 'The reason, which the applicant reads. A rejection needs it.',
  'Review.reason': 'Why it was decided so; null until then, or without a reason.',
  'data.reason': 'Why it was decided so; null until then, or without a reason.',
  'AdminDecideReviewRequest.objections':
    'How many objections the answer is for: all that there are.',
  'data.objections': 'What representatives object to the amendment.',
  'objections.name': 'The name of the person who objected; null without one.',
  'objections.note': 'What they said; null when they said nothing.',
  'objections.status': 'Whether it is answered.',
  represents: 'Whether they represent the entity now.',
  objectedAt: 'When the objection was made; null without one.',
  firstApproval:
    'Who approved first, where two persons have to; null before, and where one is enough.',
  claim: 'Who says that they are at work on it; null when nobody does.',
  'firstApproval.by': 'The id of the person.',
  'firstApproval.at': 'When.',
  'claim.by': 'An IAM principal, or a person’s id.',
  'claim.at': 'Since when.',
  'claim.endsAt': 'When it ends by itself.',
  notes: 'What reviewers and operators noted for each other, oldest first.',
  informationRequests: 'Questions to the applicant, oldest first.',
  similarPeople:
    'People with a permit number who may be the applicant of a pending residency application, the most similar first. All have the applicant’s date of birth.',
  'similarPeople.reasons': 'In what they are the same, beside the date of birth.',
  similarNames:
    'Names of others that may be taken for the one that a pending case proposes, the best first; null where they could not be looked up.',
  'similarNames.id': 'The id of the entity, reservation, application or amendment.',
  'similarNames.name': 'The name without the extension.',
  'similarNames.extension':
    'The extension; null of a reserved name, and where an amendment leaves it.',
  'similarNames.status':
    'Whether an entity has it, operators keep it back, or others have applied for it.',
  'informationRequests.message': 'The question, which the applicant reads.',
  'informationRequests.requestedAt': 'When it was asked.',
  requestedBy: 'Who asked: an IAM principal, or a person’s id.',
  'informationRequests.answeredAt': 'When it was answered; null until then.',
  answeredBy: 'Who answered: a key’s id, or a person’s; null until then.',
  'informationRequests.answer': 'The answer; null until there is one.',
  'informationRequests.fileUrl':
    'The file that came with it, for an hour and without a credential; null without one, and while nobody may open it.',
  'informationRequests.fileState': fileState,
  'notes.at': 'When it was noted.',
  'notes.by': 'Whose it is: an IAM principal, or a person’s id.',
  text: 'The note.',
  returnedReason: 'Why an approval came back; null unless it did.',

  file: 'A PDF, JPEG or PNG of up to 4,500,000 bytes.',

  'InformationQuestion.message': 'The question.',
  'InformationQuestion.requestedAt': 'When it was asked.',
  'InformationQuestion.answeredAt': 'When it was answered; null until then.',
  answeredAt: 'When it was answered.',
  'JsonInformation.uploadId':
    'For a partner’s application: the id of an uploaded proof of address, which becomes the file.',
  'SentInformation.answer': 'Your answer, up to 2,000 characters.',
  'JsonInformation.answer': 'Your answer, up to 2,000 characters.',

  'Review.subject': 'What is reviewed.',
  'Review.name':
    'The name of the legal entity or the applicant, when it was submitted; null until the review is in the queue.',
  'ReviewAnswer.name':
    'The name of the legal entity or the applicant, when it was submitted; null until the review is in the queue.',
  'data.subject': 'What is reviewed.',
  'data.reviews': 'The reviewers’ cases.',
  'reviews.types': 'Every type of case.',
  countedAt: 'When the cases were counted; null before.',
  waitsReckonedAt: 'When it was calculated how long decisions take; null before.',
  waitingCases: 'How many wait for a decision.',
  answeredCases: 'How many of them wait with an answer to a question.',
  askedCases: 'How many wait for the applicant.',
  decisions: 'How many decisions the waits are of: the newest of 30 days, 200 at most.',
  medianWaitSeconds: 'Half of them waited so long, or shorter; null of none.',
  p90WaitSeconds: 'Nine of ten waited so long, or shorter; null of none.',
};

/** What fields can look like that no operation’s example shows. */
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
  answered: ['Only waiting cases with an answer to a question.', 'true'],
  waitingSince: ['Only cases that have waited since then, or longer.', '2026-01-16T09:31:01.000Z'],
  hand: ['Only cases assigned to the caller, or unassigned cases.', 'free'],
  search: ['The start of a word in the case’s name, a permit number, or an id.', 'lovelace'],
  subjectType: ['Only reviews of subjects of this type.', 'legal_entity_application'],
  'adminListReviews.subjectId': [
    'Only the reviews of the subject with this id.',
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
      'The review is already decided. `decision` has who decided and when.',
      'Nothing needs to be done.',
    ],
    'review.not_there': [
      'The case has no review yet: it was not submitted, or it was submitted a moment ago. Only test helpers of a sandbox return this.',
      'Submit the case, or send the request again after `Retry-After`.',
    ],
    'review.objections_changed': [
      'There are more objections than you answered.',
      'Read the case again and answer all objections.',
    ],
    'review.objections_unanswered': [
      'Representatives have objected.',
      'Send an `answer` and the number of `objections` that it answers.',
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
