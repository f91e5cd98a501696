import { PageQuery } from '../../kernel/contracts/pagination.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { RevocationAnswer, RevokeMany } from '../contracts/admin-revocations.ts';

export const adminRevokeMany = defineRoute({
  operationId: 'adminRevokeMany',
  method: 'POST',
  path: '/admin/v1/revocations',
  entry: 'functions/admin/clients.ts',
  summary: 'Revoke many keys or tokens',
  description:
    'Without `carryOut`, matches are only counted. `keys` revokes keys that match `kinds`, `scope` and `integrationId`; without these, all keys. `tokens` revokes every token that users authorized before `issuedBefore`, for `clientId` or for all applications. Here, applications are counted, and consents stay. By default, `issuedBefore` is the current time. Keys issued later stay and are counted as `newer`. Each call handles one page of owners: follow `nextCursor` with the same body and the `issuedBefore` of the first response. If the first response has `repeatRequired`, a key may have been missed because it was being issued: repeat the whole run fifteen seconds later. Repeating is safe.',
  tag: 'Operators: integrations and clients',
  auth: { scheme: 'operator' },
  query: PageQuery,
  body: RevokeMany,
  response: RevocationAnswer,
  example: {
    request: { of: 'keys', kinds: ['partner'], carryOut: true, reason: 'Leaked with a backup' },
    response: {
      data: {
        of: 'keys',
        carryOut: true,
        issuedBefore: '2026-01-16T09:30:00.000Z',
        scanned: 12,
        found: 17,
        revoked: 17,
        newer: 0,
        failed: 0,
        repeatRequired: true,
      },
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    { ...apiErrors.notFound, when: 'No integration or client has this id.' },
  ],
  table: 'read',
  indexes: ['gsi1'],
  writes: {
    put: ['actReason', 'audit', 'event'],
    update: ['apiKey', 'integration', 'oauthClient', 'ownedKey', 'person'],
  },
  spec: 'admin 8',
});
