import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGateway } from '../../local/gateway.ts';
import { createLegalEntityApplication as route } from '../../shared/incorporation/routes/applications.ts';
import type { ApiHandler } from '../../shared/web/http/endpoint.ts';
import { leaseTime } from '../../shared/web/http/idempotency.ts';
import { applicationPayload } from '../support/drafts.ts';
import type { RequestBody } from '../support/dynamodb-proxy.ts';
import { functionHandler } from '../support/function-handler.ts';
import { everything, startImpatientGateway } from '../support/impatient-gateway.ts';
import { startKillable } from '../support/killable.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const path = '/api/v1/legal_entity_applications';
const entry = 'functions/applications/create.ts';
const world = await useWorld();
afterEach(() => {
  vi.useRealTimers();
});

/** The creation of a draft, which can be repeated. */
async function aCreation() {
  const { standardKey } = await aResident(world);
  const request = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${standardKey}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ applicationData: applicationPayload() }),
  };
  const send = async (baseUrl = world.baseUrl) => {
    const response = await fetch(baseUrl + path, request);
    const body = (await response.json()) as Record<string, unknown>;
    return {
      status: response.status,
      code: body['code'],
      retry: response.headers.get('retry-after'),
    };
  };
  const drafts = async () => {
    const { body } = await world.call('GET', path, { key: standardKey });
    return (body as { data: unknown[] }).data.length;
  };
  return { send, drafts };
}

/** The instant until which running functions are considered alive. */
const untilWhen = async () =>
  (await everything(world))
    .filter(({ status }) => status === 'INPROGRESS')
    .map((item) => Number(item['in_progress_expiration']));

const isKept = ({ Key }: RequestBody) => String(Object(Key).pk?.S).startsWith('IDEMPOTENCY#');

/** Moments at which a function is killed; the request that it has just sent is lost. */
const moments: Readonly<Record<string, (body: RequestBody, operation: string) => boolean>> = {
  'before its effect': (_, operation) => operation === 'TransactWriteItems',
  'between its effect and its answer': (body, operation) =>
    operation === 'UpdateItem' && isKept(body),
};

const inProgress = { status: 409, code: 'idempotency.in_progress', retry: '1' };

describe.each(Object.entries(moments))('a function that is killed %s', (_, isMoment) => {
  it('makes repeats wait for two seconds, and the next one takes effect exactly once', async () => {
    const { send, drafts } = await aCreation();
    const doomed = await startKillable(world, entry);
    world.proxy.beforeNext(isMoment, async () => {
      await doomed.kill();
      throw new Error('lost');
    });
    await expect(send(doomed.baseUrl)).rejects.toThrow('fetch failed');
    expect(world.proxy.pending()).toBe(0);
    // A busy machine takes its time to end the function.
    const [until = 0] = await untilWhen();
    expect(until).toBeLessThanOrEqual(Date.now() + leaseTime);
    vi.useFakeTimers({ toFake: ['Date'], now: until - 1 });
    expect(await send()).toEqual(inProgress);
    vi.setSystemTime(until + 1);
    expect(await send()).toEqual({ status: 200, code: undefined, retry: null });
    expect(await drafts()).toBe(1);
  });
});

describe('a slow function', () => {
  it('makes repeats wait as long as it runs, and then answers', async () => {
    const { send, drafts } = await aCreation();
    const patient = await startImpatientGateway(world, [entry]);
    onTestFinished(() => patient.stop());
    let repeat: unknown;
    world.proxy.beforeNext(
      (_, operation) => operation === 'TransactWriteItems',
      async () => {
        const [before = 0] = await untilWhen();
        await vi.waitFor(
          async () => expect((await untilWhen())[0]).toBeGreaterThan(before),
          120_000,
        );
        // Without the renewal its lease would have expired by now.
        vi.useFakeTimers({ toFake: ['Date'], now: before + 1 });
        repeat = await send();
        vi.useRealTimers();
      },
    );
    expect((await send(patient.baseUrl)).status).toBe(200);
    expect(repeat).toEqual(inProgress);
    expect(await drafts()).toBe(1);
    expect(await untilWhen()).toEqual([]);
  });

  it('does not block repeats once it has failed', async () => {
    const { send, drafts } = await aCreation();
    world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'internal', times: 3 });
    expect((await send()).status).toBe(500);
    expect((await send()).status).toBe(200);
    expect(await drafts()).toBe(1);
  });

  it('keeps a lease with an end if its time is over as soon as it begins', async () => {
    const { send, drafts } = await aCreation();
    const handler = await slowToBegin();
    const gateway = createGateway({
      routes: [route],
      handlerOf: async () => handler,
      authorizer: () => Promise.reject(new Error('no such route here')),
    });
    const baseUrl = await gateway.listen(0);
    const ends: unknown[] = [];
    world.proxy.beforeNext(
      (_, operation) => operation === 'TransactWriteItems',
      async () => {
        const running = (await everything(world)).filter(({ status }) => status === 'INPROGRESS');
        ends.push(...running.map((item) => item['in_progress_expiration']));
      },
    );
    expect((await send(baseUrl)).status).toBe(200);
    await gateway.close();
    expect(ends).toEqual([expect.any(Number)]);
    expect(await drafts()).toBe(1);
  });
});

/** The creation in a function whose time ends as soon as it has recorded that the request runs. */
async function slowToBegin(): Promise<ApiHandler> {
  const handle = await functionHandler<ApiHandler>(entry, world.deps);
  return (event, context) => {
    let asked = 0;
    const getRemainingTimeInMillis = () => {
      asked += 1;
      // The first two calls come from the deadline and from middy.
      return asked > 2 ? 0 : 10_000;
    };
    return handle(event, { ...context, getRemainingTimeInMillis });
  };
}
