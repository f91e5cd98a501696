/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  samePersonReason:
    'Why a permit number is granted although someone who has one may be the same person; the audit trail keeps it.',

  'RevisePerson.correction': 'The change corrects a mistake; previous values are not kept.',

  emailVerified: 'Whether the address was verified with a code sent by email.',
  countryOfBirth: 'The country of birth, as an ISO 3166-1 code.',
  address: 'The address of residence.',
  residency: 'The residency that was granted most recently; null if none.',

  revokeKeys: 'Whether all keys of the account are revoked with a change of its address.',
};

/** What fields can look like that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  samePersonReason: 'Twins, by their passports.',
};
