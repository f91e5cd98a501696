import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import {
  findCheckoutSession,
  newCheckoutSessionWrite,
} from '../../shared/payments/db/checkout-sessions.ts';
import type { FoundPayment } from '../../shared/payments/domain/payment.ts';
import { type AnswerTo, askNow } from '../support/asked-provider.ts';
import {
  aCheckout,
  actionsOf,
  aPayment,
  choose,
  inPayment,
  type ReportedPayment,
  report,
  settlementOf,
  unsettled,
} from '../support/checkout.ts';
import { aDraft, aPreAcceptingAgent, aVoucher, pay } from '../support/drafts.ts';
import { everyCrash } from '../support/every-crash.ts';
import { aResident } from '../support/registry.ts';
import { seed } from '../support/seed.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const ada = await aResident(world);
const agent = await aPreAcceptingAgent(world, ada);
const minute = 60_000;
const hour = 60 * minute;

/** Moves past all polling steps of the previous test. */
beforeEach(async () => {
  world.clock.now += 100 * hour;
  await askNow(world, () => []);
  world.log.lines.length = 0;
  world.log.measures.length = 0;
});

async function aStartedPayment({ signed = true } = {}) {
  const draft = await aDraft(world, signed ? agent : ada.standardKey);
  return inPayment(world, draft, ada.standardKey);
}

/** Pays on the sandbox page. Its report stays in the outbox and is not delivered. */
async function payWithoutReport({ page }: ReportedPayment, decision = 'pay') {
  const payer = visitor(world.baseUrl);
  await payer.open(page);
  await payer.send(page, { decision });
}

const found = (
  { paymentId, reference, amountCents, currency }: ReportedPayment,
  fields: Partial<FoundPayment> = {},
): FoundPayment => ({
  result: 'succeeded',
  paymentId,
  reference,
  amountCents,
  currency,
  ...fields,
});
const effects = async (draft: { readonly id: string }) =>
  (await actionsOf(world, draft)).filter((action) => !/created|opened/.test(action));
const questionOf = async ({ reference }: ReportedPayment) =>
  (await findCheckoutSession(world.table, reference))?.question;
const nothing = { settled: 0, nothing: 0, failed: 0, given_up: 0 };

