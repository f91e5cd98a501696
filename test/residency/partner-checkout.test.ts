import { beforeEach, describe, expect, it } from 'vitest';
import { findInvoice } from '../../shared/payments/db/invoices.ts';
import { claim, mailedClaim, stored } from '../support/applicants.ts';
import { aPayer, aPayment, auditOf, choose, report, settlementOf } from '../support/checkout.ts';
import { aPartner, aPartnerDraft, partnerCalls, partnerOrigin, seen } from '../support/partners.ts';
import { shownText } from '../support/portal.ts';
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
const invoiceIdOf = async (of = id) => (await stored(world, of)).invoiceId;

describe('POST …/checkout_session', () => {
  it('leads through the hosted checkout to a paid draft', async () => {
    const { status, body } = await calls.checkout(id, { email: 'payer@people.example' });
    const { data, invoiceId } = body as { data: { url: string }; invoiceId: string };
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: {
          url: expect.stringMatching(/^http:\/\/localhost:\d+\/checkout\/[\w-]{43}$/),
          amountCents: 30_000,
          currency: 'USD',
          expiresAt: expect.any(String),
        },
        invoiceId: await invoiceIdOf(),
      },
    });
    expect(seen(await calls.get(id))).toMatchObject({
      version: 1,
      nextSteps: { paymentRequired: true },
    });
    const path = new URL(data.url).pathname;
    const page = await (await fetch(data.url)).text();
    expect(page).toContain('Pay the residency fee');
    // Anyone with the link learns nothing about the applicant.
    expect(page).not.toMatch(/\bAda\b|Lovelace|people\.example/);

    const payment = await aPayment(world, path);
    expect(await report(world, payment)).toMatchObject({ status: 200, outcome: 'settled' });
    expect(seen(await calls.get(id))).toMatchObject({
      version: 2,
      statusId: 'Draft',
      nextSteps: { paymentRequired: false },
    });
    expect(await settlementOf(world, invoiceId)).toEqual({
      statusId: 'paid',
      voucherCode: null,
      paymentId: payment.paymentId,
    });
    const paid = await (await fetch(data.url)).text();
    expect(paid).toContain('Payment received');
    // Nobody else submits it.
    expect(paid).toContain('The partner who applied for you submits the application');
    expect(shortOf(await calls.checkout(id))).toBe(
      '400 | Residency application invoice is already paid | invoice.already_paid',
    );
    const again = { ...payment, paymentId: 'another' };
    expect(await report(world, again)).toMatchObject({ outcome: 'duplicate' });
    const set = (await auditOf(world, { id })).map(({ action }) => action);
    expect(set).toEqual([
      'payment.duplicate',
      'residency_application.checkout_opened',
      'residency_application.created',
      'residency_application.paid',
    ]);
  });

  it('gives the paying applicant a receipt, by email and under Invoices', async () => {
    const { email } = (await stored(world, id)).data.personalDetails;
    const { browser } = await claim(world, await mailedClaim(world, email));
    expect(shownText(await browser.open('/portal/invoices'))).toContain(
      'You have no invoices yet.',
    );
    const { data, invoiceId } = (await calls.checkout(id, { email })).body as {
      data: { url: string };
      invoiceId: string;
    };
    const payment = await aPayment(world, new URL(data.url).pathname);
    expect(await report(world, payment)).toMatchObject({ outcome: 'settled' });
    await world.settle();
    const { receipt } = (await findInvoice(world.table, invoiceId)) ?? {};
    const mail = world.mails.findLast(({ to }) => to === email);
    expect(mail?.subject).toBe(`Your receipt ${receipt?.number}`);
    expect(mail?.text).toContain(`/portal/invoices/${invoiceId}`);
    const list = await browser.open('/portal/invoices');
    expect(list.text).toContain(`href="/portal/invoices/${invoiceId}"`);
    const page = shownText(await browser.open(`/portal/invoices/${invoiceId}`));
    expect(page).toContain(`Receipt number ${receipt?.number}`);
    expect(page).toContain('To Ada Lovelace');
    // The method's name at the time of payment.
    expect(page).toMatch(
      /(Card|Bitcoin Lightning|Cryptocurrency|PTC token) \((CardPay|LNPay|ChainPay)/,
    );
  });

  it('redirects the payer back, with success=true only after paying', async () => {
    const urlOf = async () =>
      new URL(
        (
          (await calls.checkout(id, { redirectUrl: `${partnerOrigin}/back?order=7` })).body as {
            data: { url: string };
          }
        ).data.url,
      ).pathname;
    const paid = await aPayment(world, await urlOf());
    const payer = await aPayer(world, paid.page);
    expect((await payer('pay')).location).toBe(`${partnerOrigin}/back?order=7&success=true`);
    expect((await choose(world, await urlOf(), 'cancel')).location).toBe(
      `${partnerOrigin}/back?order=7`,
    );
  });

  it('is refused without a proof, for other origins, and with no or two payment methods', async () => {
    const { id: bare } = await aPartnerDraft(world, partner, 'e_resident', {});
    expect(shortOf(await calls.checkout(bare))).toBe(
      '400 | Please provide proof of address before continuing. | application.proof_of_address_required',
    );
    expect(shortOf(await calls.checkout(id, { redirectUrl: 'https://other.example/' }))).toBe(
      '400 | redirectUrl is not allowed for this integration. | redirect_url.not_allowed',
    );
    const lightning = { asset: 'BTC', network: 'bitcoin', rail: 'lightning' };
    for (const fields of [
      { paymentProvider: 'nobody' },
      { paymentProvider: undefined },
      { paymentMethod: lightning },
      { redirectUrl: undefined },
    ]) {
      expect(shortOf(await calls.checkout(id, fields))).toBe(
        '400 | Invalid request body | request.invalid_body',
      );
    }
    const fields = { paymentProvider: undefined, paymentMethod: lightning };
    expect((await calls.checkout(id, fields)).status).toBe(200);
  });

  it('doesn’t settle a payment for an application that became free', async () => {
    const { id: changing, data } = await aPartnerDraft(world, partner);
    const { body } = await calls.checkout(changing);
    const url = new URL((body as { data: { url: string } }).data.url);
    const payment = await aPayment(world, url.pathname);
    seen(
      await calls.patch(changing, {
        expectedVersion: 1,
        applicationData: { ...data, residencyType: 'limited_e_resident' },
      }),
    );
    expect(await (await fetch(url)).text()).toContain('Nothing to pay');
    expect(await report(world, payment)).toMatchObject({ outcome: 'refused' });
    expect((await findInvoice(world.table, await invoiceIdOf(changing)))?.statusId).toBe('open');
    expect(seen(await calls.get(changing))).toMatchObject({
      version: 2,
      nextSteps: { paymentRequired: false },
    });
  });
});
