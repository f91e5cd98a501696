import * as oidc from 'openid-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { similarClientNames } from '../../shared/oauth/usecases/similar-client-names.ts';
import { authorizePath, clientAnswer, pathTo } from '../support/authorization.ts';
import { aLostMailbox } from '../support/mailboxes.ts';
import { given, postForm, redemption, rotation, summaryOf } from '../support/oauth.ts';
import {
  clientSecretIn,
  formIdIn,
  ownClientFields,
  ownClientsPath,
  ownRedirectUri,
  registerOnPage,
} from '../support/own-clients.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
Object.assign(world.deps, { residentClients: true });
let ada: Person;
let eve: Person;
let browser: Visitor;
let others: Visitor;
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  eve = await aResident(world);
  browser = await signedIn(world, ada.email);
  others = await signedIn(world, eve.email);
});

const place = ownClientsPath;
const redirectUri = ownRedirectUri;
const { privacyUri } = ownClientFields;
const fields = ownClientFields;

/** Registers an application on the page. */
const add = (more: Readonly<Record<string, string | string[]>> = {}, by = browser) =>
  registerOnPage(by, more);

const one = async (clientId: string) => {
  const { body } = await world.admin('GET', `/oauth_clients/${clientId}`);
  return (
    body as { data: { name: string; active: boolean; review: { state: string; revision: number } } }
  ).data;
};
const decide = (clientId: string, decision: string, body: object = {}) =>
  world.admin('POST', `/oauth_clients/${clientId}/decision`, { decision, ...body });
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${Reflect.get(Object(body), 'code') ?? ''}`.trim();
async function approved(clientId: string) {
  await browser.send(`${place}/${clientId}/ask`, {});
  const { review } = await one(clientId);
  expect(codeOf(await decide(clientId, 'approve', { revision: review.revision }))).toBe('200');
}

/** Opens the consent page and approves it. */
async function authorize(client: { clientId: string }, by: Visitor, scope = 'openid') {
  const start = authorizePath({ clientId: client.clientId, redirectUri }, { scope });
  const first = await by.open(start);
  const page = pathTo(first);
  if (!page.startsWith('/oauth/consent')) return { page, asked: first, told: clientAnswer(first) };
  const asked = await by.open(page);
  if (asked.status !== 200) return { page, asked, told: null };
  return { page, asked, told: clientAnswer(await by.send(page, { decision: 'approve' })) };
}
const codeFor = async (client: { clientId: string }, by: Visitor, scope?: string) => {
  const { told: answer } = await authorize(client, by, scope);
  return String(Reflect.get(Object(answer), 'code') ?? '');
};

describe('Settings → Developer → Applications for sign-in', () => {
  it('do not exist if the deployment does not allow them', async () => {
    Object.assign(world.deps, { residentClients: false });
    try {
      for (const path of [place, `${place}/new`]) {
        expect((await browser.open(path)).status).toBe(404);
      }
      expect(shownText(await browser.open('/portal/developer'))).not.toContain('for sign-in');
    } finally {
      Object.assign(world.deps, { residentClients: true });
    }
    expect(shownText(await browser.open('/portal/developer'))).toContain(
      'Go to applications for sign-in',
    );
  });

  it('are registered in test mode, with a secret shown once, and listed', async () => {
    const { clientId, clientSecret, answer } = await add();
    expect([answer.status, clientSecret]).toEqual([200, expect.stringMatching(/^[\w]{43}$/)]);
    const list = await browser.open(place);
    const page = await browser.open(`${place}/${clientId}`);
    expect(shownText(list)).toContain('Ada’s books Status Test mode: only you can sign in to it');
    expect(shownText(page)).toContain('Published by Test Resident');
    expect(list.text + page.text).not.toContain(clientSecret);
    expect(await one(clientId)).toMatchObject({
      publisher: 'Test Resident',
      privacyUri,
      public: false,
      grantTypes: ['authorization_code', 'refresh_token'],
      review: { ownerId: ada.id, state: 'test', reason: null, proposed: null, revision: 0 },
    });
    expect(shownText(await browser.open('/portal/activity'))).toContain(
      'An application for sign-in was registered',
    );
  });

  it('are registered once per form; a public one has no secret', async () => {
    const formId = formIdIn(await browser.open(`${place}/new`));
    await add({ formId });
    const again = await add({ formId });
    expect([again.answer.status, again.clientSecret]).toEqual([409, '']);
    const open = await add({ kind: 'public' });
    expect([open.answer.status, open.clientSecret]).toEqual([200, '']);
    expect(shownText(open.answer)).toContain('The application has no secret');
  });

  it.each<[string, object, string]>([
    ['name', { name: ' ' }, 'Enter a name'],
    ['redirectUris', { redirectUris: 'javascript:alert(1)' }, '1 to 10 redirect URIs'],
    ['redirectUris', { redirectUris: `${redirectUri}#x` }, '1 to 10 redirect URIs'],
    ['redirectUris', { redirectUris: '' }, '1 to 10 redirect URIs'],
    ['privacyUri', { privacyUri: 'http://books.example/' }, 'Enter an https address'],
    ['scope', { scope: [] }, 'Choose at least one'],
    ['scope', { scope: ['admin'] }, 'Choose at least one'],
    ['kind', { kind: '' }, 'Choose the kind'],
  ])('keep the entered values in the form if %s is wrong', async (_field, more, words) => {
    const { answer } = await add({ privacyUri: 'https://books.example/kept', ...more });
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain(words);
    if (!('privacyUri' in more)) expect(answer.text).toContain('https://books.example/kept');
    expect(shownText(await browser.open(place))).toContain('You have no applications');
  });

  it('are at most ten, even if several are registered at the same time', async () => {
    for (let count = 1; count < 10; count += 1) await add();
    const made = await Promise.all([add(), add(), add()]);
    expect(made.map(({ answer }) => answer.status).toSorted()).toEqual([200, 409, 409]);
    const last = await add();
    expect(shownText(last.answer)).toContain('You already have 10 applications');
    const { clientId } = made.find(({ answer }) => answer.status === 200) ?? last;
    await browser.send(`${place}/${clientId}/delete`, {});
    expect((await add()).answer.status).toBe(200);
  });

  it('are found only by their owner (404), on pages and for forms', async () => {
    const { clientId } = await add();
    const before = await one(clientId);
    for (const path of ['', '/edit', '/rotate', '/delete']) {
      expect((await others.open(`${place}/${clientId}${path}`)).status).toBe(404);
    }
    const formId = formIdIn(await others.open(`${place}/new`));
    for (const [path, sent] of [
      ['edit', fields],
      ['ask', {}],
      ['rotate', { formId, overlap: '24' }],
      ['delete', {}],
    ] as const) {
      expect((await others.send(`${place}/${clientId}/${path}`, sent)).status).toBe(404);
    }
    expect(await one(clientId)).toEqual(before);
  });

  it('can be changed only with a sign-in in the last 15 minutes', async () => {
    const { clientId } = await add();
    world.clock.now += 16 * 60_000;
    const answer = await browser.send(`${place}/${clientId}/edit`, { ...fields, name: 'Other' });
    expect(pathTo(answer)).toContain('reason=client');
    expect((await one(clientId)).name).toBe('Ada’s books');
  });

  it('can get a new secret with an overlap, and lose one immediately', async () => {
    const client = await add();
    const formId = formIdIn(await browser.open(`${place}/${client.clientId}/rotate`));
    const turn = { formId, overlap: '24' };
    const answer = await browser.send(`${place}/${client.clientId}/rotate`, turn);
    const second = { ...client, clientSecret: clientSecretIn(answer) };
    expect((await browser.send(`${place}/${client.clientId}/rotate`, turn)).status).toBe(409);
    const tries = async () =>
      Promise.all(
        [client, second].map(async (each) =>
          summaryOf(await postForm(world, 'token', redemption(each, 'x'))),
        ),
      );
    expect(await tries()).toEqual(['400 invalid_grant', '400 invalid_grant']);
    const page = await browser.open(`${place}/${client.clientId}`);
    const revocations = Array.from(
      page.text.matchAll(/secrets\/([0-9a-f]{16})\/revoke/g),
      ([, id]) => id,
    );
    expect(revocations).toHaveLength(2);
    await browser.send(`${place}/${client.clientId}/secrets/${revocations[1]}/revoke`, {});
    expect(await tries()).toEqual(['401 invalid_client', '400 invalid_grant']);
  });
});

