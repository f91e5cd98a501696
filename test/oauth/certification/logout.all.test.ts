import { createRemoteJWKSet, generateKeyPair, jwtVerify } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aJwt,
  aSecretClient,
  plainPath,
  random,
  unsecured,
  walk,
} from '../../support/certification.ts';
import type { Client } from '../../support/clients.ts';
import { aLogoutReceiver } from '../../support/logouts.ts';
import { claimsOf, given, inHeader, postForm } from '../../support/oauth.ts';
import { outcomeOf, shownText, type Visitor } from '../../support/portal.ts';
import { aResident } from '../../support/registry.ts';
import { useWorld } from '../../support/use-world.ts';
import { visitor } from '../../support/visitor.ts';

// The modules of the plans "RP-Initiated Logout", "Back-Channel Logout" and "Front-Channel Logout" of the OpenID Foundation,
// with discovery and static clients, each in the order of its requests.

type Fields = Readonly<Record<string, string>>;
const world = await useWorld();
const { url, told: calls } = await aLogoutReceiver();
await world.deps.signer.nonces();
const ada = await aResident(world);
const at = 'https://suite.example/test/a/registry';
const back = `${at}/post_logout_redirect`;
const registered = { postLogoutRedirectUris: [back] };
const plain = await aSecretClient(world, registered);
const byCall = await aSecretClient(world, {
  ...registered,
  backchannelLogoutUri: `${url}/backchannel_logout`,
  backchannelLogoutSessionRequired: true,
});
const byFrame = await aSecretClient(world, {
  ...registered,
  frontchannelLogoutUri: `${at}/frontchannel_logout`,
});
let browser: Visitor;
let client: Client;
beforeEach(() => {
  world.clock.now += 300_000;
  browser = visitor(world.baseUrl);
  client = plain;
});

const authorize = async (more: Fields = {}) => {
  const { clientId: client_id, redirectUri: redirect_uri } = client;
  const own = { state: random(128), nonce: random(10), response_type: 'code', scope: 'openid' };
  const path = plainPath({ client_id, redirect_uri, ...own, ...more });
  return (await walk(world, browser, path, { person: ada })).told ?? {};
};

/** Signs in; returns the ID token. */
async function signIn(): Promise<string> {
  const { code } = await authorize();
  const { redirectUri: redirect_uri } = client;
  const form = { grant_type: 'authorization_code', code: String(code), redirect_uri };
  return given(await postForm(world, 'token', form, inHeader(client))).id_token;
}

/** Sends the browser to `end_session_endpoint`. */
const leave = (parameters: Fields) => {
  const query = new URLSearchParams(parameters);
  return browser.open(`/api/oauth/end_session${query.size === 0 ? '' : `?${query}`}`);
};

/** Whether the browser is signed in, found with prompt=none. */
const silently = async () => String((await authorize({ prompt: 'none' }))['error'] ?? 'signed in');

async function discovered(...names: readonly string[]) {
  const { body } = await world.call('GET', '/.well-known/openid-configuration');
  expect(Object(body).end_session_endpoint).toBe(`${world.baseUrl}/api/oauth/end_session`);
  for (const name of names) expect(Object(body)[name]).toBe(true);
}

