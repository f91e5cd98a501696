import { beforeEach, describe, expect, it } from 'vitest';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let ada: Person;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now = Date.parse('2026-03-10T12:00:20.000Z');
  ada = await aResident(world);
});

const verify = (key = ada.standardKey, rpn: string = ada.rpn) =>
  world.call('POST', '/api/v1/verify_rpn', { key, body: { rpn } });
const search = (key = ada.standardKey) =>
  world.call('POST', '/api/v1/registries/legal_entities/search', { key, body: { query: 'acme' } });

async function times(count: number, call: () => Promise<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: count }, () => call()));
  return answers.map(({ status }) => status);
}

const message = 'Rate limit exceeded. Maximum 5000 calls per day, 50 calls per minute.';

describe('the limits of verify_rpn and registry search (spec 8)', () => {
  it('allow exactly 50 of 60 simultaneous calls, over both routes together', async () => {
    const statuses = await Promise.all([
      ...(await Promise.all([times(30, verify), times(30, search)])),
    ]);
    const all = statuses.flat();
    expect(all.filter((status) => status === 200)).toHaveLength(50);
    expect(all.filter((status) => status === 429)).toHaveLength(10);
  });

  it("answer 429 with the contract's message and the seconds to wait", async () => {
    await times(50, verify);
    const answer = await verify();
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 429,
      body: {
        error: message,
        code: 'rate_limit.exceeded',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
    expect(answer.headers.get('retry-after')).toBe('40');
  });

  it('reset at the next UTC minute, and refused calls do not count', async () => {
    await times(60, verify);
    world.clock.now = Date.parse('2026-03-10T12:01:00.000Z');
    const again = await times(51, verify);
    expect(again.filter((status) => status === 200)).toHaveLength(50);
    const { body } = await world.call('GET', '/api/v1/rate_limit', { key: ada.standardKey });
    expect(body).toEqual({
      data: {
        limits: [
          { window: 'minute', limit: 50, remaining: 0, resetAt: '2026-03-10T12:02:00.000Z' },
          { window: 'day', limit: 5000, remaining: 4900, resetAt: '2026-03-11T00:00:00.000Z' },
        ],
      },
    });
  });

  it('refuse calls for the rest of the UTC day once the daily limit is reached', async () => {
    const { body } = await world.admin('POST', `/persons/${ada.id}/api_keys`, {
      kind: 'standard',
      limits: { perMinute: 50, perDay: 3 },
    });
    const key = String((body as { data: { key: string } }).data.key);
    expect((await times(4, () => verify(key))).toSorted()).toEqual([200, 200, 200, 429]);
    world.clock.now = Date.parse('2026-03-10T23:59:59.000Z');
    const refused = await verify(key);
    expect(refused.body).toMatchObject({
      error: 'Rate limit exceeded. Maximum 3 calls per day, 50 calls per minute.',
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    world.clock.now = Date.parse('2026-03-11T00:00:00.000Z');
    expect((await verify(key)).status).toBe(200);
  });

  it('count each key separately', async () => {
    await times(50, verify);
    const grace = await aResident(world);
    expect((await verify(grace.standardKey)).status).toBe(200);
  });

  it('report the remaining calls in headers', async () => {
    const { headers } = await verify();
    expect(Object.fromEntries([...headers].filter(([name]) => name.includes('ratelimit')))).toEqual(
      {
        'ratelimit-policy': '"minute";q=50;w=60, "day";q=5000;w=86400',
        ratelimit: '"minute";r=49;t=40, "day";r=4999;t=43180',
        'x-ratelimit-limit': '50',
        'x-ratelimit-remaining': '49',
        'x-ratelimit-reset': String(Date.parse('2026-03-10T12:01:00.000Z') / 1000),
      },
    );
  });

  it('are checked before the body, and calls with an invalid body count', async () => {
    const wrong = await verify(ada.standardKey, 'x');
    expect({ status: wrong.status, left: wrong.headers.get('x-ratelimit-remaining') }).toEqual({
      status: 400,
      left: '49',
    });
    await times(49, verify);
    expect((await verify(ada.standardKey, 'x')).status).toBe(429);
  });

  it('ignore calls without a valid credential', async () => {
    await times(3, () => verify('sk-wrong'));
    expect((await verify()).headers.get('x-ratelimit-remaining')).toBe('49');
  });

  it('lose no count if the table throttles a write', async () => {
    world.proxy.failNext({ operation: 'UpdateItem', kind: 'throttle', times: 2 });
    expect((await verify()).status).toBe(200);
    expect((await verify()).headers.get('x-ratelimit-remaining')).toBe('48');
  });

  it('can be read any number of times by the key itself, at no cost', async () => {
    const read = () => world.call('GET', '/api/v1/rate_limit', { key: ada.standardKey });
    await times(60, read);
    expect((await read()).body).toMatchObject({
      data: { limits: [{ remaining: 50 }, { remaining: 5000 }] },
    });
  });
});
