import { defineRoute } from '../../kernel/http/route.ts';
import { ClientInformation, ClientMetadata } from '../contracts/registration.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';

export const registerOAuthClient = defineRoute({
  operationId: 'registerOAuthClient',
  method: 'POST',
  path: '/api/oauth/register',
  entry: 'functions/oauth/clients.ts',
  summary: 'Register an OAuth client',
  description:
    'Registers a client (RFC 7591), if the deployment allows it (`registration_endpoint` in discovery). Send an initial access token, which operators issue: `Authorization: Bearer rit_…`. The client can ask for anything the token allows. Other scopes are left out, and the response shows what was registered. `jwks` can have at most five public keys. Keys other than P-256 for ES256 or RSA for PS256 are ignored, as at a `jwks_uri`. Only this response contains the secret. To change the client later, contact the operators.',
  tag: 'OAuth',
  auth: { scheme: 'none' },
  ownToken: 'registration',
  body: ClientMetadata,
  success: 201,
  response: ClientInformation,
  example: {
    request: {
      client_name: 'Harbour Bank',
      redirect_uris: ['https://bank.example/callback'],
      scope: 'openid service:entity.read',
      policy_uri: 'https://bank.example/privacy',
    },
    response: {
      client_id: '9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42',
      client_id_issued_at: 1_768_555_800,
      client_secret: '…',
      client_secret_expires_at: 0,
      client_name: 'Harbour Bank',
      redirect_uris: ['https://bank.example/callback'],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'openid service:entity.read',
      policy_uri: 'https://bank.example/privacy',
      id_token_signed_response_alg: 'RS256',
      dpop_bound_access_tokens: false,
      require_pushed_authorization_requests: false,
    },
  },
  errors: [
    oauthErrors.invalidMetadata,
    oauthErrors.invalidRedirectUri,
    oauthErrors.invalidRegistrationToken,
    oauthErrors.registrationClosed,
  ],
  writes: { put: ['audit', 'oauthClient'], update: ['registrationToken'] },
  table: 'read',
  service: true,
  spec: '4.1',
});
