import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { ActivityPage, ActivityPageQuery, ActivityQuery } from '../contracts/activity-contract.ts';

export const listActivity = defineRoute({
  operationId: 'listActivity',
  method: 'GET',
  path: '/api/v1/activity',
  entry: 'functions/account/keys.ts',
  summary: 'List account activity',
  description:
    'Lists what you, your keys and your connected applications did, and what partners and the registry did to your account. An Agent Key gets only its own actions. Newest first. To see what one key did, send its `actorKind` and `actorId`. If a call ended with a 500, send the `requestId` from the error to find out what the call did. If the list is still empty after a second, the call changed nothing. A page can be shorter than `limit` when the filters exclude many entries, so continue until `nextCursor` is null. Staff and operators appear as `registry`, without an id.',
  tag: 'Keys and limits',
  auth: { scheme: 'key', agentScope: 'any' },
  query: ActivityQuery,
  response: ActivityPage,
  example: {
    response: {
      data: [
        {
          id: '4a9b8c7d-6e5f-4d3c-a2b1-0f9e8d7c6b5a',
          at: '2026-01-16T09:30:00.000Z',
          actor: { kind: 'agent_key', id: '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f' },
          action: 'legal_entity_application.created',
          subject: {
            type: 'legal_entity_application',
            id: '4a7d1f0c-8e2b-4c39-9c55-2f6b7d1e0a34',
          },
          outcome: 'success',
          requestId: 'bRNRkMQ0xyz',
          details: { optionId: 'llc' },
        },
      ],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: [apiErrors.missingApiKey, apiErrors.invalidApiKey],
  table: 'read',
  indexes: ['gsi2'],
  spec: '5',
});

export const showActivity = defineRoute({
  ...portalPage,
  operationId: 'showActivity',
  method: 'GET',
  path: '/portal/activity',
  entry: 'functions/portal/account.ts',
  summary: 'Show account activity',
  query: ActivityPageQuery,
  errors: [],
  indexes: ['gsi2'],
  writes: { update: ['session'] },
  seals: true,
  spec: '5',
});
