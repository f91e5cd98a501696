import { beforeEach, expect, it } from 'vitest';
import { hashKey } from '../../shared/access/auth/api-key.ts';
import { findKey, recordGatewayKey } from '../../shared/access/db/api-keys.ts';
import { aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
let ada: Person;
let key: string;

beforeEach(async () => {
  world.proxy.disarm();
  world.clock.now += 86_400_000 - (world.clock.now % 86_400_000);
  ada = await aResident(world);
  key = String((await created(world, `/persons/${ada.id}/api_keys`, { kind: 'standard' }))['key']);
});

const verify = () =>
  world.call('POST', '/api/v1/verify_rpn', { key, body: { rpn: '80000000000012' } });

async function items(prefix: string) {
  const { client, name: TableName } = world.deps.table;
  const { Items = [] } = await client.call('Scan', { TableName });
  return Items.filter(({ pk }) => String(pk).startsWith(prefix));
}

/** Events that request the gateway key of this key. */
async function lastRequested(): Promise<number> {
  const keyHash = hashKey(key);
  const events = (await items('OUTBOX#')).map(({ event }) => event);
  return events.filter(
    (event) => event.type === 'gateway_key.requested' && event.keyHash === keyHash,
  ).length;
}

async function isNoted(): Promise<boolean> {
  const id = (await findKey(world.table, hashKey(key)))?.id;
  const today = new Date(world.clock.now).toISOString().slice(0, 10);
  return (await items('KEY_USE#')).some(
    ({ keyId, meteredOn }) => keyId === id && meteredOn === today,
  );
}

/** The write runs in the background; a test polls until it is done. */
const noted = () => expect.poll(isNoted).toBe(true);

it('a metered call requests a gateway key once a day, even if many calls come in parallel', async () => {
  expect(await lastRequested()).toBe(0);
  const answers = await Promise.all(Array.from({ length: 8 }, verify));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await noted();
  expect(await lastRequested()).toBe(1);
  // Still without one: it is requested again, because there may have been no room.
  world.clock.now += 86_400_000;
  await verify();
  await noted();
  expect(await lastRequested()).toBe(2);
});

it('a call that is not metered requests no gateway key', async () => {
  expect((await world.call('GET', '/api/v1/whoami', { key })).status).toBe(200);
  const used = async () => (await items('KEY_USE#')).some(({ ownerId }) => ownerId === ada.id);
  await expect.poll(used).toBe(true);
  expect([await lastRequested(), await isNoted()]).toEqual([0, false]);
});

it('a metered call is recorded and requests nothing if the key already has its own gateway key', async () => {
  const stored = await findKey(world.table, hashKey(key));
  if (stored === null) throw new Error('there is no key');
  await recordGatewayKey(world.table, stored, {
    gatewayKeyId: 'key1',
    gatewayPlan: 'stack/standard',
    gatewaySince: new Date(world.clock.now - 360_000).toISOString(),
  });
  await verify();
  await noted();
  expect(await lastRequested()).toBe(0);
});

it('a metered call succeeds and counts even if the request fails, and a later call requests again', async () => {
  world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'internal', times: 6 });
  const first = await verify();
  expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, '49']);
  expect(await lastRequested()).toBe(0);
  await expect.poll(async () => [(await verify()).status, await isNoted()]).toEqual([200, true]);
  expect([world.proxy.pending(), await lastRequested()]).toEqual([0, 1]);
});

it('a metered call does not wait for the request to be written', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  world.proxy.beforeNext(
    (_, operation) => operation === 'TransactWriteItems',
    () => held,
  );
  expect((await verify()).status).toBe(200);
  expect(await isNoted()).toBe(false);
  release();
  await noted();
  expect(await lastRequested()).toBe(1);
});
