import { beforeEach, describe, expect, it } from 'vitest';
import type { StatementEntry } from '../../shared/payments/domain/statement.ts';
import { runChecks, type StatementOf } from '../support/asked-provider.ts';
import {
  actionsOf,
  inPayment,
  type ReportedPayment,
  report,
  settlementOf,
} from '../support/checkout.ts';
import { aDraft, aPreAcceptingAgent, aVoucher, pay } from '../support/drafts.ts';
import { everyCrash } from '../support/every-crash.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const agent = await aPreAcceptingAgent(world, ada);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const noneSays: StatementOf = () => ({ entries: [], next: null });
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Moves to noon, with all earlier statements read and nothing left from the previous test. */
beforeEach(async () => {
  world.clock.now = Date.parse(`${dayOf(world.clock.now + 6 * day)}T12:00:00.000Z`);
  await read({});
  await closeAll();
  world.log.lines.length = 0;
  world.log.measures.length = 0;
});

/** Reads these cardpay statements by day. All others are empty. */
async function read(entries: Readonly<Record<string, readonly StatementEntry[]>>) {
  const cardpay: StatementOf = (asked) => ({ entries: entries[asked] ?? [], next: null });
  return runChecks(world, { answer: () => [], statements: { cardpay } });
}

async function aStartedPayment() {
  return inPayment(world, await aDraft(world, agent), ada.standardKey);
}

let entryIds = 0;
const entryOf = (
  { paymentId, reference, amountCents, currency }: ReportedPayment,
  fields: Partial<StatementEntry> = {},
): StatementEntry => {
  entryIds += 1;
  const kind = 'payment';
  return { id: `mv_${entryIds}`, kind, paymentId, reference, amountCents, currency, ...fields };
};

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly paymentId: string;
}
async function cases(status?: string): Promise<readonly Case[]> {
  const query = status === undefined ? '' : `&status=${status}`;
  const { body } = await world.admin('GET', `/payment_cases?limit=100${query}`);
  return (body as { data: readonly Case[] }).data;
}
async function closeAll() {
  for (const { id, status } of await cases()) {
    if (status === 'open') await world.admin('POST', `/payment_cases/${id}/take`);
    if (status !== 'closed') {
      await world.admin('POST', `/payment_cases/${id}/close`, { reason: 'The next test' });
    }
  }
}
const kinds = async () => (await cases('open')).map(({ kind }) => kind);
const effects = async (draft: { readonly id: string }) =>
  (await actionsOf(world, draft)).filter((action) => !/created|opened/.test(action));
const today = () => dayOf(world.clock.now);

/** Moves on until the statement of `last` is read and the day before it is checked. */
async function readUntil(
  last: string,
  entries: Readonly<Record<string, readonly StatementEntry[]>>,
) {
  world.clock.now = Date.parse(`${last}T00:00:00.000Z`) + day + 3 * hour;
  return read(entries);
}
const later = (from: string, days: number) => dayOf(Date.parse(from) + days * day);

describe('a statement that matches the settlements', () => {
  it('creates no case', async () => {
    const { payment } = await aStartedPayment();
    await report(world, payment);
    const on = today();
    await readUntil(later(on, 3), { [on]: [entryOf(payment)] });
    expect(await kinds()).toEqual([]);
  });

  it('creates no case if the two clocks are on different sides of midnight', async () => {
    for (const [here, days] of [
      ['23:59:59.999', 1],
      ['00:00:00.000', -1],
    ] as const) {
      const { payment } = await aStartedPayment();
      world.clock.now = Date.parse(`${later(today(), 1)}T${here}Z`);
      await report(world, payment);
      const on = today();
      await readUntil(later(on, 3), { [later(on, days)]: [entryOf(payment)] });
      expect(await kinds()).toEqual([]);
    }
  });
});

