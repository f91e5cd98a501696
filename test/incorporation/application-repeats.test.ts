import { afterAll, describe, expect, it } from 'vitest';
import { findVoucher } from '../../shared/payments/db/vouchers.ts';
import { actionsOf, aPayment, redirectUrl, report, settlementOf } from '../support/checkout.ts';
import { aDraft, aPreAcceptingAgent, applicationPayload, aVoucher } from '../support/drafts.ts';
import { sendTwice, startImpatientGateway } from '../support/impatient-gateway.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const path = '/api/v1/legal_entity_applications';
const world = await useWorld();
const impatient = await startImpatientGateway(world, [
  'functions/applications/create.ts',
  'functions/applications/pay-voucher.ts',
  'functions/applications/create-checkout-session.ts',
]);
afterAll(() => impatient.stop());

const listOf = async (key: string) => {
  const { body } = await world.call('GET', path, { key });
  return (body as { data: unknown[] }).data;
};

describe('a repeated request after a crash', () => {
  it('returns the one draft that was created', async () => {
    const { standardKey } = await aResident(world);
    const body = { applicationData: applicationPayload() };
    const {
      status,
      replayed,
      body: answer,
    } = await sendTwice(world, impatient, {
      target: path,
      key: standardKey,
      body,
    });
    expect({ status, replayed, answer }).toEqual({
      status: 200,
      replayed: 'true',
      answer: {
        data: expect.objectContaining({ statusId: 'Draft' }),
        nextSteps: { signature: expect.stringMatching(/\/sign\/[\w-]{43}$/) },
      },
    });
    expect(await listOf(standardKey)).toEqual([answer['data']]);
  });

  it.each([
    ['voucher', 'voucherCode'],
    ['coupon', 'couponCode'],
  ])('returns the payment with a %s instead of an already-paid error', async (name, field) => {
    const owner = await aResident(world);
    const agent = await aPreAcceptingAgent(world, owner);
    for (const [key, statusId] of [
      [owner.standardKey, 'Draft'],
      [agent, 'Pending Review'],
    ] as const) {
      const { id } = await aDraft(world, key);
      const code = await aVoucher(world);
      const again = await sendTwice(world, impatient, {
        target: `${path}/${id}/pay/${name}`,
        key,
        body: { [field]: code },
      });
      expect(again).toMatchObject({
        status: 200,
        replayed: 'true',
        body: { success: true, data: { id, statusId } },
      });
      expect((await findVoucher(world.table, code))?.redeemedFor?.id).toBe(id);
    }
  });

  it('returns the same error if a paid application could not be submitted', async () => {
    const owner = await aResident(world);
    const agent = await aPreAcceptingAgent(world, owner);
    const { id, name } = await aDraft(world, agent);
    await anEntity(world, { name });
    const code = await aVoucher(world);
    const again = await sendTwice(world, impatient, {
      target: `${path}/${id}/pay/voucher`,
      key: agent,
      body: { voucherCode: code },
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'application.submission_failed' } });
  });

  it('opens another checkout for the same invoice, which is paid once', async () => {
    const { standardKey } = await aResident(world);
    const draft = await aDraft(world, standardKey);
    const answer = await sendTwice(world, impatient, {
      target: `${path}/${draft.id}/checkout_session`,
      key: standardKey,
      body: { paymentProvider: 'cardpay', redirectUrl },
    });
    const { data, invoiceId } = answer.body as { data: { url: string }; invoiceId: string };
    expect(answer).toMatchObject({ status: 200, replayed: null });
    expect(
      (await actionsOf(world, draft)).filter((action) => action.endsWith('checkout_opened')),
    ).toHaveLength(2);
    const payment = await aPayment(world, new URL(data.url).pathname);
    expect(await report(world, payment)).toMatchObject({ outcome: 'settled' });
    const other = { ...payment, paymentId: 'of-the-session-that-nobody-was-told-of' };
    expect(await report(world, other)).toMatchObject({ outcome: 'duplicate' });
    expect(await settlementOf(world, invoiceId)).toMatchObject({
      statusId: 'paid',
      paymentId: payment.paymentId,
    });
  });
});
