import { beforeEach, describe, expect, it } from 'vitest';
import { findConsent } from '../../shared/oauth/db/oauth-consents.ts';
import { anAskingClient, authorizePath, type Client, pathTo } from '../support/authorization.ts';
import { aClient, tokensFor } from '../support/clients.ts';
import { postForm, rotation } from '../support/oauth.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { anEntity, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let ada: Person;
let browser: Visitor;

const world = await useWorld();
const client = await anAskingClient(world);
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
});

async function allow(
  of: Client,
  scope: string,
  fields: Record<string, string> = {},
): Promise<void> {
  const page = pathTo(await browser.open(authorizePath(of, { scope, prompt: 'consent' })));
  await browser.open(page);
  const { status } = await browser.send(page, { decision: 'approve', ...fields });
  if (status !== 303) throw new Error(`set-up: the approval answered ${status}`);
}

const revocation = ({ clientId }: Client) => `/portal/connections/${clientId}/revoke`;

describe('connected applications', () => {
  it('are empty at first and linked from the home page', async () => {
    expect((await browser.open('/portal')).text).toContain('href="/portal/connections"');
    const answer = await browser.open('/portal/connections');
    expect([
      answer.status,
      shownText(answer).includes('You have no connected applications.'),
    ]).toEqual([200, true]);
  });

  it('are shown with their permissions, legal entities and date', async () => {
    const acme = await anEntity(world, { name: `Acme ${ada.rpn}`, representatives: [ada.id] });
    const other = await anAskingClient(world, { name: 'Aardvark' });
    await allow(client, 'openid email service:entity.read', { legalEntityId: acme.id });
    await allow(other, 'openid');
    const text = shownText(await browser.open('/portal/connections'));
    expect(text).toMatch(
      new RegExp(
        `Aardvark.*Recognize you.*Allowed since.*Test Bookkeeping.*See your email address.*Legal entities Acme ${ada.rpn} LLC.*Allowed since`,
      ),
    );
    const grace = await signedIn(world, (await aResident(world)).email);
    expect(shownText(await grace.open('/portal/connections'))).toContain(
      'You have no connected applications.',
    );
  });

  it('are shown with their publisher on every page about them', async () => {
    const published = await anAskingClient(world, { publisher: 'Harbour Bank Ltd.' });
    await allow(published, 'service:entity.read');
    for (const [path, words] of [
      ['/portal/connections', 'Published by Harbour Bank Ltd.'],
      [revocation(published), 'Published by Harbour Bank Ltd.'],
      [
        `/portal/connections/${published.clientId}/legal-entities`,
        'Published by Harbour Bank Ltd.',
      ],
      [`/api/oauth/end_session?client_id=${published.clientId}`, 'Published by Harbour Bank Ltd.'],
    ] as const) {
      expect(shownText(await browser.open(path))).toContain(words);
    }
    await browser.open('/language?to=es&next=/portal/connections');
    expect(shownText(await browser.open('/portal/connections'))).toContain(
      'Publicada por Harbour Bank Ltd.',
    );
  });

  it('do not show a legal entity that the person no longer represents', async () => {
    const acme = await anEntity(world, { name: `Acme ${ada.rpn}`, representatives: [ada.id] });
    await allow(client, 'service:entity.read', { legalEntityId: acme.id });
    await world.admin('DELETE', `/legal_entities/${acme.id}/representatives/${ada.id}`);
    expect(shownText(await browser.open('/portal/connections'))).toContain('Legal entities None');
  });

  it('are empty after the account was deactivated and reactivated', async () => {
    await allow(client, 'openid');
    await world.admin('POST', `/persons/${ada.id}/deactivate`, {});
    await world.admin('POST', `/persons/${ada.id}/reactivate`, {});
    browser = await signedIn(world, ada.email);
    expect(shownText(await browser.open('/portal/connections'))).toContain(
      'You have no connected applications.',
    );
  });
});

