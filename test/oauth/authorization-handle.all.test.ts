import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { getItem } from '../../shared/kernel/db/table.ts';
import { anAskingClient, authorizePath, pathTo, toldClient } from '../support/authorization.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
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

type Parameters = Readonly<Record<string, string>>;

/** The page of a request, as the client's link leads to it. */
const pageOf = async (parameters: Parameters = {}, browser: Visitor = visitor(world.baseUrl)) =>
  pathTo(await browser.open(authorizePath(client, parameters)));

const handleIn = (page: string) => page.replace('/oauth/consent?request=', '');

const randomText = (length: number) => randomBytes(length).toString('base64url').slice(0, length);

/** The same request as a form that another site sends, without cookies. */
const formOf = (parameters: Parameters = {}) => {
  const { searchParams } = new URL(authorizePath(client, parameters), world.baseUrl);
  return visitor(world.baseUrl).send('/api/oauth/authorize', Object.fromEntries(searchParams), {
    csrf: null,
    cookie: null,
    headers: { 'sec-fetch-site': 'cross-site' },
  });
};

describe('before there is a session', () => {
  /** How many writes reached the table while it ran, of any kind. */
  async function writesOf(run: () => Promise<unknown>): Promise<readonly string[]> {
    await world.settle();
    world.proxy.calls.reset();
    await run();
    const reads = ['GetItem', 'BatchGetItem', 'Query'];
    const operations = world.proxy.calls.list().map(({ operation }) => operation);
    return operations.filter((operation) => !reads.includes(operation));
  }

  it.each<[string, () => Promise<unknown>]>([
    ['a link', () => pageOf()],
    [
      'a link with all that fits',
      () => pageOf({ state: randomText(2_000), nonce: randomText(512) }),
    ],
    ['a link that is refused', () => pageOf({ scope: 'x' })],
    ['a silent link', () => pageOf({ prompt: 'none' })],
    ['a form', () => formOf()],
    [
      'a silent form, and its page',
      async () => visitor(world.baseUrl).open(pathTo(await formOf({ prompt: 'none' }))),
    ],
    ['the page of a request', async () => visitor(world.baseUrl).open(await pageOf())],
    [
      'the sign-in on the way',
      async () =>
        visitor(world.baseUrl).open(
          `/portal/sign-in?${new URLSearchParams({ next: await pageOf() })}`,
        ),
    ],
    [
      'the answer to a question',
      async () => visitor(world.baseUrl).send(await pageOf(), { decision: 'approve' }),
    ],
    [
      'a session that there is not',
      async () => {
        const browser = visitor(world.baseUrl);
        browser.cookies.set('registry_session', `${randomText(43)}.${ada.id}`);
        await browser.open(await pageOf({}, browser));
      },
    ],
    [
      'the page for a device',
      () => visitor(world.baseUrl).open('/oauth/device?user_code=BCDF-GHJK'),
    ],
    [
      'a code of a device',
      () => visitor(world.baseUrl).send('/oauth/device', { user_code: 'BCDF-GHJK' }),
    ],
    [
      'the question of a device',
      () => visitor(world.baseUrl).open('/oauth/device/confirm?user_code=BCDFGHJK&proof=x'),
    ],
  ])('%s writes nothing', async (_case, run) => {
    expect(await writesOf(run)).toEqual([]);
  });

  it('a silent request is notified each time that someone has to sign in, and is not used up by it', async () => {
    const page = pathTo(await formOf({ prompt: 'none' }));
    for (let time = 0; time < 2; time += 1) {
      expect(toldClient(await visitor(world.baseUrl).open(page))).toMatchObject({
        error: 'login_required',
      });
    }
    const browser = await signedIn(world, ada.email);
    expect(toldClient(await browser.open(page))).toMatchObject({ error: 'consent_required' });
    expect((await browser.open(page)).status).toBe(409);
  });
});