describe('a payment whose report is lost', () => {
  it('settles 15 minutes after its start, exactly as its report would', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    const startedAt = new Date(world.clock.now).toISOString();
    await payWithoutReport(payment);
    world.clock.now += 15 * minute - 1;
    expect(await askNow(world)).toEqual({ counts: nothing, asked: [] });
    expect((await questionOf(payment))?.startedAt).toBe(startedAt);
    world.clock.now += 1;
    expect((await askNow(world)).counts).toEqual({ ...nothing, settled: 1 });
    expect(await settlementOf(world, invoiceId)).toEqual({
      statusId: 'paid',
      voucherCode: null,
      paymentId: payment.paymentId,
    });
    expect(await effects(draft)).toEqual(['legal_entity_application.paid']);
    expect(await questionOf(payment)).toBe(null);
    const [line] = world.log.measures.slice(-1);
    expect([Reflect.get(line ?? {}, 'PaymentChecks'), Reflect.get(line ?? {}, 'Outcome')]).toEqual([
      1,
      'settled',
    ]);
    // Two late reports arrive: the sandbox's own, and one under another id.
    await world.settle();
    expect((await report(world, payment)).outcome).toBe('repeated');
    expect(await effects(draft)).toEqual(['legal_entity_application.paid']);
    expect(world.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is polled after 15 minutes and 1, 6 and 24 hours while it is unknown, and then no longer', async () => {
    const { payment, invoiceId } = await aStartedPayment();
    const startedAt = world.clock.now;
    const asked: number[] = [];
    // Runs before, at and after each step, and two days later.
    const due = [15, 60, 360, 1_440].flatMap((each) => [each - 5, each, each + 5]);
    for (const minutes of [...due, 48 * 60, 72 * 60]) {
      world.clock.now = startedAt + minutes * minute;
      const run = await askNow(world, () => []);
      if (run.asked.length > 0) asked.push(minutes);
    }
    expect(asked).toEqual([15, 60, 360, 1_440]);
    expect(await settlementOf(world, invoiceId)).toEqual(unsettled);
    // A report is still accepted.
    expect((await report(world, payment)).outcome).toBe('settled');
  });

  it('is no longer polled after it was reported, paid or not', async () => {
    const [paid, failed] = [await aStartedPayment(), await aStartedPayment()];
    await report(world, paid.payment);
    await report(world, failed.payment, { type: 'payment.failed' });
    world.clock.now += hour;
    expect((await askNow(world)).asked).toEqual([]);
  });

  it('is polled again if the payer starts another one', async () => {
    const { path, payment } = await aStartedPayment();
    world.clock.now += hour;
    await report(world, payment, { type: 'payment.cancelled' });
    const second = await aPayment(world, path);
    expect(second.paymentId).not.toBe(payment.paymentId);
    world.clock.now += 15 * minute;
    await payWithoutReport(second);
    // The sandbox returns both payments.
    expect(await askNow(world)).toEqual({
      counts: { ...nothing, settled: 1 },
      asked: [payment.reference],
    });
  });

  it('is polled even if its checkout was cancelled or has expired', async () => {
    const { path, payment, invoiceId } = await aStartedPayment();
    await choose(world, path, 'cancel');
    await payWithoutReport(payment);
    world.clock.now += 15 * minute;
    expect((await askNow(world)).counts.settled).toBe(1);
    expect((await settlementOf(world, invoiceId))?.statusId).toBe('paid');

    const late = await aStartedPayment();
    const startedAt = world.clock.now;
    for (const hours of [0.25, 1, 6]) {
      world.clock.now = startedAt + hours * hour;
      await askNow(world, () => [found(late.payment, { result: 'pending' })]);
    }
    world.clock.now = startedAt + 24 * hour;
    expect((await world.call('GET', late.path)).body).toContain('expired');
    expect((await askNow(world, () => [found(late.payment)])).counts.settled).toBe(1);
  });

  it('frees the session if the provider reports that it failed', async () => {
    const { path, payment } = await aStartedPayment();
    await payWithoutReport(payment, 'decline');
    world.clock.now += 15 * minute;
    expect((await askNow(world)).counts).toEqual({ ...nothing, nothing: 1 });
    expect((await aPayment(world, path)).paymentId).not.toBe(payment.paymentId);
  });

  it('is recorded for a refund if a voucher has paid in the meantime', async () => {
    const { draft, payment } = await aStartedPayment({ signed: false });
    await pay(world, draft, await aVoucher(world));
    world.clock.now += 15 * minute;
    expect((await askNow(world, () => [found(payment)])).counts).toEqual({
      ...nothing,
      nothing: 1,
    });
    expect(await effects(draft)).toContain('payment.duplicate');
    expect(await questionOf(payment)).toMatchObject({ askAt: null });
    expect((await report(world, payment)).outcome).toBe('repeated');
  });

  it('is recorded once if the amount differs, and no longer polled', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    world.clock.now += 15 * minute;
    await askNow(world, () => [found(payment, { amountCents: 29_999 })]);
    world.clock.now += hour;
    expect((await askNow(world)).asked).toEqual([]);
    // The late webhook report contains nothing new.
    const late = await report(world, payment, { data: { amountCents: 29_999 } });
    expect(late.outcome).toBe('repeated');
    expect(await effects(draft)).toEqual(['payment.refused']);
    expect(await settlementOf(world, invoiceId)).toEqual(unsettled);
  });
});

describe('a payment report and a poll at the same time', () => {
  it('have one effect if the report comes first', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    world.clock.now += 15 * minute;
    const outcomes: unknown[] = [];
    world.proxy.beforeNext(
      (_, operation) => operation === 'TransactWriteItems',
      async () => void outcomes.push((await report(world, payment)).outcome),
    );
    expect((await askNow(world, () => [found(payment)])).counts.settled).toBe(0);
    expect(outcomes).toEqual(['settled']);
    expect((await settlementOf(world, invoiceId))?.paymentId).toBe(payment.paymentId);
    expect(await effects(draft)).toEqual(['legal_entity_application.paid']);
  });

  it('have one effect even with five runs and five reports', async () => {
    const { draft, payment } = await aStartedPayment();
    world.clock.now += 15 * minute;
    const runs = Array.from({ length: 5 }, () => askNow(world, () => [found(payment)]));
    const reports = Array.from({ length: 5 }, () => report(world, payment));
    const settled = [
      ...(await Promise.all(runs)).map(({ counts }) => counts.settled),
      ...(await Promise.all(reports)).map(({ outcome }) => (outcome === 'settled' ? 1 : 0)),
    ];
    expect(settled.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await effects(draft)).toEqual(['legal_entity_application.paid']);
  });

  it('have the same result no matter which call of the run fails', async () => {
    const end = await everyCrash(world, {
      prepare: async () => {
        const started = await aStartedPayment();
        world.clock.now += 15 * minute;
        return {
          ...started,
          start: async () => {
            await askNow(world, () => [found(started.payment)]).catch(() => {});
          },
        };
      },
      endOf: async ({ draft, invoiceId, payment }) => {
        // The next run follows a failed one.
        await askNow(world, () => [found(payment)]);
        return {
          statusId: (await settlementOf(world, invoiceId))?.statusId,
          effects: await effects(draft),
          question: await questionOf(payment),
        };
      },
    });
    expect(end).toEqual({
      statusId: 'paid',
      effects: ['legal_entity_application.paid'],
      question: null,
    });
  });
});

