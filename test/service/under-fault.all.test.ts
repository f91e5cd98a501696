import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Route } from '../../shared/kernel/http/route.ts';
import { storedAnswers } from '../../shared/web/http/idempotency.ts';
import { operation } from '../../shared/web/http/path-function.ts';
import { applicationPayload } from '../support/drafts.ts';
import { everything } from '../support/impatient-gateway.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
afterEach(() => world.proxy.disarm());

const applications = '/api/v1/legal_entity_applications';
let keysUsed = 0;
const idempotencyKey = () => {
  keysUsed += 1;
  return { 'idempotency-key': `under-fault-${keysUsed}` };
};
const create = (key: string, headers = {}) =>
  world.call('POST', applications, {
    key,
    headers,
    body: { applicationData: applicationPayload() },
  });

describe('if the table is throttled', () => {
  it.each(['throttle', 'throttle-reason'] as const)(
    'a write answers 503 with Retry-After and can be repeated (%s)',
    async (kind) => {
      const { standardKey } = await aResident(world);
      const headers = idempotencyKey();
      world.proxy.failNext({ operation: 'TransactWriteItems', kind, times: 12 });
      const refused = await create(standardKey, headers);
      expect({
        status: refused.status,
        error: refused.body,
        retryAfter: refused.headers.get('retry-after'),
      }).toEqual({
        status: 503,
        error: {
          error: 'The service is busy. Try again.',
          code: 'service.busy',
          requestId: expect.any(String),
        },
        retryAfter: '3',
      });
      world.proxy.disarm();
      expect((await create(standardKey, headers)).status).toBe(200);
      const { body } = await world.call('GET', applications, { key: standardKey });
      expect(body).toMatchObject({ data: [{ statusId: 'Draft' }] });
    },
  );

  it('a read answers 503', async () => {
    const { standardKey } = await aResident(world);
    world.proxy.failNext({ operation: 'GetItem', kind: 'throttle', times: 12 });
    const { status } = await world.call('GET', '/api/v1/whoami', { key: standardKey });
    expect(status).toBe(503);
  });

  it('OAuth clients get temporarily_unavailable', async () => {
    world.proxy.failNext({ operation: 'BatchGetItem', kind: 'unprocessed', times: 12 });
    const { status, body } = await world.call('POST', '/api/oauth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=refresh_token&refresh_token=rt_x&client_id=nobody',
    });
    expect({ status, body }).toEqual({ status: 503, body: { error: 'temporarily_unavailable' } });
  });
});

describe('an answer of the table that is lost or late', () => {
  it.each(['hang', 'late', 'twice', 'drop-response'] as const)(
    'goes unnoticed, and the write takes effect once (%s)',
    async (kind) => {
      const { standardKey } = await aResident(world);
      world.proxy.failNext({ operation: 'TransactWriteItems', kind });
      expect((await create(standardKey)).status).toBe(200);
      const { body } = await world.call('GET', applications, { key: standardKey });
      expect(body).toMatchObject({ data: [{ statusId: 'Draft' }] });
    },
  );
});

const probe = {
  operationId: 'probe',
  method: 'POST',
  path: '/probe',
  entry: 'functions/probe.ts',
  summary: 'Probe',
  tag: 'Probe',
  auth: { scheme: 'none' },
  body: z.object({}),
  response: z.object({ text: z.string() }),
  errors: [],
  table: 'read',
  writes: { put: ['audit'] },
  idempotent: 'answer',
  spec: '0',
} as const satisfies Route;

/** A call of a function that has this many milliseconds left. */
function invoke(run: () => Promise<{ text: string }>, remaining: number, key: string) {
  const handler = operation(probe, run, storedAnswers()).handler(() => world.deps);
  const deadline = Date.now() + remaining;
  const event = {
    httpMethod: 'POST',
    path: '/probe',
    resource: '/probe',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: '{}',
    isBase64Encoded: false,
    pathParameters: null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    requestContext: { requestId: 'r', identity: { sourceIp: '192.0.2.1' } },
  };
  const context = { getRemainingTimeInMillis: () => deadline - Date.now() };
  // The parts of an event and a context that the middleware reads.
  return handler(
    event as unknown as Parameters<typeof handler>[0],
    context as unknown as Parameters<typeof handler>[1],
  );
}

