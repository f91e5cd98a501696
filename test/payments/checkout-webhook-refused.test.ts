import { beforeEach, describe, expect, it } from 'vitest';
import { sandboxSecret } from '../../shared/payments/providers/sandbox.ts';
import { signWebhook } from '../../shared/payments/providers/signed-webhook.ts';
import {
  actionsOf,
  inPayment,
  type Report,
  report,
  settlementOf,
  unsettled,
} from '../support/checkout.ts';
import { aDraft, aPreAcceptingAgent } from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const agent = await aPreAcceptingAgent(world, ada);
beforeEach(() => {
  world.clock.now += 1_000;
  world.log.lines.length = 0;
});

describe('POST /webhooks/payments/{provider}: an invalid report', () => {
  const signature = { status: 400, error: 'Invalid webhook signature' };
  const body = { status: 400, error: 'Invalid request body' };
  const zeros = '0'.repeat(64);

  it.each<[string, Report, object]>([
    ['without a signature', { signature: null }, signature],
    ['with a wrong signature', { signature: `t=1,v1=${zeros}` }, signature],
    ['with an empty signature', { signature: '' }, signature],
    ['with a signature of another form', { signature: 'sha256=abc' }, signature],
    ['with another provider’s secret', { signedBy: 'lnpay' }, signature],
    ['sent to another provider’s webhook', { provider: 'lnpay' }, signature],
    ['signed 301 seconds ago', { age: 301 }, signature],
    ['signed 301 seconds ahead', { age: -301 }, signature],
    ['that is not JSON', { rawBody: '{"id":' }, body],
    ['that is not UTF-8', { rawBody: Buffer.from([0x22, 0xff, 0x22]) }, body],
    ['that is empty', { rawBody: '' }, body],
    ['that is not an object', { rawBody: '[]' }, body],
    ['without its data', { rawBody: '{"id":"1","type":"payment.succeeded"}' }, body],
    ['with half cents', { data: { amountCents: 30_000.5 } }, body],
    ['without an id', { id: '' }, body],
    ['of an unknown provider', { provider: 'paypal' }, { error: 'Payment provider not found' }],
    ['under a provider’s alias', { provider: 'stripe' }, { error: 'Payment provider not found' }],
    [
      'over 1 MB',
      { rawBody: JSON.stringify({ padding: 'x'.repeat(1_048_576) }) },
      { status: 413, error: 'Request body too large' },
    ],
  ])('refuses a report %s and changes nothing', async (_, fields, refusal) => {
    const { draft, invoiceId, payment } = await inPayment(
      world,
      await aDraft(world, agent),
      ada.standardKey,
    );
    expect(await report(world, payment, fields)).toMatchObject(refusal);
    expect(await settlementOf(world, invoiceId)).toEqual(unsettled);
    expect(await actionsOf(world, draft)).toEqual([
      'legal_entity_application.checkout_opened',
      'legal_entity_application.created',
    ]);
  });

  it.each([299, -299])('accepts a signature that is %i seconds old', async (age) => {
    const { payment } = await inPayment(world, await aDraft(world, agent), ada.standardKey);
    expect((await report(world, payment, { age })).outcome).toBe('settled');
  });

  it('refuses a body with one changed byte', async () => {
    const { payment, invoiceId } = await inPayment(
      world,
      await aDraft(world, agent),
      ada.standardKey,
    );
    const { paymentId, reference } = payment;
    const data = { paymentId, reference, amountCents: 30_000, currency: 'USD' };
    const content = JSON.stringify({ id: 'evt', type: 'payment.failed', data });
    const secret = sandboxSecret(world.deps.sandbox ?? { secret: '' }, 'cardpay');
    const made = signWebhook(secret, new Date(world.clock.now), Buffer.from(content));
    const rawBody = content.replace('failed', 'Failed');
    expect(await report(world, payment, { rawBody, signature: made })).toMatchObject(signature);
    expect(await settlementOf(world, invoiceId)).toEqual(unsettled);
  });

  it('accepts and ignores reports of other types', async () => {
    const { payment, invoiceId } = await inPayment(
      world,
      await aDraft(world, agent),
      ada.standardKey,
    );
    expect(await report(world, payment, { type: 'payout.paid' })).toMatchObject({
      status: 200,
      outcome: 'ignored',
    });
    expect(await settlementOf(world, invoiceId)).toEqual(unsettled);
  });
});
