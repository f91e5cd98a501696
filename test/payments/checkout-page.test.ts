import { beforeEach, describe, expect, it } from 'vitest';
import { aCheckout, aPayer, aPayment, choose, redirectUrl, report } from '../support/checkout.ts';
import { aDraft, aVoucher, type Draft, pay } from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const ada = await aResident(world);
beforeEach(() => {
  world.clock.now += 1_000;
});

const day = 86_400_000;
const success = 'https://client.example/back?order=7&success=true';

async function aDraftInCheckout(fields = {}): Promise<{ draft: Draft; path: string }> {
  const draft = await aDraft(world, ada.standardKey);
  return { draft, path: (await aCheckout(world, draft, fields)).path };
}

const open = (path: string) => visitor(world.baseUrl).open(path);
const heading = (text: string) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];
const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? '';

describe('GET /checkout/{sessionId}', () => {
  it('shows the item, the amount, the provider and the form', async () => {
    const { draft, path } = await aDraftInCheckout({ paymentProvider: 'lnpay' });
    const { status, headers, text } = await open(path);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    for (const shown of [
      `${draft.name} LLC`,
      'USD 300.00',
      'Bitcoin Lightning (LNPay)',
      'client.example',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text.match(/name="decision" value="\w+"/g)).toEqual([
      'name="decision" value="pay"',
      'name="decision" value="cancel"',
    ]);
  });

  it('allows its form to redirect only to the client', async () => {
    const { path } = await aDraftInCheckout();
    const { headers } = await open(path);
    expect(policyOf(headers)).toContain("form-action 'self' https://client.example;");
  });

  it('returns 404 for an unknown link', async () => {
    for (const path of [`/checkout/${'A'.repeat(43)}`, '/checkout/short']) {
      expect((await open(path)).status).toBe(404);
    }
  });

  it('shows that it expired after a day, and links back', async () => {
    const { path } = await aDraftInCheckout();
    const chooses = await aPayer(world, path);
    world.clock.now += day;
    const { status, text } = await open(path);
    expect([status, heading(text)]).toEqual([200, 'Checkout expired']);
    expect(text).toContain(`href="${redirectUrl}"`);
    expect(text).not.toContain('<form');
    expect(await chooses('pay')).toEqual({ status: 303, location: path });
    expect(await chooses('cancel')).toEqual({ status: 303, location: redirectUrl });
  });

  it('shows that it is paid, by any checkout or a voucher, and links onward', async () => {
    const { draft, path } = await aDraftInCheckout();
    const other = await aCheckout(world, draft);
    const byVoucher = await aDraftInCheckout();
    const paths = [path, other.path, byVoucher.path];
    const payers = await Promise.all(paths.map((each) => aPayer(world, each)));
    await report(world, await aPayment(world, path));
    await pay(world, byVoucher.draft, await aVoucher(world));
    for (const [index, each] of paths.entries()) {
      const { text } = await open(each);
      expect(heading(text)).toBe('The fee is paid');
      expect(text).toContain(`href="${success.replace('&', '&amp;')}"`);
      expect(await payers[index]?.('pay')).toEqual({ status: 303, location: each });
      expect(await payers[index]?.('cancel')).toEqual({ status: 303, location: each });
    }
  });
});

describe('POST /checkout/{sessionId}', () => {
  it('redirects to the provider’s page, and to the same payment if repeated', async () => {
    const { path } = await aDraftInCheckout();
    const first = await choose(world, path, 'pay');
    expect(first).toEqual({
      status: 303,
      location: expect.stringMatching(new RegExp(`^${world.baseUrl}/sandbox/payments/[\\w-]{43}$`)),
    });
    expect(await choose(world, path, 'pay')).toEqual(first);
    expect((await open(path)).text).toContain('You have started a payment');
  });

  it('starts one payment for many simultaneous submissions', async () => {
    const { path } = await aDraftInCheckout();
    const answers = await Promise.all(Array.from({ length: 8 }, () => choose(world, path, 'pay')));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
  });

  it('cancels, and redirects to exactly the redirectUrl', async () => {
    const { path } = await aDraftInCheckout();
    const chooses = await aPayer(world, path);
    expect(await chooses('cancel')).toEqual({ status: 303, location: redirectUrl });
    expect(heading((await open(path)).text)).toBe('Checkout cancelled');
    expect(await chooses('pay')).toEqual({ status: 303, location: path });
    expect(await chooses('cancel')).toEqual({ status: 303, location: redirectUrl });
  });

  it.each([
    ['https://client.example', 'https://client.example'],
    ['https://client.example/ä b', 'https://client.example/%C3%A4%20b'],
  ])('redirects to %j on cancellation', async (sent, location) => {
    const { path } = await aDraftInCheckout({ redirectUrl: sent });
    expect(await choose(world, path, 'cancel')).toEqual({ status: 303, location });
  });

  it('accepts a payment made at the provider after the cancellation', async () => {
    const { path } = await aDraftInCheckout();
    const payment = await aPayment(world, path);
    await choose(world, path, 'cancel');
    expect((await report(world, payment)).outcome).toBe('settled');
  });

  it('starts another payment after the first one failed', async () => {
    const { path } = await aDraftInCheckout();
    const first = await aPayment(world, path);
    expect(await report(world, first, { type: 'payment.failed' })).toMatchObject({ status: 200 });
    const second = await aPayment(world, path);
    expect(second.paymentId).not.toBe(first.paymentId);
  });

  it('shows the page again with an error if the form has no valid choice', async () => {
    const { path } = await aDraftInCheckout();
    const payer = visitor(world.baseUrl);
    await payer.open(path);
    const { status, text } = await payer.send(path, { decision: 'perhaps' });
    expect(status).toBe(400);
    expect(text).toContain('Choose whether to pay or to cancel');
  });

  it('refuses a form without the token of its page', async () => {
    const { path } = await aDraftInCheckout();
    const payer = visitor(world.baseUrl);
    await payer.open(path);
    expect((await payer.send(path, { decision: 'cancel' }, { csrf: null })).status).toBe(403);
    expect(heading((await open(path)).text)).toBe('Pay the registration fee');
  });

  it('allows the payer to retry if the provider could not be reached', async () => {
    const { path } = await aDraftInCheckout();
    const isStart = (body: unknown) => JSON.stringify(body).includes('SANDBOX_PAYMENT#');
    world.proxy.failNext({ kind: 'internal', times: 3, match: isStart });
    const failed = await choose(world, path, 'pay');
    expect(failed.status).toBe(500);
    expect((await choose(world, path, 'pay')).status).toBe(303);
  });
});
