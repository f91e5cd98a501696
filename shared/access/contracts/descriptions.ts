import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/**
 * Field descriptions for these contracts, by name or by `Around.name`. Only the API description
 * uses this file.
 */
export const descriptions: Readonly<Record<string, string>> = {
  'Integration.objections':
    'The number of applications to which the owner of the email address objected.',

  'Will.active': 'Whether the Manifestation is signed and not revoked.',

  'CallMcpRequest.jsonrpc': 'The version of JSON-RPC: `2.0`.',
  'CallMcpRequest.id':
    'Your id for the request. The response has the same id. Leave it out in a notification.',
  'CallMcpRequest.method': 'The method, such as `tools/list` or `tools/call`.',
  'CallMcpRequest.params': 'The parameters of the method.',

  keys: 'The public keys.',
  'GatewayKeyComparison.keys':
    'The number of keys compared: all metered keys that are not revoked.',
  scopes: 'What the key or client can do.',
  'WhoAmI.data': 'The key that made the call.',
  'WhoAmI.ownerId': 'The id of the person or partner integration that owns the key.',
  'WhoAmI.expiresAt': 'When the key expires; null if it does not expire.',
  dailyLimits:
    'The most an Agent Key can do in one UTC day. A field that is absent means no limit.',
  applications: 'The maximum number of new applications in a UTC day.',
  filings:
    'The maximum number of new filings for legal entities, also certificate requests, in a UTC day.',
  payments: 'The maximum number of payments in a UTC day.',
  legalEntityIds:
    'The only legal entities that the Agent Key can see. A key with this limit cannot form new ones. Null if there is no such limit.',
  approvalRequired:
    'Whether payments and submissions with the key need its owner’s approval. Such a call gets 202.',
  'KeyApproval.status':
    '`pending`: the owner has not decided. `carried_out`: approved and done. `failed`: approved, but the call was refused (`error`). `declined`: the owner declined. `expired`: no decision within 72 hours.',
  'KeyApproval.amountCents': 'What would be paid, in cents; null where nothing is paid.',
  'KeyApproval.currency': 'The currency of the amount (ISO 4217); null where nothing is paid.',
  'KeyApproval.requestedAt': 'When the call was made.',
  'KeyApproval.expiresAt': 'The time until which the owner can approve it.',
  'KeyApproval.decidedAt': 'When the owner decided, or when it expired; null while it is pending.',
  'KeyApproval.error':
    'The error of the call; null if there was none. With `carried_out`, the payment was made and the submission refused.',
  'error.code': 'The code of the error; null if it has none.',
  'error.error': 'The message of the error.',
  approvalUrl: 'The page on which the owner decides; null once it is decided.',
  resourceUrl: 'The URL of the application or filing, to read the result.',
  'KeyApprovalAnswer.message': 'What happens next, in words.',
  'usedToday.applications': 'New applications in this UTC day.',
  'usedToday.filings':
    'New filings for legal entities, also certificate requests, in this UTC day.',
  'usedToday.payments': 'Payments in this UTC day.',
  'usedToday.amountCents': 'The amount paid in this UTC day, in cents.',
  'DailyLimits.amountCents': 'The maximum amount paid in a UTC day, in cents.',
  usedToday: 'What an Agent Key has done in this UTC day; null for other keys.',
  resetsAt: 'When the UTC day ends and the counts restart.',
  manifestationActive:
    'Whether the owner’s Manifestation of Will is active. An Agent Key can write only while it is active. Null for a Partner Key.',
  lastFour: 'The last four characters of the key.',
  limits: 'One entry for each limit.',
  window: 'The UTC period in which calls are counted.',
  'limits.limit': 'The maximum number of calls in the window.',
  remaining: 'The number of calls left in the window.',
  resetAt: 'When the window restarts.',

  scope: 'The scopes, with single spaces between them.',

  'ApiKey.expiresAt': 'When the key expires; null if it does not expire.',
  'IssuedKeyAnswer.expiresAt': 'When the key expires; null if it does not expire.',
  holder: 'Who holds the key; null if not recorded.',
  lastUsedOn: 'The UTC day of its last use; null if never used.',
  'IssueKey.expiresAt': 'When the key expires; null or absent if it does not expire.',
  'IssueKey.holder': 'Who holds the key.',
  'Integration.name': 'The name of the integration.',
  'RegisterIntegration.name': 'The name of the integration.',
  'ReviseIntegration.name': 'The name of the integration.',
  'RegisterIntegration.legalEntityId':
    'The id of the partner’s legal entity; null if there is none.',
  'Integration.legalEntityId': 'The id of the partner’s legal entity; null if there is none.',
  redirectOrigins: 'The origins that applicants can be sent back to; at most 20.',
  claimMailsPerDay:
    'The maximum number of emails to applicants that the integration can cause in a UTC day; null for the default limit.',
  'Integration.active': 'Whether the integration’s keys work.',
  'RegisterIntegration.active': 'Whether the integration’s keys work; true by default.',
  'ReviseIntegration.active': 'Whether the integration’s keys work.',
  'CreatePartnerKey.scopes': 'The scopes of the key; by default, all scopes for partners.',
  'IssueKey.scopes': 'The scopes of an Agent Key; at least one.',
  'IssueKey.limits': 'Rate limits for this key, instead of the default ones.',
  carryOut: 'Whether to fix the differences. If false, they are only counted.',
  'GatewayKeyComparison.state': 'The progress of the comparison.',
  missing: 'The number of keys that do not exist in API Gateway.',
  disabled: 'The number of keys that are disabled in API Gateway.',
  misplaced: 'The number of keys that are not in the usage plan for their limits.',
  unrecorded: 'The number of keys that are correct in API Gateway but not recorded in the table.',
  'GatewayKeyComparison.idle':
    'The number of keys without a metered call in 30 days, which lose their gateway key.',
  orphaned: 'The number of keys in API Gateway whose API key is revoked or unknown.',
  fixed: 'The number of keys that were fixed.',
  overQuota:
    'The number of keys that did not fit into the account’s quota. They are metered together.',
  removed: 'The number of orphaned keys that were removed.',
  retained:
    'The number of orphaned keys that were kept, because there are so many that this may be the wrong table. An operator must request their removal.',
  'GatewayKeyComparison.failed':
    'The number of keys that could not be compared, fixed or removed. The log names them.',
  keysInAccount:
    'The number of API Gateway keys in the AWS account, including keys of other services; null until counted.',
  perMinute: 'The maximum number of calls in a UTC minute.',
  perDay: 'The maximum number of calls in a UTC day.',
  key: 'The key itself. Only this response contains it.',
  acceptedAgreements: 'The agreements that are accepted in advance.',
};

