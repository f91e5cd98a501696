import { beforeEach, describe, expect, it } from 'vitest';
import { findVoucher } from '../../shared/payments/db/vouchers.ts';
import { stored } from '../support/applicants.ts';
import { auditOf, settlementOf } from '../support/checkout.ts';
import { aVoucher } from '../support/drafts.ts';
import {
  aPartner,
  aPartnerDraft,
  aReadyApplication,
  partnerCalls,
  seen,
} from '../support/partners.ts';
import { useWorld } from '../support/use-world.ts';

let id: string;

const world = await useWorld();
const partner = await aPartner(world);
const calls = partnerCalls(world, partner);
beforeEach(async () => {
  world.clock.now += 1_000;
  id = (await aPartnerDraft(world, partner)).id;
});

const shortOf = ({ status, body }: { status: number; body: unknown }) => {
  const { error, code } = body as { error: string; code?: string };
  return [status, error, code].filter((part) => part !== undefined).join(' | ');
};
const coupon = (couponCode: string, of = id) =>
  calls.call('POST', `/${of}/pay/coupon`, { couponCode });
const invoiceIdOf = async (of = id) => (await stored(world, of)).invoiceId;
const past = () => new Date(world.clock.now - 1).toISOString();

describe('POST …/pay/voucher', () => {
  it('pays the invoice, and does not submit the application', async () => {
    const draft = seen(await calls.get(id));
    const code = await aVoucher(world, { kind: 'full', products: ['residency_application'] });
    const answer = await calls.pay(id, ` ${code.toLowerCase()} `);
    const paid = {
      ...draft,
      version: 2,
      nextSteps: { ...draft.nextSteps, paymentRequired: false },
      invoice: {
        id: await invoiceIdOf(),
        statusId: 'paid',
        amountCents: expect.any(Number),
        currency: 'USD',
        paidAt: expect.any(String),
      },
    };
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: paid,
        message: 'Payment received. Submit the application when nextSteps.submitReady is true.',
      },
    });
    expect(seen(await calls.get(id))).toEqual(paid);
    expect(await settlementOf(world, await invoiceIdOf())).toEqual({
      statusId: 'paid',
      voucherCode: code,
      paymentId: null,
    });
    expect((await findVoucher(world.table, code))?.redeemedFor).toEqual({
      type: 'residency_application',
      id,
    });
    expect(await auditOf(world, { id })).toMatchObject([
      { action: 'residency_application.created' },
      {
        action: 'residency_application.paid',
        actor: { kind: 'partner_key' },
        details: { method: 'voucher', integrationId: partner.integrationId },
      },
    ]);
  });

  it('also accepts the code as couponCode', async () => {
    const answer = await calls.call('POST', `/${id}/pay/voucher`, {
      couponCode: await aVoucher(world),
    });
    expect(answer.status).toBe(200);
  });

  it('explains why a voucher is refused, and changes nothing', async () => {
    const redeemed = await aVoucher(world);
    await calls.pay((await aPartnerDraft(world, partner)).id, redeemed);
    const cases: readonly [string, string][] = [
      ['NO-SUCH-CODE', '400 | Voucher code is invalid | voucher_not_found'],
      [
        await aVoucher(world, { kind: 'full', products: ['amendment'] }),
        '400 | Voucher code is invalid | voucher_not_applicable',
      ],
      [
        await aVoucher(world, { kind: 'full', expiresAt: past() }),
        '400 | Voucher code has expired | voucher_expired',
      ],
      [
        await aVoucher(world, { kind: 'percent', value: 99 }),
        '400 | Voucher code does not cover the full invoice amount | voucher_not_full_coverage',
      ],
      [redeemed, '409 | Voucher code has already been redeemed | voucher_already_redeemed'],
    ];
    for (const [code, expected] of cases) expect(shortOf(await calls.pay(id, code))).toBe(expected);
    expect(seen(await calls.get(id)).version).toBe(1);
    expect(shortOf(await calls.call('POST', `/${id}/pay/voucher`, {}))).toBe(
      '400 | Invalid request body | request.invalid_body',
    );
  });

  it('is refused before the proof of address, and after the payment', async () => {
    const { id: bare } = await aPartnerDraft(world, partner, 'e_resident', {});
    const [one, other] = [await aVoucher(world), await aVoucher(world)];
    expect(shortOf(await calls.pay(bare, one))).toBe(
      '400 | Please provide proof of address before continuing. | application.proof_of_address_required',
    );
    expect((await calls.pay(id, one)).status).toBe(200);
    expect(shortOf(await calls.pay(id, other))).toBe(
      '400 | Residency application invoice is already paid | invoice.already_paid',
    );
    expect((await findVoucher(world.table, other))?.redeemedAt).toBeNull();
    const { id: submitted } = await aReadyApplication(world, partner);
    await calls.submit(submitted);
    expect(shortOf(await calls.pay(submitted, other))).toBe(
      '400 | Residency application is not in draft status | application.not_draft',
    );
  });

  it('is refused if operators voided the invoice', async () => {
    await calls.checkout(id);
    await world.admin('POST', `/invoices/${await invoiceIdOf()}/void`);
    const notOpen =
      '400 | Residency application invoice is not open for payment | invoice.not_open';
    expect(shortOf(await calls.pay(id, await aVoucher(world)))).toBe(notOpen);
    expect(shortOf(await calls.checkout(id))).toBe(notOpen);
  });
});

describe('POST …/pay/coupon', () => {
  it('does the same with coupon wording, and names its successor', async () => {
    expect(shortOf(await coupon('NO-SUCH-CODE'))).toBe(
      '400 | Coupon code is invalid | voucher_not_found',
    );
    const code = await aVoucher(world);
    const { status, body, headers } = await coupon(code);
    expect({ status, body }).toMatchObject({ status: 200, body: { success: true } });
    expect(headers.get('deprecation')).toBe('@1767225600');
    expect(headers.get('link')).toBe(
      `</api/v1/partner/residency_applications/${id}/pay/voucher>; rel="successor-version"`,
    );
    const { id: other } = await aPartnerDraft(world, partner);
    expect(shortOf(await coupon(code, other))).toBe(
      '409 | Coupon code has already been redeemed | voucher_already_redeemed',
    );
    expect(shortOf(await calls.call('POST', `/${other}/pay/coupon`, { voucherCode: code }))).toBe(
      '400 | Invalid request body | request.invalid_body',
    );
  });
});
