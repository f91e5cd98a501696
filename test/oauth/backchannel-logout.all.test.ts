import { createRemoteJWKSet, jwtVerify } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { getItem } from '../../shared/kernel/db/table.ts';
import { findClient } from '../../shared/oauth/db/oauth-clients.ts';
import { noteParty } from '../../shared/oauth/usecases/answer-authorization.ts';
import { resolveSession, sessionCookie } from '../../shared/sign-in/auth/session.ts';
import { recordParty, sessionKey } from '../../shared/sign-in/db/sessions.ts';
import { endSession } from '../../shared/sign-in/usecases/sessions.ts';
import { anAskingClient } from '../support/authorization.ts';
import { aLogoutReceiver, idTokenFor } from '../support/logouts.ts';
import { aLostMailbox } from '../support/mailboxes.ts';
import { claimsOf } from '../support/oauth.ts';
import { signedIn, type Visitor } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const { url, told: logoutCalls } = await aLogoutReceiver();
// The keys are published with the first use.
await world.deps.signer.nonces();
const back = 'https://client.example/signed-out';
const public_ = { public: true, postLogoutRedirectUris: [back] };
const client = await anAskingClient(world, { ...public_, backchannelLogoutUri: `${url}/one?a=1` });
const strict = await anAskingClient(world, {
  ...public_,
  backchannelLogoutUri: `${url}/strict`,
  backchannelLogoutSessionRequired: true,
  idTokenSignedResponseAlg: 'ES256',
});
const silent = await anAskingClient(world, public_);
let ada: Person;
let browser: Visitor;
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
});

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const sidOf = (idToken: string) => claimsOf(idToken)['sid'];
const sessionOf = async ({ cookies }: Visitor) => {
  const name = [...cookies.keys()].find((each) => each.endsWith(sessionCookie)) ?? '';
  const found = await resolveSession(cookies.get(name), world.deps);
  if (found === null) throw new Error('set-up: nobody is signed in');
  return found;
};
/** The logouts that the clients were notified of, sorted by the receivers' paths. */
async function emailsAbout() {
  await world.settle();
  return logoutCalls
    .map(({ path, claims: { sub, sid } }) => ({ path, sub, sid }))
    .toSorted((left, right) => left.path.localeCompare(right.path));
}

describe('a logout token', () => {
  it('is signed with the client’s algorithm and contains only the user or session that ended', async () => {
    const tokens = [
      await idTokenFor(world, client, browser),
      await idTokenFor(world, strict, browser),
    ];
    await idTokenFor(world, silent, browser);
    await browser.open('/portal');
    await browser.send('/portal/sign-out', {});
    await world.settle();
    const keys = createRemoteJWKSet(new URL(`${world.baseUrl}/api/oauth/.well-known/jwks.json`));
    const iat = Math.floor(world.clock.now / 1000);
    const expected = [
      {
        path: '/one?a=1',
        of: client,
        alg: 'RS256',
        who: { sub: ada.id, sid: sidOf(tokens[0] ?? '') },
      },
      { path: '/strict', of: strict, alg: 'ES256', who: { sid: sidOf(tokens[1] ?? '') } },
    ];
    expect(logoutCalls).toHaveLength(2);
    for (const { path, of, alg, who } of expected) {
      const one = logoutCalls.find((each) => each.path === path);
      const options = { currentDate: new Date(world.clock.now), typ: 'logout+jwt' };
      const { payload, protectedHeader } = await jwtVerify(one?.token ?? '', keys, options);
      expect([one?.type, protectedHeader]).toEqual([
        'application/x-www-form-urlencoded',
        { alg, typ: 'logout+jwt', kid: expect.any(String) },
      ]);
      expect(payload).toEqual({
        iss: world.baseUrl,
        aud: of.clientId,
        iat,
        exp: iat + 120,
        jti: expect.stringMatching(/^[\w-]{43}$/),
        events: event,
        ...who,
      });
    }
  });
});

