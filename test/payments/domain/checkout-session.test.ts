import { describe, expect, it } from 'vitest';
import {
  type CheckoutCommand,
  type CheckoutState,
  type CheckoutStatus,
  checkoutStatuses,
  checkoutTransitions,
  decideCheckoutCommand,
  openSession,
  statusOf,
} from '../../../shared/payments/domain/checkout-session.ts';
import { openInvoice } from '../../../shared/payments/domain/invoice.ts';
import {
  mismatch,
  progressOf,
  reportOf,
  successUrl,
} from '../../../shared/payments/domain/payment.ts';
import {
  decideSandboxCommand,
  sandboxDecisions,
  sandboxStatuses,
} from '../../../shared/payments/domain/sandbox-payment.ts';

const opened = new Date('2026-03-01T12:00:00.000Z');
const now = '2026-03-01T13:00:00.000Z';
const tooLate = '2026-03-02T12:00:00.000Z';
const payment = { paymentId: 'one', url: 'https://provider.example/one' };

const money = { amountCents: 30_000, currency: 'USD' };

const asked = { startedAt: opened.toISOString(), askAt: now, failures: 0 };

const open = openSession(opened);
const sessions: Record<CheckoutStatus, CheckoutState> = {
  open,
  started: { ...open, payment, attempts: 1, question: asked },
  paid: { ...open, payment, attempts: 1, paidAt: now },
  cancelled: { ...open, payment, attempts: 1, cancelledAt: now, question: asked },
  expired: { ...open, payment, attempts: 1, expiresAt: now, question: asked },
};
const commands: Record<CheckoutCommand['type'], CheckoutCommand> = {
  start: { type: 'start', payment },
  cancel: { type: 'cancel' },
  release: { type: 'release', paymentId: 'one' },
  confirm: { type: 'confirm' },
  ask: { type: 'ask', answer: 'open' },
};
const everyPair = checkoutStatuses.flatMap((status) =>
  Object.values(commands).map((command) => [status, command.type, command] as const),
);

describe('a checkout session', () => {
  it.each(everyPair)('that is %s follows the transition table on %s', (status, type, command) => {
    const session = sessions[status];
    expect(statusOf(session, now)).toBe(status);
    const decision = decideCheckoutCommand(session, command, now);
    const target = checkoutTransitions[status][type];
    if (target === undefined) expect(decision).toEqual({ ok: false, reason: status });
    else expect(decision.ok && statusOf(decision.next, now)).toBe(target);
  });

  it('shows the progress of the payment', () => {
    const fee = { amountCents: 30_000, currency: 'USD' };
    const subject = { type: 'amendment', id: 'two' } as const;
    const invoice = openInvoice('one', subject, fee, now);
    const progress = (...states: CheckoutState[]) =>
      progressOf(
        invoice,
        states.map((state) => ({ ...state, provider: 'cardpay' as const })),
        now,
      );
    const underWay = { kind: 'under_way', provider: 'cardpay', url: payment.url };
    expect(progress()).toEqual({ kind: 'none' });
    expect(progress(sessions.open)).toEqual({ kind: 'none' });
    expect(progress(sessions.started)).toEqual(underWay);
    expect(progress(sessions.open, sessions.cancelled, sessions.started)).toEqual(underWay);
    expect(progress(sessions.cancelled)).toEqual({ kind: 'nothing_paid' });
    expect(progress({ ...open, attempts: 1 })).toEqual({ kind: 'nothing_paid' });
    expect(progress(sessions.open, sessions.cancelled)).toEqual({ kind: 'none' });
    // The provider is still polled, because money may arrive. After the last poll another payment is possible.
    expect(progress(sessions.expired)).toEqual({ ...underWay, url: null });
    expect(progress({ ...sessions.expired, question: null })).toEqual({ kind: 'none' });
    const paid = { ...invoice, statusId: 'paid', paidAt: now } as const;
    expect(progressOf(paid, [], now)).toEqual({ kind: 'paid', id: 'one', ...fee, paidAt: now });
    const voided = { ...invoice, statusId: 'void' } as const;
    const cancelled = { ...sessions.cancelled, provider: 'cardpay' as const };
    expect(progressOf(voided, [cancelled], now)).toEqual({ kind: 'none' });
  });

  it('accepts exactly these commands', () => {
    expect(checkoutTransitions).toEqual({
      open: { start: 'started', cancel: 'cancelled', confirm: 'paid' },
      started: { cancel: 'cancelled', release: 'open', confirm: 'paid', ask: 'started' },
      paid: {},
      cancelled: { confirm: 'paid', ask: 'cancelled' },
      expired: { confirm: 'paid', ask: 'expired' },
    });
  });

  it.each(['open', 'started', 'cancelled', 'expired'] as const)(
    'that is %s keeps its data when money arrives, and records the time',
    (status) => {
      expect(decideCheckoutCommand(sessions[status], commands.confirm, now)).toEqual({
        ok: true,
        next: { ...sessions[status], paidAt: now, question: null },
      });
    },
  );

  it('ignores payment news if no payment was started', () => {
    const odd = { ...sessions.started, payment: null };
    expect(statusOf(odd, now)).toBe('open');
    expect(decideCheckoutCommand(odd, commands.release, now)).toEqual({
      ok: false,
      reason: 'open',
    });
  });

  it('is open for exactly a day', () => {
    expect(statusOf(open, '2026-03-02T11:59:59.999Z')).toBe('open');
    expect(statusOf(open, tooLate)).toBe('expired');
    expect(statusOf(sessions.started, tooLate)).toBe('expired');
    expect(statusOf(sessions.cancelled, tooLate)).toBe('cancelled');
    expect(statusOf(sessions.paid, tooLate)).toBe('paid');
  });

  it('counts its payments, and releases only the current one', () => {
    const started = decideCheckoutCommand(open, commands.start, now);
    const question = { startedAt: now, askAt: '2026-03-01T13:15:00.000Z', failures: 0 };
    expect(started).toEqual({ ok: true, next: { ...sessions.started, question } });
    expect(
      decideCheckoutCommand(sessions.started, { type: 'release', paymentId: 'two' }, now),
    ).toEqual({
      ok: false,
      reason: 'another_payment',
    });
    expect(decideCheckoutCommand(sessions.started, commands.release, now)).toEqual({
      ok: true,
      next: { ...open, attempts: 1 },
    });
  });
});

