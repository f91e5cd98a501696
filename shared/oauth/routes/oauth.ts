import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  DeviceRequest,
  DeviceResponse,
  Introspection,
  PushedRequest,
  PushedResponse,
  Revoked,
  TokenQuestion,
  TokenRequest,
  TokenResponse,
  Userinfo,
} from '../contracts/oauth.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';

/** Errors of every endpoint at which clients authenticate. */
const clientErrors: readonly ErrorCase[] = [
  {
    ...oauthErrors.invalidRequest,
    when: 'The body is not a form, a field is missing or repeated, or the client authenticates in two ways.',
  },
  oauthErrors.invalidClient,
  oauthErrors.tooManyRequests,
];

const clientRow = {
  tag: 'OAuth',
  auth: { scheme: 'none' },
  clientAuthentication: true,
  bodyType: 'form',
  table: 'read',
  service: true,
} as const;

const accessToken =
  'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IjEifQ.eyJzdWIiOiIwZjJkOWE1MiJ9.c2lnbmF0dXJl';
const refreshToken = 'rt_4wVQpZ0m1YbT2cX7';

export const issueToken = defineRoute({
  ...clientRow,
  crossOrigin: true,
  signs: true,
  seals: true,
  operationId: 'issueToken',
  method: 'POST',
  path: '/api/oauth/token',
  entry: 'functions/oauth/token.ts',
  writes: {
    put: [
      'audit',
      'clientKeySet',
      'credentialGrant',
      'deviceAuthorization',
      'apiKey',
      'event',
      'grant',
      'ownedKey',
      'refreshToken',
    ],
    update: [
      'apiKey',
      'attempts',
      'authorizationCode',
      'credentialGrant',
      'credentialOffer',
      'grant',
      'ownedKey',
      'person',
      'refreshToken',
    ],
    check: ['apiKey', 'consent', 'manifestation', 'person'],
  },
  summary: 'Exchange a code or refresh token for tokens',
  description: [
    'Issues tokens. Grants: `authorization_code` (with `code`, `redirect_uri` and, for PKCE, `code_verifier`), `refresh_token` (with `refresh_token`, and `scope` for fewer scopes), `urn:ietf:params:oauth:grant-type:device_code` (with `device_code`), and `urn:ietf:params:oauth:grant-type:pre-authorized_code` (with `pre-authorized_code` and `tx_code`). Wallets use the last one to accept a credential offer without registering.',
    'Codes and refresh tokens work once. A second use is `invalid_grant` and revokes everything that the first use issued. Always keep the newest refresh token.',
  ].join('\n\n'),
  body: TokenRequest,
  response: TokenResponse,
  example: {
    request: {
      grant_type: 'authorization_code',
      code: 'Qm4ZtH0vX2yL7cP9',
      redirect_uri: 'https://client.example/callback',
      code_verifier: 'random-characters-from-43-to-128-of-them-xx',
    },
    response: {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid service:person.details.read offline_access',
      id_token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwZjJkOWE1MiJ9.c2lnbmF0dXJl',
      refresh_token: refreshToken,
    },
  },
  errors: [
    ...clientErrors,
    oauthErrors.unauthorizedClient,
    oauthErrors.unsupportedGrantType,
    oauthErrors.invalidGrant,
    {
      ...oauthErrors.invalidScope,
      when: 'The scope was not granted, or the client is no longer allowed to have it.',
    },
    { ...oauthErrors.invalidTarget, when: 'The grant is for another resource.' },
    {
      ...oauthErrors.invalidProof,
      when: 'The client must send a proof and sent none, or its proof is wrong, too old or already used.',
    },
    oauthErrors.useNonce,
    oauthErrors.authorizationPending,
    oauthErrors.slowDown,
    oauthErrors.accessDenied,
    oauthErrors.expiredToken,
  ],
  spec: '4.1',
});

export const revokeToken = defineRoute({
  ...clientRow,
  crossOrigin: true,
  operationId: 'revokeToken',
  method: 'POST',
  path: '/api/oauth/revoke',
  entry: 'functions/oauth/clients.ts',
  writes: {
    put: ['audit', 'clientKeySet', 'event', 'revokedToken'],
    update: ['apiKey', 'attempts', 'credentialGrant', 'grant', 'ownedKey', 'person'],
  },
  summary: 'Revoke a token',
  description:
    'Revokes a refresh token with its whole family, or a single access token (RFC 7009). The response is always an empty object.',
  body: TokenQuestion,
  response: Revoked,
  example: {
    request: { token: refreshToken, token_type_hint: 'refresh_token' },
    response: {},
  },
  errors: clientErrors,
  spec: '4.1',
});