describe('how much a request can carry', () => {
  it('is a state of 2,000 characters and a nonce of 512, in a handle of 4,096', async () => {
    const state = randomText(2_000);
    const nonce = randomText(512);
    const browser = await signedIn(world, ada.email);
    const page = await pageOf({ state, nonce, login_hint: ada.email }, browser);
    expect(handleIn(page).length).toBeLessThanOrEqual(4_096);
    await browser.open(page);
    expect(toldClient(await browser.send(page, { decision: 'approve' }))).toMatchObject({ state });
    // It comes back from the sign-in as well.
    const toSignIn = await visitor(world.baseUrl).open(await pageOf({ state, nonce }));
    const signIn = await visitor(world.baseUrl).open(pathTo(toSignIn));
    expect(shownText(signIn)).toContain('Sign in to continue to Test Bookkeeping');
  });

  it.each<[string, Parameters, string]>([
    ['a longer nonce', { nonce: 'n'.repeat(513) }, 'nonce has more than 512 characters'],
    ['a hint that does not fit', { login_hint: randomText(4_000) }, 'The request is too long'],
  ])('is not %s', async (_case, parameters, error_description) => {
    const told = { to: client.redirectUri, error: 'invalid_request', error_description };
    const link = await visitor(world.baseUrl).open(authorizePath(client, parameters));
    expect(toldClient(link)).toMatchObject({ ...told, state: 'abc' });
    expect(toldClient(await formOf(parameters))).toMatchObject({ ...told, state: 'abc' });
  });

  it('is not a longer state, which is not repeated', async () => {
    const answer = await visitor(world.baseUrl).open(
      authorizePath(client, { state: 's'.repeat(2_001) }),
    );
    expect(toldClient(answer)).toEqual({
      status: 303,
      to: client.redirectUri,
      error: 'invalid_request',
      error_description: 'state has more than 2000 characters',
      iss: world.baseUrl,
    });
  });

  it('does not depend on whether the user has allowed all of it before', async () => {
    const browser = await signedIn(world, ada.email);
    const page = await pageOf({}, browser);
    await browser.open(page);
    await browser.send(page, { decision: 'approve' });
    const again = await browser.open(authorizePath(client, { login_hint: randomText(4_000) }));
    expect(toldClient(again)).toMatchObject({ error_description: 'The request is too long' });
  });
});

describe('a handle', () => {
  it('that was changed, cut, or made for something else is none', async () => {
    const browser = await signedIn(world, ada.email);
    const page = await pageOf({}, browser);
    const [header = '', payload = '', signature = ''] = handleIn(page).split('.');
    const known = await world.deps.seal.seal('device', { id: 'x' }, 60_000);
    for (const forged of [
      `${header}.${payload.slice(0, -4)}AAAA.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      Buffer.from('{"alg":"none"}').toString('base64url'),
      known,
      await world.deps.seal.seal('authorization_request', { id: 'x' }, 60_000),
      'x'.repeat(5_000),
      '..',
    ]) {
      const answer = await browser.open(`/oauth/consent?request=${forged}`);
      expect([answer.status, shownText(answer).includes('no longer valid')]).toEqual([404, true]);
    }
    expect((await browser.open(page)).status).toBe(200);
  });

  it('leaves no more in the table than that it was answered, for as long as it could be opened', async () => {
    const browser = await signedIn(world, ada.email);
    const page = await pageOf({ state: 'a-state-of-its-own' }, browser);
    await browser.open(page);
    const { now } = world.clock;
    const transactions: string[] = [];
    world.proxy.beforeNext(
      (body, operation) => {
        if (operation === 'TransactWriteItems') transactions.push(JSON.stringify(body));
        return operation === 'TransactWriteItems';
      },
      async () => {},
    );
    expect((await browser.send(page, { decision: 'deny' })).status).toBe(303);
    const [written = ''] = transactions;
    const claim = /OAUTH_ANSWER#[0-9a-f]{64}/.exec(written)?.[0] ?? '';
    expect(written).not.toContain('a-state-of-its-own');
    expect(await getItem(world.table, { pk: claim, sk: 'OAUTH_ANSWER' })).toEqual({
      pk: claim,
      sk: 'OAUTH_ANSWER',
      answeredAt: new Date(now).toISOString(),
      ttl: Math.ceil((now + 1_800_000) / 1000) + 3_600,
    });
  });

  it('can be opened by another browser, and is still answered once', async () => {
    const browsers = await Promise.all([signedIn(world, ada.email)]);
    browsers.push(await signedIn(world, ada.email));
    const page = await pageOf();
    for (const browser of browsers) await browser.open(page);
    const answers = await Promise.all(
      browsers.map((browser) => browser.send(page, { decision: 'approve' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  });
});