describe('a payment provider that does not respond', () => {
  const down: AnswerTo = () => new Error('the payment bridge answered 503');

  it('is polled again at each step and after growing pauses, and given up after two days', async () => {
    const { payment } = await aStartedPayment();
    const startedAt = world.clock.now;
    const asked: number[] = [];
    let givenUp = 0;
    // Every run of the first hour, and one every 30 minutes for the next three days.
    for (let minutes = 5; minutes <= 72 * 60; minutes += minutes < 60 ? 5 : 30) {
      world.clock.now = startedAt + minutes * minute;
      const run = await askNow(world, down);
      if (run.asked.length > 0) asked.push(minutes);
      givenUp += run.counts.given_up;
    }
    expect(asked.slice(0, 5)).toEqual([15, 20, 30, 50, 60]);
    expect(asked).toEqual(expect.arrayContaining([360, 1_440]));
    expect(asked.length).toBeLessThan(60);
    expect(givenUp).toBe(1);
    expect(await questionOf(payment)).toMatchObject({ askAt: null });
  });

  it('is skipped after five failures, and does not delay other providers', async () => {
    const stuck = [];
    for (let count = 0; count < 20; count += 1) stuck.push(await aStartedPayment());
    const draft = await aDraft(world, agent);
    const { path } = await aCheckout(
      world,
      { ...draft, key: ada.standardKey },
      {
        paymentProvider: 'lnpay',
      },
    );
    const other = await aPayment(world, path);
    world.clock.now += 15 * minute;
    const { counts, asked } = await askNow(world, { cardpay: down, lnpay: () => [found(other)] });
    expect(counts.settled).toBe(1);
    // Payments of one round are polled in parallel.
    expect(counts.failed).toBeLessThanOrEqual(5 + 8);
    expect(asked.length).toBe(counts.failed + 1);
    // The remaining payments are polled in the next run.
    expect((await askNow(world, () => [])).asked).toHaveLength(20 - counts.failed);
  });

  it('is not polled if it has no lookup, and nothing is given up', async () => {
    await aStartedPayment();
    world.clock.now += 15 * minute;
    const payments = {
      provider: () => ({ ...world.deps.payments.provider('cardpay'), findPayment: null }),
    };
    const { askProviders } = await import('../../shared/service/usecases/ask-providers.ts');
    // Only `findPayment` is missing from this provider.
    const deps = { ...world.deps, payments: payments as never };
    expect(await askProviders(deps)).toEqual({ ...nothing, nothing: 1 });
  });
});

describe('a thousand payments due at the same time', () => {
  it('are polled once each in bounded runs that continue each other', async () => {
    const { payment } = await aStartedPayment();
    const session = await findCheckoutSession(world.table, payment.reference);
    const write = session && newCheckoutSessionWrite(session);
    const item = write && 'put' in write ? write.put.Item : undefined;
    if (item === undefined) throw new Error('set-up: no session');
    const count = 1_100;
    const others = Array.from({ length: count - 1 }, (_, index) => {
      const reference = index.toString(16).padStart(8, '0') + payment.reference.slice(8);
      const list = index % 8;
      return {
        ...item,
        ...keys.checkoutSession(reference),
        reference,
        gsi1pk: `PAYMENT_CHECKS#${list}`,
        gsi1sk: `${session?.question?.askAt}#${reference}`,
      };
    });
    await seed(world.table, others);
    world.clock.now += 15 * minute;
    const first = await askNow(world, () => []);
    expect(first.counts.nothing).toBeGreaterThanOrEqual(1_000);
    expect(first.counts.nothing).toBeLessThan(1_008);
    const second = await askNow(world, () => []);
    expect(first.counts.nothing + second.counts.nothing).toBe(count);
    expect(new Set([...first.asked, ...second.asked]).size).toBe(count);
    expect((await askNow(world, () => [])).asked).toEqual([]);
  });
});
