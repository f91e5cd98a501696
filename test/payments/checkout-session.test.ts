import { beforeEach, describe, expect, it } from 'vitest';
import {
  applicationWrite,
  findAnyApplication,
} from '../../shared/incorporation/db/applications.ts';
import { transact, type Write } from '../../shared/kernel/db/transact.ts';
import { findInvoice, invoiceWrite } from '../../shared/payments/db/invoices.ts';
import { actionsOf, auditOf, openCheckout, redirectUrl } from '../support/checkout.ts';
import { aDraft, aVoucher, type Draft, pay, read } from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
beforeEach(() => {
  world.clock.now += 1_000;
});

const draft = () => aDraft(world, ada.standardKey);
const idOf = ({ body }: { body: unknown }) => (body as { invoiceId: string }).invoiceId;

async function store(write: Write) {
  expect(await transact(world.table, { write })).toEqual({ kind: 'written' });
}

async function stored({ id }: Draft) {
  const application = await findAnyApplication(world.table, id);
  if (application === null) throw new Error('the application is gone');
  return application;
}

async function voided(invoiceId: string) {
  const invoice = await findInvoice(world.table, invoiceId);
  if (invoice === null) throw new Error('the invoice is gone');
  await store(invoiceWrite({ ...invoice, statusId: 'void' }));
}

