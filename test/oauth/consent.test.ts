import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { findConsent } from '../../shared/oauth/db/oauth-consents.ts';
import {
  anAskingClient,
  authorizePath,
  type Client,
  clientAnswer,
  pathTo,
} from '../support/authorization.ts';
import { mailedCode, outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { anEntity, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

let ada: Person;
let acme: string;

const world = await useWorld();
const client = await anAskingClient(world);
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  const entity = await anEntity(world, { name: `Acme ${ada.rpn}`, representatives: [ada.id] });
  acme = entity.id;
});

const withEntities = { scope: 'openid service:entity.read' };

/** The consent page, in a browser whose user is signed in. */
async function asked(
  parameters: Readonly<Record<string, string>> = withEntities,
  of: Client = client,
): Promise<{ readonly browser: Visitor; readonly page: string }> {
  const browser = await signedIn(world, ada.email);
  const page = pathTo(await browser.open(authorizePath(of, parameters)));
  return { browser, page };
}

const sharedEntities = async (of: Client = client) =>
  (await findConsent(world.table, ada.id, of.clientId))?.legalEntityIds;

async function actionsOf(person: Person) {
  const { body } = await world.admin('GET', `/audit?subjectId=${person.id}`);
  // Operators get the entries in `data`.
  const { data } = body as { data: { action: string; details: Record<string, unknown> }[] };
  return data.filter(({ action }) => action.startsWith('oauth_client.'));
}

