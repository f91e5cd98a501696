import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { AuthorizationParameters } from '../contracts/authorization.ts';
import { ConsentForm, ConsentQuery } from '../contracts/consent.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';

const shared = {
  path: '/api/oauth/authorize',
  entry: 'functions/oauth/authorize.ts',
  tag: 'OAuth',
  auth: { scheme: 'none' },
  produces: pageType,
  crossOrigin: false,
  table: 'read',
  service: true,
  seals: true,
  spec: '4.1',
} as const;

const errors: readonly ErrorCase[] = [
  {
    ...oauthErrors.missingParameters,
    when: 'A parameter is missing, so the browser is not redirected.',
  },
  { ...oauthErrors.unknownClient, when: 'The client is unknown or not active.' },
  {
    ...oauthErrors.invalidRequestUri,
    when: 'The request URI is more than a minute old, was used, or belongs to another client.',
  },
  {
    ...oauthErrors.invalidRequestObject,
    when: 'The request object is not valid, and there is no registered redirect URI outside it.',
  },
  {
    ...oauthErrors.invalidRequest,
    when: 'The redirect URI is not registered. Programs also get this for an unknown response mode.',
  },
];

const answered = {
  status: 303,
  when: 'The response goes to the redirect URI: `code`, `state` and `iss`, or an error.',
} as const;

const description = [
  'For browsers. If the user is signed in and has already allowed everything, the response goes to the redirect URI immediately. With `response_mode=form_post`, you get a page (200) that posts the response there. Otherwise the user signs in and gives consent first.',
  'All errors except those below also go to the redirect URI: `error`, `error_description`, `state`, `iss`. Once the client and the redirect URI are valid, browsers (`Accept` with `text/html`) get errors only at the redirect URI.',
  'A client with registered keys can sign its request (RFC 9101): `request` is a JWT of type `oauth-authz-req+jwt`, signed with PS256 or ES256, with `iss` (the client), `aud` (the issuer), `exp` and the parameters. Outside it, only `client_id` is read. A `request_uri` must come from `POST /api/oauth/par`; all other parameters except `client_id` are ignored.',
  'Unknown scopes are ignored. The token response lists what was granted.',
  '`state` (at most 2,000 characters) and `nonce` (512) are optional. A request that is too long is `invalid_request`. Public clients must use PKCE (S256). Redirect URIs must match character by character. `prompt=none` cannot be combined with other values.',
].join('\n\n');

export const authorize = defineRoute({
  ...shared,
  operationId: 'authorize',
  method: 'GET',
  writes: {
    put: ['answeredRequest', 'audit', 'authorizationCode', 'clientKeySet', 'oauthClient'],
    update: ['attempts', 'oauthClient', 'session'],
    check: ['consent', 'person'],
  },
  summary: 'Authorize an application',
  description,
  query: AuthorizationParameters,
  redirects: [
    answered,
    {
      status: 307,
      when: 'The user must sign in or give consent first, on a page of this service.',
    },
  ],
  errors,
});

export const authorizeByForm = defineRoute({
  ...shared,
  operationId: 'authorizeByForm',
  method: 'POST',
  writes: {
    put: ['answeredRequest', 'audit', 'authorizationCode', 'clientKeySet', 'oauthClient'],
    update: ['attempts', 'oauthClient', 'session'],
    check: ['consent', 'person'],
  },
  summary: 'Authorize an application, with a form',
  description,
  redirects: [
    { status: 303, when: `${answered.when} Or the user must sign in or give consent first.` },
  ],
  bodyType: 'form',
  body: AuthorizationParameters,
  example: {
    request: {
      client_id: '5b0c6f5e-0c1f-4a55-9c1d-3f1a7f1f0c11',
      redirect_uri: 'https://client.example/callback',
      response_type: 'code',
      scope: 'openid profile service:entity.read',
      state: 'af0ifjsldkj',
      nonce: 'n-0S6_WzA2Mj',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    },
  },
  errors,
});

const consent = {
  ...portalPage,
  path: '/oauth/consent',
  entry: 'functions/oauth/authorize.ts',
  query: ConsentQuery,
  seals: true,
  spec: '4.1',
} as const;

export const showConsent = defineRoute({
  ...consent,
  operationId: 'showConsent',
  method: 'GET',
  writes: {
    put: ['answeredRequest', 'audit', 'authorizationCode'],
    update: ['oauthClient', 'session'],
    check: ['consent', 'person'],
  },
  summary: 'Show what access an application requests',
  errors: [],
});

export const answerConsent = defineRoute({
  ...consent,
  operationId: 'answerConsent',
  ...sentForm,
  writes: {
    put: ['answeredRequest', 'audit', 'authorizationCode', 'consent', 'event'],
    update: ['oauthClient', 'session'],
    check: ['consent', 'person'],
  },
  summary: 'Allow or deny an application’s request',
  body: ConsentForm,
});
