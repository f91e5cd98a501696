import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  newWebhookSecret,
  openSecret,
  sealSecret,
  signedHeaders,
} from '../../shared/events/auth/webhook-signature.ts';
import {
  deliveryStatusAfter,
  deliveryStatuses,
  nextAttempt,
  retryAfterOf,
  retryDelays,
} from '../../shared/events/domain/webhook-delivery.ts';
import { rotated, signing } from '../../shared/events/domain/webhook-endpoint.ts';
import { bodyOf } from '../../shared/events/usecases/send-message.ts';
import { openSeal } from '../../shared/kernel/auth/seal.ts';

const bytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const message = { id: 'msg_1', body: '{"a":1}' };

describe('webhook signatures', () => {
  it('match the example of the standard', () => {
    const at = new Date(1_614_265_330_000);
    const example = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', at };
    expect(signedHeaders(example, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('are accepted by the library with each of two secrets and no other', () => {
    const [one, two, other] = [bytes, bytes, bytes].map(newWebhookSecret);
    const headers = signedHeaders({ ...message, at: new Date() }, [String(one), String(two)]);
    const verify = (secret: unknown, body = message.body, given = headers) =>
      new Webhook(String(secret)).verify(body, { ...given });
    expect([verify(one), verify(two)]).toEqual([{ a: 1 }, { a: 1 }]);
    expect(() => verify(other)).toThrow('No matching signature found');
    expect(() => verify(one, '{"a":2}')).toThrow('No matching signature found');
    expect(() => verify(one, message.body, { ...headers, 'webhook-id': 'msg_2' })).toThrow(
      'No matching signature found',
    );
  });

  it.each([
    [-301, 'Message timestamp too old'],
    [301, 'Message timestamp too new'],
  ])('are refused if they are %s seconds away', (seconds, complaint) => {
    const secret = newWebhookSecret(bytes);
    // The library compares whole seconds.
    const whole = seconds < 0 ? Math.floor : Math.ceil;
    const at = new Date(whole(Date.now() / 1000) * 1000 + seconds * 1000);
    const headers = signedHeaders({ ...message, at }, [secret]);
    expect(() => new Webhook(secret).verify(message.body, { ...headers })).toThrow(complaint);
  });

  it('use secrets sealed for one endpoint, which stay readable after the sealing key is rotated', async () => {
    const seal = openSeal(
      async () => ['one'],
      () => new Date(),
    );
    const secret = newWebhookSecret(bytes);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const sealed = await sealSecret(seal, { endpointId: 'a', secret }, bytes);
    expect(sealed).not.toContain(secret.slice(6));
    expect(await openSecret(seal, 'a', sealed)).toBe(secret);
    const rotatedSeal = openSeal(
      async () => ['two', 'one'],
      () => new Date(),
    );
    expect(await openSecret(rotatedSeal, 'a', sealed)).toBe(secret);
    expect(await openSecret(seal, 'b', sealed)).toBeNull();
    const tampered = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(await openSecret(seal, 'a', tampered)).toBeNull();
  });
});

describe('the retry schedule', () => {
  const now = new Date('2026-11-01T12:00:00.000Z');
  const plain = { jitter: 0, retryAfter: null };

  it('is the schedule of the standard', () => {
    expect(retryDelays.map((delay) => delay / 1000)).toEqual([
      5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    expect(nextAttempt(1, now, plain)).toBe('2026-11-01T12:00:05.000Z');
    expect(nextAttempt(9, now, plain)).toBe('2026-11-02T12:00:00.000Z');
    expect(nextAttempt(10, now, plain)).toBeNull();
  });

  it('has a jitter of up to a tenth', () => {
    expect(nextAttempt(2, now, { jitter: 1, retryAfter: null })).toBe('2026-11-01T12:05:30.000Z');
  });

  it('waits as long as Retry-After says, at most a day and never less than scheduled', () => {
    const waiting = (retryAfter: number) => nextAttempt(1, now, { jitter: 0, retryAfter });
    expect(waiting(60_000)).toBe('2026-11-01T12:01:00.000Z');
    expect(waiting(1_000)).toBe('2026-11-01T12:00:05.000Z');
    expect(waiting(9_999_999_999)).toBe('2026-11-02T12:00:00.000Z');
  });

  it.each([
    [undefined, null],
    ['120', 120_000],
    ['Sun, 01 Nov 2026 12:02:00 GMT', 120_000],
    ['Sun, 01 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['-1', null],
  ])('reads Retry-After: %s', (header, wait) => {
    expect(retryAfterOf(header, now)).toBe(wait);
  });
});

it('a delivery in any status becomes withheld if its key can no longer read the event', () => {
  for (const status of deliveryStatuses) {
    expect([status, deliveryStatusAfter(status, 'withhold')]).toEqual([status, 'withheld']);
    expect([status, deliveryStatusAfter(status, 'succeed')]).toEqual([status, 'succeeded']);
    expect([status, deliveryStatusAfter(status, 'fail')]).toEqual([status, status]);
  }
  expect(deliveryStatusAfter('due', 'exhaust')).toBe('given_up');
  expect(() => deliveryStatusAfter('succeeded', 'exhaust')).toThrow();
});

describe('webhook secrets', () => {
  it('sign for a day after a rotation, and cannot be rotated while five are valid', () => {
    const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours));
    const once = rotated([{ sealed: 'a', until: null }], 'b', at(0)) ?? [];
    expect(once).toEqual([
      { sealed: 'b', until: null },
      { sealed: 'a', until: '2026-01-02T00:00:00.000Z' },
    ]);
    expect(signing(once, at(23)).map(({ sealed }) => sealed)).toEqual(['b', 'a']);
    expect(signing(once, at(24)).map(({ sealed }) => sealed)).toEqual(['b']);
    // The first secret still verifies messages until its day is over.
    const often = ['c', 'd', 'e'].reduce(
      (secrets, sealed, hour) => rotated(secrets, sealed, at(1 + hour)) ?? [],
      once,
    );
    expect(often.map(({ sealed }) => sealed)).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(rotated(often, 'f', at(23))).toBeNull();
    expect(rotated(often, 'f', at(24))?.map(({ sealed }) => sealed)).toEqual([
      'f',
      'e',
      'd',
      'c',
      'b',
    ]);
    expect(rotated(once, 'c', at(30))?.map(({ sealed }) => sealed)).toEqual(['c', 'b']);
  });
});

it('the bytes of a webhook message do not depend on the key order of its data', () => {
  const message = { type: 'a.b', time: '2026-01-01T00:00:00.000Z', subject: 's', resource: null };
  const first = { ...message, data: { statusId: 'Draft', id: '1', more: { b: 1, a: 2 } } };
  const again = { ...message, data: { more: { a: 2, b: 1 }, id: '1', statusId: 'Draft' } };
  expect(bodyOf(again)).toBe(bodyOf(first));
  expect(JSON.parse(bodyOf(first))).toEqual({
    type: 'a.b',
    timestamp: message.time,
    data: { ...first.data, subject: 's' },
  });
});