describe('the redirect after a payment', () => {
  it.each([
    ['https://client.example', 'https://client.example?success=true'],
    ['https://client.example/paid', 'https://client.example/paid?success=true'],
    ['https://client.example/?a=%20b&c', 'https://client.example/?a=%20b&c&success=true'],
    ['https://client.example/?', 'https://client.example/?success=true'],
    ['https://client.example/?a=1&', 'https://client.example/?a=1&success=true'],
    ['https://client.example/#part?x', 'https://client.example/?success=true#part?x'],
    ['https://client.example/?a=1#b#c', 'https://client.example/?a=1&success=true#b#c'],
    ['http://[::1]:8080/?ä', 'http://[::1]:8080/?ä&success=true'],
  ])('adds success=true to %s and changes nothing else', (redirectUrl, expected) => {
    expect(successUrl(redirectUrl)).toBe(expected);
  });
});

it('a payment found with the same result has the same report id', () => {
  const found = { result: 'succeeded', paymentId: 'one', reference: 'r', ...money } as const;
  expect(reportOf(found)).toEqual({ ...found, id: 'found succeeded one 30000 USD' });
});

describe('a received payment', () => {
  const invoice = { statusId: 'open', amountCents: 30_000, currency: 'USD' };

  it.each([
    ['fits', {}, { amountCents: 30_000, currency: 'USD' }, null],
    ['is a cent short', {}, { amountCents: 29_999, currency: 'USD' }, 'amount'],
    ['is a cent over', {}, { amountCents: 30_001, currency: 'USD' }, 'amount'],
    ['is of another currency', {}, { amountCents: 30_000, currency: 'EUR' }, 'currency'],
    [
      'is for a void invoice',
      { statusId: 'void' },
      { amountCents: 1, currency: 'EUR' },
      'invoice_void',
    ],
  ] as const)('that %s', (_, fields, money, expected) => {
    expect(mismatch(money, { ...invoice, ...fields })).toBe(expected);
  });
});

describe('a sandbox payment', () => {
  const everyChoice = sandboxStatuses.flatMap((statusId) =>
    sandboxDecisions.map((decision) => [statusId, decision] as const),
  );

  it.each(everyChoice)('that is %s is final or accepts %s', (statusId, decision) => {
    const result = { pay: 'succeeded', decline: 'failed', cancel: 'cancelled' }[decision];
    expect(decideSandboxCommand({ statusId }, decision)).toEqual(
      statusId === 'succeeded' || statusId === 'cancelled'
        ? { ok: false, reason: statusId }
        : { ok: true, next: { statusId: result } },
    );
  });
});
