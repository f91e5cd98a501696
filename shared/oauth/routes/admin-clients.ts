import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineApprovedRoute } from '../../kernel/http/approved-route.ts';
import { defineRoute, listNote } from '../../kernel/http/route.ts';
import { ClientAppearanceAnswer, ClientDecision } from '../contracts/admin-client-decision.ts';
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

/** The example client in the API description. */
const exampleClient = {
  clientId: '9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42',
  name: 'Bookkeeper',
  publisher: 'Harbour Software Ltd.',
  privacyUri: 'https://bookkeeper.example/privacy',
  logo: null,
  public: false,
  redirectUris: ['https://bookkeeper.example/callback'],
  scopes: ['openid', 'service:entity.read'],
  grantTypes: null,
  requestObjectKeys: [],
  jwksUri: null,
  attestationAnchors: [],
  postLogoutRedirectUris: ['https://bookkeeper.example/signed-out'],
  frontchannelLogoutUri: 'https://bookkeeper.example/frame-signed-out',
  backchannelLogoutUri: 'https://bookkeeper.example/backchannel-logout',
  backchannelLogoutSessionRequired: false,
  tokenEndpointAuthMethod: 'client_secret',
  requirePushedAuthorizationRequests: false,
  dpopBoundAccessTokens: false,
  strictDpopProofs: false,
  idTokenSignedResponseAlg: 'RS256',
  active: true,
  createdAt: '2026-01-16T09:30:00.000Z',
  review: null,
};

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
    'The secret is not included and can’t be read again. For a resident’s application, `review.similarNames` lists what its name could be confused with: the registry, its authority or another client.',
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
  description: `Includes inactive clients. With \`state\`, you get only residents’ applications that have this status: \`waiting\` and \`change_waiting\` need a decision. For these, \`review.similarNames\` warns of names that could be confused. ${listNote}`,
  auth: { scheme: 'operator' },
  query: ClientQuery,
  response: ClientPage,
  example: { response: { data: [exampleClient], pagination: { limit: 50, nextCursor: null } } },
  errors: apiErrors.operatorErrors,
  service: true,
  indexes: ['gsi1', 'gsi2'],
});

/** One path for all decisions of operators, because API Gateway limits the number of resources. */
export const adminDecideOnClient = defineRoute({
  ...shared,
  operationId: 'adminDecideOnClient',
  method: 'POST',
  path: '/admin/v1/oauth_clients/{clientId}/decision',
  summary: 'Decide on a resident’s application or its change',
  description:
    '`approve`: everyone can sign in to it. `reject`: it stays in test mode; an application that was approved before continues unchanged. Both apply to the `revision` that you reviewed, so later changes by the owner are not included. `suspend`: no one can sign in to it, all its tokens are permanently revoked, and a pending change is dropped. `reinstate`: a suspended application continues in test mode; users must sign in and give consent again. `remove_logo`: removes its logo and that of a pending change. The owner is notified by email, with the reason.',
  params: ByClientId,
  body: ClientDecision,
  response: OAuthClientAnswer,
  example: {
    request: { decision: 'approve', revision: 2 },
    response: {
      data: {
        ...exampleClient,
        publisher: 'Ada Lovelace',
        frontchannelLogoutUri: null,
        backchannelLogoutUri: null,
        postLogoutRedirectUris: [],
        grantTypes: ['authorization_code', 'refresh_token'],
        review: {
          ownerId: '17b2545c-4548-4ae0-8357-5e73812f6a99',
          state: 'approved',
          reason: null,
          proposed: null,
          revision: 3,
          similarNames: [],
        },
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    clientErrors.clientNotOwned,
    clientErrors.clientNotWaiting,
    clientErrors.clientChanged,
    clientErrors.clientSuspended,
    clientErrors.clientNotSuspended,
    clientErrors.clientNoLogo,
  ],
  service: true,
  indexes: ['gsi1'],
  writes: {
    put: ['actReason', 'audit', 'event'],
    update: ['oauthClient'],
    delete: ['clientLogo'],
  },
});

export const adminGetClientAppearance = defineRoute({
  ...shared,
  operationId: 'adminGetClientAppearance',
  method: 'GET',
  path: '/admin/v1/oauth_clients/{clientId}/decision',
  summary: 'Preview what users see of a client',
  description:
    'Shows what users see now, and what they will see if the pending change is approved, including the logos. Send `revision` with your decision.',
  params: ByClientId,
  response: ClientAppearanceAnswer,
  example: {
    response: {
      data: {
        clientId: exampleClient.clientId,
        publisher: 'Ada Lovelace',
        revision: 2,
        current: {
          name: exampleClient.name,
          privacyUri: exampleClient.privacyUri,
          redirectUris: exampleClient.redirectUris,
          scopes: exampleClient.scopes,
          logo: {
            sha256: '6d7f2a0c51e8b94b3f0c8a5e1d29c7467be1f0a3928d5c64e7b1a80f93d2c5e4',
            side: 128,
            contentType: 'image/png',
            contentBase64: 'iVBORw0KGgo=',
          },
        },
        proposed: null,
      },
    },
  },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});
