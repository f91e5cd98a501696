import { beforeEach, describe, expect, it } from 'vitest';
import { unknownId } from '../support/admin.ts';
import { aFiler, aSubmittedFiling, readFiling } from '../support/amendments.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../support/certificates.ts';
import { aCheckout, aPayment, report } from '../support/checkout.ts';
import { aDraft, aPreAcceptingAgent, aVoucher, pay, read as readDraft } from '../support/drafts.ts';
import { aPartner, aPartnerDraft, aPartnerKey, partnerCalls } from '../support/partners.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
import { anAgentKey, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
let owner: Person;
let browser: Visitor;
beforeEach(async () => {
  // Sign-ins from one network address are limited per hour.
  world.clock.now += 3_600_000;
  owner = await aResident(world);
  browser = await signedIn(world, owner.email);
});

const pageOf = (id: string) => `/portal/invoices/${id}`;

describe('invoices in the portal', () => {
  it('show the user’s own, and link to those of the legal entities that they represent', async () => {
    const draft = await aDraft(world, owner.standardKey);
    expect(shownText(await browser.open('/portal/invoices'))).toContain(
      'You have no invoices yet.',
    );
    const voucherCode = await aVoucher(world);
    const path = `/api/v1/legal_entity_applications/${draft.id}/pay/voucher`;
    const paid = await world.call('POST', path, { key: owner.standardKey, body: { voucherCode } });
    expect(paid.status).toBe(200);
    const entity = await aRepresentedEntity(world, owner);
    const page = await browser.open('/portal/invoices');
    expect(shownText(page)).toMatch(/Registration of a legal entity, .+ USD [\d.]+ Paid/);
    expect(page.text).toContain(`href="/portal/invoices?entity=${entity.id}"`);
    const receipt = /href="(\/portal\/invoices\/[\w-]+)"/.exec(page.text)?.[1];
    const text = shownText(await browser.open(String(receipt)));
    expect(text).toContain('Receipt');
    expect(text).toContain(`Paid with Voucher ${voucherCode}`);
  });

  it('for a legal entity show those of its filings, paid and unpaid', async () => {
    const entity = await aRepresentedEntity(world, owner);
    const request = await aRequest(world, entity.id, owner.standardKey);
    const list = `/portal/invoices?entity=${entity.id}`;
    expect(shownText(await browser.open(list))).toContain('Payment due');
    const open = await browser.open(pageOf(request.invoice.id));
    expect(shownText(open)).toContain('Invoice');
    expect(open.text).toContain(
      `href="/portal/legal-entities/${entity.id}/good-standing/${request.id}"`,
    );
    expect((await payRequest(world, request, owner.standardKey)).status).toBe(200);
    const receipt = shownText(await browser.open(pageOf(request.invoice.id)));
    expect(receipt).toContain('Receipt');
    expect(receipt).toContain('The full amount was paid.');
    // The registry learns of refunds and chargebacks from the provider's statement, in a case of its operators.
    expect(receipt).toContain('does not show money that was returned later');
  });

  it('are not found by other people', async () => {
    const entity = await aRepresentedEntity(world, owner);
    const request = await aRequest(world, entity.id, owner.standardKey);
    const stranger = await signedIn(world, (await aResident(world)).email);
    for (const path of [
      pageOf(request.invoice.id),
      pageOf(unknownId),
      `/portal/invoices?entity=${entity.id}`,
    ]) {
      expect((await stranger.open(path)).status, path).toBe(404);
    }
  });

  it('take at most three round trips to the table', async () => {
    const entity = await aRepresentedEntity(world, owner);
    const request = await aRequest(world, entity.id, owner.standardKey);
    const paths = [
      '/portal/invoices',
      `/portal/invoices?entity=${entity.id}`,
      pageOf(request.invoice.id),
    ];
    for (const path of paths) {
      const counts: number[] = [];
      for (let time = 0; time < 6; time += 1) {
        world.proxy.calls.reset();
        await browser.open(path);
        counts.push(world.proxy.calls.roundTrips());
      }
      expect(Math.min(...counts), path).toBeLessThanOrEqual(3);
    }
  });
});

describe('GET /api/v1/invoices/{id}', () => {
  const read = (id: string, key: string) => world.call('GET', `/api/v1/invoices/${id}`, { key });
  const dataOf = ({ body }: { body: unknown }) => (body as { data: object }).data;
  const idIn = (thing: object) => (thing as { invoice: { id: string } }).invoice.id;
  const missing = { status: 404, error: 'Invoice not found', code: 'invoice.not_found' };
  const refusalOf = async (id: string, key: string) => {
    const { status, body } = await read(id, key);
    const { error, code } = body as { error: string; code?: string };
    return { status, error, code };
  };

  it('returns the invoice, its newest checkout, and the receipt after payment', async () => {
    const draft = await aDraft(world, owner.standardKey);
    await aCheckout(world, draft);
    const { path, invoiceId } = await aCheckout(world, draft);
    const opened = new Date(world.clock.now).toISOString();
    const expiresAt = new Date(world.clock.now + 86_400_000).toISOString();
    const open = {
      id: invoiceId,
      statusId: 'open',
      amountCents: 30_000,
      currency: 'USD',
      paidAt: null,
      subject: {
        type: 'legal_entity_application',
        id: draft.id,
        name: `${draft.name} LLC`,
        legalEntityId: null,
      },
      createdAt: opened,
      voidedAt: null,
      receiptNumber: null,
      checkout: { statusId: 'open', paymentProvider: 'cardpay', expiresAt },
      pdfUrl: `${world.baseUrl}/api/v1/invoices/${invoiceId}/pdf`,
    };
    expect(await read(invoiceId, owner.standardKey)).toMatchObject({
      status: 200,
      body: { data: open },
    });
    const payment = await aPayment(world, path);
    const started = dataOf(await read(invoiceId, owner.standardKey));
    expect(started).toEqual({ ...open, checkout: { ...open.checkout, statusId: 'started' } });
    await report(world, payment);
    await world.settle();
    expect(dataOf(await read(invoiceId, owner.standardKey))).toEqual({
      ...open,
      statusId: 'paid',
      paidAt: expect.stringMatching(/Z$/),
      receiptNumber: expect.stringMatching(/^R-\d{4}-\d{6}$/),
      checkout: { ...open.checkout, statusId: 'paid' },
    });
  });

  it('accepts only keys that can read the subject of the invoice', async () => {
    const agent = (scope: string) => anAgentKey(world, filer.id, [scope]);
    const filer = await aFiler(world);
    const filing = await readFiling(
      world,
      filer,
      await aSubmittedFiling(world, filer, { extension: 'LC' }),
    );
    const request = await aRequest(world, filer.entityId, filer.standardKey);
    const filings = [filing, request].map(idIn);
    const apiDraft = await aDraft(world, await aPreAcceptingAgent(world, filer));
    expect((await pay(world, apiDraft, await aVoucher(world))).status).toBe(200);
    const application = idIn(await readDraft(world, apiDraft));
    const readers = {
      filings: await agent('agent:entity.filing.read'),
      applications: await agent('agent:entity.application.read'),
      other: await agent('agent:entity.filing.create'),
      partner: (await aPartner(world)).key,
      stranger: owner.standardKey,
    };
    for (const id of filings) {
      expect((await read(id, filer.standardKey)).status).toBe(200);
      expect(dataOf(await read(id, readers.filings))).toMatchObject({
        subject: { name: `${filer.entityName} LLC`, legalEntityId: filer.entityId },
        checkout: null,
      });
      for (const key of [readers.applications, readers.other, readers.partner, readers.stranger])
        expect(await refusalOf(id, key)).toEqual(missing);
    }
    expect((await read(application, readers.applications)).status).toBe(200);
    for (const key of [readers.filings, readers.other, readers.partner, readers.stranger])
      expect(await refusalOf(application, key)).toEqual(missing);
    for (const id of [unknownId, 'no-id'])
      expect(await refusalOf(id, owner.standardKey)).toEqual(missing);
  });

  it('returns 404 to Agent Keys if the entity was not created through the API', async () => {
    const entity = await aRepresentedEntity(world, owner, { createdViaAPI: false });
    const { invoice } = await aRequest(world, entity.id, owner.standardKey);
    const agent = await anAgentKey(world, owner.id, ['agent:entity.filing.read']);
    expect((await read(invoice.id, owner.standardKey)).status).toBe(200);
    expect(await refusalOf(invoice.id, agent)).toEqual(missing);
  });

  it('returns to a partner the invoices of its own applicants', async () => {
    const partner = await aPartner(world);
    const { id } = await aPartnerDraft(world, partner);
    const { invoiceId } = (await partnerCalls(world, partner).checkout(id)).body as {
      invoiceId: string;
    };
    expect(dataOf(await read(invoiceId, partner.key))).toMatchObject({
      statusId: 'open',
      subject: { type: 'residency_application', id, legalEntityId: null },
      checkout: { statusId: 'open' },
    });
    const unscoped = await aPartnerKey(world, partner.integrationId, [
      'partner:person.application.create',
    ]);
    for (const key of [(await aPartner(world)).key, unscoped, owner.standardKey])
      expect(await refusalOf(invoiceId, key)).toEqual(missing);
    expect((await world.call('GET', `/api/v1/invoices/${invoiceId}`)).status).toBe(401);
  });

  it('returns the invoice as a PDF to the same keys', async () => {
    const entity = await aRepresentedEntity(world, owner);
    const { invoice } = await aRequest(world, entity.id, owner.standardKey);
    const url = `${world.baseUrl}/api/v1/invoices/${invoice.id}/pdf`;
    const get = (key: string) => fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const pdf = await get(owner.standardKey);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
    const other = await get((await aResident(world)).standardKey);
    expect([other.status, await other.json()]).toMatchObject([404, { code: missing.code }]);
  });
});

describe('GET /api/v1/fees', () => {
  it('lists the fees of each type to every key, and returns 304 to a repeat', async () => {
    const fees = (cents: number) => ({ amountCents: cents, currency: 'USD' });
    const fee = world.deps.fee('amendment').amountCents;
    const ofResidency = { product: 'residency_application', ...fees(fee) };
    const list = {
      data: [
        { product: 'legal_entity_application', applicationType: 'llc', ...fees(fee) },
        { product: 'amendment', applicationType: null, ...fees(fee) },
        { product: 'certificate_request', applicationType: null, ...fees(fee) },
        { ...ofResidency, applicationType: 'limited_e_resident', amountCents: 0 },
        { ...ofResidency, applicationType: 'e_resident' },
        { ...ofResidency, applicationType: 'resident_annual' },
      ],
    };
    const keys = [
      owner.standardKey,
      await anAgentKey(world, owner.id, ['agent:verify_rpn']),
      (await aPartner(world)).key,
    ];
    for (const key of keys) {
      const { status, body } = await world.call('GET', '/api/v1/fees', { key });
      expect({ status, body }).toEqual({ status: 200, body: list });
    }
    expect((await world.call('GET', '/api/v1/fees')).status).toBe(401);
    const authorization = `Bearer ${owner.standardKey}`;
    const url = `${world.baseUrl}/api/v1/fees`;
    const { headers } = await fetch(url, { headers: { authorization } });
    const again = { authorization, 'if-none-match': String(headers.get('etag')) };
    expect((await fetch(url, { headers: again })).status).toBe(304);
  });
});
