import { describe, expect, it } from 'vitest';
import {
  decidePaymentCase,
  kindOfRefusal,
  openCase,
  type PaymentCaseCommand,
  type PaymentCaseState,
  type PaymentCaseStatus,
  paymentCaseStatuses,
  paymentCaseTransitions,
} from '../../../shared/payments/domain/payment-case.ts';

const now = '2026-03-02T09:30:00.000Z';
const taken: PaymentCaseState = { ...openCase, statusId: 'taken', owner: 'ada', takenAt: now };
const closing = { closedAt: now, closedBy: 'ada', reason: 'Returned' };
const cases: Readonly<Record<PaymentCaseStatus, PaymentCaseState>> = {
  open: openCase,
  taken,
  closed: { ...taken, ...closing, statusId: 'closed' },
};
const commands: readonly PaymentCaseCommand[] = [
  { type: 'take' },
  { type: 'close', reason: 'Returned' },
];

describe('a payment case', () => {
  it.each(
    paymentCaseStatuses.flatMap((status) =>
      commands.map((command) => [status, command.type, command] as const),
    ),
  )('that is %s follows the transition table on %s', (status, type, command) => {
    const decision = decidePaymentCase(cases[status], command, 'ada', now);
    const target = paymentCaseTransitions[status][type];
    if (target === undefined) expect(decision).toEqual({ ok: false, reason: status });
    else expect(decision.ok && decision.next.statusId).toBe(target);
  });

  it('accepts exactly these commands', () => {
    expect(paymentCaseTransitions).toEqual({
      open: { take: 'taken' },
      taken: { take: 'taken', close: 'closed' },
      closed: {},
    });
  });

  it('must have an owner before it is closed, and keeps it', () => {
    expect(decidePaymentCase(taken, { type: 'take' }, 'grace', now)).toEqual({
      ok: true,
      next: { ...taken, owner: 'grace' },
    });
    const close = { type: 'close', reason: 'Returned' } as const;
    expect(decidePaymentCase(taken, close, 'grace', now)).toEqual({
      ok: true,
      next: { ...taken, ...closing, statusId: 'closed', closedBy: 'grace' },
    });
  });

  it.each([
    ['amount', 'amount'],
    ['currency', 'amount'],
    ['invoice_void', 'void'],
    ['invoice_not_open', 'void'],
    ['not_draft', 'refused'],
  ])('of a payment refused for the reason %s has the kind %s', (reason, kind) => {
    expect(kindOfRefusal(reason)).toBe(kind);
  });
});
