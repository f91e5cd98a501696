import { beforeEach, describe, expect, it } from 'vitest';
import {
  aCheckout,
  actionsOf,
  choose,
  inPayment,
  openCheckout,
  report,
  settlementOf,
} from '../support/checkout.ts';
import {
  aDraft,
  aPreAcceptingAgent,
  aVoucher,
  type Draft,
  pay,
  read,
  signByLink,
} from '../support/drafts.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const agent = await aPreAcceptingAgent(world, ada);
beforeEach(() => {
  world.clock.now += 1_000;
});

async function aStartedPayment({ signed = true } = {}) {
  const draft = await aDraft(world, signed ? agent : ada.standardKey);
  return inPayment(world, draft, ada.standardKey);
}

const isWrite = (_: unknown, operation: string) => operation === 'TransactWriteItems';
const effects = async (draft: Draft) =>
  (await actionsOf(world, draft)).filter((action) => !/created|opened/.test(action));

/** Returns the number of reviews requested in the outbox. */
async function submissionsOf({ id }: Draft): Promise<number> {
  const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
  const { Items = [] } = await world.table.client.send(
    new ScanCommand({ TableName: world.table.name, ConsistentRead: true }),
  );
  return Items.filter(({ event }) => event?.type === 'review.requested' && event.subject?.id === id)
    .length;
}

describe('a payment report under concurrency', () => {
  it('has one effect if it is delivered five times simultaneously', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => report(world, payment, { id: 'evt_crowd' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      'repeated',
      'repeated',
      'repeated',
      'repeated',
      'settled',
    ]);
    expect(await settlementOf(world, invoiceId)).toMatchObject({ statusId: 'paid' });
    expect(await effects(draft)).toEqual(['legal_entity_application.paid']);
    expect(await submissionsOf(draft)).toBe(1);
  });

  it('has one effect if the payment is reported under five ids simultaneously', async () => {
    const { draft, payment } = await aStartedPayment();
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(world, payment)));
    expect(answers.filter(({ outcome }) => outcome === 'settled')).toHaveLength(1);
    expect(answers.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(4);
    expect(await effects(draft)).toEqual(['legal_entity_application.paid']);
  });

  it('frees the session once if a failure is delivered twice simultaneously', async () => {
    const { path, payment } = await aStartedPayment();
    const failure = { id: 'evt_failed', type: 'payment.failed' };
    const outcomes: unknown[] = [];
    world.proxy.beforeNext(isWrite, async () => {
      outcomes.push((await report(world, payment, failure)).outcome);
    });
    outcomes.push((await report(world, payment, failure)).outcome);
    expect(outcomes).toEqual(['noted', 'repeated']);
    expect((await choose(world, path, 'pay')).location).not.toContain(payment.paymentId);
  });

  it('settles once if a voucher pays simultaneously, and redeems the voucher only if it pays', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { draft, invoiceId, payment } = await aStartedPayment({ signed: round % 2 === 0 });
      const code = await aVoucher(world);
      const [answer, paid] = await Promise.all([report(world, payment), pay(world, draft, code)]);
      const byVoucher = paid.status === 200;
      expect(answer.outcome).toBe(byVoucher ? 'duplicate' : 'settled');
      expect(await settlementOf(world, invoiceId)).toEqual({
        statusId: 'paid',
        voucherCode: byVoucher ? code : null,
        paymentId: byVoucher ? null : payment.paymentId,
      });
      const { body } = await world.admin('GET', `/vouchers/${code}`);
      const { redeemedAt } = (body as { data: { redeemedAt: string | null } }).data;
      expect(redeemedAt !== null).toBe(byVoucher);
      expect(await effects(draft)).toEqual(
        byVoucher
          ? ['legal_entity_application.paid', 'payment.duplicate']
          : ['legal_entity_application.paid'],
      );
    }
  });

  it('loses to a voucher that pays between its read and its write', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    const code = await aVoucher(world);
    world.proxy.beforeNext(isWrite, () => pay(world, draft, code));
    expect((await report(world, payment)).outcome).toBe('duplicate');
    expect(await settlementOf(world, invoiceId)).toMatchObject({ voucherCode: code });
  });

  it('submits exactly once if the signature comes at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { draft, payment } = await aStartedPayment({ signed: false });
      const [answer] = await Promise.all([report(world, payment), signByLink(world, draft)]);
      expect(answer.outcome).toBe('settled');
      expect(await read(world, draft)).toMatchObject({ statusId: 'Pending Review' });
      expect(await submissionsOf(draft)).toBe(1);
    }
  });

  it('pays but does not submit if the name is taken between its read and its write', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    world.proxy.beforeNext(isWrite, () => anEntity(world, { name: draft.name }));
    expect((await report(world, payment)).outcome).toBe('settled');
    expect(await settlementOf(world, invoiceId)).toMatchObject({ statusId: 'paid' });
    expect(await read(world, draft)).toMatchObject({ statusId: 'Draft', submittedAt: null });
    expect(await submissionsOf(draft)).toBe(0);
  });
});

describe('a checkout and a voucher at the same time', () => {
  it('open no session if the voucher pays first', async () => {
    const draft = await aDraft(world, ada.standardKey);
    await aCheckout(world, draft);
    const code = await aVoucher(world);
    world.proxy.beforeNext(isWrite, () => pay(world, draft, code));
    expect(await openCheckout(world, draft)).toMatchObject({
      status: 400,
      body: {
        error: 'Legal entity application invoice is already paid',
        code: 'invoice.already_paid',
      },
    });
  });

  it('do not redirect to the provider if the voucher pays first', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const { path } = await aCheckout(world, draft);
    const code = await aVoucher(world);
    world.proxy.beforeNext(
      (body, operation) => isWrite(body, operation) && JSON.stringify(body).includes('CHECKOUT#'),
      () => pay(world, draft, code),
    );
    expect(await choose(world, path, 'pay')).toEqual({ status: 303, location: path });
  });
});

describe('a payment report whose response is lost', () => {
  it('has its effect, and its redelivery changes nothing', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    // The client tries three times. All responses are lost, as if the function had been killed.
    world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'drop-response', times: 3 });
    expect((await report(world, payment, { id: 'evt_lost' })).status).toBe(503);
    expect(world.proxy.pending()).toBe(0);
    const settled = await settlementOf(world, invoiceId);
    expect(settled).toMatchObject({ statusId: 'paid', paymentId: payment.paymentId });
    expect(await report(world, payment, { id: 'evt_lost' })).toMatchObject({
      status: 200,
      outcome: 'repeated',
    });
    expect(await settlementOf(world, invoiceId)).toEqual(settled);
    expect(await effects(draft)).toEqual(['legal_entity_application.paid']);
    expect(await submissionsOf(draft)).toBe(1);
  });

  it('has its effect on redelivery if the table refused it first', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'internal', times: 3 });
    expect((await report(world, payment, { id: 'evt_late' })).status).toBe(500);
    expect((await settlementOf(world, invoiceId))?.statusId).toBe('open');
    expect((await report(world, payment, { id: 'evt_late' })).outcome).toBe('settled');
    expect(await submissionsOf(draft)).toBe(1);
  });
});
