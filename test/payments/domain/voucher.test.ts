import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { products } from '../../../shared/kernel/domain/product.ts';
import {
  redeem,
  type VoucherState,
  voucherKinds,
  voucherStatus,
  voucherTransitions,
} from '../../../shared/payments/domain/voucher.ts';

const noon = '2026-03-01T12:00:00.000Z';
const subject = { type: 'legal_entity_application', id: 'application' } as const;
const invoice = { amountCents: 30_000, currency: 'USD', subject };
const full: VoucherState = {
  kind: 'full',
  value: null,
  currency: null,
  products: [],
  expiresAt: null,
  redeemedAt: null,
  redeemedFor: null,
};
const redeemed = { ...full, redeemedAt: noon, redeemedFor: subject };

/** Returns the status after a redemption, or the reason for its refusal. */
function outcome(fields: Partial<VoucherState>, given = invoice): string {
  const decision = redeem({ ...full, ...fields }, given, noon);
  return decision.ok ? voucherStatus(decision.next) : decision.reason;
}

describe('a voucher', () => {
  it('is redeemed once, as in the transition table', () => {
    for (const voucher of [full, redeemed]) {
      const status = voucherStatus(voucher);
      const next = voucherTransitions[status].redeem;
      expect(outcome(voucher)).toBe(next ?? 'already_redeemed');
    }
    expect(redeem(full, invoice, noon)).toEqual({ ok: true, next: redeemed });
  });

  it.each<[string, Partial<VoucherState>, string]>([
    ['of 100 percent', { kind: 'percent', value: 100 }, 'redeemed'],
    ['of 99 percent', { kind: 'percent', value: 99 }, 'not_full_coverage'],
    ['of the amount', { kind: 'amount', value: 30_000, currency: 'USD' }, 'redeemed'],
    ['of more than the amount', { kind: 'amount', value: 30_001, currency: 'USD' }, 'redeemed'],
    ['of a cent less', { kind: 'amount', value: 29_999, currency: 'USD' }, 'not_full_coverage'],
    [
      'of another currency',
      { kind: 'amount', value: 99_999, currency: 'EUR' },
      'not_full_coverage',
    ],
    ['that expires later', { expiresAt: '2026-03-01T12:00:00.001Z' }, 'redeemed'],
    ['that expires at this instant', { expiresAt: noon }, 'expired'],
    ['for this product and others', { products: ['amendment', subject.type] }, 'redeemed'],
    ['for another product', { products: ['amendment'] }, 'not_applicable'],
  ])('is redeemed or refused as expected: %s', (_, fields, expected) => {
    expect(outcome(fields)).toBe(expected);
  });

  it('that was never issued is not found', () => {
    expect(redeem(null, invoice, noon)).toEqual({ ok: false, reason: 'not_found' });
  });

  it('is refused as redeemed first, then as expired, then as not applicable', () => {
    const worthless = { kind: 'percent', value: 1, products: ['amendment'] } as const;
    const expired = { ...worthless, expiresAt: '2020-01-01T00:00:00.000Z' };
    expect(outcome({ ...expired, redeemedAt: noon })).toBe('already_redeemed');
    expect(outcome(expired)).toBe('expired');
    expect(outcome(worthless)).toBe('not_applicable');
  });

  it('pays an invoice in full or not at all, within its value and only once', () => {
    const voucher = fc.record({
      kind: fc.constantFrom(...voucherKinds),
      value: fc.integer({ min: 1, max: 200 }),
      currency: fc.constantFrom('USD', 'EUR'),
      products: fc.subarray([...products]),
      expiresAt: fc.constantFrom(null, '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'),
      redeemedAt: fc.constant(null),
      redeemedFor: fc.constant(null),
    });
    fc.assert(
      fc.property(voucher, fc.integer({ min: 0, max: 200 }), (given, amountCents) => {
        const decision = redeem(given, { ...invoice, amountCents }, noon);
        if (!decision.ok) return;
        if (given.kind === 'percent') expect(given.value).toBeGreaterThanOrEqual(100);
        if (given.kind === 'amount') {
          expect(given.value).toBeGreaterThanOrEqual(amountCents);
          expect(given.currency).toBe('USD');
        }
        expect(redeem(decision.next, invoice, noon)).toEqual({
          ok: false,
          reason: 'already_redeemed',
        });
      }),
    );
  });
});
