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
  summary: 'See whether writes are refused',
  description:
    'Since when and why as well, and whether the functions that read the table’s stream are enabled. A switch that was thrown by hand at AWS has no reason.',
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
  summary: 'Refuse writes for a while',
  description:
    'Whatever changes something is answered 503 with `Retry-After` from now on, and nothing is done; reads continue, and so does work that was accepted before. An operator’s write is served with `X-During-Maintenance: true`. It takes some seconds until all requests know. Done again, it changes reason and `Retry-After`.',
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
  summary: 'Take writes again',
  description:
    'It takes some seconds until all requests know. It also enables what reads the table’s stream, where that was disabled. Done again, it changes nothing.',
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
