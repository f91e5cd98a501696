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
    'Only this response contains the secret. A public client has no secret: it uses PKCE and can use the device flow. `requestObjectKeys` are the public keys (JWK) for its signed authorization requests. Browsers can go to a URI in `postLogoutRedirectUris` after signing out. `frontchannelLogoutUri` is then loaded in a frame; it must have the origin of a redirect URI. `backchannelLogoutUri` receives logout tokens, also when a consent or grant ends (OpenID Connect Back-Channel Logout 1.0).',
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
    'The secret is not included and can’t be read again. For a resident’s application, `review.similarNames` lists what its name could be confused with: the registry, its keeper or another client.',
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
    'The secret stays the same. Only its owner can change a resident’s application. `logoBase64` is the logo that users see beside the name: a square PNG of 64 to 512 pixels and up to 32,768 bytes. Only the image is stored, without metadata.',
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
  description: 'Valid secrets, newest first. The secrets themselves are not stored.',
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
  summary: 'Rotate an OAuth client’s secret',
  description:
    'Only this response contains the secret. The previous one stays valid for `overlapHours` (24 by default, at most 720). With 0, all previous secrets end immediately.',
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
    'Takes effect immediately. Tokens that were issued with it stay valid. To stop the client itself, set `active` to false.',
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
  description: `Includes inactive clients. With \`state\`, only applications of residents with that status: \`waiting\` and \`change_waiting\` need a decision. For these, \`review.similarNames\` warns of names that could be confused. ${listNote}`,
  auth: { scheme: 'operator' },
  query: ClientQuery,
  response: ClientPage,
  example: { response: { data: [exampleClient], pagination: { limit: 50, nextCursor: null } } },
  errors: apiErrors.operatorErrors,
  service: true,
  indexes: ['gsi1', 'gsi2'],
});
