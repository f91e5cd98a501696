import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'ReservedName.reason': 'Why the name is reserved; null if no reason was given.',
  confirmedAt: 'When it was last confirmed; null if never.',

  'NameAvailability.name': 'The name that was checked.',

  optionId: 'The kind of legal entity, such as `llc`.',
  nameStartsWithExtension: 'Whether the extension comes before the name.',
  formationDate: 'When the entity was formed; null if unknown.',
  registrationDate: 'When the entity was entered in the registry; null if unknown.',
  dissolutionDate: 'When the entity was or will be dissolved; null if no dissolution is recorded.',
  principalOfficeAddress: 'The address of its principal office.',
  'change.principalOffice': 'Whether the principal office was changed.',
  createdViaAPI: 'Whether it was created through the API. Agent Keys see only such resources.',
  taxState: 'The tax status of the entity.',
  representatives: 'The people who represent the entity.',
  since: 'Since when the person has represented the entity.',
  'AdminLegalEntity.applicationId': 'The application that led to it; null if it was imported.',
  'AdminLegalEntity.formerNames': 'Previous names, oldest first; absent if none were imported.',
  'formerNames.name': 'The name, without the extension.',
  'formerNames.until': 'When the entity stopped using the name; null if unknown.',
  'AdminLegalEntity.confirmation':
    'The annual confirmation; absent if the deployment does not require one.',
  'confirmation.dueOn': 'The UTC day by which it must be confirmed; null if nothing is due.',
  'confirmation.confirmedBy': 'The last person who confirmed it; null if it was never confirmed.',
  'AdminLegalEntity.residency': 'The entity’s residency period, and whether it is current.',
  'ImportEntity.representatives': 'Ids of the people who represent the entity.',
  'ImportEntity.residency': 'The entity’s residency period. By default, it starts now.',
  'ReviseEntity.residency':
    'The entity’s residency period. Fields that you leave out stay as they are.',
  'LegalEntity.type': 'The kind of legal entity, in words.',
  'AdminLegalEntity.type': 'The kind of legal entity, in words.',
  'LegalEntity.name': 'The name, without the extension.',
  'AdminLegalEntity.name': 'The name, without the extension.',
  'RegistryEntry.name': 'The name, without the extension.',
  'ImportEntity.name': 'The name, without the extension.',
  'ReviseEntity.name': 'The name, without the extension.',
  result: 'Whether the number belongs to a natural person, a legal entity or no one.',
  'VerifyRpnResult.active': 'Whether the residency is current.',
  rpn: 'A resident permit number: 14 digits, the first 8 for legal entities and 9 for natural persons.',
  query: 'A part of a name, or a resident permit number: 1 to 100 characters.',
  results: 'The results, best match first.',
  'NameAvailabilityQuery.name': 'The name to check, without the extension.',
  available: 'Whether an entity could be registered under the name now.',
  reserved: 'Whether the registry reserves the name.',
  similar: 'Existing names that could be confused with yours, closest first. The list is advisory.',
  'similar.id': 'The id of the entity; null for a reserved name.',
  'similar.name': 'The name, without the extension.',
  'similar.extension': 'The extension; null for a reserved name.',
  'similar.status': 'Whether an entity has the name or operators reserved it.',
  reasons:
    'Why the name is similar, strongest reason first. It is the same name (perhaps with another option), looks alike, sounds the same, has nearly the same letters, or differs only in common words.',
  'PublishedEntity.name': 'The name, without the extension.',
  'PublishedEntity.type': 'The kind of legal entity.',
  'PublishedEntity.formerNames':
    'Names from before the entity was entered in this registry, oldest first.',
  'RegisterResults.name': 'The name, without the extension.',
  'pagination.page': 'The number of this page, starting at 1.',
  'pagination.pages': 'The number of pages.',
  'AnnulBody.plan': 'Whether to only show what would change. If true, nothing is changed.',
  'AnnulmentReport.planned': 'Whether this is only a plan. If true, nothing was changed.',
  'AnnulmentReport.at': 'When it was annulled or planned.',
  'AnnulmentReport.changes': 'The fields whose values change.',
  'changes.of': 'The type of resource that changes.',
  'changes.field':
    'The field that changes. `claimed name`: the name that no other entity can take.',
  'changes.from': 'The value before, as text; null if there was none.',
  'changes.to': 'The value afterwards, as text; null if there is none.',
  'AnnulmentReport.withdrawn': 'The documents that the annulment withdraws.',
  'withdrawn.name': 'The name of the document.',
  'AnnulmentReport.paid':
    'The payment for what was annulled; null if there was none. It is not refunded automatically.',
  'AnnulmentReport.remaining':
    'What remains and may need attention: open filings and requests, and documents issued in the meantime.',
  'remaining.type': 'The type of resource.',
  'AdminLegalEntity.corrections':
    'Corrections of mistaken data, newest first; absent if there are none.',
  'corrections.at': 'When it was corrected.',
  'corrections.by': 'The IAM principal that made the correction.',
  'corrections.changes': 'The values before and after the correction.',
  'ReviseEntity.correction':
    'Marks the change as a correction of mistaken data. Leave it out if the facts have changed.',

  'EntityLine.name': 'The name, without the extension.',
  'EntityLine.status':
    'Whether the entity is registered, dissolved or annulled. `dissolved`: it has a date of dissolution, which can be in the future.',
  'ReserveName.reason': 'Why the name is reserved.',
  'ReserveName.name': 'The reserved name, without the extension.',
  'ReservedName.name': 'The reserved name, without the extension.',
  'ReserveName.optionId': 'The kind of entity for which the name is reserved; null for all.',
  'ReservedName.optionId': 'The kind of entity for which the name is reserved; null for all.',
};

