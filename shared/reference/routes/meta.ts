import {
  ApiKeyAnswer,
  ApiKeyPage,
  ChangeKey,
  RateLimitStatus,
  WhoAmI,
} from '../../access/contracts/admin-keys-contract.ts';
import {
  KeyApprovalAnswer,
  KeyApprovalPage,
} from '../../access/contracts/key-approval-contract.ts';
import * as accessErrors from '../../access/errors/access-errors.ts';
import { PageQuery } from '../../kernel/contracts/pagination.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { Health } from '../contracts/documentation.ts';

const unauthorized = apiErrors.keyErrors.filter(({ status }) => status === 401);

const ownKeysErrors = [
  ...unauthorized,
  { ...apiErrors.insufficientPermissions, when: 'The key is an Agent Key.' },
];

export const whoAmI = defineRoute({
  operationId: 'whoAmI',
  method: 'GET',
  path: '/api/v1/whoami',
  entry: 'functions/meta/calling-key.ts',
  summary: 'Retrieve the calling key',
  description:
    'Describes the key that you call with. It does not use up any rate limit. A Standard Key has no scopes: it can do everything that its owner can. For an Agent Key, `usedToday` counts toward `dailyLimits`.',
  tag: 'Keys and limits',
  auth: { scheme: 'any-key' },
  response: WhoAmI,
  example: {
    response: {
      data: {
        kind: 'agent',
        scopes: ['agent:verify_rpn'],
        ownerId: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
        label: 'back office',
        createdAt: '2026-01-16T09:30:00.000Z',
        expiresAt: null,
        holder: 'Analytical Engines Ltd.',
        manifestationActive: true,
        dailyLimits: { payments: 5, amountCents: 100_000 },
        legalEntityIds: null,
        approvalRequired: false,
        usedToday: {
          ...{ applications: 0, filings: 0, payments: 2, amountCents: 40_000 },
          resetsAt: '2026-01-17T00:00:00.000Z',
        },
        lastFour: 'x7Qa',
      },
    },
  },
  errors: unauthorized,
  table: 'read',
  spec: '5',
});

export const getRateLimit = defineRoute({
  operationId: 'getRateLimit',
  method: 'GET',
  path: '/api/v1/rate_limit',
  entry: 'functions/meta/calling-key.ts',
  summary: 'Retrieve the remaining rate limit',
  description:
    'Shows what the calling key has left for verification and search together. This call does not use up the limit.',
  tag: 'Keys and limits',
  auth: { scheme: 'key', agentScope: 'any' },
  response: RateLimitStatus,
  example: {
    response: {
      data: {
        limits: [
          { window: 'minute', limit: 50, remaining: 49, resetAt: '2026-01-16T09:31:00.000Z' },
          { window: 'day', limit: 5000, remaining: 4999, resetAt: '2026-01-17T00:00:00.000Z' },
        ],
      },
    },
  },
  errors: unauthorized,
  table: 'read',
  spec: '8',
});

const agentKey = {
  id: '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
  kind: 'agent',
  label: 'back office',
  scopes: ['agent:verify_rpn'],
  createdAt: '2026-01-16T09:30:00.000Z',
  revokedAt: null,
  expiresAt: null,
  holder: 'Analytical Engines Ltd.',
  dailyLimits: { payments: 5, amountCents: 100_000 },
  legalEntityIds: null,
  approvalRequired: false,
  lastUsedOn: '2026-02-03',
  lastFour: 'x7Qa',
} as const;

export const listKeys = defineRoute({
  operationId: 'listKeys',
  method: 'GET',
  path: '/api/v1/keys',
  entry: 'functions/account/keys.ts',
  summary: 'List your keys',
  description: 'Lists your Standard and Agent Keys, revoked ones included. Newest first.',
  tag: 'Keys and limits',
  auth: { scheme: 'key', agentScope: 'none' },
  query: PageQuery,
  response: ApiKeyPage,
  example: { response: { data: [agentKey], pagination: { limit: 50, nextCursor: null } } },
  errors: ownKeysErrors,
  table: 'read',
  spec: '5',
});

