import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type InvoiceState,
  invoiceRefusal,
  invoiceStatuses,
  invoiceTransitions,
  openInvoice,
  settleInvoice,
  voidOpenInvoice,
} from '../../../shared/payments/domain/invoice.ts';

const noon = '2026-03-01T12:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';
const subject = { type: 'legal_entity_application', id: 'application' } as const;
const open = openInvoice('invoice', subject, { amountCents: 30_000, currency: 'USD' }, noon);
const inEach: Readonly<Record<InvoiceState['statusId'], InvoiceState>> = {
  open,
  paid: { ...open, statusId: 'paid', paidAt: noon, voucherCode: 'FIRST' },
  void: { ...open, statusId: 'void', voidedAt: noon },
};

const payment = { provider: 'sandbox', paymentId: 'p-1' };
const commands = {
  pay: (invoice: InvoiceState) => settleInvoice(invoice, { voucherCode: 'SPRING' }, later),
  void: (invoice: InvoiceState) => voidOpenInvoice(invoice, later),
} as const;
type Command = keyof typeof commands;

describe('an invoice', () => {
  const pairs = invoiceStatuses.flatMap((status) =>
    (['pay', 'void'] as const).map((command): [string, InvoiceState['statusId'], Command] => [
      `${command} when ${status}`,
      status,
      command,
    ]),
  );

  it('returns the reason why it cannot be paid', () => {
    const refusals = invoiceStatuses.map((status) => [status, invoiceRefusal(inEach[status])]);
    expect(Object.fromEntries(refusals)).toEqual({
      open: null,
      paid: 'invoice_paid',
      void: 'invoice_not_open',
    });
    for (const status of ['paid', 'void'] as const) {
      const reason = invoiceRefusal(inEach[status]);
      expect(commands.pay(inEach[status])).toEqual({ ok: false, reason });
    }
  });

  it.each(pairs)(
    '%s follows the transition table, and is refused if the table has no entry',
    (_, status, command) => {
      const decision = commands[command](inEach[status]);
      const next = invoiceTransitions[status][command];
      expect(decision.ok ? decision.next.statusId : null).toBe(next ?? null);
      if (!decision.ok) {
        const reason = command === 'pay' && status === 'paid' ? 'invoice_paid' : 'invoice_not_open';
        expect(decision.reason).toBe(reason);
      }
    },
  );

  it('records if it was settled by a voucher or a payment', () => {
    expect(settleInvoice(open, { voucherCode: 'SPRING' }, later)).toEqual({
      ok: true,
      next: { ...open, statusId: 'paid', paidAt: later, voucherCode: 'SPRING' },
    });
    expect(settleInvoice(open, payment, later)).toEqual({
      ok: true,
      next: { ...open, statusId: 'paid', paidAt: later, payment },
    });
  });

  it('is settled at most once with an unchanged amount under any sequence of commands', () => {
    const command = fc.constantFrom(commands.pay, commands.void, (invoice: InvoiceState) =>
      settleInvoice(invoice, payment, later),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 10 }), (sequence) => {
        let state = open;
        for (const apply of sequence) {
          const decision = apply(state);
          if (state.statusId !== 'open') expect(decision.ok).toBe(false);
          if (decision.ok) state = decision.next;
          const { amountCents, currency, subject: of } = state;
          expect({ amountCents, currency, of }).toEqual({
            amountCents: 30_000,
            currency: 'USD',
            of: subject,
          });
          expect(state.paidAt !== null).toBe(state.statusId === 'paid');
          expect(state.voidedAt !== null).toBe(state.statusId === 'void');
          const settlements = [state.voucherCode, state.payment].filter((each) => each !== null);
          expect(settlements).toHaveLength(state.statusId === 'paid' ? 1 : 0);
        }
      }),
    );
  });
});
