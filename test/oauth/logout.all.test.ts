import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { allowInsecureRequests, buildEndSessionUrl, discovery, None } from 'openid-client';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anAskingClient,
  authorizePath,
  type Client,
  clientAnswer,
  pathTo,
} from '../support/authorization.ts';
import { approve, claimsOf, given, postForm } from '../support/oauth.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const back = 'https://client.example/signed-out';
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const requested = { public: true, postLogoutRedirectUris: [back, `${back}?a=1`] };
const client = await anAskingClient(world, requested);
const other = await anAskingClient(world, { ...requested, name: 'Aardvark' });
let ada: Person;
let browser: Visitor;
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
});

/** The ID token of a sign-in through the pages. */
async function idToken(of: Client = client, used: Visitor = browser): Promise<string> {
  return (await tokensOf({}, of, used)).id_token;
}

async function tokensOf(
  more: Readonly<Record<string, string>>,
  of: Client = client,
  used: Visitor = browser,
) {
  const parameters = { code_challenge: challenge, prompt: 'consent', ...more };
  const page = pathTo(await used.open(authorizePath(of, parameters)));
  await used.open(page);
  const { code = '' } = clientAnswer(await used.send(page, { decision: 'approve' })) as {
    code?: string;
  };
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: of.redirectUri,
    code_verifier: verifier,
    client_id: of.clientId,
  };
  return given(await postForm(world, 'token', form));
}

const path = (parameters: Readonly<Record<string, string>>) =>
  `/api/oauth/end_session?${new URLSearchParams(parameters)}`;
const isSignedIn = async (used: Visitor = browser) => (await used.open('/portal')).status === 200;

describe('a logout with the session’s ID token', () => {
  it('ends the session immediately and redirects back with the state (openid-client)', async () => {
    const config = await discovery(new URL(world.baseUrl), client.clientId, undefined, None(), {
      execute: [allowInsecureRequests],
    });
    const url = buildEndSessionUrl(config, {
      id_token_hint: await idToken(),
      post_logout_redirect_uri: back,
      state: 'a b',
    });
    expect(url.pathname).toBe('/api/oauth/end_session');
    const answer = await browser.open(url.pathname + url.search);
    expect(outcomeOf(answer)).toEqual({ status: 303, location: `${back}?state=a+b` });
    expect(await isSignedIn()).toBe(false);
    const silent = authorizePath(client, { prompt: 'none', code_challenge: challenge });
    expect(clientAnswer(await browser.open(silent))).toMatchObject({ error: 'login_required' });
  });

  it('accepts an expired one, and returns no state if none was sent', async () => {
    const hint = await idToken();
    world.clock.now += 4_000_000;
    const sent = { id_token_hint: hint, post_logout_redirect_uri: `${back}?a=1` };
    expect(outcomeOf(await browser.open(path(sent)))).toEqual({
      status: 303,
      location: `${back}?a=1`,
    });
    expect(await isSignedIn()).toBe(false);
  });

  it('ignores unknown parameters, logout_hint and ui_locales', async () => {
    const more = { logout_hint: 'somebody@else.example', ui_locales: 'fr', unknown: 'x' };
    const sent = { id_token_hint: await idToken(), post_logout_redirect_uri: back, ...more };
    expect(outcomeOf(await browser.open(path(sent)))).toEqual({ status: 303, location: back });
    expect(await isSignedIn()).toBe(false);
  });

  it('keeps a refresh token of offline_access valid', async () => {
    const tokens = await tokensOf({ scope: 'openid offline_access' });
    await browser.open(path({ id_token_hint: tokens.id_token, post_logout_redirect_uri: back }));
    expect(await isSignedIn()).toBe(false);
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    const answer = await postForm(world, 'token', { ...refresh, client_id: client.clientId });
    expect(answer.status).toBe(200);
  });

  it('shows a confirmation page without a redirect address', async () => {
    const answer = await browser.open(path({ id_token_hint: await idToken() }));
    expect([answer.status, shownText(answer)]).toEqual([
      200,
      expect.stringContaining('You are signed out'),
    ]);
    expect(shownText(answer)).not.toContain('an address');
    expect(await isSignedIn()).toBe(false);
  });

  it('redirects back even if no one is signed in', async () => {
    const sent = { id_token_hint: await idToken(), post_logout_redirect_uri: back };
    await browser.open(path(sent));
    expect(outcomeOf(await browser.open(path(sent)))).toEqual({ status: 303, location: back });
  });

  it('also works with POST from another site', async () => {
    const sent = { id_token_hint: await idToken(), post_logout_redirect_uri: back, state: 's' };
    const outside = { headers: { 'sec-fetch-site': 'cross-site' }, csrf: null, cookie: null };
    const answer = await browser.send('/api/oauth/end_session', sent, outside);
    expect(answer.text).toContain('method="get"');
    expect(outcomeOf(await browser.open(path(sent)))).toEqual({
      status: 303,
      location: `${back}?state=s`,
    });
    expect(await isSignedIn()).toBe(false);
  });

  it('refuses a body that is no form like the other OAuth endpoints', async () => {
    const { status, body } = await world.call('POST', '/api/oauth/end_session', { body: {} });
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        error: 'invalid_request',
        error_description: 'Content-Type must be application/x-www-form-urlencoded',
      },
    });
  });

  it('has no effect with HEAD', async () => {
    const sent = path({ id_token_hint: await idToken(), post_logout_redirect_uri: back });
    const { status } = await world.call('HEAD', sent);
    expect([status, await isSignedIn()]).toEqual([200, true]);
  });
});

