import { agentScopes, partnerScopes } from '../../shared/kernel/domain/scopes.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { flag, type Group, integer, list, text } from '../command.ts';
import { revokeAll } from '../revoke-all.ts';

/** Columns of any list of keys. */
export const keyColumns = [
  idColumn('Id', 'id'),
  column('Label', 'label'),
  column('Scopes', 'scopes'),
  dateColumn('Created', 'createdAt', true),
  dateColumn('Revoked', 'revokedAt'),
];

/** Limits of an Agent Key beyond its scopes. A change can lift the choice of legal entities. */
const bounds = ({ clearable = false } = {}) => [
  integer('dailyLimits.applications', 'new applications in a UTC day'),
  integer('dailyLimits.filings', 'new filings in a UTC day'),
  integer('dailyLimits.payments', 'payments in a UTC day'),
  integer('dailyLimits.amountCents', 'amount paid in a UTC day, in cents'),
  list('legalEntityIds', 'id of a legal entity; the key can use only these', {
    value: 'id',
    clearable,
  }),
  flag('approvalRequired', 'the owner must approve payments and submissions'),
];

export const keys: Group = {
  name: 'keys',
  about: 'Personal API keys: Standard Keys and Agent Keys',
  heading: 'People',
  commands: [
    {
      name: 'list',
      about: "List a person's keys, newest first, revoked ones included",
      method: 'GET',
      path: '/persons/{person}/api_keys',
      columns: [
        ...keyColumns.toSpliced(1, 0, column('Kind', 'kind')),
        dateColumn('Expires', 'expiresAt'),
        column('Held by', 'holder'),
        column('Last used', 'lastUsedOn'),
      ],
      example: 'keys list 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
    },
    {
      name: 'issue',
      about: 'Issue a key; write scopes need an active Manifestation of Will',
      method: 'POST',
      path: '/persons/{person}/api_keys',
      fields: [
        text('kind', 'kind of key', {
          value: 'kind',
          choices: ['standard', 'agent'],
          required: true,
        }),
        text('label', 'label, such as its purpose'),
        list('scopes', 'what an Agent Key may do', { value: 'scope', choices: agentScopes }),
        text('holder', 'person or company that holds the key', { value: 'name' }),
        text('expiresAt', 'when it expires', { value: 'instant' }),
        integer('limits.perMinute', 'calls a minute, instead of the general limit'),
        integer('limits.perDay', 'calls a day, instead of the general limit'),
        ...bounds(),
      ],
      secret: 'key',
      example:
        'keys issue 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f --kind agent --scopes agent:verify_rpn',
    },
    {
      name: 'change',
      about:
        'Change the daily limits and legal entities of an Agent Key. The limits that you give replace all earlier limits; `"dailyLimits": null` in --body removes them',
      method: 'PATCH',
      path: '/persons/{person}/api_keys/{key}',
      fields: bounds({ clearable: true }),
      example:
        'keys change 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f 6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f --daily-limits-payments 5',
    },
    {
      name: 'revoke',
      about: 'Revoke a key; the next call with it is refused',
      method: 'DELETE',
      path: '/persons/{person}/api_keys/{key}',
      confirm: 'The key will stop working immediately and permanently.',
      example:
        'keys revoke 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f 6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f --yes',
    },
    {
      name: 'revoke-all',
      about:
        'Revoke all keys, including Partner Keys, or those that the options select; without --carry-out, only count them',
      method: 'POST',
      path: '/revocations',
      preset: { of: 'keys' },
      omits: ['clientId'],
      fields: [
        list('kinds', 'keys of this kind', {
          value: 'kind',
          choices: ['standard', 'agent', 'partner'],
        }),
        text('scope', 'keys with this scope; Standard Keys have none', {
          value: 'scope',
          choices: [...agentScopes, ...partnerScopes],
        }),
        text('integrationId', 'Partner Keys of this integration', { value: 'integration' }),
        text('issuedBefore', 'issued before this instant (default: now)', { value: 'date' }),
        flag('carryOut', 'revoke the keys; without this option, only count them'),
        text('reason', 'reason, shown in the audit trail'),
      ],
      walk: revokeAll,
      example: 'keys revoke-all --kinds partner --issued-before 2026-03-01 --carry-out',
    },
    {
      name: 'reconcile',
      about:
        'Compare metered keys with API Gateway; with --carry-out, repair differences and remove idle gateway keys',
      method: 'POST',
      path: '/gateway_keys/comparison',
      fields: [flag('carryOut', 'repair differences; without this option, only count them')],
      done: 'The comparison starts within five minutes. `keys reconciled` shows its progress and results.',
      example: 'keys reconcile --carry-out',
    },
    {
      name: 'reconciled',
      about: 'Show the latest comparison of keys with API Gateway',
      method: 'GET',
      path: '/gateway_keys/comparison',
      example: 'keys reconciled',
    },
  ],
};
