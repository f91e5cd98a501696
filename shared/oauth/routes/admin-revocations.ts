import { PageQuery } from '../../kernel/contracts/pagination.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { RevocationAnswer, RevokeMany } from '../contracts/admin-revocations.ts';

export const adminRevokeMany = defineRoute({
  operationId: 'adminRevokeMany',
  method: 'POST',
  path: '/admin/v1/revocations',
  entry: 'functions/admin/clients.ts',
  summary: 'Revoke many keys, or the tokens of applications',
  description:
    'Without `carryOut` it only counts. `keys`: those that `kinds`, `scope` and `integrationId` name; none of these means all. `tokens`: whatever goes back to an authorization before the instant, of `clientId` or of every application; counted are applications, and consents stay. `issuedBefore` is now unless given: what is issued later stays, and is counted as `left`. A call does a page of owners; follow `nextCursor` with the same body and the `issuedBefore` of the first answer. `again` in the first answer of a walk: what was issued before may still be on its way, so walk once more, fifteen seconds later. Everything can be repeated.',
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
        looked: 12,
        found: 17,
        revoked: 17,
        left: 0,
        failed: 0,
        again: true,
      },
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    { ...apiErrors.notFound, when: 'there is no such integration, or client' },
  ],
  table: 'read',
  indexes: ['gsi1'],
  writes: {
    put: ['actReason', 'audit', 'event'],
    update: ['apiKey', 'integration', 'oauthClient', 'ownedKey', 'person'],
  },
  spec: 'admin 8',
});