describe('a logout that needs confirmation', () => {
  const question = 'Sign out?';

  it('asks without a hint, and redirects to a registered address once confirmed', async () => {
    const sent = { client_id: client.clientId, post_logout_redirect_uri: back, state: 's' };
    const asked = await browser.open(path(sent));
    expect([asked.status, await isSignedIn()]).toEqual([200, true]);
    await browser.open(path(sent));
    expect(asked.headers.get('content-security-policy')).toContain('https://client.example');
    expect(outcomeOf(await browser.send('/oauth/end-session', {}))).toEqual({
      status: 303,
      location: `${back}?state=s`,
    });
    expect(await isSignedIn()).toBe(false);
  });

  it.each([
    ['no parameters', {}],
    ['only a state', { state: 's' }],
    ['an address without a client', { post_logout_redirect_uri: back }],
  ])('asks, and shows a confirmation page afterwards, with %s', async (_, sent) => {
    expect(shownText(await browser.open(path(sent)))).toContain(question);
    const answer = await browser.send('/oauth/end-session', {});
    expect([answer.status, shownText(answer)]).toEqual([
      200,
      expect.stringContaining('You are signed out'),
    ]);
    expect(await isSignedIn()).toBe(false);
  });

  it('asks with the ID token of a device, which names no session', async () => {
    const scopes = ['openid', 'service:person.residency.read'];
    const id = String(
      (
        await created(world, '/oauth_clients', {
          name: 'TV',
          public: true,
          redirectUris: [],
          scopes,
        })
      )['clientId'],
    );
    const form = { client_id: id, scope: scopes.join(' ') };
    const { body } = await postForm(world, 'device_authorization', form);
    const device_code = String(Object(body).device_code);
    await approve(world, device_code, { personId: ada.id, scopes });
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    const { id_token: hint } = given(
      await postForm(world, 'token', { client_id: id, grant_type, device_code }),
    );
    expect(claimsOf(hint)['sid']).toBeUndefined();
    const asked = await browser.open(path({ id_token_hint: hint }));
    expect([shownText(asked).includes(question), await isSignedIn()]).toEqual([true, true]);
  });

  it('asks if the hint is for another person or another session', async () => {
    const sent = { id_token_hint: await idToken(), post_logout_redirect_uri: back };
    const grace = await signedIn(world, (await aResident(world)).email);
    expect(shownText(await grace.open(path(sent)))).toContain(question);
    const again = await signedIn(world, ada.email);
    expect(shownText(await again.open(path(sent)))).toContain(question);
    expect([await isSignedIn(grace), await isSignedIn(again)]).toEqual([true, true]);
  });

  it('refuses an answer without the CSRF token', async () => {
    await browser.open(path({}));
    const answer = await browser.send('/oauth/end-session', {}, { csrf: 'x' });
    expect([answer.status, await isSignedIn()]).toEqual([403, true]);
  });

  it('is shown in Spanish', async () => {
    browser.cookies.set('registry_language', 'es');
    const asked = await browser.open(path({}));
    expect(asked.text).toContain('<html lang="es"');
    expect(shownText(asked)).toContain('¿Cerrar la sesión?');
    const stranger = visitor(world.baseUrl);
    stranger.cookies.set('registry_language', 'es');
    expect(shownText(await stranger.open(path({})))).toContain('Su sesión está cerrada');
  });
});

