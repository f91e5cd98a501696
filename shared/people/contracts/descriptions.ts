import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/**
 * Field descriptions for these contracts, by name or by `Around.name`. Only the API description
 * uses this file.
 */
export const descriptions: Readonly<Record<string, string>> = {
  samePersonReason:
    'Why this is a different person, although someone with a permit number looks the same. The audit trail stores it.',

  'RevisePerson.correction':
    'Marks the change as the correction of a mistake. Previous values are not kept.',

  emailVerified: 'Whether the address was verified with a code sent by email.',
  countryOfBirth: 'The country of birth, as an ISO 3166-1 code.',
  address: 'The address of residence.',
  residency: 'The most recently granted residency; null if there is none.',

  revokeKeys: 'Whether to revoke all keys of the account when its address changes.',
};

/** Examples for fields that occur in no operation’s example. */
export const examples: Readonly<Record<string, unknown>> = {
  samePersonReason: 'Twins, by their passports.',
};

/** Path parameters, by the preceding part of the path: a description and an example. */
export const pathParameters: ParameterNotes = {
  persons: ['The id of the person.', '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f'],
};

/** Query parameters, by name or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  residentPermitNumber: ['The complete permit number.', '80000000000017'],
  'adminListPersons.name': ['The start of one or more words of the name.', 'ada love'],
  emailPart: ['The start of one or more parts of the email address.', 'harbour'],
  'adminListPersons.email': ['Only the person with this address, in any case.', 'ada@example.com'],
};

/** What each error code means and what to do, grouped as on the errors page. */
export const errorNotes: ErrorNotes = {
  'For operators': {
    'person.email_taken': ['Another person has this email address.', 'Use another address.'],
    'person.may_have_permit': [
      'Someone else with a permit number may be the person to whom you grant one.',
      'Compare the people in `similarPeople`. If they are different people, explain why in `samePersonReason`. If they are the same person, do not grant another number.',
    ],
    'residency.ends_earlier': ['The residency ends before this date.', 'Choose an earlier date.'],
  },
};
