import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Route } from '../../shared/kernel/http/route.ts';
import { encodeCursor } from '../../shared/residency/db/residency-applications.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { unknownId } from '../support/admin.ts';
import { admittedBy, concretePath, issueCredentials } from '../support/credentials.ts';
import { oneOfEachKind } from '../support/route-kinds.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const credentials = await issueCredentials(world);
beforeEach(() => {
  world.clock.now += 60_000;
  // In a sandbox, so that the test helpers are included.
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
  // The documentation link is checked in test/support/world.ts.
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

/** Routes whose errors follow a standard (test/oauth/registration.all.test.ts, test/credentials/issuance.all.test.ts, notification.all.test.ts). */
const inOwnWords = [
  '/api/oauth/register',
  '/api/credentials/credential',
  '/api/credentials/notification',
];

/** Without forms, which browsers send, and signed bytes: both have their own tests. */
const bodied = routes.filter(
  ({ body, bodyType = 'json', path }) =>
    body !== undefined && bodyType === 'json' && !inOwnWords.includes(path),
);
const requiring = bodied.filter(({ bodyPresence }) => bodyPresence !== 'optional');
const shapeOf = (schema: Route['query']): object =>
  schema instanceof z.ZodMiniObject ? schema.shape : {};
const named = (rows: readonly Route[]) =>
  rows.map((route): [string, Route] => [route.operationId, route]);

/** Bodies are parsed before a row's own schema is applied. */
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
  ])('answers 400 with one error to a body that is %s', async (_case, sent, message) => {
    expect(await send(route, sent)).toEqual(invalidBody(message));
  });

  it.each([
    ['{"__proto__":{"admin":true}}', 'The body must not have a key named __proto__'],
    ['{"a":[{"\\u005f_proto__":1}]}', 'The body must not have a key named __proto__'],
    [
      '{"a":{"constructor":{"prototype":{"admin":true}}}}',
      'The body must not have a key named constructor with one named prototype in it',
    ],
  ])(
    'answers 400 and names the forbidden key for %s, without polluting any prototype',
    async (body, message) => {
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
    },
  );

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
  ])('does not answer 500 to a body that is %s', async (_case, body) => {
    const { status, envelope } = await send(route, { body });
    expect(status).toBeLessThan(500);
    if (status >= 400) expect(envelope).toMatchObject({ error: expect.any(String) });
  });
});

describe('a missing or wrong body', () => {
  it.each(named(requiring))('is answered 400 if %s gets no body', async (_, route) => {
    expect(await send(route, {})).toEqual(invalidBody('A JSON body is required'));
  });

  const wrong = '{"name":1,"rpn":{},"query":[],"kind":[],"scopes":"x","email":{},"code":[]}';
  it.each(named(bodied))('is not answered 500 by %s', async (_, route) => {
    for (const body of ['{}', wrong]) {
      const { status, envelope } = await send(route, { body });
      expect(status).toBeLessThan(500);
      if (status >= 400) expect(envelope).toMatchObject({ error: expect.any(String) });
    }
  });
});

describe('a list cursor', () => {
  const lists = routes.filter(
    ({ method, path, query }) =>
      method === 'GET' && /^\/(api|admin)\//.test(path) && Object.hasOwn(shapeOf(query), 'cursor'),
  );
  // The position of a deleted item, as lists encode it.
  const place = `2026-03-01T12:00:00.000Z#${unknownId}`;
  const cursor = Buffer.from(place).toString('base64url');
  // The contract's cursors of this list are UUIDs.
  const cursorOf = ({ operationId }: Route) =>
    operationId === 'listPartnerResidencyApplications' ? encodeCursor(place) : cursor;

  // There is no access token here. Lists for tokens use the same paging function as lists for keys.
  const readable = lists.filter(({ auth }) => auth.scheme !== 'oauth');
  it.each(named(readable))('of %s stays valid after its item is deleted', async (_, route) => {
    const response = await fetch(
      `${world.baseUrl}${concretePath(route)}?cursor=${cursorOf(route)}`,
      {
        headers: admittedBy(route.auth, credentials),
      },
    );
    // 404 for a list in a resource that does not exist.
    const expected = route.path.includes('{') ? [200, 404] : [200];
    expect(expected).toContain(response.status);
  });

  it('is offered by more than 25 lists', () => {
    expect(lists.length).toBeGreaterThan(25);
  });
});

describe('an Idempotency-Key', () => {
  const readsOnly = ['verifyRpn', 'searchLegalEntities', 'checkLegalEntityName'];

  it('is supported by every POST and PATCH of /api/v1 except three that only read', () => {
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

  it('answers 500 without the cause if the table fails, and logs the failure', async () => {
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
