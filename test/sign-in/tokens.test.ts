import { beforeEach, expect, it } from 'vitest';
import type { Authenticator } from '../support/authenticator.ts';
import { authorizePath, clientAnswer, pathTo } from '../support/authorization.ts';
import { aClient } from '../support/clients.ts';
import { claimsOf, given, inForm, postForm, redemption, rotation } from '../support/oauth.ts';
import { addPasskey, askedOf, ceremonyOn, usePasskey } from '../support/passkeys.ts';
import { outcomeOf, signedIn, type Visitor } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

let ada: Person;
let authenticator: Authenticator;

const world = await useWorld();
const client = await aClient(world);
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  authenticator = await addPasskey(world, await signedIn(world, ada.email));
  world.clock.now += 60_000;
});

/** Signs in with the passkey on this sign-in page; returns the path that follows. */
async function signInAt(browser: Visitor, page: string): Promise<string> {
  const shown = await browser.open(page);
  // The passkey leads straight to the application: the page's policy must allow it.
  expect(shown.headers.get('content-security-policy')).toContain(
    `form-action 'self' ${new URL(client.redirectUri).origin}`,
  );
  const asked = ceremonyOn(shown);
  const response = authenticator.use(askedOf(world, asked));
  const [, action = ''] = /action="([^"]+)" data-passkey/.exec(shown.text) ?? [];
  const answer = await browser.send(action.replaceAll('&amp;', '&'), {
    handle: asked.handle,
    response,
  });
  expect(answer.status).toBe(303);
  return pathTo(answer);
}

/** Approves the request if the user is asked, and redeems the code. */
async function tokensAt(browser: Visitor, page: string) {
  let answer = await browser.open(page);
  if (answer.status === 200) answer = await browser.send(page, { decision: 'approve' });
  const { code } = clientAnswer(answer) as { code?: string };
  return given(await postForm(world, 'token', redemption(client, code ?? '')));
}

const asked = { scope: 'openid offline_access', state: 'abc' };

it('tokens name a passkey sign-in in acr and amr, also after a refresh', async () => {
  const browser = visitor(world.baseUrl);
  const page = pathTo(await browser.open(authorizePath(client, asked)));
  const tokens = await tokensAt(browser, await signInAt(browser, pathTo(await browser.open(page))));
  const claims = { acr: 'urn:registry:acr:passkey', amr: ['hwk', 'user', 'mfa'] };
  const auth_time = Math.floor(world.clock.now / 1000);
  expect(claimsOf(tokens.id_token)).toMatchObject({ ...claims, sub: ada.id, auth_time });
  expect(claimsOf(tokens.access_token)).toMatchObject(claims);
  world.clock.now += 60_000;
  const next = given(await postForm(world, 'token', rotation(client, tokens.refresh_token)));
  expect(claimsOf(next.id_token)).toMatchObject({ ...claims, auth_time });
});

it.each<Readonly<Record<string, string>>>([{ prompt: 'login' }, { max_age: '30' }])(
  'tokens are issued after %j for a new sign-in with a passkey',
  async (parameters) => {
    const browser = await signedIn(world, ada.email);
    world.clock.now += 60_000;
    const page = pathTo(await browser.open(authorizePath(client, { ...asked, ...parameters })));
    const { location } = outcomeOf(await browser.open(page));
    expect(location).toMatch(/^\/portal\/sign-in\?/);
    const tokens = await tokensAt(browser, await signInAt(browser, location ?? ''));
    expect(claimsOf(tokens.id_token)).toMatchObject({
      amr: ['hwk', 'user', 'mfa'],
      auth_time: Math.floor(world.clock.now / 1000),
    });
  },
);

it('tokens of a device name its user’s passkey sign-in', async () => {
  const browser = visitor(world.baseUrl);
  const ask = { client_id: client.clientId, scope: 'openid' };
  const begun = await postForm(world, 'device_authorization', { ...ask, ...inForm(client) });
  // The contract of the endpoint, which has its own tests.
  const { device_code, user_code } = begun.body as { device_code: string; user_code: string };
  const page = pathTo(await usePasskey(world, browser, authenticator, {}, '/oauth/device'));
  await browser.open(page);
  const asking = pathTo(await browser.send(page, { user_code }));
  await browser.open(asking);
  await browser.send(asking, { decision: 'approve' });
  world.clock.now += 5_000;
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const tokens = await postForm(world, 'token', { grant_type, device_code, ...inForm(client) });
  expect(claimsOf(given(tokens).id_token)).toMatchObject({
    acr: 'urn:registry:acr:passkey',
    amr: ['hwk', 'user', 'mfa'],
  });
});
