import type { ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'PasskeySummary.synced': 'Whether its authenticator may keep it in several places.',
  'PasskeySummary.decides':
    'Whether it is good for decisions of the staff: added with an operator’s code, or by who had signed in with such a passkey.',
  'PasskeySummary.lastUsedAt': 'When someone last signed in with it; null: never.',
  'PasskeySummary.suspendedAt':
    'When its counter went back, since when it is not accepted; null: it did not.',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  passkeys: ['The id of the passkey.', '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f'],
};