const runningRequests = async () =>
  (await everything(world)).filter(({ status }) => status === 'INPROGRESS').length;

describe('a function that runs out of time', () => {
  it('answers 500 before it is stopped, leaves nothing running, and can be called again', async () => {
    const hanging = async () => {
      const { whoami = '' } = {} as { whoami?: string };
      world.proxy.failNext({ operation: 'GetItem', kind: 'hang', times: 9 });
      const { getItem } = await import('../../shared/kernel/db/table.ts');
      await getItem(world.table, { pk: 'x', sk: 'x' });
      return { text: whoami };
    };
    const started = performance.now();
    const answer = await invoke(hanging, 4_000, 'slow');
    expect(answer.statusCode).toBe(500);
    // Without a deadline, its three attempts would take 7.5 seconds; a busy machine takes some to answer.
    expect(performance.now() - started).toBeLessThan(7_000);
    world.proxy.disarm();
    // Its record is removed, so a repeat is not told that the first request still runs. On a busy
    // machine the answer is sent first: it waits 0.3 seconds for the removal.
    await expect.poll(runningRequests, { timeout: 10_000 }).toBe(0);
    const again = await invoke(async () => ({ text: 'done' }), 10_000, 'slow');
    expect([again.statusCode, JSON.parse(again.body)]).toEqual([200, { text: 'done' }]);
  });

  it('answers even if its work ignores the abort signal', async () => {
    const answer = await invoke(() => new Promise(() => {}), 1_400, 'deaf');
    expect(answer.statusCode).toBe(500);
  });
});

describe('an answer that is too large to be stored', () => {
  it('is returned, and the request can be repeated', async () => {
    const run = async () => ({ text: 'x'.repeat(420_000) });
    for (const attempt of [1, 2]) {
      const answer = await invoke(run, 10_000, 'large');
      expect([attempt, answer.statusCode, answer.body.length > 420_000]).toEqual([
        attempt,
        200,
        true,
      ]);
      expect(answer.headers?.['idempotency-replayed']).toBeUndefined();
    }
  });
});

describe('50 parallel creations of one amendment', () => {
  it('are answered 200 or 409, and leave one draft', async () => {
    const owner = await aResident(world);
    const entity = await anEntity(world, { representatives: [owner.id] });
    const path = `/api/v1/legal_entities/${entity.id}/amendments`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        world.call('POST', path, { key: owner.standardKey, body: { name: `Acme ${index}` } }),
      ),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const { body } = await world.call('GET', path, { key: owner.standardKey });
    expect((body as { data: unknown[] }).data).toHaveLength(1);
  });
});

describe('unusual input', () => {
  it('is refused with 400 if the Idempotency-Key is empty, and nothing is done', async () => {
    const { standardKey } = await aResident(world);
    const { status, body } = await create(standardKey, { 'idempotency-key': '' });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    const { body: list } = await world.call('GET', applications, { key: standardKey });
    expect(list).toEqual({ data: [] });
  });

  it('is refused with 400 and its path if analytics has an empty key', async () => {
    const { standardKey } = await aResident(world);
    const applicationData = { ...applicationPayload(), analytics: { '': 'x' } };
    const { status, body } = await world.call('POST', applications, {
      key: standardKey,
      body: { applicationData },
    });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [{ path: ['applicationData', 'analytics'], message: 'A key must not be empty' }],
      },
    });
  });

  it('is accepted if it is an id in capital letters', async () => {
    const { standardKey } = await aResident(world);
    const { body } = await create(standardKey);
    const { id } = (body as { data: { id: string } }).data;
    const answer = await world.call('GET', `${applications}/${id.toUpperCase()}`, {
      key: standardKey,
    });
    expect(answer).toMatchObject({ status: 200, body: { data: { id } } });
  });
});