describe('ending an application’s access', () => {
  it('needs confirmation and is recorded once', async () => {
    await allow(client, 'openid');
    const question = await browser.open(revocation(client));
    expect(shownText(question)).toContain('End the access of Test Bookkeeping?');
    expect(await findConsent(world.table, ada.id, client.clientId)).not.toBeNull();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser.send(revocation(client), {})),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(outcomeOf(answer))))).toEqual(
      new Set([JSON.stringify({ status: 303, location: '/portal/connections' })]),
    );
    expect(await findConsent(world.table, ada.id, client.clientId)).toBeNull();
    const { body } = await world.admin('GET', `/audit?subjectId=${ada.id}`);
    // Operators get the entries in `data`.
    const { data } = body as { data: { action: string; details: unknown }[] };
    expect(data.filter(({ action }) => action === 'oauth_client.access_ended')).toMatchObject([
      { details: { clientId: client.clientId } },
    ]);
  });

  it('is refused without the session’s CSRF token', async () => {
    await allow(client, 'openid');
    await browser.open(revocation(client));
    const answers = [
      await browser.send(revocation(client), {}, { csrf: null }),
      await browser.send(revocation(client), {}, { headers: { 'sec-fetch-site': 'same-site' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(await findConsent(world.table, ada.id, client.clientId)).not.toBeNull();
  });

  it('redirects to the list if the application is unknown or has no access', async () => {
    for (const path of [revocation(client), '/portal/connections/nobody-here/revoke']) {
      const toList = { status: 303, location: '/portal/connections' };
      expect(outcomeOf(await browser.open(path))).toEqual(toList);
      expect(outcomeOf(await browser.send(path, {}))).toEqual(toList);
    }
  });

  it('returns 404 for a malformed client id', async () => {
    expect((await browser.open('/portal/connections/No%20Client/revoke')).status).toBe(404);
  });
});

describe('a connection’s legal entities', () => {
  const choice = ({ clientId }: Client) => `/portal/connections/${clientId}/legal-entities`;
  const seen = async (key: string) => {
    const { status, body } = await world.call('GET', '/api/v1/me/legal-entities', { key });
    // The contract of the route, which has its own tests.
    const { data } = body as { data: { id: string }[] };
    return { status, ids: data.map(({ id }) => id) };
  };

  it('can be changed: existing tokens lose removed ones immediately and gain none', async () => {
    const [acme, zenith] = await Promise.all([
      anEntity(world, { representatives: [ada.id] }),
      anEntity(world, { representatives: [ada.id] }),
    ]);
    const reader = await aClient(world);
    const { access } = await tokensFor(world, {
      personId: ada.id,
      client: reader,
      legalEntityIds: [acme.id],
    });
    expect(await seen(access)).toEqual({ status: 200, ids: [acme.id] });
    const shown = await browser.open(choice(reader));
    expect(shown.text).toContain(`value="${acme.id}" checked`);
    expect(shown.text).not.toContain(`value="${zenith.id}" checked`);
    const both = await browser.send(choice(reader), { legalEntityId: [acme.id, zenith.id] });
    expect(outcomeOf(both)).toEqual({ status: 303, location: '/portal/connections' });
    expect(await seen(access)).toEqual({ status: 200, ids: [acme.id] });
    await browser.send(choice(reader), { legalEntityId: zenith.id });
    expect(await seen(access)).toEqual({ status: 200, ids: [] });
    const consent = await findConsent(world.table, ada.id, reader.clientId);
    expect(consent?.legalEntityIds).toEqual([zenith.id]);
  });

  it('are refused if the person does not represent them, or without the CSRF token', async () => {
    await allow(client, 'service:entity.read');
    await browser.open(choice(client));
    const { id } = await anEntity(world);
    for (const other of [id, 'acme']) {
      expect((await browser.send(choice(client), { legalEntityId: other })).status).toBe(400);
    }
    expect((await browser.send(choice(client), {}, { csrf: null })).status).toBe(403);
    const consent = await findConsent(world.table, ada.id, client.clientId);
    expect(consent?.legalEntityIds).toEqual([]);
  });

  it('redirect to the list if the application has no access to legal entities', async () => {
    await allow(client, 'openid');
    for (const path of [choice(client), '/portal/connections/nobody-here/legal-entities']) {
      expect(outcomeOf(await browser.open(path))).toEqual({
        status: 303,
        location: '/portal/connections',
      });
    }
  });

  it('are not restored if they change while the access ends', async () => {
    const acme = await anEntity(world, { representatives: [ada.id] });
    await allow(client, 'service:entity.read');
    await browser.open(choice(client));
    const answers = await Promise.all([
      browser.send(choice(client), { legalEntityId: acme.id }),
      browser.send(revocation(client), {}),
      browser.send(choice(client), {}),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await findConsent(world.table, ada.id, client.clientId)).toBeNull();
  });
});

it('ending an application’s access revokes its tokens immediately and permanently', async () => {
  const reader = await aClient(world);
  const { access, refresh } = await tokensFor(world, { personId: ada.id, client: reader });
  const profile = () => world.call('GET', '/api/v1/me/natural-person', { key: access });
  expect((await profile()).status).toBe(200);
  await browser.open(revocation(reader));
  await browser.send(revocation(reader), {});
  expect((await profile()).status).toBe(401);
  const again = await tokensFor(world, { personId: ada.id, client: reader });
  expect((await profile()).status).toBe(401);
  expect((await postForm(world, 'token', rotation(reader, refresh))).status).toBe(400);
  const current = await world.call('GET', '/api/v1/me/natural-person', { key: again.access });
  expect(current.status).toBe(200);
});

it('signing out ends the session but not the applications’ access', async () => {
  await allow(client, 'openid');
  await browser.open('/portal');
  await browser.send('/portal/sign-out', {});
  expect(await findConsent(world.table, ada.id, client.clientId)).not.toBeNull();
  const answer = await browser.open(authorizePath(client));
  expect(answer.status).toBe(307);
});