describe('a client is notified of', () => {
  it('a logout that another client requested', async () => {
    const sid = sidOf(await idTokenFor(world, client, browser));
    const hint = await idTokenFor(world, silent, browser);
    await browser.open(`/api/oauth/end_session?${new URLSearchParams({ id_token_hint: hint })}`);
    expect(await emailsAbout()).toEqual([{ path: '/one?a=1', sub: ada.id, sid }]);
  });

  it('a session that its owner ended from another browser, and of no other', async () => {
    const sid = sidOf(await idTokenFor(world, client, browser));
    const other = await signedIn(world, ada.email);
    await idTokenFor(world, client, other);
    const page = await other.open('/portal/browsers');
    const [, end = ''] = /action="(\/portal\/browsers\/[^"]+\/end)"/.exec(page.text) ?? [];
    await other.send(end, {});
    expect(await emailsAbout()).toEqual([{ path: '/one?a=1', sub: ada.id, sid }]);
  });

  it('every session that its owner ended with “sign out all others”', async () => {
    const first = sidOf(await idTokenFor(world, client, browser));
    const other = await signedIn(world, ada.email);
    const second = sidOf(await idTokenFor(world, client, other));
    const mine = await signedIn(world, ada.email);
    await mine.open('/portal/browsers');
    await mine.send('/portal/browsers/end-others', {});
    const sids = (await emailsAbout()).map(({ sid }) => sid);
    expect(new Set(sids)).toEqual(new Set([first, second]));
    expect(sids).toHaveLength(2);
  });

  it('its revoked connection: once for all sessions, or per session if it requires them', async () => {
    await idTokenFor(world, client, browser);
    const sid = sidOf(await idTokenFor(world, strict, browser));
    for (const { clientId } of [client, strict]) {
      const path = `/portal/connections/${clientId}/revoke`;
      await browser.open(path);
      await browser.send(path, {});
      // A second time there is nothing left to end.
      await browser.send(path, {});
    }
    expect(await emailsAbout()).toEqual([
      { path: '/one?a=1', sub: ada.id, sid: undefined },
      { path: '/strict', sub: undefined, sid },
    ]);
  });

  it('a deactivated account, unless its connection was revoked before', async () => {
    const former = await anAskingClient(world, {
      ...public_,
      backchannelLogoutUri: `${url}/former`,
    });
    await idTokenFor(world, client, browser);
    await idTokenFor(world, former, browser);
    await browser.open(`/portal/connections/${former.clientId}/revoke`);
    await browser.send(`/portal/connections/${former.clientId}/revoke`, {});
    await world.settle();
    logoutCalls.length = 0;
    await world.admin('POST', `/persons/${ada.id}/deactivate`, {});
    expect(await emailsAbout()).toEqual([{ path: '/one?a=1', sub: ada.id, sid: undefined }]);
  });

  it('a changed email address, and of an account suspended for a lost mailbox', async () => {
    await idTokenFor(world, client, browser);
    await aLostMailbox(world, ada.id);
    expect(await emailsAbout()).toEqual([{ path: '/one?a=1', sub: ada.id, sid: undefined }]);
    const grace = await aResident(world);
    await idTokenFor(world, client, await signedIn(world, grace.email));
    logoutCalls.length = 0;
    await world.admin('PATCH', `/persons/${grace.id}`, { email: `moved-${grace.id}@example.test` });
    expect(await emailsAbout()).toEqual([{ path: '/one?a=1', sub: grace.id, sid: undefined }]);
  });

  it('nothing if its logout address was removed', async () => {
    const gone = await anAskingClient(world, { ...public_, backchannelLogoutUri: `${url}/gone` });
    await idTokenFor(world, gone, browser);
    await world.admin('PATCH', `/oauth_clients/${gone.clientId}`, { backchannelLogoutUri: null });
    await browser.open('/portal');
    await browser.send('/portal/sign-out', {});
    expect(await emailsAbout()).toEqual([]);
  });
});

describe('a session that ends', () => {
  it('also notifies a client that was recorded at the same moment', async () => {
    const found = await sessionOf(browser);
    await recordParty(world.table, found.token, { before: [], clientId: client.clientId });
    // The session was read before the client was recorded.
    await endSession(found, world.deps);
    expect(await getItem(world.table, sessionKey(found.token))).toBeUndefined();
    expect(await emailsAbout()).toEqual([
      { path: '/one?a=1', sub: ada.id, sid: expect.any(String) },
    ]);
  });

  it('notifies the client once if several requests end it at the same time', async () => {
    await idTokenFor(world, client, browser);
    const other = await signedIn(world, ada.email);
    const page = await other.open('/portal/browsers');
    const [, end = ''] = /action="(\/portal\/browsers\/[^"]+\/end)"/.exec(page.text) ?? [];
    await browser.open('/portal');
    await Promise.all([
      browser.send('/portal/sign-out', {}),
      other.send(end, {}),
      other.send('/portal/browsers/end-others', {}),
    ]);
    expect(await emailsAbout()).toHaveLength(1);
  });

  it('cannot record another client, which therefore gets no code', async () => {
    const found = await sessionOf(browser);
    await endSession(found, world.deps);
    const requested = await findClient(world.table, client.clientId);
    if (requested === null) throw new Error('set-up: there is no client');
    expect(await noteParty(requested, found, world.deps)).toBe(false);
  });
});
