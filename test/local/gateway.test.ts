import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFront } from '../../local/front.ts';
import { createGateway, type Gateway } from '../../local/gateway.ts';
import { defineRoute } from '../../shared/kernel/http/route.ts';
import { getHealth } from '../../shared/reference/routes/meta.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

let gateway: Gateway;
let port: string;

beforeAll(async () => {
  gateway = createGateway({
    routes: [],
    handlerOf: () => Promise.reject(new Error('there are no rows')),
    authorizer: () => Promise.reject(new Error('there are no rows')),
  });
  port = new URL(await gateway.listen(0)).port;
});
afterAll(() => gateway.close());

describe('the local gateway, like API Gateway and Lambda,', () => {
  const row = defineRoute({
    operationId: 'echo',
    method: 'POST',
    path: '/echo',
    entry: 'functions/meta/health.ts',
    summary: 'Echo',
    tag: 'Test',
    auth: { scheme: 'none' },
    errors: [],
    table: 'none',
    spec: '0',
  });
  let echo: Gateway;
  let address: string;
  let answerLength = 0;
  beforeAll(async () => {
    echo = createGateway({
      routes: [row],
      handlerOf: async () => async (event) => ({
        statusCode: 200,
        body:
          answerLength > 0 ? 'x'.repeat(answerLength) : JSON.stringify({ ...event, body: null }),
      }),
      authorizer: () => Promise.reject(new Error('no row asks')),
    });
    address = await echo.listen(0);
  });
  afterAll(() => echo.close());

  const post = async (query: string, length: number) => {
    const body = new Uint8Array(length);
    const response = await fetch(`${address}/echo${query}`, { method: 'POST', body });
    const text = await response.text();
    return { status: response.status, ...(text.startsWith('{') && JSON.parse(text)) };
  };

  it('splits a query at semicolons, except escaped ones', async () => {
    const { multiValueQueryStringParameters } = await post('?a=1;b=2;3&a=%3B4', 0);
    expect(multiValueQueryStringParameters).toEqual({ a: ['1', ';4'], b: ['2'], '3': [''] });
  });

  it('answers 413 itself to a body over 10 MB', async () => {
    expect((await post('', 10_485_760)).status).toBe(200);
    expect(await post('', 10_485_761)).toEqual({
      status: 413,
      error: 'Request body too large',
      code: 'request.body_too_large',
      requestId: expect.any(String),
    });
  });

  it('answers 500 instead of a response that is too large for Lambda', async () => {
    answerLength = 6_200_000;
    expect((await post('', 0)).status).toBe(200);
    answerLength = 6_300_000;
    expect(await post('', 0)).toEqual({
      status: 500,
      error: 'Internal server error',
      code: 'service.internal_error',
      requestId: expect.any(String),
    });
    answerLength = 0;
  });

  it('closes after all open requests are answered, and accepts no new ones', async () => {
    const isAsked = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const slow = createGateway({
      routes: [row],
      handlerOf: async () => async () => {
        isAsked.resolve();
        await goesOn.promise;
        return { statusCode: 200, body: 'late' };
      },
      authorizer: () => Promise.reject(new Error('no row asks')),
    });
    const url = `${await slow.listen(0)}/echo`;
    const first = fetch(url, { method: 'POST' }).then((response) => response.text());
    await isAsked.promise;
    let isClosed = false;
    const closing = slow.close().then(() => {
      isClosed = true;
    });
    await expect(fetch(url, { method: 'POST' })).rejects.toThrow('fetch failed');
    expect(isClosed).toBe(false);
    goesOn.resolve();
    expect(await first).toBe('late');
    await closing;
  });
});

it('the local gateway answers on both loopback addresses', async () => {
  const { status } = await fetch(`http://127.0.0.1:${port}/`);
  expect(status).toBe(404);
  const hasSix = Object.values(networkInterfaces())
    .flat()
    .some((each) => each?.address === '::1');
  const six = await fetch(`http://[::1]:${port}/`).then(
    (response) => response.status,
    () => null,
  );
  expect(six).toBe(hasSix ? 404 : null);
});

it("the local gateway's own answers have the headers of API Gateway", async () => {
  const { status, headers } = await fetch(`http://127.0.0.1:${port}/nothing`);
  expect({
    status,
    type: headers.get('content-type'),
    cache: headers.get('cache-control'),
    sniffing: headers.get('x-content-type-options'),
  }).toEqual({
    status: 404,
    type: 'application/json',
    cache: 'no-store',
    sniffing: 'nosniff',
  });
});

it('the local gateway answers 404 to an unknown path or method, with any credential', async () => {
  const one = createGateway({
    routes: [getHealth],
    handlerOf: () => Promise.reject(new Error('no function is asked')),
    authorizer: () => Promise.reject(new Error('no authorizer is asked')),
  });
  const address = await one.listen(0);
  const credentials = ['Bearer sk-x', 'Basic eDp5', 'AWS4-HMAC-SHA256 Credential=x'];
  try {
    for (const authorization of credentials) {
      for (const [method, path] of [
        ['GET', '/healthz'],
        ['POST', '/health'],
        ['DELETE', '/'],
      ] as const) {
        const response = await fetch(address + path, { method, headers: { authorization } });
        const body = await response.json();
        expect([response.status, body]).toEqual([
          404,
          { error: 'Not found', code: 'resource.not_found', requestId: expect.any(String) },
        ]);
      }
    }
  } finally {
    await one.close();
  }
});

