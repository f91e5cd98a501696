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
  it('lets exactly 50 of 60 simultaneous calls through, over both routes together', async () => {
    const statuses = await Promise.all([
      ...(await Promise.all([times(30, verify), times(30, search)])),
    ]);
    const all = statuses.flat();
    expect(all.filter((status) => status === 200)).toHaveLength(50);
    expect(all.filter((status) => status === 429)).toHaveLength(10);
  });

  it('answers 429 with the contract’s sentence and the seconds to wait', async () => {
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

  it('opens again with the next UTC minute, and does not count what it refused', async () => {
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

  it('refuses for the rest of the UTC day when the day is used up', async () => {
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

  it('counts each key by itself', async () => {
    await times(50, verify);
    const grace = await aResident(world);
    expect((await verify(grace.standardKey)).status).toBe(200);
  });

  it('says in headers what is left', async () => {
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

  it('refuses before it looks at the body, and counts calls whose body was wrong', async () => {
    const wrong = await verify(ada.standardKey, 'x');
    expect({ status: wrong.status, left: wrong.headers.get('x-ratelimit-remaining') }).toEqual({
      status: 400,
      left: '49',
    });
    await times(49, verify);
    expect((await verify(ada.standardKey, 'x')).status).toBe(429);
  });

  it('does not count calls without a valid credential', async () => {
    await times(3, () => verify('sk-wrong'));
    expect((await verify()).headers.get('x-ratelimit-remaining')).toBe('49');
  });

  it('loses no count when the table asks to try again', async () => {
    world.proxy.failNext({ operation: 'UpdateItem', kind: 'throttle', times: 2 });
    expect((await verify()).status).toBe(200);
    expect((await verify()).headers.get('x-ratelimit-remaining')).toBe('48');
  });

  it('is free to read, for the key that asks', async () => {
    const read = () => world.call('GET', '/api/v1/rate_limit', { key: ada.standardKey });
    await times(60, read);
    expect((await read()).body).toMatchObject({
      data: { limits: [{ remaining: 50 }, { remaining: 5000 }] },
    });
  });
});
