import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { getItem } from '../../shared/kernel/db/table.ts';
import { anAskingClient, authorizePath, clientAnswer, pathTo } from '../support/authorization.ts';
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

/** The page to which the client's authorization link leads. */
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

describe('without a session,', () => {
  /** The write operations that reached the table during the run. */
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
      'a link with the longest state and nonce',
      () => pageOf({ state: randomText(2_000), nonce: randomText(512) }),
    ],
    ['a link that is refused', () => pageOf({ scope: 'x' })],
    ['a link with prompt=none', () => pageOf({ prompt: 'none' })],
    ['a form', () => formOf()],
    [
      'a form with prompt=none, and its page',
      async () => visitor(world.baseUrl).open(pathTo(await formOf({ prompt: 'none' }))),
    ],
    ['the page of a request', async () => visitor(world.baseUrl).open(await pageOf())],
    [
      'the sign-in page of a request',
      async () =>
        visitor(world.baseUrl).open(
          `/portal/sign-in?${new URLSearchParams({ next: await pageOf() })}`,
        ),
    ],
    [
      'a consent decision',
      async () => visitor(world.baseUrl).send(await pageOf(), { decision: 'approve' }),
    ],
    [
      'a link with an unknown session',
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
      'a user code of a device',
      () => visitor(world.baseUrl).send('/oauth/device', { user_code: 'BCDF-GHJK' }),
    ],
    [
      'the confirmation page of a device',
      () => visitor(world.baseUrl).open('/oauth/device/confirm?user_code=BCDFGHJK&proof=x'),
    ],
  ])('%s writes nothing', async (_case, run) => {
    expect(await writesOf(run)).toEqual([]);
  });

  it('a request with prompt=none returns login_required each time and can still be answered', async () => {
    const page = pathTo(await formOf({ prompt: 'none' }));
    for (let time = 0; time < 2; time += 1) {
      expect(clientAnswer(await visitor(world.baseUrl).open(page))).toMatchObject({
        error: 'login_required',
      });
    }
    const browser = await signedIn(world, ada.email);
    expect(clientAnswer(await browser.open(page))).toMatchObject({ error: 'consent_required' });
    expect((await browser.open(page)).status).toBe(409);
  });
});

describe('an authorization request', () => {
  it('can have a state of 2,000 and a nonce of 512 characters, in a handle of at most 4,096', async () => {
    const state = randomText(2_000);
    const nonce = randomText(512);
    const browser = await signedIn(world, ada.email);
    const page = await pageOf({ state, nonce, login_hint: ada.email }, browser);
    expect(handleIn(page).length).toBeLessThanOrEqual(4_096);
    await browser.open(page);
    expect(clientAnswer(await browser.send(page, { decision: 'approve' }))).toMatchObject({
      state,
    });
    // The request also survives the sign-in.
    const toSignIn = await visitor(world.baseUrl).open(await pageOf({ state, nonce }));
    const signIn = await visitor(world.baseUrl).open(pathTo(toSignIn));
    expect(shownText(signIn)).toContain('Sign in to continue to Test Bookkeeping');
  });

  it.each<[string, Parameters, string]>([
    ['a longer nonce', { nonce: 'n'.repeat(513) }, 'nonce has more than 512 characters'],
    [
      'a login hint that does not fit into the handle',
      { login_hint: randomText(4_000) },
      'The request is too long',
    ],
  ])('cannot have %s', async (_case, parameters, error_description) => {
    const told = { to: client.redirectUri, error: 'invalid_request', error_description };
    const link = await visitor(world.baseUrl).open(authorizePath(client, parameters));
    expect(clientAnswer(link)).toMatchObject({ ...told, state: 'abc' });
    expect(clientAnswer(await formOf(parameters))).toMatchObject({ ...told, state: 'abc' });
  });

  it('cannot have a state of more than 2,000 characters, which the error does not repeat', async () => {
    const answer = await visitor(world.baseUrl).open(
      authorizePath(client, { state: 's'.repeat(2_001) }),
    );
    expect(clientAnswer(answer)).toEqual({
      status: 303,
      to: client.redirectUri,
      error: 'invalid_request',
      error_description: 'state has more than 2000 characters',
      iss: world.baseUrl,
    });
  });

  it('has the same limits if the user has already allowed all scopes', async () => {
    const browser = await signedIn(world, ada.email);
    const page = await pageOf({}, browser);
    await browser.open(page);
    await browser.send(page, { decision: 'approve' });
    const again = await browser.open(authorizePath(client, { login_hint: randomText(4_000) }));
    expect(clientAnswer(again)).toMatchObject({ error_description: 'The request is too long' });
  });
});

describe('an authorization request handle', () => {
  it('is not found if it was changed, cut or sealed for another purpose', async () => {
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

  it('leaves only its time of answer in the table, until after it has expired', async () => {
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

  it('can be opened in another browser but answered only once', async () => {
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