it('the local gateway is not reachable from other machines, as it accepts any operator signature', async () => {
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each?.family === 'IPv4' && !each.internal);
  const answered = await Promise.all(
    others.map((each) =>
      fetch(`http://${each?.address}:${port}/`).then(
        () => each?.address,
        () => null,
      ),
    ),
  );
  expect(answered.filter((address) => address !== null)).toEqual([]);
});

it('the local gateway refuses a port in use', async () => {
  const second = createGateway({
    routes: [],
    handlerOf: () => Promise.reject(new Error('there are no rows')),
    authorizer: () => Promise.reject(new Error('there are no rows')),
  });
  await expect(second.listen(Number(port))).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await second.close();
});

it('the local gateway refuses other host names, which pages of other sites could use', async () => {
  const { request } = await import('node:http');
  const status = (host: string) =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/', headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  expect(await status('attacker.example')).toBe(421);
  expect(await status('localhost.attacker.example')).toBe(421);
  expect(await status(`localhost:${port}`)).toBe(404);
  expect(await status(`[::1]:${port}`)).toBe(404);
});

it('the local gateway starts a function, and its time limit, only when there is capacity', async () => {
  const row = routes.find(({ method, auth }) => method === 'GET' && auth.scheme === 'none');
  if (!row) throw new Error('set-up: no public row');
  const path = row.path.replaceAll(/\{\w+\}/g, 'x');
  const begun: number[] = [];
  const full = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const busy = createGateway({
    routes: [row],
    functionTime: 200_000,
    handlerOf: async () => async (_event, context) => {
      begun.push(context.getRemainingTimeInMillis());
      if (begun.length === 32) full.resolve();
      await release.promise;
      return { statusCode: 200, body: '' };
    },
    authorizer: () => Promise.reject(new Error('there are no keys')),
  });
  const url = await busy.listen(0);
  const calls = Array.from({ length: 60 }, () => fetch(url + path));
  await full.promise;
  // Once a later request is answered, those that arrived with the others have had their turn.
  await fetch(`${url}/nothing`);
  expect(begun).toHaveLength(32);
  release.resolve();
  const statuses = await Promise.all(calls.map(async (call) => (await call).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(begun).toHaveLength(60);
  // All of it is left when each begins, and none has more.
  for (const left of begun) expect(left).toBeGreaterThan(190_000);
  expect(Math.max(...begun)).toBeLessThanOrEqual(200_000);
  await busy.close();
});

it("the local gateway takes the caller's network only from the entry that the front added", async () => {
  const behind = createGateway({
    routes: [getHealth],
    handlerOf: async () => async (event) => ({
      statusCode: 200,
      body: event.requestContext.identity.sourceIp,
    }),
    authorizer: () => Promise.reject(new Error('no row has it')),
    front: readFront('https://registry.example'),
  });
  const address = await behind.listen(0);
  const from = async (headers: Record<string, string>) =>
    (await fetch(`${address}/health`, { headers })).text();
  try {
    expect(await from({ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).toBe('203.0.113.7');
    expect(await from({ 'x-forwarded-for': '2001:db8::1' })).toBe('2001:db8::1');
    expect(await from({ 'x-forwarded-for': '203.0.113.7, unknown' })).toMatch(
      /^(127\.0\.0\.1|::1)$/,
    );
    expect(await from({ via: '1.1 front' })).toMatch(/^(127\.0\.0\.1|::1)$/);
  } finally {
    await behind.close();
  }
  const plain = createGateway({
    routes: [getHealth],
    handlerOf: async () => async (event) => ({
      statusCode: 200,
      body: event.requestContext.identity.sourceIp,
    }),
    authorizer: () => Promise.reject(new Error('no row has it')),
  });
  const there = await plain.listen(0);
  const answer = await fetch(`${there}/health`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(await answer.text()).toMatch(/^(127\.0\.0\.1|::1)$/);
  await plain.close();
});

it('the local gateway answers 500 to a metered call if the key is in no usage plan, as API Gateway does', async () => {
  const metered = routes.filter(({ limit }) => limit === 'registry').slice(0, 1);
  let named = 'in-a-plan';
  const metering = createGateway({
    routes: metered,
    handlerOf: async () => async () => ({ statusCode: 200, body: '{}' }),
    authorizer: async () => ({
      principalId: 'key',
      policyDocument: { Version: '2012-10-17', Statement: [] },
      usageIdentifierKey: named,
    }),
    admits: (value) => value === 'in-a-plan',
  });
  const address = await metering.listen(0);
  const [{ method, path } = { method: '', path: '' }] = metered;
  const call = async () => {
    const answer = await fetch(address + path, { method });
    return [answer.status, await answer.json()];
  };
  expect(await call()).toEqual([200, {}]);
  named = 'deleted-by-a-hand';
  expect(await call()).toEqual([
    500,
    {
      error: 'Internal server error',
      code: 'service.internal_error',
      requestId: expect.any(String),
    },
  ]);
  await metering.close();
});