describe('an application in test mode', () => {
  it('signs its owner in (openid-client) and is labelled on the consent page', async () => {
    const { clientId, clientSecret } = await add();
    const config = await oidc.discovery(new URL(world.baseUrl), clientId, clientSecret, undefined, {
      execute: [oidc.allowInsecureRequests],
    });
    const verifier = oidc.randomPKCECodeVerifier();
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: 'abc',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const page = pathTo(await browser.open(`${url.pathname}${url.search}`));
    const asked = await browser.open(page);
    expect(shownText(asked)).toContain('This application is in test mode');
    expect(shownText(asked)).toContain('Published by Test Resident .');
    expect(asked.text).toContain(`href="${privacyUri}"`);
    const back = await browser.send(page, { decision: 'approve' });
    const tokens = await oidc.authorizationCodeGrant(config, new URL(pathTo(back)), {
      pkceCodeVerifier: verifier,
      expectedState: 'abc',
    });
    expect(tokens.claims()?.sub).toBe(ada.id);
    const claims = await oidc.fetchUserInfo(config, tokens.access_token, ada.id);
    expect(claims.email).toBe(ada.email);
  });

  it('refuses everyone else with 403, without telling the client or showing its name', async () => {
    const client = await add({ name: 'Bank of Somewhere' });
    const { asked, told: answer } = await authorize(client, others);
    expect([asked.status, answer]).toEqual([403, null]);
    expect(shownText(asked)).toContain('This application is in test mode');
    expect(asked.text).not.toContain('Bank of Somewhere');
    expect(asked.text).not.toContain('books.example');
    const silent = { scope: 'openid', prompt: 'none' };
    const start = authorizePath({ clientId: client.clientId, redirectUri }, silent);
    expect(clientAnswer(await others.open(start))).toMatchObject({ error: 'login_required' });
    expect(clientAnswer(await browser.open(start))).toMatchObject({ error: 'consent_required' });
    expect(shownText(await others.open('/portal/connections'))).not.toContain('Bank');
  });

  it('is refused in Spanish', async () => {
    const client = await add();
    const { page } = await authorize(client, others);
    others.cookies.set('registry_language', 'es');
    const spanish = await others.open(page);
    expect(shownText(spanish)).toContain('Esta aplicación está en modo de prueba');
  });

  it('is not named to anyone who must sign in first', async () => {
    const { clientId } = await add({ name: 'Bank of Somewhere' });
    const stranger = visitor(world.baseUrl);
    const page = pathTo(await stranger.open(authorizePath({ clientId, redirectUri })));
    const signIn = await stranger.open(pathTo(await stranger.open(page)));
    expect(signIn.status).toBe(200);
    expect(signIn.text).not.toContain('Bank of Somewhere');
  });

  it('does not accept a decision from someone else with the page’s URL', async () => {
    const client = await add();
    const { page } = await authorize(client, others);
    const answer = await others.send(page, { decision: 'deny' });
    expect(outcomeOf(answer)).toEqual({ status: 403, location: null });
  });
});

