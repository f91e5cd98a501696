import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { findConsent } from '../../shared/oauth/db/oauth-consents.ts';
import { repeatAuthorization } from '../../shared/oauth/usecases/answer-authorization.ts';
import { endConnection } from '../../shared/oauth/usecases/connections.ts';
import { resolveSession } from '../../shared/sign-in/auth/session.ts';
import {
  anAskingClient,
  authorizePath,
  type Client,
  clientAnswer,
  pathTo,
} from '../support/authorization.ts';
import { aClient, type Client as TokenClient, tokensFor } from '../support/clients.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

let ada: Person;

const world = await useWorld();
const client = await anAskingClient(world);
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
});

type Parameters = Readonly<Record<string, string | readonly string[] | null>>;

const ask = (
  parameters: Parameters,
  of: Client = client,
  browser: Visitor = visitor(world.baseUrl),
) => browser.open(authorizePath(of, parameters));

const body = async (parameters: Parameters, of: Client = client) => {
  const answer = await world.call('GET', authorizePath(of, parameters));
  return { status: answer.status, body: answer.body };
};

/** A browser whose user has allowed the client the scopes in `scope`. */
async function allowed(scope: string, fields: Record<string, string[]> = {}): Promise<Visitor> {
  const browser = await signedIn(world, ada.email);
  const page = pathTo(await ask({ scope, prompt: 'consent' }, client, browser));
  await browser.open(page);
  const { status } = await browser.send(page, { decision: 'approve', ...fields });
  expect(status).toBe(303);
  return browser;
}

describe('a request without a safe redirect (facts D1)', () => {
  it.each(['client_id', 'redirect_uri', 'response_type', 'scope'])(
    'returns 400 missing_parameters if %s is missing or empty',
    async (name) => {
      for (const value of [null, '']) {
        expect(await body({ [name]: value })).toEqual({
          status: 400,
          body: {
            error: 'missing_parameters',
            error_description: `Missing required parameters: ${name}`,
          },
        });
      }
    },
  );

  it.each<[string, Parameters, string, string]>([
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client', 'Unknown client'],
    ['a malformed client id', { client_id: 'No Client!' }, 'invalid_client', 'Unknown client'],
    [
      'another redirect URI',
      { redirect_uri: 'https://client.example/callback/' },
      'invalid_request',
      'The redirect_uri is not registered for the client',
    ],
    [
      'a redirect URI with an added query',
      { redirect_uri: 'https://client.example/callback?a=b' },
      'invalid_request',
      'The redirect_uri is not registered for the client',
    ],
    [
      'two redirect URIs',
      { redirect_uri: ['https://client.example/callback', 'https://evil.example/'] },
      'invalid_request',
      'redirect_uri must be sent once',
    ],
    [
      'an unknown response mode',
      { response_mode: 'web_message' },
      'invalid_request',
      'Invalid response_mode. Must be one of: query, fragment, form_post',
    ],
    [
      'two response modes',
      { response_mode: ['query', 'fragment'] },
      'invalid_request',
      'Invalid response_mode. Must be one of: query, fragment, form_post',
    ],
    [
      'a state of 16,000 characters',
      { state: 'x'.repeat(16_000) },
      'invalid_request',
      'The request is too long',
    ],
  ])('returns 400 for %s', async (_case, parameters, error, error_description) => {
    expect(await body(parameters)).toEqual({ status: 400, body: { error, error_description } });
  });

  it('returns 400 for an inactive client', async () => {
    const former = await anAskingClient(world);
    await world.admin('PATCH', `/oauth_clients/${former.clientId}`, { active: false });
    expect(await body({}, former)).toEqual({
      status: 400,
      body: { error: 'invalid_client', error_description: 'Unknown client' },
    });
  });

  it('reports missing parameters before any other error', async () => {
    expect(await body({ client_id: 'nobody', scope: null })).toEqual({
      status: 400,
      body: {
        error: 'missing_parameters',
        error_description: 'Missing required parameters: scope',
      },
    });
  });

  it('returns an error page to a browser, without the unregistered address', async () => {
    const answer = await world.call(
      'GET',
      authorizePath(client, { redirect_uri: 'https://evil.example/' }),
      { headers: { accept: 'text/html,*/*' } },
    );
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('This link from the application isn’t valid');
    expect(answer.body).not.toContain('evil.example');
  });

  it('returns 400 for JSON and for an empty form', async () => {
    const sent = [
      await world.call('POST', '/api/oauth/authorize', { body: { client_id: client.clientId } }),
      await world.call('POST', '/api/oauth/authorize'),
    ];
    expect(sent.map(({ status, body: said }) => ({ status, said }))).toEqual([
      {
        status: 400,
        said: {
          error: 'invalid_request',
          error_description: 'Content-Type must be application/x-www-form-urlencoded',
        },
      },
      {
        status: 400,
        said: {
          error: 'missing_parameters',
          error_description:
            'Missing required parameters: client_id, redirect_uri, response_type, scope',
        },
      },
    ]);
  });

  it('is not cached', async () => {
    const { headers } = await world.call('GET', authorizePath(client, { scope: null }));
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
  });
});

