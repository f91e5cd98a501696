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
  summary: 'See which applications may use one’s account',
  errors: [],
});

export const showConnectionRevocation = defineRoute({
  ...shared,
  operationId: 'showConnectionRevocation',
  method: 'GET',
  path: '/portal/connections/{clientId}/revoke',
  writes: { update: ['session'] },
  summary: 'Confirm that an application’s access is to end',
  params: ConnectedClient,
  errors: [],
});

export const revokeConnection = defineRoute({
  ...shared,
  operationId: 'revokeConnection',
  method: 'POST',
  path: '/portal/connections/{clientId}/revoke',
  writes: { put: ['audit', 'event'], update: ['session'], delete: ['consent'] },
  summary: 'End an application’s access',
  description: 'All its tokens end immediately.',
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
  summary: 'See which legal entities an application may see',
  params: ConnectedClient,
  errors: [],
});

export const chooseConnectionEntitiesOnPage = defineRoute({
  ...shared,
  operationId: 'chooseConnectionEntities',
  method: 'POST',
  path: '/portal/connections/{clientId}/legal-entities',
  writes: { put: ['audit', 'consent'], update: ['session'], check: ['person'] },
  summary: 'Choose which legal entities an application may see',
  description:
    'Its tokens immediately lose what is no longer chosen. New access starts with the application’s next request.',
  params: ConnectedClient,
  bodyType: 'form',
  body: SharedEntities,
  errors: [apiErrors.foreignForm],
});
