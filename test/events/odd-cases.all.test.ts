import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nextDue } from '../../shared/events/db/webhook-deliveries.ts';
import { testEndpoint } from '../../shared/events/usecases/manage-deliveries.ts';
import { openSeal } from '../../shared/kernel/auth/seal.ts';
import { feeds, keys } from '../../shared/kernel/db/keys.ts';
import { create, transact } from '../../shared/kernel/db/transact.ts';
import { openSafeFetch } from '../../shared/platform/aws/safe-fetch.ts';
import { aPartner, type Partner } from '../support/partners.ts';
import { aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { useWebhooks } from '../support/webhooks.ts';

const world = await useWorld();
const hooks = await useWebhooks(world);
const { received, receiver } = hooks;
const scopes = ['partner:webhooks.manage', 'partner:person.application.read'];
const minute = 60_000;
const day = 86_400_000;

async function happen({ integrationId }: Partner): Promise<void> {
  const id = randomUUID();
  const application = create({
    ...keys.residencyApplication(id),
    ...{ id, integrationId, statusId: 'Draft', version: 1 },
  });
  await transact(world.table, { application });
}

async function anEndpoint() {
  const partner = await aPartner(world, { scopes });
  await hooks.journal.drained();
  const endpoint = await hooks.endpoint(partner.key);
  const own = hooks.letterOf(feeds.integration(partner.integrationId), endpoint.id);
  const read = async () => {
    const { body } = await hooks.api('GET', partner.key, `/${endpoint.id}`);
    return Object(body).data;
  };
  const post = (path: string) => hooks.api('POST', partner.key, `/${endpoint.id}${path}`);
  return { partner, endpoint, own, read, post };
}

const answering = (status: number) => {
  receiver.answer = (_, response) => void response.writeHead(status).end();
};

describe('a failure on our side', () => {
  it('is reported on each attempt, and the message is sent once it is fixed', async () => {
    const { partner, own } = await anEndpoint();
    await happen(partner);
    await hooks.journal.drained();
    const broken = await hooks.telling(async () => {
      throw new Error('something of ours is broken');
    });
    for (let receptions = 0; receptions < 3; receptions += 1) {
      await expect(broken([own])).rejects.toThrow('could not be told');
    }
    const mended = await hooks.telling(openSafeFetch({ loopback: true }));
    await mended([own]);
    expect(received).toHaveLength(1);
  });

  it('disables the endpoint and notifies its owner if no secret can be read', async () => {
    const ada = await aResident(world);
    await hooks.journal.drained();
    const { id, path } = await hooks.endpoint(ada.standardKey);
    const own = hooks.letterOf(feeds.person(ada.id), id);
    const send = () => hooks.api('POST', ada.standardKey, `/${id}/test`);
    const elsewhere = await hooks.telling(openSafeFetch({ loopback: true }), {
      seal: openSeal(async () => ['another word'], world.deps.now),
    });
    await send();
    // At first the sealing key may only be new, so the endpoint stays active.
    await expect(elsewhere([own])).rejects.toThrow('could not be told');
    world.clock.now += 10 * minute;
    await elsewhere([own]);
    const ended = await hooks.api('GET', ada.standardKey, `/${id}`);
    expect(ended.body).toMatchObject({
      data: { status: 'disabled', disabledReason: 'secret_lost' },
    });
    expect(received).toEqual([]);
    await world.settle();
    const message = world.mails.findLast(({ to }) => to === ada.email);
    expect(message?.text).toContain('We can no longer read the signing secret');
    // The new secret uses a known sealing key, the previous one does not.
    const rotated = await hooks.api('POST', ada.standardKey, `/${id}/rotate_secret`);
    hooks.know(path, [Object(rotated.body).data.secret]);
    await hooks.api('PATCH', ada.standardKey, `/${id}`, { status: 'active' });
    await hooks.look(feeds.person(ada.id), id);
    expect(received).toHaveLength(1);
  });
});

describe('a webhook message', () => {
  it('is not retried by the schedule after a successful redelivery', async () => {
    const { partner, endpoint, post } = await anEndpoint();
    answering(500);
    await happen(partner);
    await hooks.settle();
    await hooks.pass(6_000);
    expect(received).toHaveLength(2);
    const [delivery] = await hooks.deliveries(partner.key, endpoint.id);
    answering(204);
    await post(`/deliveries/${delivery?.id}/redeliver`);
    await hooks.look(feeds.integration(partner.integrationId), endpoint.id);
    expect(received).toHaveLength(3);
    await hooks.pass(30 * minute);
    expect(received).toHaveLength(3);
  });

  it('is due at the returned time and tried at most three times if it is a test', async () => {
    const ada = await aResident(world);
    await hooks.journal.drained();
    const { id } = await hooks.endpoint(ada.standardKey);
    answering(500);
    const ticking = () => {
      world.clock.now += 1;
      return world.deps.now();
    };
    const caller = { kind: 'person', personId: ada.id } as const;
    const test = await testEndpoint(id, caller, { ...world.deps, now: ticking });
    expect(await nextDue(world.table, id)).toBe(test.nextAttemptAt);
    await hooks.look(feeds.person(ada.id), id);
    for (let hours = 0; hours < 24; hours += 1) await hooks.pass(60 * minute);
    expect(received).toHaveLength(3);
    expect(await hooks.deliveries(ada.standardKey, id)).toMatchObject([{ status: 'given_up' }]);
  });
});

describe('a webhook endpoint with a new address', () => {
  it('resets the failures of the previous address', async () => {
    const { partner, endpoint, read } = await anEndpoint();
    answering(500);
    await happen(partner);
    await hooks.settle();
    expect((await read()).failingSince).not.toBeNull();
    await hooks.api('PATCH', partner.key, `/${endpoint.id}`, { url: `${hooks.url}/moved` });
    expect((await read()).failingSince).toBeNull();
    hooks.know('/moved', [endpoint.secret]);
  });

  it('is not disabled by a late answer from the previous address', async () => {
    const { partner, endpoint, read } = await anEndpoint();
    hooks.know('/elsewhere', [endpoint.secret]);
    receiver.answer = async ({ path }, response) => {
      if (path === '/elsewhere') return void response.writeHead(204).end();
      await hooks.api('PATCH', partner.key, `/${endpoint.id}`, { url: `${hooks.url}/elsewhere` });
      response.writeHead(410).end();
    };
    await happen(partner);
    await hooks.settle();
    expect(await read()).toMatchObject({ status: 'active', failingSince: null });
    await hooks.pass(10_000);
    expect(received.map(({ path }) => path)).toEqual([endpoint.path, '/elsewhere']);
    expect(await hooks.deliveries(partner.key, endpoint.id)).toMatchObject([
      { status: 'succeeded', attempts: [{ status: 410 }, { status: 204 }] },
    ]);
  });
});

it('weeks without events do not count as five days of failures', async () => {
  const { partner, endpoint, read } = await anEndpoint();
  answering(500);
  await happen(partner);
  await hooks.settle();
  for (;;) {
    const [delivery] = await hooks.deliveries(partner.key, endpoint.id);
    if (delivery?.nextAttemptAt == null) break;
    await hooks.pass(Date.parse(delivery.nextAttemptAt) - world.clock.now);
  }
  await hooks.pass(20 * day);
  await happen(partner);
  await hooks.settle();
  await hooks.pass(minute);
  expect(await read()).toMatchObject({ status: 'active' });
  for (let days = 0; days < 2; days += 1) await hooks.pass(day);
  expect(await read()).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
});

describe('a revoked key', () => {
  it.each([
    ['changed the address', 'PATCH', ''],
    ['replaced the secret', 'POST', '/rotate_secret'],
  ])('that had %s disables the endpoint', async (_, method, path) => {
    const ada = await aResident(world);
    const stolen = await created(world, `/persons/${ada.id}/api_keys`, { kind: 'standard' });
    await hooks.journal.drained();
    const { id } = await hooks.endpoint(ada.standardKey);
    const body = method === 'PATCH' ? { url: `${hooks.url}/thief` } : undefined;
    const changed = await hooks.api(method, String(stolen['key']), `/${id}${path}`, body);
    expect(changed.status).toBe(200);
    await world.admin('DELETE', `/persons/${ada.id}/api_keys/${stolen.id}`);
    await hooks.settle();
    expect(received).toEqual([]);
    const read = await hooks.api('GET', ada.standardKey, `/${id}`);
    expect(read.body).toMatchObject({ data: { status: 'disabled', disabledReason: 'key_ended' } });
  });

  it('that had only changed a description disables nothing', async () => {
    const ada = await aResident(world);
    const other = await created(world, `/persons/${ada.id}/api_keys`, { kind: 'standard' });
    await hooks.journal.drained();
    const { id, path } = await hooks.endpoint(ada.standardKey);
    const change = { url: `${hooks.url}${path}`, description: 'Books' };
    await hooks.api('PATCH', String(other['key']), `/${id}`, change);
    await world.admin('DELETE', `/persons/${ada.id}/api_keys/${other.id}`);
    await hooks.settle();
    expect(received.map(({ type }) => type)).toContain('key.revoked');
  });
});
