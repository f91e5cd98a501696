import type { APIGatewayRequestAuthorizerEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ApiGateway, startApiGateway } from '../../local/engines/api-gateway.ts';
import { localAws } from '../../local/engines/engine.ts';
import { hashKey } from '../../shared/access/auth/api-key.ts';
import { openGatewayKeys } from '../../shared/access/aws/gateway-keys.ts';
import { keyWrites } from '../../shared/access/db/api-keys.ts';
import { findGatewayRun } from '../../shared/access/db/gateway-runs.ts';
import { newKey } from '../../shared/access/usecases/issue-key.ts';
import { partitions } from '../../shared/kernel/db/keys.ts';
import type { BackgroundHandler } from '../../shared/web/http/background.ts';
import { functionHandler } from '../support/function-handler.ts';
import { messageOf } from '../support/message.ts';
import { itemsOf, seed } from '../support/seed.ts';
import { useWorld } from '../support/use-world.ts';

const planIds = { standard: 'plan-a', large: 'plan-b', wide: 'plan-c' } as const;
const sharedValues = ['anonymous', 'overflow'];

const world = await useWorld();
let stub: ApiGateway;

beforeAll(async () => {
  stub = await startApiGateway({ planIds: Object.values(planIds), sharedValues });
  vi.stubEnv('AWS_ENDPOINT_URL_API_GATEWAY', stub.endpoint);
  vi.stubEnv('AWS_REGION', localAws.region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', localAws.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', localAws.credentials.secretAccessKey);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await stub.stop();
});

const day = 86_400_000;

/**
 * The number of personal keys: a tenth of a large registry. `npm run many-keys` uses all 100,000
 * keys, which takes minutes. `metered` of them are metered on the first day.
 */
const all = Number(process.env['MANY_KEYS'] ?? 10_000);
const metered = all / 50;

it(`meters each of ${metered} keys used in a day separately, among ${all} personal keys`, async () => {
  world.clock.now += day - (world.clock.now % day);
  const secrets = await issue(all);
  const used = Array.from({ length: metered }, (_, index) => secrets[index * 50] ?? '');
  const gatewayKeys = openGatewayKeys({ stage: 'test', stack: 'stack', planIds });
  const deps = { ...world.deps, gatewayKeys, pace: async () => {} };
  const consume = await functionHandler<BackgroundHandler<SQSEvent, SQSBatchResponse>>(
    'functions/outbox/keep-gateway-keys.ts',
    { ...deps, queueUrl: 'gateway-keys', queues: { postpone: async () => {} } },
  );
  const reconcile = await functionHandler<BackgroundHandler<object, void>>(
    'functions/gateway/reconcile.ts',
    deps,
  );

  world.proxy.calls.reset();
  // The first call of each key: answered, counted exactly, metered with others.
  await each(used, async (key) => {
    expect(await verify(key)).toEqual([200, '49']);
  });
  expect(stub.keys.size).toBe(0);
  await expect.poll(asked).toBe(metered);

  // The queue delivers some of them twice, and API Gateway throttles now and then: two calls of two hundred.
  let calls = 0;
  stub.onCall = () => {
    calls += 1;
    if (calls % 200 === 0) stub.throttled = 2;
  };
  const records = used.map((key, index) => ({
    id: `event-${index}`,
    createdAt: new Date(world.clock.now).toISOString(),
    event: { type: 'gateway_key.requested', keyHash: hashKey(key) },
  }));
  let waiting = [...records, ...records.slice(0, 200)];
  for (let round = 0; waiting.length > 0 && round < 12; round += 1) {
    const again: typeof waiting = [];
    await each(batchesOf(waiting, 10), async (batch) => {
      const Records = batch.map((event, index) => messageOf(event, 1, String(index)));
      const { batchItemFailures } = await consume({ Records });
      for (const { itemIdentifier } of batchItemFailures) {
        again.push(...batch.slice(Number(itemIdentifier), Number(itemIdentifier) + 1));
      }
    });
    waiting = again;
  }
  stub.onCall = () => {};
  stub.throttled = 0;
  expect([waiting.length, stub.keys.size, stub.plans.get('plan-a')?.size]).toEqual([
    0,
    metered,
    metered,
  ]);

  // Some minutes later each key is metered separately, still counted exactly, and requests nothing.
  world.clock.now += 360_000;
  world.proxy.calls.reset();
  await each(used, async (key) => {
    const value = await meterOf(key);
    expect([sharedValues.includes(value), stub.admits(value)]).toEqual([false, true]);
    expect(await verify(key)).toEqual([200, '49']);
  });
  expect(asked()).toBe(0);

  // A run reads only the keys that have a gateway key: their list, the keys and their last use.
  world.proxy.calls.reset();
  await reconcile({});
  expect((await findGatewayRun(world.table))?.counts).toMatchObject({ keys: metered, missing: 0 });
  const perHundred = world.proxy.calls.count() / (metered / 100);
  expect(perHundred).toBeLessThan(8);

  // Half of them stay in use for a month; the others release their gateway keys.
  world.clock.now += 20 * day;
  const busy = used.filter((_, index) => index % 2 === 0);
  await each(busy, async (key) => {
    expect(await verify(key)).toEqual([200, '49']);
  });
  world.clock.now += 11 * day;
  await reconcile({});
  expect((await findGatewayRun(world.table))?.counts).toMatchObject({
    keys: metered,
    idle: metered / 2,
  });
  world.clock.now += day / 24;
  await reconcile({});
  expect((await findGatewayRun(world.table))?.counts).toMatchObject({
    keys: metered / 2,
    removed: metered / 2,
  });
  expect(stub.keys.size).toBe(metered / 2);
  await each(used, async (key) => {
    expect(stub.admits(await meterOf(key))).toBe(true);
  });
}, 600_000);

