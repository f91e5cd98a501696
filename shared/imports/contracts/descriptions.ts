import type { ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'ImportCall.mode': 'What is done with the records.',
  'ImportCall.records':
    'Records of the previous register; the fields of each kind are in docs/moving.md of the source.',
  'records.kind': 'What it is a record of.',
  'records.sourceId': 'Its id in the previous register; unique among those of its kind and batch.',
  'RecordOutcome.kind': 'What it is a record of.',
  'RecordOutcome.status': 'What became of the record.',
  'RecordOutcome.id': 'The id of what was created from it; null until then.',
  'RecordOutcome.faults': 'What keeps it out.',
  'faults.code': 'What is wrong.',
  'faults.field': 'Path of the field; empty for the record as a whole.',
  'faults.message': 'The same in words; it holds no value.',
  'RecordOutcome.upload':
    'Where the bytes of a document are put (PUT), before its record is sent again; null otherwise.',
  'upload.url': 'The address, for an hour.',
  'upload.headers': 'Header fields that are sent with them.',
  'RecordOutcome.held':
    'For `compare`: the fields of the record as the registry has them; null otherwise.',
};

/** What fields can look like that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  'faults.field': 'residentPermitNumber',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  imports: ['A name that operators choose to group several calls.', 'register-2026'],
};