describe('POST …/checkout_session (spec 4.6)', () => {
  it('returns the checkout page and the invoice, and submits nothing', async () => {
    const application = await draft();
    const { status, body } = await openCheckout(world, application);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: {
          url: expect.stringMatching(new RegExp(`^${world.baseUrl}/checkout/[\\w-]{43}$`)),
          amountCents: 30_000,
          currency: 'USD',
          expiresAt: expect.stringMatching(/Z$/),
        },
        invoiceId: (await stored(application)).invoiceId,
      },
    });
    expect(await read(world, application)).toMatchObject({
      statusId: 'Draft',
      submittedAt: null,
      invoice: { statusId: 'open', amountCents: 30_000, currency: 'USD', paidAt: null },
    });
    expect(await findInvoice(world.table, idOf({ body }))).toMatchObject({
      statusId: 'open',
      amountCents: 30_000,
      currency: 'USD',
      subject: { type: 'legal_entity_application', id: application.id },
    });
  });

  it('uses one invoice for all sessions of an application', async () => {
    const application = await draft();
    const answers = await Promise.all([1, 2, 3, 4].map(() => openCheckout(world, application)));
    answers.push(await openCheckout(world, application));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(idOf)).size).toBe(1);
    const urls = answers.map(({ body }) => (body as { data: { url: string } }).data.url);
    expect(new Set(urls).size).toBe(5);
  });

  it.each([
    'cardpay',
    'cardpay-crypto',
    'lnpay',
    'chainpay-ptc',
    'stripe',
    'stripe-crypto',
    'lnbits',
    'blink',
    'blink-onchain',
    'solana-pay-ptc',
  ])('accepts the provider %s', async (paymentProvider) => {
    expect((await openCheckout(world, await draft(), { paymentProvider })).status).toBe(200);
  });

  it('accepts a payment method instead of a provider', async () => {
    const application = await draft();
    const paymentMethod = { asset: 'BTC', network: 'bitcoin', rail: 'lightning' };
    const fields = { paymentProvider: undefined, paymentMethod };
    expect((await openCheckout(world, application, fields)).status).toBe(200);
    expect(await auditOf(world, application)).toMatchObject([
      { action: 'legal_entity_application.checkout_opened', details: { provider: 'lnpay' } },
      { action: 'legal_entity_application.created' },
    ]);
  });

  it.each([
    ['no provider', { paymentProvider: undefined }, ['paymentProvider']],
    ['an unknown provider', { paymentProvider: 'paypal' }, ['paymentProvider']],
    ['a provider of another type', { paymentProvider: null }, ['paymentProvider']],
    [
      'provider and method together',
      { paymentMethod: { asset: 'BTC', network: 'bitcoin', rail: 'lightning' } },
      ['paymentMethod'],
    ],
    [
      'an unknown method',
      {
        paymentProvider: undefined,
        paymentMethod: { asset: 'BTC', network: 'bitcoin', rail: 'onchain' },
      },
      ['paymentMethod', 'rail'],
    ],
    ['no redirectUrl', { redirectUrl: undefined }, ['redirectUrl']],
    ['a redirectUrl of plain http', { redirectUrl: 'http://client.example/' }, ['redirectUrl']],
    ['a script for a redirectUrl', { redirectUrl: 'javascript:alert(1)' }, ['redirectUrl']],
    [
      'a redirectUrl with a control character',
      { redirectUrl: 'https://client.example/\r\nset-cookie: a=b' },
      ['redirectUrl'],
    ],
    ['an invalid email address', { email: 'x' }, ['email']],
  ])('refuses %s with 400 and the path of the field', async (_, fields, path) => {
    expect(await openCheckout(world, await draft(), fields)).toMatchObject({
      status: 400,
      body: { error: 'Invalid request body', code: 'request.invalid_body', details: [{ path }] },
    });
  });

  it.each([{ email: null }, { email: 'payer@client.example' }, { email: undefined }])(
    'accepts %j',
    async (fields) => {
      expect((await openCheckout(world, await draft(), fields)).status).toBe(200);
    },
  );

  it('refuses in the order of the contract: 404, draft, API, paid, open', async () => {
    const refused = async (application: Draft) => {
      const { status, body } = await openCheckout(world, application);
      return [status, (body as { error: string }).error];
    };
    const grace = await aResident(world);
    const application = await draft();
    const { invoiceId } = await stored(application);
    const mine = await stored(application);
    expect(await refused({ ...application, key: grace.standardKey })).toEqual([
      404,
      'Legal entity application not found',
    ]);
    expect(await refused({ ...application, id: 'no-id' })).toEqual([
      404,
      'Legal entity application not found',
    ]);

    await openCheckout(world, application);
    await voided(invoiceId);
    expect(await refused(application)).toEqual([
      400,
      'Legal entity application invoice is not open for payment',
    ]);
    await store(applicationWrite({ ...mine, paidAt: mine.createdAt }));
    expect(await refused(application)).toEqual([
      400,
      'Legal entity application invoice is already paid',
    ]);
    const paid = await stored(application);
    await store(applicationWrite({ ...paid, createdViaAPI: false }));
    expect(await refused(application)).toEqual([
      400,
      'This endpoint can only be used for API-created applications',
    ]);
    const foreign = await stored(application);
    await store(applicationWrite({ ...foreign, statusId: 'Rejected' }));
    expect(await refused(application)).toEqual([
      400,
      'Legal entity application is not in draft status',
    ]);
  });

  it('refuses a draft that a voucher has paid', async () => {
    const application = await draft();
    await pay(world, application, await aVoucher(world));
    expect(await openCheckout(world, application)).toMatchObject({
      status: 400,
      body: {
        error: 'Legal entity application invoice is already paid',
        code: 'invoice.already_paid',
      },
    });
  });

  it('checks the key first and returns 401', async () => {
    const answer = await openCheckout(world, { id: 'no-id', key: 'sk-wrong' }, { redirectUrl: 5 });
    expect(answer).toMatchObject({
      status: 401,
      body: { error: 'Invalid API key', code: 'api_key.invalid' },
    });
  });

  it('opens one session per Idempotency-Key', async () => {
    const application = await draft();
    const headers = { 'Idempotency-Key': 'checkout' };
    const [first, second] = [
      await openCheckout(world, application, {}, headers),
      await openCheckout(world, application, {}, headers),
    ];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await actionsOf(world, application)).toEqual([
      'legal_entity_application.checkout_opened',
      'legal_entity_application.created',
    ]);
  });

  it('stores only a digest of the session id', async () => {
    const { body } = await openCheckout(world, await draft());
    const { url } = (body as { data: { url: string } }).data;
    const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
    const { Items } = await world.table.client.send(
      new ScanCommand({ TableName: world.table.name }),
    );
    expect(JSON.stringify(Items)).not.toContain(url.split('/').at(-1));
    expect(JSON.stringify(Items)).toContain(redirectUrl);
  });

  it('takes four sequential round trips to the table', async () => {
    const application = await draft();
    world.proxy.calls.reset();
    await openCheckout(world, application);
    expect(world.proxy.calls.roundTrips()).toBe(4);
  });
});