/** Examples of fields that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  until: '2024-12-31T00:00:00.000Z',
  dissolutionDate: '2027-01-31T00:00:00.000Z',
  'confirmation.dueOn': '2027-01-31',
  from: 'Acme',
  to: 'Acme Harbour',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  documents: ['The id of the document.', '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21'],
  'legal-entities': ['The id of the legal entity.', '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11'],
  legal_entities: ['The id of the legal entity.', '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11'],
  representatives: ['The id of the person.', '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f'],
  reserved_names: ['The id of the reserved name.', 'c1a4c7d2-8f0b-4b1e-9d55-2f8e4a6b7c90'],
  register: ['The permit number, 14 digits.', '80000000000012'],
};

/** Query parameters, by their name, or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  q: ['Words of the name, or part of the permit number; at most 100 characters.', 'acme'],
  page: ['The page of results, from 1 to 99.', '1'],
  'searchPublicRegister.type': ['Only entities of this type.', 'Limited Liability Company'],
  'searchPublicRegister.status': ['Only entities with this status.', 'active'],
  formedFrom: ['The first UTC day of formation or, if unknown, registration.', '2026-01-20'],
  formedUntil: ['The last UTC day of formation or, if unknown, registration.', '2026-01-20'],
  'adminListLegalEntities.status': ['Only entities with this status.', 'registered'],
  'adminListLegalEntities.name': ['The start of one or more words of the name.', 'acme rob'],
};

/** What each error code means and what to do, by the group of the errors page. */
export const errorNotes: ErrorNotes = {
  'Legal entities and applications': {
    'entity.name_reserved': [
      'This name is reserved and can’t be registered.',
      'Choose another name.',
    ],
    'entity.dissolved': ['The legal entity is dissolved.', 'You can’t file anything for it.'],
    'entity.annulled': [
      'The registration of the legal entity was annulled.',
      'You can’t file anything for it.',
    ],
  },
  'For operators': {
    'reserved_name.taken': ['The name is already reserved.', 'You don’t need to do anything.'],
    'resident_permit_number.taken': [
      'Another resident has this number.',
      'Check the number, or use another one.',
    ],
  },
};
