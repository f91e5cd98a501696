import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { pauseAfter, timeoutAfter } from '../../shared/events/domain/webhook-delivery.ts';
import { feeds, keys } from '../../shared/kernel/db/keys.ts';
import { create, transact } from '../../shared/kernel/db/transact.ts';
import { OutgoingError } from '../../shared/platform/aws/safe-fetch.ts';
import { aPartner, type Partner } from '../support/partners.ts';
import { useWorld } from '../support/use-world.ts';
import { useWebhooks } from '../support/webhooks.ts';

const world = await useWorld();
const hooks = await useWebhooks(world);
const scopes = ['partner:webhooks.manage', 'partner:person.application.read'];

/** Paths of receivers that time out, and all attempts with their timeouts. */
const hanging = new Set<string>();
/** Runs during each attempt. */
let meanwhile = async () => {};
const attempts: { path: string; timeout: number }[] = [];
const deliver: (letters: readonly string[]) => Promise<void> = await hooks.telling(
  async ({ url, timeout }) => {
    const path = new URL(url).pathname;
    attempts.push({ path, timeout });
    await meanwhile();
    if (hanging.has(path)) throw new OutgoingError('timeout');
    return { status: 204, headers: {}, body: Buffer.alloc(0) };
  },
);
/** Returns the attempts since the last call. */
const tried = () => attempts.splice(0);

async function anEndpointThat(hangs: boolean) {
  const partner = await aPartner(world, { scopes });
  await hooks.journal.drained();
  const { id, path } = await hooks.endpoint(partner.key);
  if (hangs) hanging.add(path);
  const message = hooks.letterOf(feeds.integration(partner.integrationId));
  return {
    partner,
    path,
    letter: message,
    own: hooks.letterOf(feeds.integration(partner.integrationId), id),
  };
}

/** Runs `act` during each attempt. */
async function during(act: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  meanwhile = act;
  try {
    await work();
  } finally {
    meanwhile = async () => {};
  }
}

async function happen({ integrationId }: Partner, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const id = randomUUID();
    await transact(world.table, {
      application: create({
        ...keys.residencyApplication(id),
        ...{ id, integrationId, statusId: 'Draft', version: 1 },
      }),
    });
  }
  await hooks.journal.drained();
}

it('webhook receivers that hang are paused, and block no worker for others', async () => {
  const hung = [];
  for (let made = 0; made < 4; made += 1) hung.push(await anEndpointThat(true));
  const healthy = await anEndpointThat(false);
  const all = [...hung, healthy];
  for (const { partner } of all) await happen(partner, 15);
  const messages = all.map(({ letter: message }) => message);
  await deliver(messages);
  const first = tried();
  // Ten attempts run in parallel once, because the receiver is not yet known to hang.
  for (const { path } of hung) {
    expect(first.filter((each) => each.path === path)).toHaveLength(10);
  }
  expect(first.filter(({ path }) => path === healthy.path)).toHaveLength(15);
  // The next two events do not wait for the receivers that hang.
  for (let events = 0; events < 2; events += 1) {
    for (const { partner } of all) await happen(partner, 1);
    await deliver(messages);
    expect(tried().map(({ path }) => path)).toEqual([healthy.path]);
  }
});

it('a webhook receiver that hangs gets single attempts after longer and longer pauses', async () => {
  const { partner, path, letter: message, own } = await anEndpointThat(true);
  await happen(partner, 12);
  await deliver([message]);
  expect(tried().map(({ timeout }) => timeout)).toEqual(Array.from({ length: 10 }, () => 20_000));
  for (const [timeout, seconds] of [
    [5_000, 30],
    [5_000, 60],
    [5_000, 120],
    [20_000, 240],
    [5_000, 480],
  ] as const) {
    world.clock.now += seconds * 1000 - 1;
    await deliver([message]);
    expect(tried()).toEqual([]);
    world.clock.now += 1;
    await deliver([message]);
    expect(tried()).toEqual([{ path, timeout }]);
  }
  // A requested delivery is sent immediately, and then all deliveries continue.
  hanging.delete(path);
  await deliver([own]);
  expect(tried().length).toBeGreaterThan(2);
  await happen(partner, 3);
  await deliver([message]);
  expect(tried()).toEqual(Array.from({ length: 3 }, () => ({ path, timeout: 20_000 })));
});

it('a webhook receiver that hangs is paused even if a delivery is requested in each round', async () => {
  const { partner, letter: message, own } = await anEndpointThat(true);
  await happen(partner, 15);
  await during(
    () => deliver([own]),
    () => deliver([message]),
  );
  expect(tried()).toHaveLength(10);
  await deliver([message]);
  expect(tried()).toEqual([]);
});

it('no delivery round starts after the time is over, even if one is requested in each round', async () => {
  const { partner, letter: message, own } = await anEndpointThat(false);
  await happen(partner, 25);
  const now = performance.now.bind(performance);
  let passed = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  try {
    const wake = async () => {
      passed = 26_000;
      await deliver([own]);
    };
    await during(wake, () => deliver([message]));
  } finally {
    clock.mockRestore();
  }
  expect(tried()).toHaveLength(10);
  await hooks.settle();
  expect(hooks.received).toHaveLength(15);
});

it('pauses are limited to 15 minutes, and every fourth attempt has the full timeout', () => {
  expect([1, 2, 5, 6, 50].map(pauseAfter)).toEqual([30_000, 60_000, 480_000, 900_000, 900_000]);
  expect([0, 1, 2, 3, 4, 5].map(timeoutAfter)).toEqual([
    20_000, 5_000, 5_000, 5_000, 20_000, 5_000,
  ]);
});