describe('approval of an application', () => {
  it('needs a privacy notice', async () => {
    const { clientId } = await add({ privacyUri: '' });
    expect(shownText(await browser.open(`${place}/${clientId}`))).toContain('Add a privacy notice');
    await browser.send(`${place}/${clientId}/ask`, {});
    expect((await one(clientId)).review.state).toBe('test');
  });

  it('opens it to everyone, and its owner is notified', async () => {
    const client = await add();
    await approved(client.clientId);
    expect((await authorize(client, others)).told).toMatchObject({ code: expect.any(String) });
    await world.settle();
    const mail = world.mails.findLast(({ to }) => to === ada.email);
    expect(mail?.subject).toBe('Approved: your application Ada’s books');
    expect(shownText(await browser.open('/portal/activity'))).toContain(
      'Your application for sign-in was approved',
    );
  });

  it('can be listed by state and rejected with a reason', async () => {
    const { clientId } = await add();
    await browser.send(`${place}/${clientId}/ask`, {});
    const listed = async (state: string) => {
      const { body } = await world.admin('GET', `/oauth_clients?state=${state}&limit=100`);
      return (body as { data: { clientId: string }[] }).data.map((each) => each.clientId);
    };
    expect(await listed('waiting')).toContain(clientId);
    const reason = 'The notice says nothing.';
    expect(codeOf(await decide(clientId, 'reject', { revision: 1, reason }))).toBe('200');
    expect([await listed('waiting'), await listed('rejected')]).toEqual([
      expect.not.arrayContaining([clientId]),
      expect.arrayContaining([clientId]),
    ]);
    expect(shownText(await browser.open(`${place}/${clientId}`))).toContain(reason);
    await world.settle();
    expect(world.mails.findLast(({ to }) => to === ada.email)?.text).toContain(reason);
    await browser.send(`${place}/${clientId}/ask`, {});
    expect((await one(clientId)).review.state).toBe('waiting');
  });

  it('applies only to the revision that the operator read', async () => {
    const { clientId } = await add();
    await browser.send(`${place}/${clientId}/ask`, {});
    await browser.send(`${place}/${clientId}/edit`, { ...fields, name: 'Bank of Somewhere' });
    expect(codeOf(await decide(clientId, 'approve', { revision: 1 }))).toBe('409 client.changed');
    expect((await one(clientId)).review.state).toBe('waiting');
  });

  it('at the same time as a change publishes only what the operator read', async () => {
    const { clientId } = await add();
    await browser.send(`${place}/${clientId}/ask`, {});
    const [answer] = await Promise.all([
      decide(clientId, 'approve', { revision: 1 }),
      browser.send(`${place}/${clientId}/edit`, { ...fields, name: 'Bank of Somewhere' }),
    ]);
    const { name, review } = await one(clientId);
    expect([codeOf(answer), name, review.state]).toEqual(
      answer.status === 200
        ? ['200', 'Ada’s books', 'change_waiting']
        : ['409 client.changed', 'Bank of Somewhere', 'waiting'],
    );
  });

  it('is needed for changes, except those that only remove something', async () => {
    const client = await add({ redirectUris: `${redirectUri}\nhttps://books.example/second` });
    const { clientId } = client;
    await approved(clientId);
    const input = { ...fields, name: 'Better books' };
    await browser.send(`${place}/${clientId}/edit`, input);
    expect(await one(clientId)).toMatchObject({
      name: 'Ada’s books',
      review: { state: 'change_waiting', proposed: { name: 'Better books' } },
    });
    expect(shownText((await authorize(client, others)).asked)).toContain('Allow Ada’s books');
    const { revision } = (await one(clientId)).review;
    expect(codeOf(await decide(clientId, 'approve', { revision }))).toBe('200');
    expect(await one(clientId)).toMatchObject({
      name: 'Better books',
      redirectUris: [redirectUri],
      review: { state: 'approved', proposed: null },
    });
    await browser.send(`${place}/${clientId}/edit`, { ...input, scope: ['openid'] });
    expect(await one(clientId)).toMatchObject({
      scopes: ['openid'],
      review: { state: 'approved', proposed: null },
    });
    await browser.send(`${place}/${clientId}/edit`, { ...input, scope: ['openid', 'profile'] });
    const now = (await one(clientId)).review.revision;
    await decide(clientId, 'reject', { revision: now, reason: 'No profile.' });
    expect(await one(clientId)).toMatchObject({
      scopes: ['openid'],
      review: { state: 'approved', proposed: null, reason: 'No profile.' },
    });
  });

  it('warns of a name similar to the registry’s, its authority’s or another application’s', async () => {
    const { clientId: known } = await add({ name: 'Harbour Ledger' });
    await approved(known);
    const requested = [
      // Cyrillic letters, case, spaces, and more words.
      ...['Теst Jurisdiсtiоn', 'TEST  JURISDICTION', 'TestJurisdiction', 'Test Jurisdiction Login'],
      ...['Ηarbοur Lеdgеr', 'harbour-ledger', 'Garden planner'],
    ];
    const similar = async (name: string) => {
      const { clientId } = await add({ name }, others);
      await others.send(`${place}/${clientId}/ask`, {});
      const { body } = await world.admin('GET', '/oauth_clients?state=waiting&limit=100');
      const listed = (body as { data: { clientId: string }[] }).data.find(
        (each) => each.clientId === clientId,
      );
      const shown = await one(clientId);
      expect(listed).toEqual(shown);
      await others.send(`${place}/${clientId}/delete`, {});
      return Reflect.get(shown.review, 'similarNames');
    };
    const registry = { of: 'registry', name: 'Test Jurisdiction', clientId: null };
    const ledger = { of: 'client', name: 'Harbour Ledger', clientId: known };
    const found = [];
    for (const name of requested) found.push(await similar(name));
    expect(found).toEqual([
      ...[[registry], [registry], [registry], [registry]],
      ...[[ledger], [ledger], []],
    ]);
    // The new name of a change is checked as well, but not against the owner’s other applications.
    const { clientId } = await add({ name: 'Harbour Ledger' });
    await approved(clientId);
    await browser.send(`${place}/${clientId}/edit`, { ...fields, name: 'Tést jurisdiction' });
    expect((await one(clientId)).review).toMatchObject({
      ...{ state: 'change_waiting', similarNames: [registry] },
    });
    const ours = { clientId, ownerId: ada.id, name: 'Мinistry of Economy Pay', proposed: null };
    const deps = {
      table: world.table,
      jurisdiction: 'Elsewhere',
      authority: 'Ministry of Economy',
    };
    expect([...(await similarClientNames([ours], deps)).values()]).toEqual([
      [{ of: 'authority', name: 'Ministry of Economy', clientId: null }],
    ]);
  });

  it('is only for residents’ applications, which operators cannot change', async () => {
    const { body } = await world.admin('POST', '/oauth_clients', {
      name: 'Ours',
      redirectUris: [redirectUri],
      scopes: ['openid'],
    });
    const ours = String((body as { data: { clientId: string } }).data.clientId);
    expect(codeOf(await decide(ours, 'approve', { revision: 0 }))).toBe('409 client.not_owned');
    const { clientId } = await add();
    const changed = await world.admin('PATCH', `/oauth_clients/${clientId}`, { name: 'Theirs' });
    expect(codeOf(changed)).toBe('409 client.owned');
    const rotated = await world.admin('POST', `/oauth_clients/${clientId}/secrets`, {});
    expect(codeOf(rotated)).toBe('409 client.owned');
    expect(codeOf(await decide(clientId, 'approve', { revision: 0 }))).toBe(
      '409 client.not_pending',
    );
    expect(codeOf(await decide(clientId, 'reinstate'))).toBe('409 client.not_suspended');
  });
});

