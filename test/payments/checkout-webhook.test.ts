import { beforeEach, describe, expect, it } from 'vitest';
import {
  checkoutReference,
  findCheckoutSession,
} from '../../shared/payments/db/checkout-sessions.ts';
import { actionsOf, auditOf, inPayment, report, settlementOf } from '../support/checkout.ts';
import { aDraft, aPreAcceptingAgent, read } from '../support/drafts.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const agent = await aPreAcceptingAgent(world, ada);
beforeEach(() => {
  world.clock.now += 1_000;
  world.log.lines.length = 0;
});

const now = () => new Date(world.clock.now).toISOString();

/** Creates a draft with a started payment. If `signed`, the payment submits it. */
async function aStartedPayment({ signed = true } = {}) {
  const draft = await aDraft(world, signed ? agent : ada.standardKey);
  return inPayment(world, draft, ada.standardKey);
}

describe('POST /webhooks/payments/{provider}: a payment that succeeded', () => {
  it('settles the invoice and submits a signed application', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    expect(await report(world, payment)).toEqual({
      status: 200,
      outcome: 'settled',
      error: undefined,
    });
    expect(await settlementOf(world, invoiceId)).toEqual({
      statusId: 'paid',
      voucherCode: null,
      paymentId: payment.paymentId,
    });
    expect(await read(world, draft)).toMatchObject({
      statusId: 'Pending Review',
      submittedAt: now(),
    });
    const entries = await auditOf(world, draft);
    expect(entries.find(({ action }) => action.endsWith('.paid'))).toMatchObject({
      actor: { kind: 'system', id: null, personId: null },
      outcome: 'success',
      details: {
        method: 'checkout',
        provider: 'cardpay',
        paymentId: payment.paymentId,
        invoiceId,
        submitted: true,
      },
    });
  });

  it('closes the session', async () => {
    const { path, payment } = await aStartedPayment();
    await report(world, payment);
    const session = await findCheckoutSession(world.table, payment.reference);
    expect(session).toMatchObject({ paidAt: now(), payment: { paymentId: payment.paymentId } });
    expect(payment.reference).toBe(checkoutReference(String(path.split('/').at(-1))));
  });

  it('leaves an unsigned application as a paid draft', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment({ signed: false });
    await report(world, payment);
    expect(await settlementOf(world, invoiceId)).toMatchObject({ statusId: 'paid' });
    expect(await read(world, draft)).toMatchObject({ statusId: 'Draft', submittedAt: null });
  });

  it('stays settled if the name was taken in the meantime', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    await anEntity(world, { name: draft.name });
    expect((await report(world, payment)).outcome).toBe('settled');
    expect(await settlementOf(world, invoiceId)).toMatchObject({ statusId: 'paid' });
    expect(await read(world, draft)).toMatchObject({ statusId: 'Draft', submittedAt: null });
  });

  it('settles the invoice even after the session has expired', async () => {
    const { draft, payment } = await aStartedPayment();
    world.clock.now += 3 * 86_400_000;
    expect((await report(world, payment)).outcome).toBe('settled');
    expect(await read(world, draft)).toMatchObject({ statusId: 'Pending Review' });
  });

  it('has its effect once if it is reported again', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    expect((await report(world, payment, { id: 'evt_once' })).outcome).toBe('settled');
    const settled = await settlementOf(world, invoiceId);
    const audited = await actionsOf(world, draft);
    expect((await report(world, payment, { id: 'evt_once' })).outcome).toBe('repeated');
    expect((await report(world, payment, { id: 'evt_twice' })).outcome).toBe('repeated');
    expect(await settlementOf(world, invoiceId)).toEqual(settled);
    expect(await actionsOf(world, draft)).toEqual(audited);
  });

  it.each(['payment.pending', 'payment.failed', 'payment.cancelled'])(
    'is not undone by a later %s or prevented by an earlier one',
    async (type) => {
      const { draft, payment } = await aStartedPayment();
      expect(await report(world, payment, { type })).toMatchObject({ status: 200 });
      expect((await report(world, payment)).outcome).toBe('settled');
      expect(await report(world, payment, { type })).toMatchObject({
        status: 200,
        outcome: 'noted',
      });
      expect(await read(world, draft)).toMatchObject({ statusId: 'Pending Review' });
    },
  );
});
