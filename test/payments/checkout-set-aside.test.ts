import { beforeEach, describe, expect, it } from 'vitest';
import {
  aCheckout,
  actionsOf,
  aPayment,
  auditOf,
  inPayment,
  report,
  settlementOf,
  unsettled,
} from '../support/checkout.ts';
import { aDraft, aPreAcceptingAgent, aVoucher, pay, read } from '../support/drafts.ts';
import { signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const agent = await aPreAcceptingAgent(world, ada);
beforeEach(() => {
  world.clock.now += 1_000;
  world.log.lines.length = 0;
});

/** Creates a draft with a started payment. If `signed`, the payment submits it. */
async function aStartedPayment({ signed = true } = {}) {
  const draft = await aDraft(world, signed ? agent : ada.standardKey);
  return inPayment(world, draft, ada.standardKey);
}

/** Log lines that trigger the alarm on payments that settle nothing. See test/infra/stacks.all.test.ts. */
const complaints = () =>
  world.log.lines.filter(
    ({ level, message }) => level === 'error' && message === 'a payment did not settle an invoice',
  );

describe('POST /webhooks/payments/{provider}: money that settles nothing', () => {
  it('records a payment after a voucher once, for a refund', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment({ signed: false });
    await pay(world, draft, await aVoucher(world));
    const settled = await settlementOf(world, invoiceId);
    expect(await report(world, payment, { id: 'evt_dup' })).toMatchObject({
      status: 200,
      outcome: 'duplicate',
    });
    expect((await report(world, payment, { id: 'evt_dup' })).outcome).toBe('repeated');
    expect((await report(world, payment, { id: 'evt_dup_2' })).outcome).toBe('repeated');
    expect(await settlementOf(world, invoiceId)).toEqual(settled);
    const duplicates = (await auditOf(world, draft)).filter(
      ({ action }) => action === 'payment.duplicate',
    );
    expect(duplicates).toMatchObject([
      {
        actor: { kind: 'system' },
        outcome: 'refused',
        details: {
          invoiceId,
          provider: 'cardpay',
          paymentId: payment.paymentId,
          eventId: 'evt_dup',
          amountCents: 30_000,
          currency: 'USD',
        },
      },
    ]);
    expect(complaints()).toHaveLength(1);
  });

  it('settles one of two paid sessions and records the other', async () => {
    const { draft, payment, invoiceId } = await aStartedPayment();
    const session = { ...draft, key: ada.standardKey };
    // No session can be opened after submission, so the second one is opened before the first is paid.
    const second = await aPayment(
      world,
      (await aCheckout(world, session, { paymentProvider: 'lnpay' })).path,
    );
    const outcomes = await Promise.all([report(world, payment), report(world, second)]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['duplicate', 'settled']);
    expect((await settlementOf(world, invoiceId))?.statusId).toBe('paid');
    expect((await actionsOf(world, draft)).filter((action) => /paid|payment/.test(action))).toEqual(
      ['legal_entity_application.paid', 'payment.duplicate'],
    );
  });

  it.each([
    ['a cent short', { amountCents: 29_999 }, 'amount'],
    ['a cent over', { amountCents: 30_001 }, 'amount'],
    ['of another currency', { currency: 'EUR' }, 'currency'],
  ])('refuses a payment that is %s, and accepts a correct one', async (_, data, reason) => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    expect(await report(world, payment, { data })).toMatchObject({
      status: 200,
      outcome: 'refused',
    });
    expect(await settlementOf(world, invoiceId)).toEqual(unsettled);
    expect(await read(world, draft)).toMatchObject({ statusId: 'Draft' });
    expect(
      (await auditOf(world, draft)).find(({ action }) => action === 'payment.refused'),
    ).toMatchObject({
      outcome: 'refused',
      details: { reason, invoiceId, paymentId: payment.paymentId, ...data },
    });
    expect(complaints()).toHaveLength(1);
    expect((await report(world, payment)).outcome).toBe('settled');
    expect(await actionsOf(world, draft)).toContain('legal_entity_application.paid');
  });

  it.each([
    ['names no session', { reference: 'ab'.repeat(32) }, {}],
    ['names the session of another provider', {}, { provider: 'lnpay', signedBy: 'lnpay' }],
  ] as const)('records a payment that %s', async (_, data, by) => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    expect(await report(world, payment, { data, ...by })).toMatchObject({
      status: 200,
      outcome: 'unmatched',
    });
    expect(await settlementOf(world, invoiceId)).toEqual(unsettled);
    expect(await read(world, draft)).toMatchObject({ statusId: 'Draft' });
    const { body } = await world.admin('GET', '/audit?action=payment.unmatched');
    const [entry] = (body as { data: { details: object }[] }).data;
    expect(entry?.details).toMatchObject({ paymentId: payment.paymentId });
    expect(complaints()).toHaveLength(1);
  });

  /** The payer's emails about money that settled nothing, and the case. */
  async function consequences({ paymentId }: { readonly paymentId: string }, before: number) {
    await world.settle();
    const { body } = await world.admin('GET', '/payment_cases?limit=100');
    const { data } = body as { data: { paymentId: string; [field: string]: unknown }[] };
    const mails = world.mails
      .slice(before)
      .filter(({ subject }) => subject === 'We could not use your payment');
    return { found: data.filter((each) => each.paymentId === paymentId), mails };
  }

  it.each([
    ['paid twice', {}, 'the fee was already paid.'],
    ['of another amount', { amountCents: 29_000 }, 'it has the wrong amount or currency'],
  ] as const)('writes to the payer once about a payment that was %s', async (_, data, says) => {
    await world.settle();
    const before = world.mails.length;
    const { draft, payment } = await aStartedPayment({ signed: false });
    if (!('amountCents' in data)) await pay(world, draft, await aVoucher(world));
    await report(world, payment, { id: `evt_${says.length}`, data });
    await report(world, payment, { id: `evt_${says.length}`, data });
    const { mails } = await consequences(payment, before);
    expect(mails).toMatchObject([{ to: ada.email, text: expect.stringContaining(says) }]);
    expect(mails[0]?.text).toContain('do not pay again');
  });

  it('names the payer and the item of a payment for a draft that was deleted, and writes to them', async () => {
    await world.settle();
    const before = world.mails.length;
    const { draft, payment } = await aStartedPayment({ signed: false });
    const browser = await signedIn(world, ada.email);
    const page = `/portal/applications/${draft.id}`;
    for (const [path, act] of [[page, 'cancel'] as const, [`${page}/end`, 'delete'] as const]) {
      await browser.open(page);
      await browser.send(path, { act });
    }
    // The checkout leads back to a page that is gone.
    expect((await browser.open(page)).status).toBe(404);
    const back = await browser.open(`${page}?success=true`);
    const list = await browser.open(back.headers.get('location') ?? '');
    expect([list.status, list.text]).toEqual([
      200,
      expect.stringContaining('If you paid for it, do not pay again.'),
    ]);
    expect((await report(world, payment)).outcome).toBe('unmatched');
    const { found, mails } = await consequences(payment, before);
    expect(found).toMatchObject([
      { kind: 'unmatched', subject: { type: 'legal_entity_application', id: draft.id } },
    ]);
    expect(mails).toMatchObject([
      { to: ada.email, text: expect.stringContaining('what you paid for was deleted') },
    ]);
  });

  it('records a refused payment once', async () => {
    const { draft, payment } = await aStartedPayment();
    const wrong = { id: 'evt_refused', data: { amountCents: 1 } };
    const outcomes = [await report(world, payment, wrong), await report(world, payment, wrong)];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['refused', 'repeated']);
    const refusals = (await actionsOf(world, draft)).filter(
      (action) => action === 'payment.refused',
    );
    expect(refusals).toHaveLength(1);
    expect(complaints()).toHaveLength(1);
  });

  it('settles only one invoice per payment', async () => {
    const [one, other] = [await aStartedPayment(), await aStartedPayment()];
    expect((await report(world, one.payment)).outcome).toBe('settled');
    const { reference } = other.payment;
    const again = await report(world, one.payment, { data: { reference } });
    expect(again.outcome).toBe('repeated');
    expect(await settlementOf(world, other.invoiceId)).toEqual(unsettled);
  });
});
