import { sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { LogoutParameters } from '../contracts/end-session.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';

const shared = {
  entry: 'functions/oauth/authorize.ts',
  tag: 'OAuth',
  auth: { scheme: 'none' },
  crossOrigin: false,
  table: 'read',
  service: true,
  seals: true,
  spec: '4.1',
} as const;
const page = { ...shared, produces: pageType } as const;
const ending = {
  put: ['audit', 'event'],
  update: ['session'],
  delete: ['ownedSession', 'session'],
} as const;

const description = [
  'For browsers (OpenID Connect RP-Initiated Logout 1.0). Send an `id_token_hint` from this service that belongs to the browser’s session; it may be expired. The person is then signed out immediately. Without one, they are asked first.',
  'The browser then goes to `post_logout_redirect_uri`, with `state`, if the client registered exactly that address. The hint identifies the client; without a hint, `client_id` does. If the hint is for another client or from another issuer, there is no redirect.',
  'Other applications of the session are notified. Those with a `frontchannelLogoutUri` load in frames on the next page. Those with a `backchannelLogoutUri` get a logout token (OpenID Connect Back-Channel Logout 1.0).',
].join('\n\n');

export const endSessionByClient = defineRoute({
  ...page,
  operationId: 'endSessionByClient',
  method: 'GET',
  path: '/api/oauth/end_session',
  summary: 'Sign a user out',
  description,
  query: LogoutParameters,
  writes: ending,
  redirects: [{ status: 303, when: 'The person is signed out and goes back to the application.' }],
  errors: [],
});

export const endSessionByForm = defineRoute({
  ...page,
  operationId: 'endSessionByForm',
  ...sentForm,
  path: '/api/oauth/end_session',
  summary: 'Sign a user out, with a form',
  description,
  bodyPresence: 'optional',
  body: LogoutParameters,
  example: {
    request: {
      client_id: '5b0c6f5e-0c1f-4a55-9c1d-3f1a7f1f0c11',
      post_logout_redirect_uri: 'https://client.example/signed-out',
      state: 'af0ifjsldkj',
    },
  },
  errors: [{ ...oauthErrors.invalidRequest, when: 'The body is not a form.' }],
});

export const confirmEndSession = defineRoute({
  ...page,
  tag: 'Portal',
  operationId: 'confirmEndSession',
  ...sentForm,
  path: '/oauth/end-session',
  summary: 'Confirm a sign-out',
  body: LogoutParameters,
  writes: ending,
});
