import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  proposedChanges: 'The proposed changes. Fields that stay as they are are null.',
  'AmendmentChanges.name': 'The new name; null if it does not change.',
  'AmendmentChanges.extension': 'The new extension; null if it does not change.',
  'AmendmentChanges.principalOfficeAddress':
    'The new principal office; null if it does not change.',
  'AmendmentChanges.nameStartsWithExtension':
    'Whether the extension comes before the name; null if that does not change.',
  'CreateLegalEntityAmendmentRequest.name': 'The new name, without the extension.',
  'UpdateLegalEntityAmendmentRequest.name': 'The new name, without the extension; null clears it.',
  updatedName: 'The same as `name`, which is used if you send both.',
  updatedExtension: 'The same as `extension`, which is used if you send both.',
  updatedNameStartsWithExtension:
    'The same as `nameStartsWithExtension`, which is used if you send both.',
  updatedAddress: 'The same as `principalOfficeAddress`, which is used if you send both.',
  answer:
    'The reply to the objections against an amendment. Required to approve an amendment that has objections.',
  signer: 'The person who signed; null until then.',
  'signer.name': 'The name as the signer typed it.',
  changesRequired: 'Whether you must propose a change first.',
  reviewDispatchPending: 'Whether it was submitted but has not reached the reviewers yet.',
  submitReady: 'Whether it can be submitted now.',

  'AmendmentLine.changes': 'The names of the fields that the filing changes.',
};

/** Examples of fields that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  updatedName: 'Acme Harbour',
  updatedExtension: 'LLC',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  amendments: ['The id of the amendment filing.', '9c2f6a1d-5b3e-4f70-8d21-6e4a0b7c8f15'],
};

/** Query parameters, by their name, or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  'adminListAmendments.status': ['Only filings with this status.', 'Pending Review'],
  'adminListAmendments.legalEntityId': [
    'Only filings of this entity.',
    '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
  ],
};

/** What each error code means and what to do, by the group of the errors page. */
export const errorNotes: ErrorNotes = {
  Filings: {
    invoice_not_paid: ['The amendment must be paid before it is submitted.', 'Pay it first.'],
    'filing.locked': [
      'The open amendment has an invoice or is under review, so it can’t be changed.',
      'Pay it or wait for the decision. Then file the next one.',
    ],
    'filing.already_signed': ['The amendment is already signed.', 'Continue with the payment.'],
    'filing.changed': [
      'The amendment changed after you read it.',
      'Read it again, then repeat your change or sign the current version.',
    ],
    'filing.no_changes': ['The amendment has no changes.', 'Add a change first.'],
    'filing.not_pending_review': [
      'The amendment is not waiting for a decision.',
      'Read it to see its status.',
    ],
    'filing.not_pending_payment': [
      'Operators can reject an amendment only if its fee is due, or if it is paid and can’t be submitted.',
      'Representatives can change or withdraw a draft. A reviewer decides a submitted amendment.',
    ],
    'filing.decided': ['The amendment is already decided.', 'You can no longer object to it.'],
    'filing.not_approved': ['Only an approved amendment can be annulled.', 'Read its status.'],
    'filing.annulled': ['The amendment is already annulled.', 'You don’t need to do anything.'],
    'filing.covered': [
      'A later amendment, or an operator, changed the same fields. `error_description` names the later change.',
      'If it names an amendment, annul that first. If it names an operator, correct the legal entity instead.',
    ],
    'filing.not_found': ['The entity has no filing with this id.', 'Check both ids.'],
    'filing.not_signed': ['The filing is not signed yet.', 'Have a representative sign it first.'],
  },
};