export const changeKey = defineRoute({
  operationId: 'changeKey',
  method: 'PATCH',
  path: '/api/v1/keys/{id}',
  entry: 'functions/account/keys.ts',
  summary: 'Change the limits of a key',
  description:
    'Replaces the fields that you send, from the key’s next call on. Null removes a limit. Calls from earlier that day count toward the new limits. Standard Keys have only `approvalRequired`. A key that needs approval cannot turn this off.',
  tag: 'Keys and limits',
  auth: { scheme: 'key', agentScope: 'none' },
  params: ById,
  body: ChangeKey,
  response: ApiKeyAnswer,
  example: {
    request: { dailyLimits: { payments: 5, amountCents: 100_000 } },
    response: { data: agentKey },
  },
  errors: [
    ...ownKeysErrors,
    apiErrors.invalidBody,
    apiErrors.notFound,
    accessErrors.keyNeedsApproval,
    accessErrors.keyNotAgent,
    accessErrors.keyRevoked,
    ...apiErrors.idempotencyErrors,
  ],
  table: 'read',
  writes: { put: ['audit'], update: ['apiKey', 'ownedKey'] },
  idempotent: 'answer',
  spec: '5',
});

const pendingApproval = {
  id: '5b0c3a7e-9a41-4f57-8a53-0c7b1f2e9d64',
  status: 'pending',
  amountCents: 30_000,
  currency: 'USD',
  requestedAt: '2026-01-16T09:30:00.000Z',
  expiresAt: '2026-01-23T09:30:00.000Z',
  decidedAt: null,
  error: null,
  resourceUrl:
    'https://registry.example/api/v1/legal_entity_applications/2f9c1f7e-4a38-4a87-9f61-0f5f7f8b3c11',
  nextSteps: {
    approvalUrl:
      'https://registry.example/portal/applications/approvals/5b0c3a7e-9a41-4f57-8a53-0c7b1f2e9d64',
    pollAfterSeconds: 30,
  },
} as const;

export const listApprovals = defineRoute({
  operationId: 'listApprovals',
  method: 'GET',
  path: '/api/v1/approvals',
  entry: 'functions/account/keys.ts',
  summary: 'List approvals',
  description:
    'Lists the calls that need their key owner’s approval (202). An Agent Key gets only its own. A Standard Key gets all. Newest first.',
  tag: 'Keys and limits',
  auth: { scheme: 'key', agentScope: 'any' },
  query: PageQuery,
  response: KeyApprovalPage,
  example: {
    response: { data: [pendingApproval], pagination: { limit: 50, nextCursor: null } },
  },
  errors: unauthorized,
  table: 'read',
  service: true,
  spec: '5',
});

export const getApproval = defineRoute({
  operationId: 'getApproval',
  method: 'GET',
  path: '/api/v1/approvals/{id}',
  entry: 'functions/account/keys.ts',
  summary: 'Retrieve an approval',
  description:
    'Returns the result of a call that needed the owner’s approval (202). Poll until `status` is no longer `pending`. An Agent Key can read only its own.',
  tag: 'Keys and limits',
  auth: { scheme: 'key', agentScope: 'any' },
  params: ById,
  notFound: apiErrors.approvalNotFound,
  response: KeyApprovalAnswer,
  example: {
    response: {
      data: pendingApproval,
      message:
        'Nothing was paid or submitted yet. The owner of the key must approve it at nextSteps.approvalUrl.',
    },
  },
  errors: [...unauthorized, apiErrors.approvalNotFound],
  table: 'read',
  service: true,
  spec: '5',
});

export const getHealth = defineRoute({
  operationId: 'getHealth',
  method: 'GET',
  path: '/health',
  entry: 'functions/meta/health.ts',
  summary: 'Check that the service responds',
  description:
    'Checks that the API responds. It does not check the database. With `text/html` in `Accept`, you get a page; otherwise JSON.',
  tag: 'Service',
  auth: { scheme: 'none' },
  produces: pageType,
  json: Health,
  example: { response: { status: 'ok' } },
  errors: [],
  table: 'none',
  spec: '1',
});
