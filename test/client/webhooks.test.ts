import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookError } from '../../packages/client/src/index.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const older = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const now = 1_614_265_330_000;
const body = '{"test": 2432232314}';

/** A delivery, signed by the reference library. */
function delivered({ by = secret, at = now, text = body } = {}) {
  return {
    body: text,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(at / 1000),
      'webhook-signature': new Webhook(by).sign(id, new Date(at), text),
    },
  };
}

describe('a webhook delivery', () => {
  it('matches the test vector of Standard Webhooks', async () => {
    const headers = new Headers(delivered().headers);
    expect(headers.get('webhook-signature')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
    expect(await verifyWebhook({ body, headers, secret, now })).toEqual({
      id,
      sentAt: new Date(now),
      payload: { test: 2432232314 },
    });
  });

  it('is accepted as bytes, with one of several signatures, and with either secret', async () => {
    const { headers } = delivered({ by: older });
    const signatures = `v1a,x v1,AAAA ${headers['webhook-signature']}`;
    const sent = {
      'Webhook-Id': id,
      'WEBHOOK-TIMESTAMP': String(now / 1000),
      'webhook-signature': signatures,
    };
    const bytes = new TextEncoder().encode(body);
    const { payload } = await verifyWebhook({
      body: bytes,
      headers: sent,
      secret: [secret, older],
      now,
    });
    expect(payload).toEqual({ test: 2432232314 });
  });

  it('is refused with an explanation if already parsed, or if the secret is missing', async () => {
    const parsed = { ...delivered(), body: JSON.parse(body), secret, now };
    await expect(verifyWebhook(parsed)).rejects.toThrow('verify before you parse it');
    // @ts-expect-error: a secret that the environment lacks
    const missing = verifyWebhook({ ...delivered(), secret: undefined, now });
    await expect(missing).rejects.toThrow('The secret is missing');
  });

  it.each<[string, Parameters<typeof verifyWebhook>[0]]>([
    ['another body', { ...delivered(), body: '{"test": 2432232315}', secret, now }],
    ['another secret', { ...delivered({ by: older }), secret, now }],
    ['a timestamp 301 seconds old', { ...delivered(), secret, now: now + 301_000 }],
    ['a timestamp 301 seconds ahead', { ...delivered(), secret, now: now - 301_000 }],
    [
      'no signature',
      { body, headers: { ...delivered().headers, 'webhook-signature': '' }, secret, now },
    ],
    [
      'another version',
      { body, headers: { ...delivered().headers, 'webhook-signature': 'v2,AAAA' }, secret, now },
    ],
    [
      'no timestamp',
      { body, headers: { ...delivered().headers, 'webhook-timestamp': 'now' }, secret, now },
    ],
    [
      'another id',
      { body, headers: { ...delivered().headers, 'webhook-id': 'msg_2' }, secret, now },
    ],
    ['invalid JSON', { ...delivered({ text: 'hello' }), secret, now }],
  ])('is refused with %s', async (_, delivery) => {
    await expect(verifyWebhook(delivery)).rejects.toThrow(WebhookError);
  });

  it('is accepted up to 300 seconds early or late', async () => {
    for (const moment of [now + 300_000, now - 300_000]) {
      expect((await verifyWebhook({ ...delivered(), secret, now: moment })).id).toBe(id);
    }
  });
});
