import { foreignForm } from '../../kernel/http/error-cases.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { LogoutParameters } from '../contracts/end-session.ts';

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
  'For browsers (OpenID Connect RP-Initiated Logout 1.0). With an `id_token_hint` of ours, expired or not, that belongs to the session of this browser, the person is signed out at once; otherwise they are asked first.',
  'Then the browser goes to `post_logout_redirect_uri`, with `state`, if that is registered for the client to the letter; the client is that of the hint or, without a hint, `client_id`. With a hint of another client or a hint that is not of ours nobody is redirected.',
  'Other applications of the session are told: those with a `frontchannelLogoutUri` in frames of the page that follows, those with a `backchannelLogoutUri` by a call with a logout token (OpenID Connect Back-Channel Logout 1.0).',
].join('\n\n');

export const endSessionByClient = defineRoute({
  ...page,
  operationId: 'endSessionByClient',
  method: 'GET',
  path: '/api/oauth/end_session',
  summary: 'Sign a person out, and take them back',
  description,
  query: LogoutParameters,
  writes: ending,
  redirects: [{ status: 303, when: 'The person is signed out and goes back to the application.' }],
  errors: [],
});

export const endSessionByForm = defineRoute({
  ...page,
  operationId: 'endSessionByForm',
  method: 'POST',
  path: '/api/oauth/end_session',
  summary: 'Sign a person out, with a form',
  description,
  bodyType: 'form',
  bodyPresence: 'optional',
  body: LogoutParameters,
  example: {
    request: {
      client_id: '5b0c6f5e-0c1f-4a55-9c1d-3f1a7f1f0c11',
      post_logout_redirect_uri: 'https://client.example/signed-out',
      state: 'af0ifjsldkj',
    },
  },
  errors: [],
});

export const confirmEndSession = defineRoute({
  ...page,
  tag: 'Portal',
  operationId: 'confirmEndSession',
  method: 'POST',
  path: '/oauth/end-session',
  summary: 'Sign out, having been asked',
  bodyType: 'form',
  body: LogoutParameters,
  writes: ending,
  errors: [foreignForm],
});