describe('a browser’s request with a valid client', () => {
  const inBrowser = async (parameters: Parameters, of: Client = client) => {
    const answer = await fetch(world.baseUrl + authorizePath(of, parameters), {
      redirect: 'manual',
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it.each<[string, Parameters, string]>([
    ['no response type', { response_type: null }, 'Missing required parameters: response_type'],
    ['no scope', { scope: '' }, 'Missing required parameters: scope'],
    [
      'neither response type nor scope',
      { response_type: null, scope: null },
      'Missing required parameters: response_type, scope',
    ],
    [
      'an unknown response mode',
      { response_mode: 'web_message' },
      'Invalid response_mode. Must be one of: query, fragment, form_post',
    ],
    [
      'two response modes',
      { response_mode: ['query', 'fragment'] },
      'Invalid response_mode. Must be one of: query, fragment, form_post',
    ],
  ])(
    'returns an error to the redirect URI for %s',
    async (_case, parameters, error_description) => {
      expect(clientAnswer(await inBrowser(parameters))).toEqual({
        status: 303,
        to: client.redirectUri,
        error: 'invalid_request',
        error_description,
        state: 'abc',
        iss: world.baseUrl,
      });
    },
  );

  it('returns the error for a missing scope in the requested response mode', async () => {
    const { headers } = await inBrowser({ scope: null, response_mode: 'fragment' });
    expect(headers.get('location')).toMatch(
      /^https:\/\/client\.example\/callback#error=invalid_request&/,
    );
  });

  it.each<[string, Parameters]>([
    ['an unknown client', { client_id: 'nobody', scope: null }],
    ['another redirect URI', { redirect_uri: 'https://evil.example/', response_mode: 'x' }],
    ['no redirect URI', { redirect_uri: null, scope: null }],
  ])('shows an error page without a redirect for %s', async (_case, parameters) => {
    const answer = await inBrowser(parameters);
    expect(outcomeOf(answer)).toEqual({ status: 400, location: null });
    expect(answer.text).toContain('This link from the application isn’t valid');
  });
});

describe('an unknown scope', () => {
  it('is ignored; consent and code contain the known scopes', async () => {
    const scope = 'openid service:person.tax.read email eprospera:entity.tax.read';
    const browser = await signedIn(world, ada.email);
    const page = pathTo(await ask({ scope }, client, browser));
    await browser.open(page);
    const { code } = clientAnswer(await browser.send(page, { decision: 'approve' })) as {
      readonly code?: string;
    };
    expect(await findConsent(world.table, ada.id, client.clientId)).toMatchObject({
      scopes: ['openid', 'email'],
    });
    const item = await world.table.client.send(
      new GetCommand({
        TableName: world.table.name,
        Key: keys.authorizationCode(code ?? ''),
      }),
    );
    expect(item.Item).toMatchObject({ scope: 'openid email' });
  });

  it('does not hide one that the client may not request, which is named as requested', async () => {
    const scope = 'unknown openid eprospera:person.details.read service:person.documents.read';
    expect(clientAnswer(await ask({ scope }))).toMatchObject({
      error: 'invalid_scope',
      error_description:
        'The client may not ask for eprospera:person.details.read service:person.documents.read',
    });
  });
});

describe('the sign-in page of a request', () => {
  const shown = async (parameters: Parameters, browser: Visitor, of: Client = client) => {
    const next = new URLSearchParams({ next: pathTo(await ask(parameters, of, browser)) });
    return shownText(await browser.open(`/portal/sign-in?${next}`)).trim();
  };
  const again = 'Please sign in again: Test Bookkeeping requires it.';
  const promise = 'You then decide what it can do.';

  it('tells signed-in users if the application requires a new sign-in', async () => {
    const browser = await allowed('openid');
    const asked: Parameters[] = [{ prompt: 'login' }, { max_age: '0' }];
    for (const parameters of asked) {
      const text = await shown(parameters, browser);
      expect([text.includes(again), text.includes(promise)]).toEqual([true, false]);
    }
    const other = await shown({ scope: 'openid email' }, browser);
    expect([other.includes(again), other.includes('Sign in to continue to')]).toEqual([
      false,
      true,
    ]);
    expect(await shown({ prompt: 'login' }, visitor(world.baseUrl))).not.toContain(again);
  });

  it('does not name the application if the registry requires a recent sign-in', async () => {
    const browser = await signedIn(world, ada.email);
    world.clock.now += 16 * 60_000;
    const text = await shown({}, browser);
    expect(text).toContain('Please sign in again to allow an application to use your account');
    expect([text.includes(again), text.includes(promise)]).toEqual([false, true]);
  });

  it('announces a decision only if one will follow', async () => {
    const loopback = await anAskingClient(world, {
      public: true,
      redirectUris: ['http://127.0.0.1:8080/callback'],
    });
    const stranger = visitor(world.baseUrl);
    const browser = await allowed('openid');
    const code_challenge = 'A'.repeat(43);
    expect(await shown({}, stranger)).not.toContain(promise);
    expect(await shown({ prompt: 'consent' }, stranger)).toContain(promise);
    expect(await shown({ code_challenge }, stranger, loopback)).toContain(promise);
    expect(await shown({ prompt: 'login' }, browser)).not.toContain(promise);
    expect(await shown({ prompt: 'login', scope: 'openid email' }, browser)).toContain(promise);
    // The page shows it again after an invalid form.
    const next = new URLSearchParams({ next: pathTo(await ask({ prompt: 'consent' })) });
    await stranger.open(`/portal/sign-in?${next}`);
    const wrong = await stranger.send(`/portal/sign-in?${next}`, { email: 'nobody' });
    expect([wrong.status, shownText(wrong).includes(promise)]).toEqual([400, true]);
  });
});

describe('an authorization response by redirect', () => {
  const challenge = 'A'.repeat(43);
  it.each<[string, Parameters, string]>([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['only an unknown scope', { scope: 'everything' }, 'invalid_scope'],
    ['a scope that is not the client’s', { scope: 'service:person.details.read' }, 'invalid_scope'],
    ['a scope of blanks', { scope: '  ' }, 'invalid_scope'],
    [
      'PKCE plain',
      { code_challenge: challenge, code_challenge_method: 'plain' },
      'invalid_request',
    ],
    ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
    ['a challenge that is not a digest', { code_challenge: 'short' }, 'invalid_request'],
    ['a request object of a client without keys', { request: 'eyJ' }, 'invalid_request_object'],
    ['two request objects', { request: ['eyJ', 'eyJ'] }, 'invalid_request'],
    ['a request by reference', { request_uri: 'https://x.example' }, 'request_uri_not_supported'],
    ['a registration', { registration: '{}' }, 'registration_not_supported'],
    ['an unknown prompt', { prompt: 'create' }, 'invalid_request'],
    ['a prompt that excludes another', { prompt: 'none login' }, 'invalid_request'],
    ['an invalid max_age', { max_age: '-1' }, 'invalid_request'],
    ['a scope that is sent twice', { scope: ['openid', 'openid'] }, 'invalid_request'],
    ['a control character', { nonce: 'a\nb' }, 'invalid_request'],
    ['a hint that is not a token', { id_token_hint: 'abc' }, 'invalid_request'],
    ['prompt=none without a session', { prompt: 'none' }, 'login_required'],
  ])('is an error for %s', async (_case, parameters, error) => {
    const answer = clientAnswer(await ask(parameters));
    expect(answer).toEqual({
      status: 303,
      to: client.redirectUri,
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      state: 'abc',
      iss: world.baseUrl,
    });
  });

  it('is an error for a public client without a code challenge', async () => {
    const program = await anAskingClient(world, { public: true });
    expect(clientAnswer(await ask({}, program))).toMatchObject({
      error: 'invalid_request',
      error_description: 'A public client needs a code_challenge',
    });
    expect((await ask({ code_challenge: challenge }, program)).status).toBe(307);
  });

  it('has no state if the state was sent twice', async () => {
    const answer = clientAnswer(await ask({ state: ['a', 'b'] }));
    expect(answer).toEqual({
      status: 303,
      to: client.redirectUri,
      error: 'invalid_request',
      error_description: 'A parameter was sent more than once',
      iss: world.baseUrl,
    });
  });

  it('is an uncached form with code, state and issuer for response_mode=form_post', async () => {
    const browser = await allowed('openid profile');
    const sent = { scope: 'openid profile', response_mode: 'form_post', state: 's & t' };
    const form = await ask(sent, client, browser);
    expect(form.status).toBe(200);
    expect(form.headers.get('cache-control')).toBe('no-store');
    expect(form.text).toContain(`<form id="answer" method="post" action="${client.redirectUri}">`);
    const fields = [...form.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
    expect(Object.fromEntries(fields.map(([, name, value]) => [name, value]))).toEqual({
      code: expect.stringMatching(/^[\w-]{20,}$/),
      state: 's &amp; t',
      iss: world.baseUrl,
    });
  });

  it('is sent in the fragment or as a form if the client requests it', async () => {
    const inFragment = await ask({ scope: 'x', response_mode: 'fragment' });
    expect(pathTo(inFragment)).toMatch(/^https:\/\/client\.example\/callback#error=invalid_scope&/);
    const form = await ask({ scope: 'x', response_mode: 'form_post', state: '"><b>' });
    expect(form.status).toBe(200);
    expect(form.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self' https://client.example https:; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(form.text).toContain(
      '<form id="answer" method="post" action="https://client.example/callback">',
    );
    expect(form.text).toContain('<input type="hidden" name="state" value="&quot;&gt;&lt;b&gt;">');
    expect(form.text).toContain('<script src="/assets/continue.js" defer></script>');
  });

  it('keeps the redirect URI’s query, except parameters that it sets itself', async () => {
    const redirectUri = 'https://client.example/cb?tenant=1&state=old';
    const tenant = await anAskingClient(world, { redirectUris: [redirectUri] });
    expect(new URL(pathTo(await ask({ scope: 'x' }, tenant))).search).toMatch(
      /^\?tenant=1&error=invalid_scope&error_description=[\w+]+&state=abc&iss=/,
    );
  });
});

describe('a request that needs the user', () => {
  it('redirects to the consent page: with 307 after GET, with 303 after a form', async () => {
    const toPage = expect.stringMatching(/^\/oauth\/consent\?request=[\w.-]+$/);
    expect(outcomeOf(await ask({}))).toEqual({ status: 307, location: toPage });
    const form = { client_id: client.clientId, redirect_uri: client.redirectUri, scope: 'openid' };
    const answer = await visitor(world.baseUrl).send('/api/oauth/authorize', {
      ...form,
      response_type: 'code',
    });
    expect(outcomeOf(answer)).toEqual({ status: 303, location: toPage });
  });

  it('leads to a sign-in page with the application’s name and the email from login_hint', async () => {
    const browser = visitor(world.baseUrl);
    const page = pathTo(await ask({ login_hint: ada.email }, client, browser));
    const toSignIn = await browser.open(page);
    expect(outcomeOf(toSignIn)).toEqual({
      status: 303,
      location: `/portal/sign-in?${new URLSearchParams({ next: page })}`,
    });
    const signIn = await browser.open(pathTo(toSignIn));
    expect(shownText(signIn)).toContain('Sign in to continue to Test Bookkeeping');
    expect(signIn.text).toContain(`value="${ada.email}"`);
  });

  it('does not fill in a login_hint that is not an email address', async () => {
    const page = pathTo(await ask({ login_hint: '+41 44 000 00 00' }));
    const signIn = await visitor(world.baseUrl).open(
      `/portal/sign-in?${new URLSearchParams({ next: page })}`,
    );
    expect(signIn.text).not.toContain('+41');
  });
});

describe('an ID token hint', () => {
  let issuing: TokenClient;
  beforeAll(async () => {
    issuing = await aClient(world);
  });
  const idTokenOf = async (person: Person, of: TokenClient = issuing) =>
    (await tokensFor(world, { personId: person.id, client: of, scopes: ['openid'] })).id;

  it('for the signed-in user is accepted, even if it has expired', async () => {
    const id_token_hint = await idTokenOf(ada);
    world.clock.now += 24 * 3_600_000;
    const browser = await signedIn(world, ada.email);
    expect(
      clientAnswer(await ask({ id_token_hint, prompt: 'none' }, issuing, browser)),
    ).toMatchObject({
      code: expect.any(String),
    });
  });

  it('for another user requires a sign-in, or returns login_required with prompt=none', async () => {
    const id_token_hint = await idTokenOf(ada);
    const grace = await aResident(world);
    await idTokenOf(grace);
    const browser = await signedIn(world, grace.email);
    expect(
      clientAnswer(await ask({ id_token_hint, prompt: 'none' }, issuing, browser)),
    ).toMatchObject({
      error: 'login_required',
    });
    const page = pathTo(await ask({ id_token_hint }, issuing, browser));
    expect(outcomeOf(await browser.open(page)).location).toMatch(/^\/portal\/sign-in\?/);
    // The other user signs in again: the client gets an error.
    const again = await signedIn(world, grace.email);
    expect(clientAnswer(await again.open(page))).toMatchObject({ error: 'login_required' });
    const rightful = await signedIn(world, ada.email);
    const another = pathTo(await ask({ id_token_hint }, issuing, browser));
    expect(clientAnswer(await rightful.open(another))).toMatchObject({ code: expect.any(String) });
  });

  it('is refused if it belongs to another client, is an access token or was changed', async () => {
    const other = await aClient(world);
    // Access tokens have the service as audience: a client with that id can't use one as an ID token.
    const namesake = await anAskingClient(world, { clientId: 'registry-api' });
    const { id, access } = await tokensFor(world, { personId: ada.id, client: issuing });
    const [header = '', payload = '', signature = ''] = id.split('.');
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const [of, id_token_hint] of [
      [other, id],
      [issuing, access],
      [namesake, access],
      [issuing, `${header}.${payload}x.${signature}`],
      [issuing, `${unsigned}.${payload}.`],
      [issuing, id.repeat(10)],
    ] as const) {
      expect(clientAnswer(await ask({ id_token_hint, prompt: 'none' }, of))).toMatchObject({
        error: 'invalid_request',
        error_description: 'The id_token_hint is not an ID token of this client',
      });
    }
  });
});

describe('a user who has already consented', () => {
  it('is redirected to the client with a code, without a question', async () => {
    const browser = await allowed('openid profile');
    expect(clientAnswer(await ask({ scope: 'profile' }, client, browser))).toEqual({
      status: 303,
      to: client.redirectUri,
      code: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
      state: 'abc',
      iss: world.baseUrl,
    });
    expect(
      clientAnswer(await ask({ scope: 'profile', prompt: 'none' }, client, browser)),
    ).toMatchObject({
      code: expect.any(String),
    });
    const silentForm = await browser.send('/api/oauth/authorize', {
      client_id: client.clientId,
      redirect_uri: client.redirectUri,
      response_type: 'code',
      scope: 'openid',
      prompt: 'none',
    });
    expect(clientAnswer(silentForm)).toMatchObject({ status: 303, code: expect.any(String) });
  });

  it('is asked again with prompt=consent', async () => {
    const browser = await allowed('openid profile');
    const page = pathTo(await ask({ scope: 'openid', prompt: 'consent' }, client, browser));
    expect(shownText(await browser.open(page))).toContain('Test Bookkeeping');
  });

  it('gets no error for optional or unknown parameters', async () => {
    const browser = await allowed('openid profile');
    for (const display of ['page', 'popup', 'touch', 'wap']) {
      const answer = await ask(
        {
          display,
          ui_locales: 'se fr-CA',
          claims_locales: 'fr',
          acr_values: '1 2',
          login_hint: ada.email,
          unknown_extension: 'x',
        },
        client,
        browser,
      );
      expect(clientAnswer(answer)).toMatchObject({ status: 303, code: expect.any(String) });
    }
  });

  it('is recognised after a cross-site form, which sends no cookie', async () => {
    const browser = await allowed('openid');
    const sent = await browser.send(
      '/api/oauth/authorize',
      {
        client_id: client.clientId,
        redirect_uri: client.redirectUri,
        response_type: 'code',
        scope: 'openid',
        prompt: 'none',
      },
      { cookie: null, headers: { 'sec-fetch-site': 'cross-site' } },
    );
    expect(outcomeOf(sent).status).toBe(303);
    expect(clientAnswer(await browser.open(pathTo(sent)))).toMatchObject({
      to: client.redirectUri,
      code: expect.any(String),
    });
  });

  it('is asked about new scopes; with prompt=none the client gets consent_required', async () => {
    const browser = await allowed('openid');
    expect((await ask({ scope: 'openid email' }, client, browser)).status).toBe(307);
    expect(
      clientAnswer(await ask({ scope: 'openid email', prompt: 'none' }, client, browser)),
    ).toMatchObject({ error: 'consent_required' });
  });

  it('is asked each time by a public client with a loopback redirect URI', async () => {
    const program = await anAskingClient(world, {
      public: true,
      redirectUris: ['http://127.0.0.1:8080/callback'],
    });
    const browser = await signedIn(world, ada.email);
    const requested = { code_challenge: 'A'.repeat(43) };
    for (let count = 0; count < 2; count += 1) {
      const page = pathTo(await ask(requested, program, browser));
      expect(page).toMatch(/^\/oauth\/consent/);
      await browser.open(page);
      await browser.send(page, { decision: 'approve' });
    }
    expect(
      clientAnswer(await ask({ ...requested, prompt: 'none' }, program, browser)),
    ).toMatchObject({
      error: 'consent_required',
    });
  });

  it('can revoke the consent during prompt=none requests, which do not create it again', async () => {
    for (let round = 0; round < 3; round += 1) {
      const browser = await allowed('openid');
      await browser.open('/portal/connections');
      const silent = Array.from({ length: 8 }, () => ask({ prompt: 'none' }, client, browser));
      const ending = browser.send(`/portal/connections/${client.clientId}/revoke`, {});
      const answers = await Promise.all(silent);
      expect((await ending).status).toBe(303);
      expect(await findConsent(world.table, ada.id, client.clientId)).toBeNull();
      for (const answer of answers) expect([303, 307]).toContain(answer.status);
    }
  });

  it('gets no code if the consent is withdrawn after it was read', async () => {
    const browser = await allowed('openid');
    const signedInUser = await resolveSession(browser.cookies.get('registry_session'), world.deps);
    if (signedInUser === null) throw new Error('set-up: nobody is signed in');
    const consent = await findConsent(world.table, ada.id, client.clientId);
    await endConnection({ personId: ada.id, clientId: client.clientId }, world.deps);
    const input = {
      clientId: client.clientId,
      redirectUri: client.redirectUri,
      scopes: ['openid'],
      scope: 'openid',
      state: null,
      nonce: null,
      responseMode: 'query',
      codeChallenge: null,
      prompt: [],
      maxAge: null,
      loginHint: null,
      idTokenHintSub: null,
    } as const;
    const outcome = await repeatAuthorization(
      { input, pending: null, signedIn: signedInUser },
      { id: consent?.id ?? '', legalEntityIds: [] },
      world.deps,
    );
    expect(outcome).toEqual({ kind: 'changed' });
    expect(await findConsent(world.table, ada.id, client.clientId)).toBeNull();
  });

  it('is asked again after the connection was revoked or the account deactivated', async () => {
    const browser = await allowed('openid');
    await browser.open('/portal/connections');
    await browser.send(`/portal/connections/${client.clientId}/revoke`, {});
    expect((await ask({}, client, browser)).status).toBe(307);
    await allowed('openid');
    await world.admin('POST', `/persons/${ada.id}/deactivate`, {});
    await world.admin('POST', `/persons/${ada.id}/reactivate`, {});
    const again = await signedIn(world, ada.email);
    expect((await ask({}, client, again)).status).toBe(307);
  });

  it('signs in again for prompt=login, select_account, max_age=0 or an exceeded max_age', async () => {
    const browser = await allowed('openid');
    world.clock.now += 61_000;
    const asked: Parameters[] = [
      { prompt: 'login' },
      { prompt: 'select_account' },
      { max_age: '0' },
      { max_age: '60' },
    ];
    for (const parameters of asked) {
      const page = pathTo(await ask(parameters, client, browser));
      expect(outcomeOf(await browser.open(page)).location).toMatch(/^\/portal\/sign-in\?/);
    }
    expect(
      clientAnswer(await ask({ max_age: '60', prompt: 'none' }, client, browser)),
    ).toMatchObject({
      error: 'login_required',
    });
    expect(clientAnswer(await ask({ max_age: '61' }, client, browser))).toMatchObject({
      code: expect.any(String),
    });
  });
});