describe('RP-Initiated Logout:', () => {
  it('oidcc-rp-initiated-logout-discovery-endpoint-verification', async () => {
    await discovered();
  });

  it('oidcc-rp-initiated-logout', async () => {
    const state = random(128);
    const sent = { id_token_hint: await signIn(), post_logout_redirect_uri: back, state };
    const expected = { status: 303, location: `${back}?state=${state}` };
    expect(outcomeOf(await leave(sent))).toEqual(expected);
    expect(await silently()).toBe('login_required');
  });

  it('oidcc-rp-initiated-logout-no-state', async () => {
    const sent = { id_token_hint: await signIn(), post_logout_redirect_uri: back };
    expect(outcomeOf(await leave(sent))).toEqual({ status: 303, location: back });
    expect(await silently()).toBe('login_required');
  });

  it.each<[string, string]>([
    ['oidcc-rp-initiated-logout-bad-post-logout-redirect-uri', `${back}_wrong`],
    ['oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri', `${back}?foo=bar`],
  ])('%s', async (_, post_logout_redirect_uri) => {
    const state = random(128);
    const sent = { id_token_hint: await signIn(), post_logout_redirect_uri, state };
    const answer = await leave(sent);
    expect(outcomeOf(answer)).toEqual({ status: 200, location: null });
    // The page has no link there.
    expect(answer.text).not.toContain('="https://suite.example');
  });

  it.each<[string, (idToken: string) => Promise<string>]>([
    [
      'oidcc-rp-initiated-logout-modified-id-token-hint',
      async (idToken) => unsecured(claimsOf(idToken)),
    ],
    [
      'oidcc-rp-initiated-logout-bad-id-token-hint',
      async (idToken) => {
        const { privateKey } = await generateKeyPair('RS256');
        return aJwt(privateKey, { alg: 'RS256', kid: 'suite' }, claimsOf(idToken));
      },
    ],
  ])('%s', async (_, changed) => {
    const hint = await changed(await signIn());
    const sent = { id_token_hint: hint, post_logout_redirect_uri: back, state: random(128) };
    const answer = await leave(sent);
    expect([outcomeOf(answer), shownText(answer)]).toEqual([
      { status: 200, location: null },
      expect.stringContaining('Sign out?'),
    ]);
    expect(await silently()).toBe('signed in');
  });

  it('oidcc-rp-initiated-logout-no-id-token-hint', async () => {
    await signIn();
    const answer = await leave({ post_logout_redirect_uri: back, state: random(128) });
    expect([outcomeOf(answer), shownText(answer)]).toEqual([
      { status: 200, location: null },
      expect.stringContaining('Sign out?'),
    ]);
  });

  it.each<[string, (idToken: string) => Fields]>([
    ['oidcc-rp-initiated-logout-no-params', () => ({})],
    ['oidcc-rp-initiated-logout-only-state', () => ({ state: random(128) })],
    [
      'oidcc-rp-initiated-logout-no-post-logout-redirect-uri',
      (id_token_hint) => ({ id_token_hint, state: random(128) }),
    ],
  ])('%s', async (_, parameters) => {
    const sent = parameters(await signIn());
    let page = await leave(sent);
    if (!('id_token_hint' in sent)) {
      // Without a hint, the person is asked.
      expect(shownText(page)).toContain('Sign out?');
      page = await browser.send('/oauth/end-session', {});
    }
    expect([page.status, shownText(page)]).toEqual([
      200,
      expect.stringContaining('You are signed out'),
    ]);
    expect(await silently()).toBe('login_required');
  });
});

describe('Back-Channel Logout:', () => {
  it('oidcc-backchannel-logout-discovery-endpoint-verification', async () => {
    await discovered('backchannel_logout_supported', 'backchannel_logout_session_supported');
  });

  it('oidcc-backchannel-rp-initiated-logout', async () => {
    client = byCall;
    const idToken = await signIn();
    const state = random(128);
    const sent = { id_token_hint: idToken, post_logout_redirect_uri: back, state };
    const expected = { status: 303, location: `${back}?state=${state}` };
    expect(outcomeOf(await leave(sent))).toEqual(expected);
    await world.settle();
    expect(calls.map(({ path, type }) => [path, type])).toEqual([
      ['/backchannel_logout', 'application/x-www-form-urlencoded'],
    ]);
    const keys = createRemoteJWKSet(new URL(`${world.baseUrl}/api/oauth/.well-known/jwks.json`));
    const { payload, protectedHeader } = await jwtVerify(calls[0]?.token ?? '', keys, {
      issuer: world.baseUrl,
      audience: client.clientId,
      requiredClaims: ['iat', 'exp', 'jti', 'events'],
      currentDate: new Date(world.clock.now),
    });
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
    const event = 'http://schemas.openid.net/event/backchannel-logout';
    expect(payload['events']).toEqual({ [event]: {} });
    expect(payload['sid']).toBe(claimsOf(idToken)['sid']);
    expect('nonce' in payload).toBe(false);
    expect(await silently()).toBe('login_required');
  });
});

describe('Front-Channel Logout:', () => {
  it('oidcc-frontchannel-logout-discovery-endpoint-verification', async () => {
    await discovered('frontchannel_logout_supported', 'frontchannel_logout_session_supported');
  });

  it('oidcc-frontchannel-rp-initiated-logout', async () => {
    client = byFrame;
    const idToken = await signIn();
    const state = random(128);
    const sent = { id_token_hint: idToken, post_logout_redirect_uri: back, state };
    const page = await leave(sent);
    const unescaped = page.text.replaceAll('&amp;', '&');
    const frames = Array.from(unescaped.matchAll(/<iframe src="([^"]+)"/g), ([, src = '']) => src);
    expect(frames).toHaveLength(1);
    const frame = new URL(frames[0] ?? '');
    expect(frame.origin + frame.pathname).toBe(`${at}/frontchannel_logout`);
    expect(Object.fromEntries(frame.searchParams)).toEqual({
      iss: world.baseUrl,
      sid: claimsOf(idToken)['sid'],
    });
    expect(page.headers.get('content-security-policy')).toContain(
      'frame-src https://suite.example',
    );
    // The page continues by itself (tried with a browser in test/oauth/logout.browser.test.ts).
    expect(unescaped).toContain(`id="onward" href="${back}?state=${state}"`);
    expect(await silently()).toBe('login_required');
  });
});
