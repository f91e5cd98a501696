import { defineRoute, type ErrorCase, pageType } from '../../kernel/http/route.ts';
import { AuthorizationParameters } from '../contracts/authorization.ts';

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
  { status: 400, error: 'missing_parameters', when: 'and nothing is redirected' },
  { status: 400, error: 'invalid_client', when: 'the client is unknown or not active' },
  {
    status: 400,
    error: 'invalid_request_uri',
    when: 'what was pushed is older than a minute, was answered, or is another client’s',
  },
  {
    status: 400,
    error: 'invalid_request_object',
    when: 'the request object is not right, and no registered redirect URI stands beside it',
  },
  {
    status: 400,
    error: 'invalid_request',
    when: 'the redirect URI is not registered; to programs also when the response mode is unknown',
  },
];

const answered = {
  status: 303,
  when: 'The answer goes to the redirect URI: `code`, `state` and `iss`, or an error.',
} as const;

const description = [
  'For browsers. Where the user is signed in and has allowed all of it before, the answer goes to the redirect URI at once; for `response_mode=form_post` it is a page (200) whose form goes there. Otherwise the user signs in and is asked first.',
  'All errors but those below go to the redirect URI, too: `error`, `error_description`, `state`, `iss`. Browsers (`Accept` with `text/html`) are told nothing themselves once client and redirect URI are right: a missing `response_type` or `scope` and an unknown `response_mode` are `invalid_request` at the redirect URI.',
  'A client whose keys are registered may sign its request (RFC 9101): `request` is a JWT of type `oauth-authz-req+jwt`, signed with PS256 or ES256, with `iss` (the client), `aud` (the issuer), `exp` and the parameters as claims. Only those count then; beside it `client_id` is needed. Another one is `invalid_request_object`. A `request_uri` is one of `POST /api/oauth/par`, beside which only `client_id` counts; any other is refused.',
  'Scopes that the service does not know are ignored; the token answer says what was granted.',
  '`state` (at most 2,000 characters) and `nonce` (512) are optional; what is too long as a whole is `invalid_request`. PKCE (S256) is required of public clients. Redirect URIs are compared character by character. `prompt=none` excludes all others.',
].join('\n\n');

export const authorize = defineRoute({
  ...shared,
  operationId: 'authorize',
  method: 'GET',
  writes: {
    put: ['answeredRequest', 'audit', 'authorizationCode', 'clientKeySet'],
    update: ['attempts', 'session'],
    check: ['consent', 'person'],
  },
  summary: 'Ask a user for access',
  description,
  query: AuthorizationParameters,
  redirects: [
    answered,
    { status: 307, when: 'The user has to sign in or to be asked first, on a page of ours.' },
  ],
  errors,
});

export const authorizeByForm = defineRoute({
  ...shared,
  operationId: 'authorizeByForm',
  method: 'POST',
  writes: {
    put: ['answeredRequest', 'audit', 'authorizationCode', 'clientKeySet'],
    update: ['attempts', 'session'],
    check: ['consent', 'person'],
  },
  summary: 'Ask a user for access, with a form',
  description,
  redirects: [
    { status: 303, when: `${answered.when} Or the user has to sign in or to be asked first.` },
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