describe('an application in use', () => {
  async function inUse() {
    const client = await add();
    await approved(client.clientId);
    const code = await codeFor(client, others, 'openid email offline_access');
    const tokens = given(await postForm(world, 'token', redemption(client, code)));
    const works = async () => [
      (
        await world.call('GET', '/api/oauth/userinfo', {
          headers: { authorization: `Bearer ${tokens.access_token}` },
        })
      ).status,
      summaryOf(
        await postForm(world, 'introspect', {
          token: tokens.access_token,
          client_id: client.clientId,
          client_secret: client.clientSecret,
        }),
      ),
    ];
    return { client, tokens, works };
  }

  it('is closed by a suspension, and its earlier tokens stay invalid when it is reinstated', async () => {
    const { client, tokens, works } = await inUse();
    expect(await works()).toEqual([200, '200']);
    const code = await codeFor(client, others);
    world.clock.now += 1;
    const reason = 'It has the name of a bank.';
    expect(codeOf(await decide(client.clientId, 'suspend', { reason }))).toBe('200');
    expect(codeOf(await decide(client.clientId, 'suspend', { reason }))).toBe(
      '409 client.suspended',
    );
    expect(await works()).toEqual([401, '401 invalid_client']);
    expect((await authorize(client, others)).asked.status).toBe(400);
    expect((await authorize(client, browser)).asked.status).toBe(400);
    await browser.send(`${place}/${client.clientId}/edit`, { ...fields, name: 'Other' });
    expect((await one(client.clientId)).name).toBe('Ada’s books');
    expect(codeOf(await decide(client.clientId, 'reinstate'))).toBe('200');
    expect(await one(client.clientId)).toMatchObject({ active: true, review: { state: 'test' } });
    expect(await works()).toEqual([401, '200']);
    expect(summaryOf(await postForm(world, 'token', redemption(client, code)))).toBe(
      '400 invalid_grant',
    );
    expect(summaryOf(await postForm(world, 'token', rotation(client, tokens.refresh_token)))).toBe(
      '400 invalid_grant',
    );
    expect((await authorize(client, others)).asked.status).toBe(403);
  });

  it('is closed while its owner’s account is deactivated', async () => {
    const { client, works } = await inUse();
    await world.admin('POST', `/persons/${ada.id}/deactivate`, {});
    expect(await works()).toEqual([401, '401 invalid_client']);
    expect((await authorize(client, others)).asked.status).toBe(400);
    await world.admin('POST', `/persons/${ada.id}/reactivate`, {});
    expect(await works()).toEqual([200, '200']);
  });

  it('is closed while its owner is suspended for a lost mailbox', async () => {
    const { client, works } = await inUse();
    await aLostMailbox(world, ada.id);
    expect(await works()).toEqual([401, '401 invalid_client']);
    expect((await authorize(client, others)).asked.status).toBe(400);
  });

  it('loses its codes, tokens and open requests when it is deleted', async () => {
    const { client, works } = await inUse();
    const code = await codeFor(client, others);
    const first = await others.open(
      authorizePath({ clientId: client.clientId, redirectUri }, { prompt: 'consent' }),
    );
    expect((await browser.send(`${place}/${client.clientId}/delete`, {})).status).toBe(303);
    expect(await works()).toEqual([401, '401 invalid_client']);
    expect(summaryOf(await postForm(world, 'token', redemption(client, code)))).toBe(
      '401 invalid_client',
    );
    const late = await others.send(pathTo(first), { decision: 'approve' });
    expect(outcomeOf(late)).toEqual({ status: 400, location: null });
    expect((await others.open('/portal/connections')).status).toBe(200);
    expect((await browser.open(`${place}/${client.clientId}`)).status).toBe(404);
  });

  it('gets no valid token from a code redeemed during its deletion', async () => {
    const { client } = await inUse();
    const code = await codeFor(client, others);
    const [answer] = await Promise.all([
      postForm(world, 'token', redemption(client, code)),
      browser.send(`${place}/${client.clientId}/delete`, {}),
    ]);
    if (answer.status === 200) {
      const { status } = await world.call('GET', '/api/oauth/userinfo', {
        headers: { authorization: `Bearer ${given(answer).access_token}` },
      });
      expect(status).toBe(401);
    } else expect(summaryOf(answer)).toBe('401 invalid_client');
  });
});

describe('consent for an approved application', () => {
  it('is not requested again, except with prompt=consent', async () => {
    const client = await add();
    await approved(client.clientId);
    expect((await authorize(client, others)).asked.status).toBe(200);
    const again = await authorize(client, others);
    expect(again.told).toMatchObject({ code: expect.any(String) });
    expect(again.page.startsWith(redirectUri)).toBe(true);
    const asked = authorizePath({ clientId: client.clientId, redirectUri }, { prompt: 'consent' });
    expect(pathTo(await others.open(asked))).toContain('/oauth/consent');
  });
});

describe('the owner’s data export', () => {
  it('contains the application without its secrets', async () => {
    const { clientId } = await add();
    const stored = await getItem(world.table, keys.oauthClient(clientId));
    const [secret] = Object(stored).secrets as { hash: string }[];
    await browser.open('/portal/my-data');
    const answer = await browser.send('/portal/my-data', {});
    expect(answer.text).toContain(clientId);
    expect(answer.text).not.toContain(secret?.hash);
  });
});
