import type { ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'ImportCall.mode': 'What to do with the records: validate, import or compare them.',
  'ImportCall.records':
    'Records of the previous register. The fields of each kind are listed in docs/moving.md of the source code.',
  'records.kind': 'The type of record.',
  'records.sourceId':
    'The id in the previous register. It must be unique among records of its kind in the batch.',
  'RecordOutcome.kind': 'The type of record.',
  'RecordOutcome.status': 'The result for this record.',
  'RecordOutcome.id': 'The id of the resource that was created; null until the import.',
  'RecordOutcome.errors': 'The errors that prevent the import.',
  'errors.code': 'The kind of error.',
  'errors.field': 'The path of the field; empty if the whole record is wrong.',
  'errors.message': 'The error in a sentence. It contains no values of the record.',
  'RecordOutcome.upload':
    'Where to upload the file of a document (with PUT) before you send its record again; null otherwise.',
  'upload.url': 'The upload URL, valid for an hour.',
  'upload.headers': 'The headers to send with the file.',
  'RecordOutcome.stored':
    'For `compare`: the fields of the record as the registry stores them; null otherwise.',
};

/** Examples of fields that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  'errors.field': 'residentPermitNumber',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  imports: ['A name that operators choose to group several calls.', 'register-2026'],
};
