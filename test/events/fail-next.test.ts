import { beforeEach, describe, expect, it } from 'vitest';
import { feeds } from '../../shared/kernel/db/keys.ts';
import { openSafeFetch } from '../../shared/platform/aws/safe-fetch.ts';
import { anAgentKey, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { useWebhooks } from '../support/webhooks.ts';

const world = await useWorld();
const sandbox = (isSandbox: boolean) => void Object.assign(world.deps, { isSandbox });
sandbox(true);
const hooks = await useWebhooks(world);
beforeEach(() => sandbox(true));

const failNext = (key: string, id: string, body?: object) =>
  world.call('POST', `/api/v1/test_helpers/webhook_endpoints/${id}/fail_next`, {
    key,
    ...(body && { body }),
  });

async function anEndpoint() {
  const ada = await aResident(world);
  await hooks.journal.drained();
  const endpoint = await hooks.endpoint(ada.standardKey);
  const deliver = async () => {
    const { body } = await hooks.api('POST', ada.standardKey, `/${endpoint.id}/test`);
    await hooks.look(feeds.person(ada.id), endpoint.id);
    return (body as { data: { id: string } }).data.id;
  };
  const attemptsOf = async (requested: string) => {
    const all = await hooks.deliveries(ada.standardKey, endpoint.id);
    return all.find(({ id }) => id === requested)?.attempts.map(({ status }) => status);
  };
  return { ada, endpoint, tell: deliver, attemptsOf };
}

describe('fail_next in the sandbox', () => {
  it('makes the given number of attempts fail without a call, then deliveries continue', async () => {
    const { ada, endpoint, tell: deliver, attemptsOf } = await anEndpoint();
    expect(await failNext(ada.standardKey, endpoint.id)).toMatchObject({
      status: 200,
      body: { data: { id: endpoint.id, failNext: 1 } },
    });
    expect(await failNext(ada.standardKey, endpoint.id, { count: 1 })).toMatchObject({
      body: { data: { failNext: 2 } },
    });
    const id = await deliver();
    expect(hooks.received).toEqual([]);
    expect(await attemptsOf(id)).toEqual([500]);
    await hooks.pass(6_000);
    expect(hooks.received).toEqual([]);
    await hooks.pass(600_000);
    expect(hooks.received.map((each) => each.id)).toEqual([id]);
    expect(await attemptsOf(id)).toEqual([500, 500, 204]);
    const other = await deliver();
    expect(hooks.received.map((each) => each.id)).toEqual([id, other]);
  });

  it('requires access to the endpoint, and a count from one to ten', async () => {
    const { ada, endpoint } = await anEndpoint();
    const grace = await aResident(world);
    const agent = await anAgentKey(world, ada.id, ['agent:webhooks.manage']);
    for (const key of [grace.standardKey, agent]) {
      expect(await failNext(key, endpoint.id)).toMatchObject({
        status: 404,
        body: { error: 'Webhook endpoint not found', code: 'webhook_endpoint.not_found' },
      });
    }
    for (const count of [0, 11, 1.5, '1']) {
      expect((await failNext(ada.standardKey, endpoint.id, { count })).status).toBe(400);
    }
  });

  it('is not found outside a sandbox, and an earlier count no longer applies', async () => {
    const { ada, endpoint } = await anEndpoint();
    await failNext(ada.standardKey, endpoint.id, { count: 10 });
    sandbox(false);
    expect((await failNext(ada.standardKey, endpoint.id)).status).toBe(404);
    const elsewhere = await hooks.telling(openSafeFetch({ loopback: true }));
    const { body } = await hooks.api('POST', ada.standardKey, `/${endpoint.id}/test`);
    await elsewhere([hooks.letterOf(feeds.person(ada.id), endpoint.id)]);
    const { id } = (body as { data: { id: string } }).data;
    expect(hooks.received.map((each) => each.id)).toEqual([id]);
  });
});