export const introspectToken = defineRoute({
  ...clientRow,
  operationId: 'introspectToken',
  method: 'POST',
  path: '/api/oauth/introspect',
  entry: 'functions/oauth/clients.ts',
  writes: { put: ['clientKeySet'], update: ['attempts'] },
  summary: 'Introspect a token',
  description:
    'Tells a client with a secret whether one of its own tokens is active (RFC 7662). For any other token, the response is `{"active": false}`.',
  body: TokenQuestion,
  response: Introspection,
  example: {
    request: { token: refreshToken },
    response: {
      active: true,
      scope: 'openid service:person.details.read offline_access',
      client_id: 'back-office',
      username: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
      sub: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
      token_type: 'refresh_token',
      exp: 1771147800,
      iat: 1768555800,
    },
  },
  errors: clientErrors,
  spec: '4.1',
});

export const pushAuthorization = defineRoute({
  ...clientRow,
  seals: true,
  operationId: 'pushAuthorization',
  method: 'POST',
  path: '/api/oauth/par',
  entry: 'functions/oauth/clients.ts',
  writes: { put: ['clientKeySet'], update: ['attempts'] },
  summary: 'Push an authorization request',
  description:
    'Stores the parameters of an authorization request, or a signed `request` (RFC 9126). Then send the browser to the authorization endpoint with `client_id` and `request_uri`, once and within a minute. A proof in `DPoP`, or `dpop_jkt`, binds the code to that key.',
  body: PushedRequest,
  success: 201,
  response: PushedResponse,
  example: {
    request: {
      client_id: '5b0c6f5e-0c1f-4a55-9c1d-3f1a7f1f0c11',
      redirect_uri: 'https://client.example/callback',
      response_type: 'code',
      scope: 'openid profile service:entity.read',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    },
    response: {
      request_uri: 'urn:ietf:params:oauth:request_uri:eyJhbGciOiJIUzI1NiJ9',
      expires_in: 60,
    },
  },
  errors: [
    ...clientErrors,
    {
      ...oauthErrors.invalidScope,
      when: 'One of the scopes is not allowed for the client.',
    },
    oauthErrors.unauthorizedClient,
    { ...oauthErrors.unsupportedResponseType, when: '`response_type` must be `code`.' },
    { ...oauthErrors.invalidRequestObject, when: 'The request object is not valid.' },
    { ...oauthErrors.invalidProof, when: 'The request has a DPoP proof that is not valid.' },
  ],
  spec: '4.1',
});

export const authorizeDevice = defineRoute({
  ...clientRow,
  crossOrigin: true,
  operationId: 'authorizeDevice',
  method: 'POST',
  path: '/api/oauth/device_authorization',
  entry: 'functions/oauth/clients.ts',
  summary: 'Start a device sign-in',
  description:
    'Starts a sign-in for a device without a browser (RFC 8628). Show `user_code` and `verification_uri` to the user. Then poll the token endpoint with `device_code` until the user has decided. Wait `interval` seconds between requests.',
  body: DeviceRequest,
  response: DeviceResponse,
  example: {
    request: { client_id: 'television', scope: 'openid profile' },
    response: {
      device_code: 'Zr8KtH0vX2yL7cP9',
      user_code: 'BCDF-GHJK',
      verification_uri: 'https://registry.example/oauth/device',
      verification_uri_complete: 'https://registry.example/oauth/device?user_code=BCDF-GHJK',
      expires_in: 600,
      interval: 5,
    },
  },
  writes: { put: ['clientKeySet', 'deviceAuthorization', 'userCode'], update: ['attempts'] },
  errors: [
    ...clientErrors,
    oauthErrors.unauthorizedClient,
    {
      ...oauthErrors.invalidScope,
      when: 'None of the scopes exists, or one is not allowed for the client.',
    },
  ],
  spec: '4.1',
});

const userinfo = {
  path: '/api/oauth/userinfo',
  entry: 'functions/oauth/userinfo.ts',
  summary: 'Retrieve claims about the user',
  description:
    'Returns names with the scope `profile` and the email address with `email`. Unknown claims are left out. For residency and permit number, use `/api/v1/me`.',
  tag: 'OAuth',
  auth: { scheme: 'oauth', scope: 'openid' },
  crossOrigin: true,
  response: Userinfo,
  example: {
    response: {
      sub: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
      name: 'Ada Example',
      given_name: 'Ada',
      family_name: 'Example',
      email: 'ada@people.example',
      email_verified: true,
    },
  },
  errors: [
    apiErrors.missingToken,
    {
      ...apiErrors.invalidToken,
      when: 'The access token is not valid, or the account is suspended.',
    },
    { ...oauthErrors.insufficientScope, when: 'The token lacks the scope openid.' },
  ],
  table: 'read',
  service: true,
  spec: '5',
} as const;

export const getUserinfo = defineRoute({
  ...userinfo,
  operationId: 'getUserinfo',
  method: 'GET',
});

export const postUserinfo = defineRoute({
  ...userinfo,
  operationId: 'postUserinfo',
  method: 'POST',
  summary: 'Retrieve claims about the user, with POST',
  description:
    'Works like GET. Send the access token in the `Authorization` header, or in the form field `access_token` (RFC 6750, section 2.2).',
  errors: [
    { ...oauthErrors.invalidRequest, when: 'The access token was sent more than once.' },
    ...userinfo.errors,
  ],
});
