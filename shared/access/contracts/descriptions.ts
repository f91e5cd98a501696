import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'Integration.objections':
    'How many applications were objected to by someone who reads the applicant’s mail.',

  'Will.active': 'Whether it is signed and not revoked.',

  scopes: 'What the key can do.',
  'WhoAmI.data': 'The key.',
  'WhoAmI.ownerId': 'The person or partner integration that owns the key.',
  'WhoAmI.expiresAt': 'From when on the key is refused, like a revoked one; null: never.',
  dailyLimits:
    'The most that an Agent Key may do in a UTC day. A field that is absent sets no limit.',
  applications: 'New applications in a UTC day.',
  filings: 'New amendments and certificate requests in a UTC day.',
  payments: 'Payments in a UTC day.',
  legalEntityIds:
    'The legal entities that an Agent Key is for: it sees no others, and forms none. Null: all that Agent Keys of its owner see.',
  usedToday: 'What an Agent Key has done in this UTC day; null for other keys.',
  resetsAt: 'When the UTC day ends, and the counts begin again.',
  manifestationActive:
    'Whether the Manifestation of Will of the owner is active: an Agent Key writes only while it is. Null for a Partner Key.',
  lastFour: 'Its last four characters.',
  limits: 'One entry for each limit.',
  window: 'The UTC period in which calls are counted.',
  'limits.limit': 'The maximum number of calls in the window.',
  remaining: 'The calls left in the window.',
  resetAt: 'When the window restarts.',

  scope: 'The scopes, with single spaces between them.',

  'ApiKey.expiresAt': 'From when on it is refused, like a revoked one; null: never.',
  'IssuedKeyAnswer.expiresAt': 'From when on it is refused, like a revoked one; null: never.',
  holder: 'Who has it; null where nobody has said.',
  lastUsedOn: 'The UTC day on which it was used last; null: it was not.',
  'IssueKey.expiresAt': 'From when on it is refused, like a revoked one; null or absent: never.',
  'IssueKey.holder': 'Who has it.',
  'Integration.name': 'What the partner’s integration is called.',
  'RegisterIntegration.name': 'What the partner’s integration is called.',
  'ReviseIntegration.name': 'What the partner’s integration is called.',
  'RegisterIntegration.legalEntityId': 'The partner’s legal entity; null without one.',
  'Integration.legalEntityId': 'The partner’s legal entity; null without one.',
  redirectOrigins: 'Origins that applicants may be sent back to; at most 20.',
  claimMailsPerDay:
    'How many emails to applicants it may cause in a UTC day; null: the usual number.',
  'Integration.active': 'Whether its keys work.',
  'RegisterIntegration.active': 'Whether its keys work; they do where nothing is sent.',
  'ReviseIntegration.active': 'Whether its keys work.',
  'CreatePartnerKey.scopes':
    'What the key may do; everything that partners may where it is not sent.',
  'IssueKey.scopes': 'What an Agent Key may do; at least one.',
  'IssueKey.limits': 'Limits that the key has instead of the usual ones.',
  carryOut: 'Whether what differs is fixed as well; it is only counted otherwise.',
  'GatewayKeyComparison.state': 'Whether it has begun, and is over.',
  missing: 'Keys that API Gateway does not have.',
  disabled: 'Keys that are disabled there.',
  misplaced: 'Keys that are not in the usage plan of their limits.',
  unrecorded: 'Keys that are right there, which nobody has noted here.',
  leftOver: 'Keys of API Gateway whose key is revoked, or unknown.',
  mended: 'Keys that were put right.',
  noRoom: 'Keys for which the account had no room; they are metered together.',
  removed: 'How much of what was left over was removed.',
  heldBack:
    'How much of what was left over is kept until an operator asks for it: so much is unknown that this may not be the right table.',
  'GatewayKeyComparison.failed':
    'Keys that could not be compared, fixed or removed; the log names them.',
  keysInAccount: 'All keys of API Gateway in the account, those of others included.',
  perMinute: 'Calls in a minute of UTC.',
  perDay: 'Calls in a day of UTC.',
  key: 'The key itself. It is in no other answer.',
  acceptedAgreements: 'The agreements that are accepted in advance.',
};

/** What fields can look like that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  claimMailsPerDay: 500,
  redirectOrigins: ['https://partner.example'],
  perMinute: 100,
  perDay: 10_000,
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  api_keys: [
    'The id of the key, which is not the key itself.',
    '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
  ],
  keys: ['The id of the key, which is not the key itself.', 'e3b0c442-98fc-4c14-9afb-f4c8996fb924'],
  partner_integrations: ['The id of the integration.', '5a0c9a0e-7c1b-4a3e-8b8f-0c3d7e2f1a65'],
};

/** What each error code means and what to do, by the group of the errors page. */
export const errorNotes: ErrorNotes = {
  'Legal entities and applications': {
    'agreement.text_changed': [
      'The agreement text changed after it was shown.',
      'Show the current text and have it signed.',
    ],
  },
  'Keys and accounts': {
    'manifestation.required': [
      'An Agent Key with write scopes needs a signed Manifestation of Will.',
      'Ask the owner to sign it in the portal, under Developer settings.',
    ],
    'api_key.limit_reached': ['You have the maximum number of active keys.', 'Revoke one.'],
    'api_key.daily_limit_reached': [
      'The owner of the Agent Key limits what it does in a UTC day. `limit` has its name, the most, and what was used.',
      'Wait until `resetsAt`, or ask the owner for a higher limit.',
    ],
    'api_key.limit_never_allows': [
      'The call alone is more than the daily limit of the Agent Key, or its owner chose its legal entities and it applies for another one.',
      'Ask the owner for a higher limit.',
    ],
    'api_key.not_agent': ['A Standard Key has no daily limits.', 'Limit an Agent Key.'],
    'api_key.revoked': ['The key is revoked.', 'Create another.'],
  },
};