describe('the consent page', () => {
  it('shows the application, the account, the requested access and the return address', async () => {
    const { browser, page } = await asked({ scope: 'openid email service:entity.read' });
    const answer = await browser.open(page);
    expect(answer.status).toBe(200);
    const text = shownText(answer);
    for (const words of [
      'Allow Test Bookkeeping to use your account?',
      `You are signed in as Test Resident ( ${ada.email} )`.replace('( ', '(').replace(' )', ')'),
      'Recognize you when you come back',
      'See your email address',
      'Read the details of the legal entities that you choose',
      `Acme ${ada.rpn} LLC`,
      'After you choose, you return to client.example',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('See your name');
    expect(answer.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://client.example https:; frame-ancestors 'none'",
    );
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
  });

  it('lists all data that service:person.details.read includes', async () => {
    const scope = 'service:person.details.read';
    const { browser, page } = await asked(
      { scope },
      await anAskingClient(world, { scopes: [scope] }),
    );
    expect(shownText(await browser.open(page))).toContain(
      'Read your name, permit number, date and country of birth, citizenship, sex, address and telephone number',
    );
  });

  it('does not ask about legal entities if the application requests none', async () => {
    const { browser, page } = await asked({ scope: 'openid' });
    expect((await browser.open(page)).text).not.toContain('legalEntityId');
  });

  it('tells users without legal entities that none are shared', async () => {
    const grace = await aResident(world);
    const browser = await signedIn(world, grace.email);
    const page = pathTo(await browser.open(authorizePath(client, withEntities)));
    expect(shownText(await browser.open(page))).toContain(
      'You don’t represent any legal entities, so none are shared.',
    );
  });

  it('escapes the client’s name', async () => {
    const rude = await anAskingClient(world, { name: '<b>Rude</b>' });
    const { browser, page } = await asked({ scope: 'openid' }, rude);
    expect((await browser.open(page)).text).toContain('Allow &lt;b&gt;Rude&lt;/b&gt; to use');
  });

  it('returns 404 for an unknown or expired request', async () => {
    const { browser, page } = await asked();
    world.clock.now += 1_800_000;
    for (const address of [page, '/oauth/consent', '/oauth/consent?request=x']) {
      const answer = await browser.open(address);
      expect(answer.status).toBe(404);
      expect(shownText(answer)).toContain('This request is no longer valid');
    }
    const late = await browser.send(page, { decision: 'approve' });
    expect(late.status).toBe(404);
  });
});

describe('an approval', () => {
  it('returns a code and stores the chosen legal entities for the next time', async () => {
    const { browser, page } = await asked();
    await browser.open(page);
    const answer = await browser.send(page, { decision: 'approve', legalEntityId: acme });
    expect(clientAnswer(answer)).toEqual({
      status: 303,
      to: client.redirectUri,
      code: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
      state: 'abc',
      iss: world.baseUrl,
    });
    expect(await sharedEntities()).toEqual([acme]);
    const again = pathTo(
      await browser.open(authorizePath(client, { ...withEntities, prompt: 'consent' })),
    );
    expect((await browser.open(again)).text).toContain(`value="${acme}" checked`);
    const details = { clientId: client.clientId, legalEntityIds: [acme], consentChanged: true };
    expect(await actionsOf(ada)).toMatchObject([{ action: 'oauth_client.authorized', details }]);
  });

  it('can share no legal entity and remove one that was shared before', async () => {
    const { browser, page } = await asked();
    await browser.open(page);
    await browser.send(page, { decision: 'approve', legalEntityId: acme });
    const again = pathTo(
      await browser.open(authorizePath(client, { ...withEntities, prompt: 'consent' })),
    );
    await browser.open(again);
    expect((await browser.send(again, { decision: 'approve' })).status).toBe(303);
    expect(await sharedEntities()).toEqual([]);
  });

  it('keeps the chosen legal entities if the request is not about them', async () => {
    const { browser, page } = await asked();
    await browser.open(page);
    await browser.send(page, { decision: 'approve', legalEntityId: acme });
    const other = pathTo(await browser.open(authorizePath(client, { scope: 'openid email' })));
    await browser.open(other);
    await browser.send(other, { decision: 'approve', legalEntityId: acme });
    expect(await sharedEntities()).toEqual([acme]);
    const { scopes = [] } = (await findConsent(world.table, ada.id, client.clientId)) ?? {};
    expect(scopes.toSorted()).toEqual(['email', 'openid', 'service:entity.read']);
  });

  it.each<[string, () => string | Promise<string>]>([
    ['someone else’s', async () => (await anEntity(world)).id],
    ['unknown', () => '00000000-0000-4000-8000-000000000000'],
    ['not an id', () => 'acme'],
  ])('for a legal entity that is %s shows an error and returns no code', async (_case, other) => {
    const { browser, page } = await asked();
    await browser.open(page);
    const answer = await browser.send(page, {
      decision: 'approve',
      legalEntityId: [acme, await other()],
    });
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain('There is a problem');
    expect(answer.text).toContain(`value="${acme}" checked`);
    expect(await sharedEntities()).toBeUndefined();
  });

  it('for a legal entity that the user no longer represents shows an error', async () => {
    const { browser, page } = await asked();
    await browser.open(page);
    await world.admin('DELETE', `/legal_entities/${acme}/representatives/${ada.id}`);
    const answer = await browser.send(page, { decision: 'approve', legalEntityId: acme });
    expect(answer.status).toBe(400);
    expect(await sharedEntities()).toBeUndefined();
  });

  it('without a decision shows an error', async () => {
    const { browser, page } = await asked();
    await browser.open(page);
    const answer = await browser.send(page, { legalEntityId: acme });
    expect([answer.status, shownText(answer).includes('Choose whether to allow access')]).toEqual([
      400,
      true,
    ]);
    expect(answer.text).toContain(`value="${acme}" checked`);
  });

  it('is read completely with a thousand legal entities', async () => {
    const { browser, page } = await asked();
    await browser.open(page);
    const legalEntityId = Array.from({ length: 1_000 }, () => randomUUID());
    const answer = await browser.send(page, { legalEntityId, decision: 'deny' });
    expect(clientAnswer(answer)).toMatchObject({ status: 303, error: 'access_denied' });
  });

  it('sent ten times at the same time returns one code', async () => {
    const { browser, page } = await asked();
    await browser.open(page);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser.send(page, { decision: 'approve' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array(9).fill(409)]);
    expect(await actionsOf(ada)).toHaveLength(1);
    const back = await browser.open(page);
    expect([back.status, shownText(back).includes('This request was already answered')]).toEqual([
      409,
      true,
    ]);
  });

  it('and a denial at the same time result in one decision', async () => {
    const { browser, page } = await asked();
    await browser.open(page);
    const answers = await Promise.all(
      ['approve', 'deny', 'approve', 'deny'].map((decision) => browser.send(page, { decision })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
    expect(await actionsOf(ada)).toHaveLength(1);
  });

  it('of several requests from one client at the same time is added to one consent', async () => {
    const browser = await signedIn(world, ada.email);
    const pages = await Promise.all(
      ['openid email', 'openid profile', 'openid service:entity.read'].map(async (scope) =>
        pathTo(await browser.open(authorizePath(client, { scope }))),
      ),
    );
    await browser.open(pages[0] ?? '');
    const answers = await Promise.all(
      pages.map((page) => browser.send(page, { decision: 'approve', legalEntityId: acme })),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const consent = await findConsent(world.table, ada.id, client.clientId);
    expect(consent?.scopes.toSorted()).toEqual([
      'email',
      'openid',
      'profile',
      'service:entity.read',
    ]);
    expect(consent?.legalEntityIds).toEqual([acme]);
  });

  it('is refused without the session’s CSRF token or from another site', async () => {
    const { browser, page } = await asked();
    await browser.open(page);
    const forged = [
      { csrf: null },
      { csrf: 'A'.repeat(22) },
      { headers: { 'sec-fetch-site': 'cross-site' } },
    ];
    for (const options of forged) {
      expect((await browser.send(page, { decision: 'approve' }, options)).status).toBe(403);
    }
    expect(await sharedEntities()).toBeUndefined();
  });

  it('without a session redirects to the sign-in, which leads back to the consent page', async () => {
    const { browser, page } = await asked();
    await browser.open(page);
    const answer = await browser.send(page, { decision: 'approve' }, { cookie: null });
    expect(outcomeOf(answer)).toEqual({
      status: 303,
      location: `/portal/sign-in?${new URLSearchParams({ next: page })}`,
    });
  });
});

describe('a denial', () => {
  it('is reported to the client, and no consent is stored', async () => {
    const { browser, page } = await asked();
    await browser.open(page);
    expect(clientAnswer(await browser.send(page, { decision: 'deny' }))).toEqual({
      status: 303,
      to: client.redirectUri,
      error: 'access_denied',
      error_description: 'The user denied the request',
      state: 'abc',
      iss: world.baseUrl,
    });
    expect(await sharedEntities()).toBeUndefined();
    expect(await actionsOf(ada)).toMatchObject([{ action: 'oauth_client.denied' }]);
    expect((await browser.open(page)).status).toBe(409);
  });
});

describe('a consent page', () => {
  it('of a client deactivated in the meantime neither redirects nor returns a code', async () => {
    const former = await anAskingClient(world);
    const { browser, page } = await asked(withEntities, former);
    await browser.open(page);
    await world.admin('PATCH', `/oauth_clients/${former.clientId}`, { active: false });
    for (const answer of [
      await browser.send(page, { decision: 'approve' }),
      await browser.send(page, { decision: 'deny' }),
      await browser.open(page),
    ]) {
      expect(outcomeOf(answer)).toEqual({ status: 400, location: null });
    }
    expect(await sharedEntities(former)).toBeUndefined();
  });

  it('does not redirect to an address that the client has removed', async () => {
    const moved = await anAskingClient(world);
    const { browser, page } = await asked(withEntities, moved);
    await browser.open(page);
    await world.admin('PATCH', `/oauth_clients/${moved.clientId}`, {
      redirectUris: ['https://new.example/callback'],
    });
    for (const decision of ['approve', 'deny']) {
      expect(outcomeOf(await browser.send(page, { decision }))).toEqual({
        status: 400,
        location: null,
      });
    }
  });

  it('is not shown if the client has removed the address, and no error is redirected there', async () => {
    const moved = await anAskingClient(world);
    const { browser, page } = await asked(withEntities, moved);
    // A cross-site form sends no cookie: the prompt=none request is answered on the next page.
    const silent = await fetch(`${world.baseUrl}/api/oauth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      body: new URL(authorizePath(moved, { prompt: 'none' }), world.baseUrl).searchParams,
    });
    await world.admin('PATCH', `/oauth_clients/${moved.clientId}`, {
      redirectUris: ['https://new.example/callback'],
    });
    for (const waiting of [page, String(silent.headers.get('location'))]) {
      const answer = await browser.open(waiting);
      expect(outcomeOf(answer)).toEqual({ status: 400, location: null });
    }
  });

  it('returns invalid_scope if the client lost a scope, and stores no consent', async () => {
    const narrowed = await anAskingClient(world);
    const { browser, page } = await asked(withEntities, narrowed);
    await browser.open(page);
    await world.admin('PATCH', `/oauth_clients/${narrowed.clientId}`, { scopes: ['openid'] });
    expect(clientAnswer(await browser.send(page, { decision: 'approve' }))).toMatchObject({
      status: 303,
      error: 'invalid_scope',
    });
    expect(await sharedEntities(narrowed)).toBeUndefined();
  });

  it('redirects to the sign-in without a code if the account was deactivated', async () => {
    const { browser, page } = await asked();
    await browser.open(page);
    await world.admin('POST', `/persons/${ada.id}/deactivate`, {});
    const answer = await browser.send(page, { decision: 'approve' });
    expect(outcomeOf(answer).location).toMatch(/^\/portal\/sign-in\?/);
    expect(await sharedEntities()).toBeUndefined();
  });

  it('can still be denied if access was allowed in another tab', async () => {
    const { browser, page } = await asked();
    const other = pathTo(await browser.open(authorizePath(client, withEntities)));
    await browser.open(page);
    await browser.send(page, { decision: 'approve' });
    expect(clientAnswer(await browser.send(other, { decision: 'deny' }))).toMatchObject({
      error: 'access_denied',
    });
  });
});

describe('a sign-in for an authorization request', () => {
  /** Signs in with `next` as destination; returns the answer to the code. */
  async function signInFor(browser: Visitor, next: string, person: Person = ada) {
    const query = `?${new URLSearchParams({ next })}`;
    await browser.open(`/portal/sign-in${query}`);
    await browser.send(`/portal/sign-in${query}`, { email: person.email });
    await browser.open(`/portal/sign-in/code${query}`);
    const code = await mailedCode(world, person.email);
    return browser.send(`/portal/sign-in/code${query}`, { code });
  }

  it('leads straight to the request, and its form may redirect to the application', async () => {
    const browser = visitor(world.baseUrl);
    const page = pathTo(await browser.open(authorizePath(client, withEntities)));
    const next = new URLSearchParams({ next: page });
    await browser.open(`/portal/sign-in?${next}`);
    await browser.send(`/portal/sign-in?${next}`, { email: ada.email });
    const policyOf = async (query: string) => {
      const { headers } = await browser.open(`/portal/sign-in/code?${query}`);
      return /form-action ([^;]+);/.exec(headers.get('content-security-policy') ?? '')?.[1];
    };
    expect(await policyOf(String(next))).toBe("'self' https://client.example https:");
    expect(await policyOf('next=/portal')).toBe("'self'");
    expect(outcomeOf(await signInFor(browser, page))).toEqual({ status: 303, location: page });
    expect(shownText(await browser.open(page))).toContain('Allow Test Bookkeeping');
  });

  it('leads to the portal if the destination is on another host', async () => {
    const browser = visitor(world.baseUrl);
    expect(outcomeOf(await signInFor(browser, '//evil.example/oauth/consent'))).toEqual({
      status: 303,
      location: '/portal',
    });
  });

  it.each<Record<string, string>>([
    { prompt: 'login' },
    { prompt: 'select_account' },
    { max_age: '0' },
  ])('satisfies %o only in a session that began after the request', async (parameters) => {
    const { browser, page } = await asked({ scope: 'openid', ...parameters });
    expect(outcomeOf(await browser.open(page)).location).toMatch(/^\/portal\/sign-in\?/);
    // An approval in the old session is not accepted.
    await browser.open('/portal');
    const early = await browser.send(page, { decision: 'approve' });
    expect(outcomeOf(early).location).toMatch(/^\/portal\/sign-in\?/);
    await signInFor(browser, page);
    expect((await browser.open(page)).status).toBe(200);
    expect(clientAnswer(await browser.send(page, { decision: 'approve' }))).toMatchObject({
      code: expect.any(String),
    });
  });

  it('can be with another account, through the link on the consent page', async () => {
    const grace = await aResident(world);
    const { browser, page } = await asked();
    const question = await browser.open(page);
    const link = /href="(\/portal\/sign-in\?[^"]+)">Use another account/.exec(question.text)?.[1];
    expect(link).toBe(`/portal/sign-in?${new URLSearchParams({ next: page })}`);
    await signInFor(browser, page, grace);
    expect(shownText(await browser.open(page))).toContain(grace.email);
  });
});
