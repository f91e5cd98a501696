/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  proposedChanges: 'The proposed changes; null for fields that stay as they are.',
  'AmendmentChanges.name': 'The new name; null if it does not change.',
  'AmendmentChanges.extension': 'The new extension; null if it does not change.',
  'AmendmentChanges.nameStartsWithExtension':
    'Whether the extension comes before the name; null if that does not change.',
  'AmendmentChanges.principalOfficeAddress':
    'The new principal office; null if it does not change.',
  'CreateLegalEntityAmendmentRequest.name': 'The new name, without the extension.',
  'UpdateLegalEntityAmendmentRequest.name': 'The new name, without the extension; null clears it.',
  updatedName: 'The same as `name`, which is used if you send both.',
  updatedExtension: 'The same as `extension`, which is used if you send both.',
  updatedNameStartsWithExtension:
    'The same as `nameStartsWithExtension`, which is used if you send both.',
  updatedAddress: 'The same as `principalOfficeAddress`, which is used if you send both.',
  signer: 'Who signed; null until then.',
  'signer.name': 'The name as the signer typed it.',
  changesRequired: 'Whether you must propose a change first.',
  reviewDispatchPending: 'Whether it was submitted and is on its way to the reviewers.',
  submitReady: 'Whether it can be submitted now.',

  'AmendmentLine.changes': 'The names of the fields that it changes.',
};

/** What fields can look like that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  updatedName: 'Acme Harbour',
  updatedExtension: 'LLC',
};
