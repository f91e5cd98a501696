import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { aMailedDraft, claim } from '../support/applicants.ts';
import { anAskingClient, authorizePath, clientAnswer, pathTo } from '../support/authorization.ts';
import { admittedBy, concretePath, issueCredentials } from '../support/credentials.ts';
import { functionHandler } from '../support/function-handler.ts';
import { outcomeOf, signedIn, type Visitor } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { oneOfEachKind } from '../support/route-kinds.ts';
import { useWorld } from '../support/use-world.ts';

let uses = 0;

const cookieOf = ({ cookies }: Visitor) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const world = await useWorld();
const credentials = await issueCredentials(world);
const { email } = await aResident(world);
const cookie = cookieOf(await signedIn(world, email));
await world.settle();
const begun = world.clock.now;
const rows = routes.filter(({ method }) => method === 'GET');

/** Headers of the connection, or that differ between answers. */
const passing = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];
const random = ['x-request-id', 'set-cookie', 'etag'];

const takesCookies = ({ auth, path }: Route) =>
  auth.scheme === 'none' && /^\/(portal|oauth|uploads)\b(?!\/sign-in|\/continue)/.test(path);

/** The session cookie, at a time when its last use is due to be recorded again. */
function noticeable(): Record<string, string> {
  uses += 1;
  world.clock.now = begun + uses * 301_000;
  return { cookie };
}

async function ask(method: string, path: string, headers: Readonly<Record<string, string>>) {
  const response = await fetch(world.baseUrl + path, { method, headers, redirect: 'manual' });
  const kept = [...response.headers].filter(([name]) => !passing.includes(name));
  return {
    status: response.status,
    headers: Object.fromEntries(
      kept.map(([name, value]) => [name, random.includes(name) ? 'some' : value]),
    ),
    text: await response.text(),
  };
}

/** The names of the write operations that reached the table during the run. */
async function writesOf(run: () => Promise<unknown>): Promise<readonly string[]> {
  world.proxy.calls.reset();
  await run();
  const reads = ['GetItem', 'BatchGetItem', 'Query'];
  const operations = world.proxy.calls.list().map(({ operation }) => operation);
  return operations.filter((operation) => !reads.includes(operation));
}

/** Rows whose calls are counted for any caller and method, so that HEAD allows no extra guesses. */
const counted = rows.filter(
  ({ limit, operationId }) =>
    limit === 'partner' || ['verifyCertificate', 'showProof'].includes(operationId),
);

/** Rows that may write are tested one by one; all others by one row of each kind. */
const tried = new Set([
  ...rows.filter(({ writes }) => writes !== undefined),
  ...oneOfEachKind(rows),
]);

describe.each([...tried])('HEAD $path', (row) => {
  it('has the status and headers of GET, no body, and changes nothing', async () => {
    const path = concretePath(row);
    const headers = takesCookies(row) ? noticeable() : admittedBy(row.auth, credentials);
    let head: Awaited<ReturnType<typeof ask>> | undefined;
    const writes = await writesOf(async () => {
      head = await ask('HEAD', path, headers);
    });
    const get = await ask('GET', path, headers);
    // Keys and tokens must not expire before the last row.
    world.clock.now = begun;
    expect(get.status).toBeLessThan(500);
    expect({ ...head, text: '' }).toEqual({ ...get, text: '' });
    expect(head?.text).toBe('');
    expect(writes).toEqual(counted.includes(row) ? ['UpdateItem'] : []);
  });
});

describe('HEAD', () => {
  it('is answered by the function itself without a body', async () => {
    const row = rows.find(({ path }) => path === '/health');
    if (row === undefined) throw new Error('no such row');
    const handler = await functionHandler(row.entry, world.deps);
    const event = {
      httpMethod: 'HEAD',
      resource: row.path,
      path: row.path,
      headers: {},
      pathParameters: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      body: null,
      isBase64Encoded: false,
      requestContext: { requestId: 'test', identity: { sourceIp: '203.0.113.9' } },
      // Handlers read nothing else of an event.
    } as unknown as APIGatewayProxyEvent;
    const { statusCode, body, isBase64Encoded } = await handler(event, {} as Context);
    expect({ statusCode, body, isBase64Encoded }).toEqual({
      statusCode: 200,
      body: '',
      isBase64Encoded: false,
    });
  });

  it('answers 404 on a path without GET', async () => {
    expect((await world.call('HEAD', '/api/v1/verify_rpn')).status).toBe(404);
    expect((await world.call('HEAD', '/nothing')).status).toBe(404);
  });

  it('records no session use, unlike GET', async () => {
    const headers = noticeable();
    expect(await writesOf(() => ask('HEAD', '/portal', headers))).toEqual([]);
    expect(await writesOf(() => ask('GET', '/portal', headers))).toEqual(['UpdateItem']);
  });

  it('does not use up an emailed link if a scanner follows it', async () => {
    const { path } = await aMailedDraft(world);
    for (let time = 0; time < 3; time += 1) expect((await ask('HEAD', path, {})).status).toBe(200);
    const { answer } = await claim(world, path);
    expect(answer.status).toBe(303);
  });

  it.each(['query', 'form_post'])(
    'returns no code and completes no authorization request (%s)',
    async (mode) => {
      const client = await anAskingClient(world);
      const ada = await aResident(world);
      const browser = await signedIn(world, ada.email);
      const path = authorizePath(client, { response_mode: mode });
      const first = pathTo(await browser.open(path));
      const open = pathTo(await browser.open(path));
      await browser.open(first);
      await browser.send(first, { decision: 'approve' });
      const sent = { cookie: cookieOf(browser) };
      world.clock.now += 301_000;
      const status = mode === 'query' ? 303 : 200;
      for (const asked of [path, open]) {
        const writes = await writesOf(async () => {
          const head = await ask('HEAD', asked, sent);
          expect([head.status, head.headers['location']]).toEqual([status, undefined]);
        });
        expect(writes).toEqual([]);
        // GET returns a code for the same path.
        const get = await browser.open(asked);
        expect(get.status).toBe(status);
        if (mode === 'query') expect(clientAnswer(get)).toMatchObject({ code: expect.any(String) });
      }
      const after = await ask('HEAD', open, sent);
      expect(outcomeOf(await browser.open(open)).status).toBe(409);
      expect(after.status).toBe(409);
    },
  );
});
