import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { ConnectedClient, SharedEntities } from '../contracts/consent.ts';

const shared = {
  ...portalPage,
  entry: 'functions/portal/connections.ts',
  spec: '5',
} as const;

export const showConnections = defineRoute({
  ...shared,
  operationId: 'showConnections',
  method: 'GET',
  path: '/portal/connections',
  writes: { update: ['session'] },
  summary: 'List applications that can access your data',
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
  ...sentForm,
  path: '/portal/connections/{clientId}/revoke',
  writes: {
    put: ['audit', 'event', 'person'],
    update: ['apiKey', 'ownedKey', 'session'],
    delete: ['consent'],
  },
  summary: 'End an application’s access',
  params: ConnectedClient,
  body: Confirmation,
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
  ...sentForm,
  path: '/portal/connections/{clientId}/legal-entities',
  writes: { put: ['audit', 'consent'], update: ['session'], check: ['person'] },
  summary: 'Choose which legal entities an application can see',
  params: ConnectedClient,
  body: SharedEntities,
});