describe('a difference on a statement', () => {
  it('caused by a lost report is fixed, and the payment settles once', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    const on = today();
    const entries = { [on]: [entryOf(payment)] };
    await readUntil(later(on, 2), entries);
    expect((await settlementOf(world, invoiceId))?.paymentId).toBe(payment.paymentId);
    expect((await report(world, payment)).outcome).toBe('repeated');
    expect(await effects(draft)).toEqual(['legal_entity_application.paid']);
    expect(await kinds()).toEqual([]);
  });

  it.each([
    ['of a payment for an unknown reference', { reference: 'ab'.repeat(32) }, 'unmatched'],
    ['of a payment without a reference', { reference: '' }, 'unmatched'],
    ['in the amount', { amountCents: 29_999 }, 'amount'],
    ['in the currency', { currency: 'EUR' }, 'amount'],
  ])('%s creates one case, no matter how often it is read', async (_, fields, kind) => {
    const { payment } = await aStartedPayment();
    const on = today();
    const entry = entryOf(payment, fields);
    await readUntil(on, { [on]: [entry, entry] });
    await readUntil(later(on, 1), { [later(on, 1)]: [{ ...entry, id: 'again' }] });
    expect(await cases('open')).toMatchObject([
      {
        kind,
        provider: 'cardpay',
        paymentId: payment.paymentId,
        owner: null,
        ...{
          amountCents: entry.amountCents,
          currency: entry.currency,
        },
      },
    ]);
  });

  it('creates a case if a payment was settled with another amount', async () => {
    const { payment, invoiceId } = await aStartedPayment();
    await report(world, payment);
    const on = today();
    await readUntil(on, { [on]: [entryOf(payment, { amountCents: 29_000 })] });
    expect(await cases('open')).toMatchObject([
      { kind: 'amount', amountCents: 29_000, invoiceCents: 30_000, invoiceId },
    ]);
    expect((await settlementOf(world, invoiceId))?.statusId).toBe('paid');
  });

  it('creates a case for a second payment, and for a payment charged twice', async () => {
    const { draft, payment } = await aStartedPayment();
    await pay(world, draft, await aVoucher(world));
    const on = today();
    await readUntil(on, { [on]: [entryOf(payment)] });
    expect(await kinds()).toEqual(['duplicate']);
    await closeAll();

    const other = await aStartedPayment();
    await report(world, other.payment);
    const next = today();
    const twice = { [next]: [entryOf(other.payment), entryOf(other.payment)] };
    await readUntil(next, twice);
    expect(await cases('open')).toMatchObject([
      { kind: 'duplicate', paymentId: other.payment.paymentId },
    ]);
  });

  it('creates a case if a settled payment is on no statement of the three days around it', async () => {
    const { payment, invoiceId } = await aStartedPayment();
    await report(world, payment);
    const on = today();
    await readUntil(on, {});
    expect(await kinds()).toEqual([]);
    await readUntil(later(on, 1), {});
    expect(await cases('open')).toMatchObject([
      { kind: 'missing', paymentId: payment.paymentId, invoiceId, amountCents: null },
    ]);
    await readUntil(later(on, 5), {});
    expect(await kinds()).toEqual(['missing']);
  });

  it.each([
    ['refund', 'returned'],
    ['chargeback', 'charged_back'],
  ] as const)(
    'creates one case for a %s of a payment that settled an invoice',
    async (kind, made) => {
      const { draft, payment } = await aStartedPayment();
      await report(world, payment);
      const on = today();
      const back = entryOf(payment, { kind });
      await readUntil(on, { [on]: [entryOf(payment), back, back] });
      await readUntil(later(on, 1), { [later(on, 1)]: [back] });
      expect(await kinds()).toEqual([made]);
      expect(await effects(draft)).toEqual(['legal_entity_application.paid', `payment.${made}`]);
    },
  );

  it('creates no further case for a refund of an unsettled payment, but records it once', async () => {
    const { draft, payment } = await aStartedPayment();
    await pay(world, draft, await aVoucher(world));
    await report(world, payment);
    const on = today();
    const back = entryOf(payment, { kind: 'refund' });
    await readUntil(on, { [on]: [entryOf(payment), back, back] });
    await readUntil(later(on, 1), { [later(on, 1)]: [back] });
    expect(await kinds()).toEqual(['duplicate']);
    const returns = (await effects(draft)).filter((action) => action === 'payment.returned');
    expect(returns).toHaveLength(1);
  });

  it('creates one case no matter if the report or the statement comes first', async () => {
    const { payment } = await aStartedPayment();
    const data = { amountCents: 1 };
    expect((await report(world, payment, { data })).outcome).toBe('refused');
    const on = today();
    await readUntil(on, { [on]: [entryOf(payment, data)] });
    expect(await kinds()).toEqual(['amount']);
    const other = await aStartedPayment();
    const next = today();
    await readUntil(next, { [next]: [entryOf(other.payment, data)] });
    expect((await report(world, other.payment, { data })).outcome).toBe('repeated');
    expect(await kinds()).toEqual(['amount', 'amount']);
  });
});

