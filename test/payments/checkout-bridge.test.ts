import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../local/engines/http-server.ts';
import { BridgeSettings, bridgeProvider } from '../../shared/payments/providers/bridge.ts';
import {
  isSignedBy,
  signatureHeader,
  signWebhook,
} from '../../shared/payments/providers/signed-webhook.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const order = {
  idempotencyKey: 'reference.1',
  reference: 'ab'.repeat(32),
  amountCents: 30_000,
  currency: 'USD',
  description: 'Incorporation of Test LLC',
  returnUrl: 'https://client.example/back?success=true',
  cancelUrl: 'https://client.example/back',
  email: null,
};

/** The requests that the bridge received, and the response that it returns. */
const bridge = {
  answer: { status: 200, body: {} as unknown },
  requests: [] as { body: Buffer; headers: Record<string, unknown> }[],
};
let server: Awaited<ReturnType<typeof startHttpServer>>;

beforeAll(async () => {
  server = await startHttpServer(async (request, response) => {
    bridge.requests.push({ body: await buffer(request), headers: request.headers });
    const { status, body } = bridge.answer;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});
afterAll(() => server.stop());

const settings = () => ({
  adapter: 'bridge' as const,
  url: `${server.endpoint}/payments`,
  lookupUrl: `${server.endpoint}/lookups`,
  statementUrl: `${server.endpoint}/statements`,
  pages: ['https://pay.example'],
  secretId: 'cardpay',
});
const provider = (secrets: readonly string[] = ['new', 'old']) =>
  bridgeProvider(
    settings(),
    async () => secrets,
    () => now,
  );

describe('a payment provider behind a bridge', () => {
  it('starts a payment with a signed request that has an idempotency key', async () => {
    const page = { paymentId: 'pay_1', redirectUrl: 'https://pay.example/p/1' };
    bridge.answer = { status: 200, body: page };
    expect(await provider().startPayment(order)).toEqual(page);
    const { body, headers } = bridge.requests.at(-1) ?? { body: Buffer.of(), headers: {} };
    expect(JSON.parse(body.toString())).toEqual(order);
    expect(headers['idempotency-key']).toBe('reference.1');
    expect(isSignedBy(['new'], String(headers[signatureHeader]), body, now)).toBe(true);
  });

  it.each([
    ['fails', 500, {}],
    ['answers no page', 200, { paymentId: 'pay_1' }],
    ['sends the payer elsewhere', 200, { paymentId: 'p', redirectUrl: 'https://evil.example/' }],
    ['sends the payer to a script', 200, { paymentId: 'p', redirectUrl: 'javascript:alert(1)' }],
  ])('starts no payment if the bridge %s', async (_, status, body) => {
    bridge.answer = { status, body };
    await expect(provider().startPayment(order)).rejects.toThrow(/^the payment bridge answered/);
  });

  const reference = order.reference;
  const pay1 = { paymentId: 'pay_1', status: 'succeeded', amountCents: 30_000, currency: 'USD' };

  it('looks up payments with a signed request, and returns all of them', async () => {
    bridge.answer = { status: 200, body: { payments: [{ ...pay1, status: 'failed' }, pay1] } };
    const { status: _, ...payment } = { ...pay1, reference };
    expect(await provider().findPayment?.(reference)).toEqual([
      { ...payment, result: 'failed' },
      { ...payment, result: 'succeeded' },
    ]);
    const { body, headers } = bridge.requests.at(-1) ?? { body: Buffer.of(), headers: {} };
    expect(JSON.parse(body.toString())).toEqual({ reference });
    expect(isSignedBy(['new'], String(headers[signatureHeader]), body, now)).toBe(true);
    bridge.answer = { status: 200, body: { payments: [] } };
    expect(await provider().findPayment?.(reference)).toEqual([]);
  });

  it.each([
    ['fails', 500, {}],
    ['does not know the way', 404, { payments: [] }],
    ['answers something else', 200, { payment: pay1 }],
    ['answers half cents', 200, { payments: [{ ...pay1, amountCents: 0.5 }] }],
    ['answers an unknown status', 200, { payments: [{ ...pay1, status: 'paid' }] }],
  ])('fails to look up payments if the bridge %s', async (_, status, body) => {
    bridge.answer = { status, body };
    await expect(provider().findPayment?.(reference)).rejects.toThrow(
      /^the payment bridge answered/,
    );
  });

  it('reads the statement of a day with signed requests, page by page', async () => {
    const entry = {
      id: 'mv_1',
      kind: 'refund',
      paymentId: 'pay_1',
      amountCents: 30_000,
      currency: 'USD',
    };
    const page = { entries: [{ ...entry, reference }, entry], next: 'page-2' };
    bridge.answer = { status: 200, body: page };
    expect(await provider().readStatement?.('2026-02-28', 'page-1')).toEqual({
      ...page,
      entries: [
        { ...entry, reference },
        { ...entry, reference: '' },
      ],
    });
    const { body, headers } = bridge.requests.at(-1) ?? { body: Buffer.of(), headers: {} };
    expect(JSON.parse(body.toString())).toEqual({ day: '2026-02-28', cursor: 'page-1' });
    expect(isSignedBy(['new'], String(headers[signatureHeader]), body, now)).toBe(true);
    bridge.answer = { status: 200, body: { entries: [{ ...entry, kind: 'fee' }], next: null } };
    await expect(provider().readStatement?.('2026-02-28', null)).rejects.toThrow(
      /^the payment bridge answered something else/,
    );
  });

  it('has no lookups or statements if its settings have no URL for them', () => {
    const { lookupUrl: _, statementUrl: __, ...without } = settings();
    const silent = bridgeProvider(
      without,
      async () => [],
      () => now,
    );
    expect([silent.findPayment, silent.readStatement]).toEqual([null, null]);
  });

  it('accepts only reports signed with one of its secrets', async () => {
    const { amountCents, currency } = order;
    const event = { paymentId: 'pay_1', reference, amountCents, currency };
    const rawBody = Buffer.from(
      JSON.stringify({ id: 'evt_1', type: 'payment.succeeded', data: event }),
    );
    const verdict = (secret: string) =>
      provider().verifyWebhook({
        header: (name) =>
          name === signatureHeader ? signWebhook(secret, now, rawBody) : undefined,
        rawBody,
        now,
      });
    const accepted = { ok: true, event: { id: 'evt_1', result: 'succeeded', ...event } };
    expect(await verdict('new')).toEqual(accepted);
    expect(await verdict('old')).toEqual(accepted);
    expect(await verdict('older')).toEqual({ ok: false, reason: 'signature' });
  });

  it.each([
    ['plain http', { url: 'http://bridge.example/' }],
    ['plain http for questions', { lookupUrl: 'http://bridge.example/' }],
    ['no pages', { pages: [] }],
    ['no secret', { secretId: '' }],
    ['another adapter', { adapter: 'sandbox' }],
  ])('is refused as misconfigured with %s', (_, fields) => {
    const proper = {
      ...settings(),
      url: 'https://bridge.example/',
      lookupUrl: 'https://bridge.example/lookups',
      statementUrl: 'https://bridge.example/statements',
    };
    expect(BridgeSettings.safeParse(proper).success).toBe(true);
    expect(BridgeSettings.safeParse({ ...proper, ...fields }).success).toBe(false);
  });
});

describe('a payment webhook signature', () => {
  it('matches the example in docs/payments.md', () => {
    const example = readFileSync(new URL('../../docs/payments.md', import.meta.url), 'utf8');
    const [, body = ''] = /^ {4}(\{"id":"evt_1".*\})$/m.exec(example) ?? [];
    const [, header = '', seconds] =
      /^ {4}Registry-Signature: (t=(\d+),v1=.*)$/m.exec(example) ?? [];
    const at = new Date(Number(seconds) * 1_000);
    expect(signWebhook('whsec_example', at, Buffer.from(body))).toBe(header);
    expect(isSignedBy(['whsec_example'], header, Buffer.from(body), at)).toBe(true);
  });
});