/** Examples for fields that occur in no operation’s example. */
export const examples: Readonly<Record<string, unknown>> = {
  claimMailsPerDay: 500,
  redirectOrigins: ['https://partner.example'],
  perMinute: 100,
  perDay: 10_000,
};

/** Path parameters, by the preceding part of the path: a description and an example. */
export const pathParameters: ParameterNotes = {
  api_keys: [
    'The id of the key. It is not the key itself.',
    '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
  ],
  keys: ['The id of the key. It is not the key itself.', 'e3b0c442-98fc-4c14-9afb-f4c8996fb924'],
  partner_integrations: ['The id of the integration.', '5a0c9a0e-7c1b-4a3e-8b8f-0c3d7e2f1a65'],
};

/** What each error code means and what to do, grouped as on the errors page. */
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
    'api_key.limit_reached': [
      'You have the maximum number of active keys.',
      'Revoke a key that you no longer use.',
    ],
    'api_key.daily_limit_reached': [
      'The owner of the Agent Key limits what it can do in a UTC day. `limit` has the name of the limit, its maximum and the amount used.',
      'Wait until `resetsAt`, or ask the owner for a higher limit.',
    ],
    'api_key.approval_required': [
      'This key needs its owner’s approval to pay or submit. It can’t turn this setting off for itself or for another key.',
      'Ask the owner to change it in the portal.',
    ],
    'approval.too_many': [
      'The key has asked its owner for 50 approvals on this UTC day.',
      'Wait for `Retry-After`.',
    ],
    'api_key.limit_never_allows': [
      'This call alone would use more than the Agent Key’s daily limit, or the key is limited to chosen legal entities and can’t form another one.',
      'Ask the owner to raise or remove the limit.',
    ],
    'api_key.not_agent': [
      'Daily limits of actions exist only for Agent Keys.',
      'Set them on an Agent Key.',
    ],
    'api_key.revoked': ['The key is revoked.', 'Create another key.'],
  },
};
