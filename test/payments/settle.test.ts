import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../../shared/kernel/domain/decision.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import type { StoredInvoice } from '../../shared/payments/db/invoices.ts';
import { openInvoice } from '../../shared/payments/domain/invoice.ts';
import { settle } from '../../shared/payments/usecases/invoices.ts';
import type { Bill, Payable } from '../../shared/payments/usecases/payable.ts';

const at = '2026-03-01T12:00:00.000Z';
const subject = { type: 'amendment', id: 'a-1' } as const;
const fee = { amountCents: 5_000, currency: 'USD' };
const open: StoredInvoice = { ...openInvoice('i-1', subject, fee, at), version: 1 };
const paidBefore: StoredInvoice = { ...open, statusId: 'paid', paidAt: at };
const voided: StoredInvoice = { ...open, statusId: 'void', voidedAt: at };

const takes: Payable<string | null, 'already_paid'> = {
  subject,
  invoiceId: 'i-1',
  fee: null,
  error: apiErrors.notFound,
  pay: (_at, invoice) =>
    accept({ answer: invoice.voucherCode, writes: {}, details: { submitted: true } }),
};
const refuses: typeof takes = { ...takes, pay: () => refuse('already_paid') };

const payment = {
  settlement: { voucherCode: 'SPRING' },
  actor: { kind: 'system', id: null, personId: null },
  details: { method: 'voucher' },
} as const;
const settled = (bill: Omit<Bill<string | null, 'already_paid'>, 'needed'>) =>
  settle({ ...bill, needed: [] }, payment, { newId: () => 'entry-1' }, at);

describe('a settlement', () => {
  it.each([
    ['open', open, 'already_paid'],
    ['paid', paidBefore, 'already_paid'],
    ['void', voided, 'already_paid'],
  ])(
    'of an invoice that is %s is refused for the reason given by its subject',
    (_, invoice, reason) => {
      expect(settled({ payable: refuses, invoice })).toEqual({ ok: false, reason });
    },
  );

  it.each([
    ['paid', paidBefore, 'invoice_paid'],
    ['void', voided, 'invoice_not_open'],
  ])('of an invoice that is %s is refused even if its subject accepts it', (_, invoice, reason) => {
    expect(settled({ payable: takes, invoice })).toEqual({ ok: false, reason });
  });

  it('writes the invoice and one audit entry with the data of both', () => {
    const decision = settled({ payable: takes, invoice: open });
    if (!decision.ok) throw new Error(decision.reason);
    const { answer, writes } = decision.next;
    expect(answer).toBe('SPRING');
    expect(writes['invoice']).toMatchObject({
      put: {
        Item: { id: 'i-1', statusId: 'paid', paidAt: at, voucherCode: 'SPRING', version: 2 },
        ConditionExpression: 'version = :read',
      },
    });
    const entries = Object.values(writes).flatMap((write) =>
      write && 'put' in write && write.put.Item?.['action'] !== undefined ? [write.put.Item] : [],
    );
    expect(entries[0]).toMatchObject({
      action: 'amendment.paid',
      subject,
      details: { method: 'voucher', submitted: true, invoiceId: 'i-1' },
    });
  });
});
