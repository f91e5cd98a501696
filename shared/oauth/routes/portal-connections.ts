import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { ConnectedClient, SharedEntities } from '../contracts/consent.ts';

const shared = {
  entry: 'functions/portal/connections.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  service: true,
  spec: '5',
} as const;

export const showConnections = defineRoute({
  ...shared,
  operationId: 'showConnections',
  method: 'GET',
  path: '/portal/connections',
  writes: { update: ['session'] },
  summary: 'List connected applications',
  errors: [],
});

export const showConnectionRevocation = defineRoute({
  ...shared,
  operationId: 'showConnectionRevocation',
  method: 'GET',
  path: '/portal/connections/{clientId}/revoke',
  writes: { update: ['session'] },
  summary: 'Ask to confirm the end of an application’s access',
  params: ConnectedClient,
  errors: [],
});

export const revokeConnection = defineRoute({
  ...shared,
  operationId: 'revokeConnection',
  method: 'POST',
  path: '/portal/connections/{clientId}/revoke',
  writes: {
    put: ['audit', 'event', 'person'],
    update: ['apiKey', 'ownedKey', 'session'],
    delete: ['consent'],
  },
  summary: 'End an application’s access',
  params: ConnectedClient,
  bodyType: 'form',
  body: Confirmation,
  errors: [apiErrors.foreignForm],
});

export const showConnectionEntities = defineRoute({
  ...shared,
  operationId: 'showConnectionEntities',
  method: 'GET',
  path: '/portal/connections/{clientId}/legal-entities',
  writes: { update: ['session'] },
  summary: 'Show which legal entities an application can see',
  params: ConnectedClient,
  errors: [],
});

export const chooseConnectionEntitiesOnPage = defineRoute({
  ...shared,
  operationId: 'chooseConnectionEntities',
  method: 'POST',
  path: '/portal/connections/{clientId}/legal-entities',
  writes: { put: ['audit', 'consent'], update: ['session'], check: ['person'] },
  summary: 'Choose which legal entities an application can see',
  params: ConnectedClient,
  bodyType: 'form',
  body: SharedEntities,
  errors: [apiErrors.foreignForm],
});
