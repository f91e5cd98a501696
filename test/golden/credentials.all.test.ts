import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizePath, clientAnswer, pathTo } from '../support/authorization.ts';
import { given, inForm, postForm, redemption, rotation, summaryOf } from '../support/oauth.ts';
import { outcomeOf, shownText } from '../support/portal.ts';
import type { World } from '../support/world.ts';
import cursors from './1.0.0/cursors.json' with { type: 'json' };
import handles from './1.0.0/handles.json' with { type: 'json' };
import requests from './1.0.0/requests.json' with { type: 'json' };
import { browserWith, goldenWorld, sendAgain } from './golden-world.ts';

let world: World;

beforeAll(async () => {
  world = await goldenWorld();
});
afterAll(() => world.stop());

const { oauth, owner, portal } = handles;
const newKey = '/portal/developer/keys/new';

describe('requests that are sent again', () => {
  it.each(requests)('get the stored answer: $name', async (request) => {
    const { status, answer } = request;
    expect(await sendAgain(world, request)).toEqual({ status, replayed: 'true', answer });
  });
});

describe('places in lists', () => {
  it.each(cursors)('continue where they were: $list', async ({ path, key, ids }) => {
    const { status, body } =
      key === null ? await world.admin('GET', path) : await world.call('GET', path, { key });
    // The contract of lists; vouchers have a code instead of an id.
    const { data } = body as { data: readonly { id?: string; code?: string }[] };
    expect({ status, ids: data.map(({ id, code }) => id ?? code) }).toEqual({ status: 200, ids });
  });
});

describe('API keys', () => {
  it.each([
    ['a Standard Key', owner.standardKey, 'standard'],
    ['one that was made in the portal', portal.key, 'standard'],
    ['an Agent Key', handles.agentKey, 'agent'],
    ['a Partner Key', handles.partner.key, 'partner'],
  ])('are still those of their owners: %s', async (_, key, kind) => {
    const { status, body } = await world.call('GET', '/api/v1/whoami', { key });
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { kind } } });
  });

  it.each([
    ['revoked', handles.revokedKey],
    ['of a deactivated account', handles.deactivated.key],
  ])('stay dead: %s', async (_, key) => {
    expect((await world.call('GET', '/api/v1/whoami', { key })).status).toBe(401);
  });
});

describe('browsers', () => {
  it.each([
    ['of a resident', portal.cookies, 200],
    ['of a reviewer', handles.reviewer.cookies, 200],
    ['of an applicant', handles.partner.claimed.cookies, 200],
  ])('stay signed in: %s', async (_, cookies, status) => {
    expect((await browserWith(world, cookies).open('/portal')).status).toBe(status);
  });

  it('can send the forms that they have open; what was sent is not done twice', async () => {
    const browser = browserWith(world, portal.cookies);
    const again = await browser.send(newKey, portal.keyForm, { csrf: portal.csrf });
    expect(again.status).toBe(409);
    expect(shownText(again)).toContain('The key was already created');
  });

  it('sign in with the code that they were emailed', async () => {
    const { cookies, csrf, code } = handles.challenge;
    const browser = browserWith(world, cookies);
    const answer = await browser.send('/portal/sign-in/code', { code }, { csrf });
    expect(outcomeOf(answer)).toEqual({ status: 303, location: '/portal' });
    expect((await browser.open('/portal')).status).toBe(200);
  });
});

describe('OAuth', () => {
  const me = (key: string) => world.call('GET', '/api/v1/me/natural-person', { key });
  const owned = { sub: expect.any(String), email: owner.email };

  it('access tokens open what they opened, and revoked ones nothing', async () => {
    const key = oauth.tokens.access;
    expect((await me(key)).status).toBe(200);
    expect(await world.call('GET', '/api/oauth/userinfo', { key })).toMatchObject({
      status: 200,
      body: owned,
    });
    const { body } = await world.call('GET', '/api/v1/me/legal-entities', { key });
    expect(body).toMatchObject({ data: [{ id: handles.entity.id }] });
    expect((await me(oauth.revokedAccessToken)).status).toBe(401);
  });

  it('an ID token is a hint for a silent sign-in of the connection that was made', async () => {
    const scope = 'openid profile';
    const parameters = { scope, prompt: 'none', id_token_hint: oauth.tokens.id };
    const answer = await browserWith(world, portal.cookies).open(
      authorizePath(oauth.client, parameters),
    );
    expect(clientAnswer(answer)).toMatchObject({ status: 303, code: expect.any(String) });
  });

  it('codes, from a client’s redirect or a device, give tokens', async () => {
    const { client } = oauth;
    const tokens = given(await postForm(world, 'token', redemption(client, oauth.code)));
    expect((await me(tokens.access_token)).status).toBe(200);
    const polled = await postForm(world, 'token', deviceForm(oauth.approvedDevice));
    expect(given(polled).scope).toBe('openid');
  });

  it('a device that waits is allowed with the code that it shows', async () => {
    const browser = browserWith(world, portal.cookies);
    await browser.open('/oauth/device');
    const { code, userCode } = oauth.waitingDevice;
    const page = pathTo(await browser.send('/oauth/device', { user_code: userCode }));
    await browser.open(page);
    expect((await browser.send(page, { decision: 'approve' })).status).toBe(303);
    expect(given(await postForm(world, 'token', deviceForm(code))).scope).toBe('openid');
  });

  it('a request for authorization waits for the sign-in, and continues after it', async () => {
    const stranger = browserWith(world, oauth.requestCookies);
    const next = new URLSearchParams({ next: oauth.request });
    expect(pathTo(await stranger.open(oauth.request))).toBe(`/portal/sign-in?${next}`);
    const answer = await browserWith(world, portal.cookies).open(oauth.request);
    expect(clientAnswer(answer)).toMatchObject({ state: 'golden state', code: expect.any(String) });
  });

  it('refresh tokens are exchanged; revoked ones are not, and a used one ends its family', async () => {
    const { client } = oauth;
    const exchange = (token: string) => postForm(world, 'token', rotation(client, token));
    const tokens = given(await exchange(oauth.tokens.refresh));
    expect((await me(tokens.access_token)).status).toBe(200);
    expect(summaryOf(await exchange(oauth.revokedRefreshToken))).toBe('400 invalid_grant');
    expect(summaryOf(await exchange(oauth.usedRefreshToken))).toBe('400 invalid_grant');
    const { body } = await postForm(world, 'introspect', {
      token: tokens.refresh_token,
      ...inForm(client),
    });
    expect(body).toEqual({ active: false });
  });
});

function deviceForm(code: string) {
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: code,
    client_id: oauth.program,
  };
}
