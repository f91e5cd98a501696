import type { ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'PasskeySummary.synced': 'Whether the passkey can be synced to several devices.',
  'PasskeySummary.validForDecisions':
    'Whether it can be used for staff decisions. It must have been added with an operator’s code, or in a session opened with such a passkey.',
  'PasskeySummary.lastUsedAt': 'When it was last used to sign in; null if never.',
  'PasskeySummary.suspendedAt':
    'When its signature counter went backwards. The passkey has not been accepted since then. Null if this never happened.',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  passkeys: ['The id of the passkey.', '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f'],
};