describe('reading statements', () => {
  it('requests each day once, in order, even after days when the provider failed', async () => {
    const asked: string[] = [];
    const on = today();
    const down = Date.parse(`${later(on, 2)}T12:00:00.000Z`);
    const cardpay: StatementOf = (requested) => {
      if (world.clock.now < down) return new Error('the payment bridge answered 503');
      asked.push(requested);
      return { entries: [], next: null };
    };
    for (let times = 0; times < 4 * 8; times += 1) {
      world.clock.now += 3 * hour;
      await runChecks(world, { answer: () => [], statements: { cardpay } });
    }
    expect(asked).toEqual([on, later(on, 1), later(on, 2), later(on, 3)]);
    expect(world.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is not delayed by another provider that fails', async () => {
    const { payment, invoiceId } = await aStartedPayment();
    const on = today();
    world.clock.now = Date.parse(`${on}T00:00:00.000Z`) + day + 3 * hour;
    const { statements } = await runChecks(world, {
      answer: () => [],
      statements: {
        cardpay: (asked) => ({ entries: asked === on ? [entryOf(payment)] : [], next: null }),
        lnpay: () => new Error('down'),
        'chainpay-ptc': noneSays,
      },
    });
    expect(statements.failed).toBe(1);
    expect((await settlementOf(world, invoiceId))?.statusId).toBe('paid');
  });

  it('resumes at the page where it was interrupted, and two simultaneous runs duplicate nothing', async () => {
    const started = [];
    for (let count = 0; count < 3; count += 1) started.push(await aStartedPayment());
    const on = today();
    const pages = new Map<string | null, StatementEntry[]>(
      started.map(({ payment }, index) => [index === 0 ? null : String(index), [entryOf(payment)]]),
    );
    const asked: (string | null)[] = [];
    const cardpay: StatementOf = (requested, cursor) => {
      if (requested !== on) return { entries: [], next: null };
      asked.push(cursor);
      if (cursor === '2' && asked.length === 3) return new Error('cut off');
      const next = Number(cursor ?? 0) + 1;
      return { entries: pages.get(cursor) ?? [], next: next < 3 ? String(next) : null };
    };
    world.clock.now = Date.parse(`${on}T00:00:00.000Z`) + day + 3 * hour;
    const run = () => runChecks(world, { answer: () => [], statements: { cardpay } });
    await run();
    world.clock.now += hour;
    await Promise.all([run(), run()]);
    expect(asked.slice(0, 4)).toEqual([null, '1', '2', '2']);
    for (const { draft } of started) {
      expect(await effects(draft)).toEqual(['legal_entity_application.paid']);
    }
    expect(await kinds()).toEqual([]);
  });

  it('has the same result no matter which of its calls fails', async () => {
    const end = await everyCrash(world, {
      prepare: async () => {
        await closeAll();
        const [lost, returned] = [await aStartedPayment(), await aStartedPayment()];
        await report(world, returned.payment);
        const on = today();
        const entries = {
          [on]: [
            entryOf(lost.payment),
            entryOf(returned.payment),
            entryOf(returned.payment, { kind: 'refund' }),
          ],
        };
        world.clock.now = Date.parse(`${on}T00:00:00.000Z`) + day + 3 * hour;
        return {
          lost,
          returned,
          entries,
          start: async () => {
            await read(entries).catch(() => {});
          },
        };
      },
      endOf: async ({ lost, returned, entries }) => {
        // The next run follows a failed one.
        world.clock.now += hour;
        await read(entries);
        return {
          kinds: await kinds(),
          lost: await effects(lost.draft),
          returned: await effects(returned.draft),
        };
      },
    });
    expect(end).toEqual({
      kinds: ['returned'],
      lost: ['legal_entity_application.paid'],
      returned: ['legal_entity_application.paid', 'payment.returned'],
    });
  });
});

describe('operators handle payment cases', () => {
  async function aCase() {
    const { payment } = await aStartedPayment();
    await report(world, payment, { data: { amountCents: 1 } });
    const [open] = await cases('open');
    if (open === undefined) throw new Error('set-up: there is no case');
    return open.id;
  }
  const post = (id: string, act: string, body?: object) =>
    world.admin('POST', `/payment_cases/${id}/${act}`, body);

  it('a case can be taken, taken over and closed with a reason, and each step is recorded', async () => {
    const id = await aCase();
    const close = { reason: 'Returned at CardPay' };
    expect(await post(id, 'close', close)).toMatchObject({
      status: 409,
      body: { code: 'payment_case.not_assigned' },
    });
    expect(await post(id, 'take')).toMatchObject({ body: { data: { status: 'taken' } } });
    expect((await cases('open')).length).toBe(0);
    expect(await post(id, 'take')).toMatchObject({ status: 200 });
    expect(await post(id, 'close', { reason: ' ' })).toMatchObject({ status: 400 });
    const closed = await post(id, 'close', close);
    expect(closed).toMatchObject({ body: { data: { status: 'closed', ...close } } });
    expect(await world.admin('GET', `/payment_cases/${id}`)).toMatchObject({ body: closed.body });
    expect(await post(id, 'take')).toMatchObject({
      status: 409,
      body: { code: 'payment_case.closed' },
    });
    expect((await cases('closed')).map((each) => each.id)).toContain(id);
    expect(await actionsOf(world, { id })).toEqual([
      'payment_case.closed',
      'payment_case.taken',
      'payment_case.taken',
    ]);
  });

  it('a case is closed once if two operators close it at the same time', async () => {
    const id = await aCase();
    await post(id, 'take');
    const both = await Promise.all(['one', 'other'].map((reason) => post(id, 'close', { reason })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await actionsOf(world, { id })).toEqual(['payment_case.closed', 'payment_case.taken']);
  });

  it('an unknown case or invalid id is not found', async () => {
    for (const id of ['0d9b7c52-5a2e-4f0b-8a3c-7f1e2d3c4b5a', 'x']) {
      expect((await world.admin('GET', `/payment_cases/${id}`)).status).toBe(404);
      expect((await post(id, 'take')).status).toBe(404);
    }
  });

  it('the age of the oldest case is measured only if there is one', async () => {
    await read({});
    const waited = () =>
      world.log.measures.flatMap((line) => Reflect.get(line, 'OldestPaymentCase') ?? []);
    expect(waited()).toEqual([]);
    await post(await aCase(), 'take');
    world.clock.now += hour;
    await read({});
    expect(waited()).toEqual([3_600]);
  });
});