describe('a logout does not redirect', () => {
  it.each([
    'https://client.example/signed-out/',
    `${back}?foo=bar`,
    'https://evil.example/',
    'javascript:alert(1)',
  ])('to %s, which is not registered', async (uri) => {
    const sent = { id_token_hint: await idToken(), post_logout_redirect_uri: uri };
    const answer = await browser.open(path(sent));
    expect(outcomeOf(answer)).toEqual({ status: 200, location: null });
    expect(answer.text).not.toContain(uri);
    expect(shownText(answer)).toContain('to an address that it did not register');
    const stranger = visitor(world.baseUrl);
    stranger.cookies.set('registry_language', 'es');
    expect(shownText(await stranger.open(path(sent)))).toContain('no tiene registrada');
  });

  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const parts = (token: string) => token.split('.');
  it.each([
    ['of another client', async () => idToken(other)],
    [
      'with another signature',
      async () => {
        const [head = '', body = ''] = parts(await idToken());
        return `${head}.${body}.${'A'.repeat(342)}`;
      },
    ],
    [
      'without a signature',
      async () => {
        const [, body = ''] = parts(await idToken());
        const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
        return `${none}.${body}.`;
      },
    ],
    [
      'signed by someone else',
      async () =>
        new SignJWT({ ...claimsOf(await idToken()) })
          .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'theirs' })
          .sign(foreign),
    ],
    ['that is not a token', async () => 'x'],
  ])('with a hint %s, even once confirmed', async (_, hint) => {
    const sent = {
      id_token_hint: await hint(),
      client_id: client.clientId,
      post_logout_redirect_uri: back,
    };
    const asked = await browser.open(path(sent));
    expect([asked.status, shownText(asked)]).toEqual([200, expect.stringContaining('Sign out?')]);
    expect(await isSignedIn()).toBe(true);
    await browser.open(path(sent));
    expect(outcomeOf(await browser.send('/oauth/end-session', {}))).toEqual({
      status: 200,
      location: null,
    });
  });

  it('without a hint and a session, but shows a link', async () => {
    const sent = { client_id: client.clientId, post_logout_redirect_uri: back };
    const answer = await visitor(world.baseUrl).open(path(sent));
    expect([answer.status, answer.text.includes(`href="${back}"`)]).toEqual([200, true]);
  });
});

describe('sid', () => {
  it('is the same for one session and client, and differs for other sessions and clients', async () => {
    const one = claimsOf(await idToken())['sid'];
    const same = claimsOf(await idToken())['sid'];
    const elsewhere = claimsOf(await idToken(other))['sid'];
    const later = claimsOf(await idToken(client, await signedIn(world, ada.email)))['sid'];
    expect(one).toMatch(/^[\w-]{43}$/);
    expect(same).toBe(one);
    expect(new Set([one, elsewhere, later]).size).toBe(3);
  });
});

describe('front-channel logout', () => {
  it('loads each application’s logout address in a frame, then continues', async () => {
    const told = await anAskingClient(world, {
      public: true,
      frontchannelLogoutUri: 'https://client.example/bye?x=1',
    });
    const { sid } = claimsOf(await idToken(told));
    const hint = await idToken();
    const sent = { id_token_hint: hint, post_logout_redirect_uri: back };
    const answer = await browser.open(path(sent));
    expect(answer.status).toBe(200);
    const query = new URLSearchParams({ x: '1', iss: world.baseUrl, sid: String(sid) });
    const shown = answer.text.replaceAll('&amp;', '&');
    expect(shown).toContain(`<iframe src="https://client.example/bye?${query}"`);
    expect(shown).toContain(`id="onward" href="${back}"`);
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain('frame-src https://client.example;');
    expect(await isSignedIn()).toBe(false);
  });

  it('also happens when the user signs out in the portal', async () => {
    const told = await anAskingClient(world, {
      public: true,
      frontchannelLogoutUri: 'https://client.example/bye',
    });
    await idToken(told);
    await browser.open('/portal');
    const answer = await browser.send('/portal/sign-out', {});
    expect(answer.text).toContain('<iframe src="https://client.example/bye?');
    expect(answer.headers.get('content-security-policy')).toContain(
      'frame-src https://client.example;',
    );
    expect(await isSignedIn()).toBe(false);
  });

  it('does not notify applications that did not use the session', async () => {
    const told = await anAskingClient(world, {
      public: true,
      frontchannelLogoutUri: 'https://client.example/bye',
    });
    await idToken(told, await signedIn(world, ada.email));
    const answer = await browser.open(path({ id_token_hint: await idToken() }));
    expect(answer.text).not.toContain('<iframe');
    expect(answer.headers.get('content-security-policy')).not.toContain('frame-src');
  });

  it('needs an address with the origin of a redirect URI', async () => {
    const refused = await world.admin('POST', '/oauth_clients', {
      name: 'Far away',
      redirectUris: ['https://client.example/callback'],
      scopes: ['openid'],
      frontchannelLogoutUri: 'https://elsewhere.example/bye',
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { details: [{ path: ['frontchannelLogoutUri'] }] },
    });
  });
});
