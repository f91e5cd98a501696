import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { unknownId } from '../support/admin.ts';
import { admittedBy, concretePath, issueCredentials } from '../support/credentials.ts';
import { oneOfEachKind } from '../support/route-kinds.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const credentials = await issueCredentials(world);
beforeEach(() => {
  world.clock.now += 60_000;
  // Where test helpers are there, and judge bodies like all others.
  Object.assign(world.deps, { isSandbox: true });
});

interface Sent {
  readonly contentType?: string;
  readonly body?: string | Uint8Array;
}

async function send(route: Route, { contentType = 'application/json', body }: Sent) {
  const response = await fetch(world.baseUrl + concretePath(route), {
    method: route.method,
    headers: { ...admittedBy(route.auth, credentials), 'content-type': contentType },
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  // The link is looked at in test/support/world.ts.
  const { documentation: _, ...envelope } = Object(await response.json());
  return { status: response.status, envelope };
}

const invalidBody = (message: string) => ({
  status: 400,
  envelope: {
    error: 'Invalid request body',
    code: 'request.invalid_body',
    details: [
      {
        code: 'invalid_type',
        expected: expect.any(String),
        received: expect.any(String),
        path: [],
        message,
      },
    ],
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  },
});

/** What speaks in the words of a standard (test/oauth/registration.all.test.ts, test/credentials/issuance.all.test.ts, notification.all.test.ts). */
const inOwnWords = [
  '/api/oauth/register',
  '/api/credentials/credential',
  '/api/credentials/notification',
];

/** Forms are for browsers, bytes are signed: they have their own tests as well. */
const bodied = routes.filter(
  ({ body, bodyType = 'json', path }) =>
    body !== undefined && bodyType === 'json' && !inOwnWords.includes(path),
);
const requiring = bodied.filter(({ bodyPresence }) => bodyPresence !== 'optional');
const shapeOf = (schema: Route['query']): object =>
  schema instanceof z.ZodMiniObject ? schema.shape : {};
const named = (rows: readonly Route[]) =>
  rows.map((route): [string, Route] => [route.operationId, route]);

/** Bodies are parsed before any row's own schema sees them. */
const parsed = named(oneOfEachKind(bodied));

describe.each(parsed)('%s', (_, route) => {
  it.each<[string, Sent, string]>([
    ['cut off', { body: '{"a":' }, 'The body is not valid JSON'],
    ['not JSON', { body: 'a=b' }, 'The body is not valid JSON'],
    [
      'declared as a form',
      { body: '{}', contentType: 'text/plain' },
      'Content-Type must be application/json',
    ],
    ['no UTF-8', { body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) }, 'The body is not valid UTF-8'],
  ])('answers 400 with one violation to a body that is %s', async (_case, sent, message) => {
    expect(await send(route, sent)).toEqual(invalidBody(message));
  });

  it.each([
    ['{"__proto__":{"admin":true}}', 'The body must not have a key named __proto__'],
    ['{"a":[{"\\u005f_proto__":1}]}', 'The body must not have a key named __proto__'],
    [
      '{"a":{"constructor":{"prototype":{"admin":true}}}}',
      'The body must not have a key named constructor with one named prototype in it',
    ],
  ])('answers 400 with the key to %s, and nothing is changed by it', async (body, message) => {
    const { status, envelope } = await send(route, { body });
    expect({ status, envelope }).toEqual({
      status: 400,
      envelope: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [{ code: 'custom', path: [], message }],
        requestId: expect.any(String),
      },
    });
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it('answers 413 to a body over 1 MB', async () => {
    const { status, envelope } = await send(route, { body: JSON.stringify('x'.repeat(1_048_576)) });
    expect({ status, envelope }).toEqual({
      status: 413,
      envelope: {
        error: 'Request body too large',
        code: 'request.body_too_large',
        requestId: expect.any(String),
      },
    });
  });

  it.each([
    ['an array', '[]'],
    ['a string', '"text"'],
    ['null', 'null'],
    ['nested 100,000 deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['an unpaired surrogate', '{"name":"\\ud800","query":"\\ud800","label":"\\ud800"}'],
    ['made of null characters', '{"name":"\\u0000","query":"\\u0000","rpn":"\\u0000"}'],
  ])('never fails on %s', async (_case, body) => {
    const { status, envelope } = await send(route, { body });
    expect(status).toBeLessThan(500);
    if (status >= 400) expect(envelope).toMatchObject({ error: expect.any(String) });
  });
});

describe('what is missing or of the wrong type', () => {
  it.each(named(requiring))('is 400 where %s gets no body', async (_, route) => {
    expect(await send(route, {})).toEqual(invalidBody('A JSON body is required'));
  });

  const wrong = '{"name":1,"rpn":{},"query":[],"kind":[],"scopes":"x","email":{},"code":[]}';
  it.each(named(bodied))('is never a failure of %s', async (_, route) => {
    for (const body of ['{}', wrong]) {
      const { status, envelope } = await send(route, { body });
      expect(status).toBeLessThan(500);
      if (status >= 400) expect(envelope).toMatchObject({ error: expect.any(String) });
    }
  });
});

describe('a cursor', () => {
  const lists = routes.filter(
    ({ method, path, query }) =>
      method === 'GET' && /^\/(api|admin)\//.test(path) && Object.hasOwn(shapeOf(query), 'cursor'),
  );
  // The place of something that is deleted, as lists give it.
  const place = `2026-03-01T12:00:00.000Z#${unknownId}`;
  const cursor = Buffer.from(place).toString('base64url');

  // There is no access token here. The list for one is cut by the same function as that for a key.
  const readable = lists.filter(({ auth }) => auth.scheme !== 'oauth');
  it.each(named(readable))('of %s stays valid after what it names is deleted', async (_, route) => {
    const response = await fetch(`${world.baseUrl}${concretePath(route)}?cursor=${cursor}`, {
      headers: admittedBy(route.auth, credentials),
    });
    // A list in a resource that does not exist.
    const expected = route.path.includes('{') ? [200, 404] : [200];
    expect(expected).toContain(response.status);
  });

  it('is of all lists that have pages', () => {
    expect(lists.length).toBeGreaterThan(25);
  });
});

describe('an Idempotency-Key', () => {
  const readsOnly = ['verifyRpn', 'searchLegalEntities', 'checkLegalEntityName'];

  it('is honoured on every POST and PATCH of /api/v1 except three that only read', () => {
    const writing = routes.filter(
      ({ method, path }) => path.startsWith('/api/v1/') && ['POST', 'PATCH'].includes(method),
    );
    const without = writing.filter(({ idempotent }) => idempotent === undefined);
    expect(without.map(({ operationId }) => operationId).toSorted()).toEqual(readsOnly.toSorted());
  });
});

describe('the gateway', () => {
  it.each([
    ['GET', '/no/such/path'],
    ['DELETE', '/api/v1/verify_rpn'],
    ['POST', '/health'],
    ['GET', '//health'],
    ['GET', '/api/v1/legal_entities//documents'],
  ])('answers 404 Not found to %s %s', async (method, path) => {
    const { status, body } = await world.call(method, path);
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: 'Not found', code: 'resource.not_found', requestId: expect.any(String) },
    });
  });

  it('answers 500 without the cause when something breaks, and logs it', async () => {
    world.proxy.failNext({ kind: 'internal', times: 10 });
    const { status, body } = await world.call('GET', '/api/v1/whoami', {
      key: credentials.standard,
    });
    expect({ status, body }).toEqual({
      status: 500,
      body: {
        error: 'Internal server error',
        code: 'service.internal_error',
        requestId: expect.any(String),
      },
    });
    expect(world.log.lines.map(({ message }) => message)).toContain('unexpected failure');
  });
});
