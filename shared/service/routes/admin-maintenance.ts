import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  BeginMaintenance,
  EndMaintenance,
  MaintenanceAnswer,
} from '../contracts/maintenance-contract.ts';

const path = '/admin/v1/maintenance';
const shared = {
  entry: 'functions/admin/maintenance.ts',
  tag: 'Operators: maintenance',
  auth: { scheme: 'operator' },
  table: 'none',
  spec: '1',
} as const;

const on = {
  on: true,
  since: '2026-01-16T09:30:00.000Z',
  reason: 'restore of the table',
  retryAfterSeconds: 600,
  streamReaders: [
    { function: 'registry-prod-outbox-route', state: 'Disabled' },
    { function: 'registry-prod-evidence-copy', state: 'Enabled' },
  ],
};

export const adminGetMaintenance = defineRoute({
  ...shared,
  operationId: 'adminGetMaintenance',
  method: 'GET',
  path,
  summary: 'Read the maintenance status',
  description:
    'Shows whether writes are refused, since when and why, and whether the functions that read the table’s stream are enabled. If writes were stopped manually in AWS, there is no reason.',
  response: MaintenanceAnswer,
  example: { response: { data: on } },
  errors: apiErrors.operatorErrors,
  switches: true,
});

export const adminBeginMaintenance = defineRoute({
  ...shared,
  operationId: 'adminBeginMaintenance',
  method: 'PUT',
  path,
  summary: 'Start maintenance: refuse writes',
  description:
    'All writes now get 503 with `Retry-After`, and change nothing. Reads and work that was already accepted continue. Operators can still write with `X-During-Maintenance: true`. It takes some seconds until all requests are affected. A repeat changes the reason and `Retry-After`.',
  body: BeginMaintenance,
  response: MaintenanceAnswer,
  example: { request: { reason: on.reason }, response: { data: on } },
  errors: [apiErrors.invalidBody, ...apiErrors.operatorErrors],
  writes: { put: ['actReason', 'audit'] },
  servedInMaintenance: true,
  switches: true,
});

export const adminEndMaintenance = defineRoute({
  ...shared,
  operationId: 'adminEndMaintenance',
  method: 'POST',
  path: `${path}/end`,
  summary: 'End maintenance: accept writes again',
  description:
    'It takes some seconds until all requests are affected. This also enables the functions that read the table’s stream, if they were disabled. A repeat changes nothing.',
  body: EndMaintenance,
  response: MaintenanceAnswer,
  example: {
    request: { reason: 'the table is restored' },
    response: {
      data: {
        ...{ on: false, since: null, reason: null, retryAfterSeconds: null },
        streamReaders: on.streamReaders.map((each) => ({ ...each, state: 'Enabled' })),
      },
    },
  },
  errors: [apiErrors.invalidBody, ...apiErrors.operatorErrors],
  writes: { put: ['actReason', 'audit'] },
  servedInMaintenance: true,
  switches: true,
});