/** How often a gateway key was requested: each request is one of these transactions. */
const asked = () => world.proxy.calls.count('TransactWriteItems');

/** Keys of ten thousand people, as authentication finds them. */
async function issue(count: number): Promise<readonly string[]> {
  const secrets: string[] = [];
  const createdAt = new Date(world.clock.now).toISOString();
  for (let first = 0; first < count; first += 10_000) {
    const items = Array.from({ length: 10_000 }, (_, index) => {
      const ownerId = `person-${index}`;
      const owner = partitions.person(ownerId);
      const request = { kind: 'standard', ownerId, owner, label: null, scopes: [], limits: null };
      const { key, secret } = newKey({ ...request, kind: 'standard' }, world.deps, createdAt);
      secrets.push(secret);
      return itemsOf(keyWrites(key, owner));
    });
    await seed(world.table, items.flat());
  }
  return secrets;
}

async function verify(key: string): Promise<readonly [status: number, remaining: string | null]> {
  const body = { rpn: '80000000000012' };
  const { status, headers } = await world.call('POST', '/api/v1/verify_rpn', { key, body });
  // Among thousands of calls, the status alone would not show why one failed.
  if (status >= 500) throw new Error(JSON.stringify(world.log.lines.slice(-20)));
  return [status, headers.get('x-ratelimit-remaining')];
}

/** The gateway key that API Gateway uses for a call with this key. */
async function meterOf(key: string): Promise<string> {
  const authorize = await functionHandler<
    (event: APIGatewayRequestAuthorizerEvent) => Promise<{ usageIdentifierKey: string }>
  >('functions/gateway/authorize.ts', world.deps);
  // The authorizer reads only these two fields of an event.
  const event = {
    methodArn: 'arn',
    headers: { authorization: `Bearer ${key}` },
  } as unknown as APIGatewayRequestAuthorizerEvent;
  return (await authorize(event)).usageIdentifierKey;
}

function batchesOf<T>(all: readonly T[], size: number): readonly T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** Eight in parallel. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const next = async (): Promise<void> => {
    const one = left.shift();
    if (one === undefined) return;
    await work(one);
    return next();
  };
  await Promise.all(Array.from({ length: 8 }, next));
}
