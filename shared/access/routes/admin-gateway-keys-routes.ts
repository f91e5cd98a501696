import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  CompareGatewayKeys,
  GatewayKeyComparisonAnswer,
} from '../contracts/admin-gateway-keys-contract.ts';

const path = '/admin/v1/gateway_keys/comparison';

const comparison = {
  id: '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
  state: 'finished',
  carryOut: true,
  requestedAt: '2026-01-16T09:30:00.000Z',
  startedAt: '2026-01-16T09:32:11.000Z',
  finishedAt: '2026-01-16T09:33:40.000Z',
  keys: 1204,
  missing: 3,
  disabled: 0,
  misplaced: 0,
  unrecorded: 0,
  idle: 14,
  orphaned: 1,
  fixed: 3,
  overQuota: 0,
  removed: 1,
  retained: 0,
  failed: 0,
  keysInAccount: 1206,
} as const;

export const adminCompareGatewayKeys = defineRoute({
  operationId: 'adminCompareGatewayKeys',
  method: 'POST',
  path,
  entry: 'functions/admin/people.ts',
  summary: 'Compare keys with API Gateway',
  description:
    'API Gateway meters the keys. The comparison starts within five minutes, runs in the background and continues after an interruption. It covers the keys that are stored in API Gateway. A key is stored there after its first metered call, and removed after 30 days without such a call (`idle`). With `carryOut`, differences are fixed; otherwise they are only counted. If a comparison that does the same or more is already running, you get that one. A comparison that does less is replaced. Every hour, the service also compares and fixes by itself.',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
  body: CompareGatewayKeys,
  bodyPresence: 'optional',
  response: GatewayKeyComparisonAnswer,
  example: {
    request: { carryOut: true },
    response: {
      data: {
        ...comparison,
        state: 'waiting',
        startedAt: null,
        finishedAt: null,
        keys: 0,
        missing: 0,
        idle: 0,
        orphaned: 0,
        fixed: 0,
        removed: 0,
        keysInAccount: null,
      },
    },
  },
  errors: [...apiErrors.operatorErrors, apiErrors.invalidBody],
  table: 'read',
  writes: { put: ['audit', 'gatewayRun'] },
  spec: 'admin 3',
});

export const adminGetGatewayKeyComparison = defineRoute({
  operationId: 'adminGetGatewayKeyComparison',
  method: 'GET',
  path,
  entry: 'functions/admin/people.ts',
  summary: 'Read the latest comparison of keys with API Gateway',
  description: 'Shows the progress of the comparison, and what it has found and fixed so far.',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
  response: GatewayKeyComparisonAnswer,
  example: { response: { data: comparison } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  table: 'read',
  spec: 'admin 3',
});
