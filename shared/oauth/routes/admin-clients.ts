import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineApprovedRoute } from '../../kernel/http/approved-route.ts';
import { defineRoute, listNote } from '../../kernel/http/route.ts';
import {
  ByClientId,
  ClientPage,
  ClientQuery,
  ClientSecretPath,
  ClientSecretsAnswer,
  NewClientSecretAnswer,
  NewOAuthClientAnswer,
  OAuthClientAnswer,
  RegisterClient,
  ReviseClient,
  RotateClientSecret,
} from '../contracts/admin-clients.ts';
import * as clientErrors from '../errors/client-errors.ts';
import { exampleClient } from './example-client.ts';

const shared = {
  entry: 'functions/admin/clients.ts',
  tag: 'Operators: integrations and clients',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 8',
} as const;

export const adminRegisterClient = defineRoute({
  ...shared,
  operationId: 'adminRegisterClient',
  method: 'POST',
  path: '/admin/v1/oauth_clients',
  summary: 'Register an OAuth client',
  description:
    'The secret is in this answer and nowhere else. A public client has none: it proves itself with PKCE and may use the device flow. `requestObjectKeys` are public keys (JWK) with which it signs its authorization requests. `postLogoutRedirectUris` are where people may go after they signed out; `frontchannelLogoutUri` is shown in a frame then, and has the origin of a redirect URI; `backchannelLogoutUri` is notified of it by a call, and of more (OpenID Connect Back-Channel Logout 1.0).',
  body: RegisterClient,
  response: NewOAuthClientAnswer,
  example: {
    request: {
      name: 'Bookkeeper',
      redirectUris: ['https://bookkeeper.example/callback'],
      scopes: ['openid', 'service:entity.read'],
      postLogoutRedirectUris: ['https://bookkeeper.example/signed-out'],
    },
    response: { data: { ...exampleClient, clientSecret: '…' } },
  },
  errors: [apiErrors.invalidBody, ...apiErrors.operatorErrors, clientErrors.clientIdTaken],
  writes: { put: ['audit', 'oauthClient'] },
});

export const adminGetClient = defineRoute({
  ...shared,
  operationId: 'adminGetClient',
  method: 'GET',
  path: '/admin/v1/oauth_clients/{clientId}',
  summary: 'Read an OAuth client',
  description:
    'Without its secret, which nobody can read again. `review.similarNames` of a resident’s application lists what its name may be taken for: the registry, its keeper, or another client.',
  params: ByClientId,
  response: OAuthClientAnswer,
  example: { response: { data: exampleClient } },
  service: true,
  indexes: ['gsi1'],
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminUpdateClient = defineApprovedRoute({
  ...shared,
  operationId: 'adminUpdateClient',
  method: 'PATCH',
  path: '/admin/v1/oauth_clients/{clientId}',
  summary: 'Change an OAuth client',
  description:
    'Its secret stays. An application of a resident is changed by its owner alone. `logoBase64` is a picture that people are shown with its name: a square PNG, 64 to 512 pixels and 32,768 bytes at most, of which we keep what it shows and nothing else.',
  params: ByClientId,
  body: ReviseClient,
  response: OAuthClientAnswer,
  example: {
    request: { active: false },
    response: { data: { ...exampleClient, active: false } },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    clientErrors.clientOwned,
  ],
  writes: { put: ['audit', 'clientLogo'], update: ['oauthClient'], delete: ['clientLogo'] },
});

const exampleSecrets = {
  clientId: exampleClient.clientId,
  secrets: [
    { id: '3c0e9a5d7b1f2468', createdAt: '2026-03-02T08:00:00.000Z', expiresAt: null },
    {
      id: 'a91f04c2d67be835',
      createdAt: '2026-01-16T09:30:00.000Z',
      expiresAt: '2026-03-03T08:00:00.000Z',
    },
  ],
};

export const adminListClientSecrets = defineRoute({
  ...shared,
  operationId: 'adminListClientSecrets',
  method: 'GET',
  path: '/admin/v1/oauth_clients/{clientId}/secrets',
  summary: "List an OAuth client's secrets",
  description: 'Those that work, newest first. The secrets themselves are stored nowhere.',
  params: ByClientId,
  response: ClientSecretsAnswer,
  example: { response: { data: exampleSecrets } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminRotateClientSecret = defineRoute({
  ...shared,
  operationId: 'adminRotateClientSecret',
  method: 'POST',
  path: '/admin/v1/oauth_clients/{clientId}/secrets',
  summary: 'Give an OAuth client a new secret',
  description:
    'The secret is in this answer and nowhere else. The earlier one works for `overlapHours` more (24 unless said otherwise, at most 720); with 0 all earlier ones end immediately.',
  params: ByClientId,
  body: RotateClientSecret,
  bodyPresence: 'optional',
  response: NewClientSecretAnswer,
  example: {
    request: { overlapHours: 24 },
    response: { data: { ...exampleSecrets, clientSecret: '…' } },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    clientErrors.clientOwned,
    clientErrors.clientPublic,
    clientErrors.clientSecretLimitReached,
  ],
  writes: { put: ['audit'], update: ['oauthClient'] },
});

export const adminRevokeClientSecret = defineRoute({
  ...shared,
  operationId: 'adminRevokeClientSecret',
  method: 'DELETE',
  path: '/admin/v1/oauth_clients/{clientId}/secrets/{secretId}',
  summary: "Revoke an OAuth client's secret",
  description:
    'Takes effect immediately. Tokens that were issued with it stay valid; set `active` to false to stop the client itself.',
  params: ClientSecretPath,
  response: ClientSecretsAnswer,
  example: {
    response: { data: { ...exampleSecrets, secrets: exampleSecrets.secrets.slice(0, 1) } },
  },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  writes: { put: ['audit'], update: ['oauthClient'] },
});

export const adminListClients = defineRoute({
  ...shared,
  operationId: 'adminListClients',
  method: 'GET',
  path: '/admin/v1/oauth_clients',
  summary: 'List OAuth clients',
  description: `Active or not; with \`state\` those that residents registered and that stand so: \`waiting\` and \`change_waiting\` wait for a decision. There, \`review.similarNames\` warns of a name that may be taken for another one. ${listNote}`,
  auth: { scheme: 'operator' },
  query: ClientQuery,
  response: ClientPage,
  example: { response: { data: [exampleClient], pagination: { limit: 50, nextCursor: null } } },
  errors: apiErrors.operatorErrors,
  service: true,
  indexes: ['gsi1', 'gsi2'],
});
