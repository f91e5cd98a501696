import { defineRoute, type ErrorCase } from '../../kernel/http/route.ts';
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

/** What every endpoint at which clients authenticate may answer. */
const clientErrors: readonly ErrorCase[] = [
  {
    status: 400,
    error: 'invalid_request',
    when: 'the form is no form, a field is missing or sent twice, or the client authenticates in two ways',
  },
  {
    status: 401,
    error: 'invalid_client',
    when: 'the client is unknown, switched off, or did not prove who it is',
  },
  {
    status: 429,
    error: 'invalid_request',
    when: 'one client made more than 60 wrong guesses from one network within five minutes',
  },
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
const refreshToken = 'rt_4wVQpZ0m1YbT2cX7sR9kLdN3fGhJ5aE8uKiOqWeRtYx';

export const issueToken = defineRoute({
  ...clientRow,
  crossOrigin: true,
  signs: true,
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
      'grant',
      'refreshToken',
    ],
    update: [
      'attempts',
      'authorizationCode',
      'credentialGrant',
      'credentialOffer',
      'grant',
      'refreshToken',
    ],
    check: ['consent', 'person'],
  },
  summary: 'Exchange a code or a refresh token for tokens',
  description: [
    'Grants: `authorization_code` (with `code`, `redirect_uri` and, where the code was asked for with PKCE, `code_verifier`), `refresh_token` (with `refresh_token`, and `scope` for less than was granted) `urn:ietf:params:oauth:grant-type:device_code` (with `device_code`), and `urn:ietf:params:oauth:grant-type:pre-authorized_code` (with `pre-authorized_code` and `tx_code`), with which wallets take up an offer of a credential without being registered.',
    'Codes and refresh tokens can be used once. A second use is `invalid_grant` and revokes everything that the first one gave. Keep the refresh token of the newest answer.',
  ].join('\n\n'),
  body: TokenRequest,
  response: TokenResponse,
  example: {
    request: {
      grant_type: 'authorization_code',
      code: 'Qm4ZtH0vX2yL7cP9sK1wB6nD3fG8jR5aE0uTiOqWeYx',
      redirect_uri: 'https://client.example/callback',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
    response: {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid service:person.details.read offline_access',
      id_token:
        'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IjEifQ.eyJzdWIiOiIwZjJkOWE1MiJ9.c2lnbmF0dXJl',
      refresh_token: refreshToken,
    },
  },
  errors: [
    ...clientErrors,
    {
      status: 400,
      error: 'unauthorized_client',
      when: 'the client registered itself for other grants',
    },
    { status: 400, error: 'unsupported_grant_type' },
    {
      status: 400,
      error: 'invalid_grant',
      when: 'the code or token is unknown, used, expired or revoked, or redirect URI or verifier differ',
    },
    {
      status: 400,
      error: 'invalid_scope',
      when: 'a scope was not granted, or the client may not have it any more',
    },
    {
      status: 400,
      error: 'invalid_dpop_proof',
      when: 'the proof is missing though the client needs one, wrong, too old or used before',
    },
    {
      status: 400,
      error: 'use_dpop_nonce',
      when: 'the proof has no nonce of now; `DPoP-Nonce` is the one to use',
    },
    { status: 400, error: 'authorization_pending', when: 'a device’s user has not decided yet' },
    { status: 400, error: 'slow_down', when: 'a device asks too often: five seconds more between' },
    { status: 400, error: 'access_denied', when: 'the device’s user denied the request' },
    { status: 400, error: 'expired_token', when: 'the device code has expired' },
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
    put: ['audit', 'clientKeySet', 'revokedToken'],
    update: ['attempts', 'credentialGrant', 'grant'],
  },
  summary: 'Revoke a token',
  description:
    'A refresh token with its whole family, an access token alone (RFC 7009). The answer is an empty object, the same for a token that does not count any more, or never did.',
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
  summary: 'Find out whether a token counts',
  description:
    'For clients with a secret, about their own tokens (RFC 7662). Anything else is `{"active": false}`.',
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
    'RFC 9126. The parameters of the authorization endpoint, or a signed `request`, sent by the client itself; the browser is then sent with `client_id` and `request_uri`, within a minute. It is used up by the answer to it. A proof in `DPoP`, or `dpop_jkt`, binds the code to that key.',
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
    { status: 400, error: 'invalid_scope', when: 'the client may not have a scope' },
    {
      status: 400,
      error: 'unauthorized_client',
      when: 'the client registered itself for other grants',
    },
    { status: 400, error: 'unsupported_response_type', when: 'it is not `code`' },
    { status: 400, error: 'invalid_request_object', when: 'the request object is not right' },
    { status: 400, error: 'invalid_dpop_proof', when: 'there is one, and it is not right' },
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
  summary: 'Begin the sign-in of a device without a browser',
  description:
    'RFC 8628. Show `user_code` and `verification_uri` to the user, and ask the token endpoint with `device_code` until the user has decided, with `interval` seconds between two requests.',
  body: DeviceRequest,
  response: DeviceResponse,
  example: {
    request: { client_id: 'television', scope: 'openid profile' },
    response: {
      device_code: 'Zr8KtH0vX2yL7cP9sQ1wB6nD3fG4jR5aE0uTiOqWeYm',
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
    {
      status: 400,
      error: 'unauthorized_client',
      when: 'the client registered itself for other grants',
    },
    {
      status: 400,
      error: 'invalid_scope',
      when: 'no scope that the service knows, or one that the client may not have',
    },
  ],
  spec: '4.1',
});

const userinfo = {
  path: '/api/oauth/userinfo',
  entry: 'functions/oauth/userinfo.ts',
  summary: 'Get claims about the user',
  description:
    'Names with the scope `profile`, the mail address with `email`. What is not known is left out. Residency and permit number are at `/api/v1/me`.',
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
    { status: 401, error: 'missing_token' },
    {
      status: 401,
      error: 'invalid_token',
      when: 'it is no live access token, or the account is suspended',
    },
    { status: 403, error: 'insufficient_scope', when: 'the token lacks the scope openid' },
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
  summary: 'Get claims about the user, with POST',
  description:
    'The access token is in the `Authorization` header, or in the field `access_token` of a form (RFC 6750, section 2.2).',
  errors: [
    { status: 400, error: 'invalid_request', when: 'the access token was sent more than once' },
    ...userinfo.errors,
  ],
});
