import { beforeEach, describe, expect, it } from 'vitest';
import { unknownId } from '../support/admin.ts';
import { adminRequest, aRepresentedEntity, aRequest, codeOf } from '../support/certificates.ts';
import { actionsOf, choose } from '../support/checkout.ts';
import { aVoucher } from '../support/drafts.ts';
import { aPdf } from '../support/files.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aFormId } from '../support/portal-drafts.ts';
import { aResident, type Person } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
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

const overdue = { taxState: 'overdue' };
const newPage = (entityId: string) => `/portal/legal-entities/${entityId}/good-standing/new`;
const pageOf = (entityId: string, id: string) =>
  `/portal/legal-entities/${entityId}/good-standing/${id}`;
const note = 'Paid on 1 March, see the receipt';

/** Sends the form of the last opened page, as a browser does. */
async function send(
  path: string,
  fields: Readonly<Record<string, string>> = {},
  proof: Uint8Array<ArrayBuffer> | null = null,
  { from = browser, formId = 'f'.repeat(22), csrf = from.token() ?? '' } = {},
) {
  const form = new FormData();
  form.append('csrf', csrf);
  form.append('formId', formId);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (proof !== null) form.append('proof', new File([proof], 'receipt.pdf'));
  const cookie = [...from.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(world.baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: form,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function requested(
  entityId: string,
  fields = {},
  proof: Uint8Array<ArrayBuffer> | null = null,
) {
  await browser.open(newPage(entityId));
  const sent = await send(newPage(entityId), fields, proof, { formId: aFormId() });
  const { status, location } = outcomeOf(sent);
  if (status !== 303) throw new Error(`set-up: answered ${status}`);
  return String(location).split('/').at(-1) ?? '';
}

async function payByVoucher(entityId: string, id: string) {
  await browser.open(pageOf(entityId, id));
  const voucherCode = await aVoucher(world);
  return browser.send(`${pageOf(entityId, id)}/pay`, { act: 'voucher', voucherCode });
}

describe('the page to request a certificate', () => {
  it.each([
    [{}, 'You can request a certificate'],
    [{ taxState: 'unknown' }, 'The registry does not know if the taxes are paid.'],
    [overdue, 'The taxes are overdue'],
    [{ optionId: 'nonprofit_corp' }, 'Only limited liability companies'],
    [{ dissolutionDate: '2026-01-01T00:00:00.000Z' }, 'You can’t request a certificate now'],
  ])('explains if a certificate can be requested: %j', async (fields, expected) => {
    const { id } = await aRepresentedEntity(world, owner, fields);
    const page = await browser.open(newPage(id));
    expect(page.status).toBe(200);
    expect(shownText(page)).toContain(expected);
    // The fee is shown only if it can be paid, and the entity type is shown as text.
    expect(shownText(page).includes('Fee USD')).toBe(page.text.includes('multipart/form-data'));
    expect(shownText(page)).toMatch(/Type (Limited Liability Company|Nonprofit corp) /);
  });

  it('shows the entity type in Spanish', async () => {
    const { id } = await aRepresentedEntity(world, owner);
    browser.cookies.set('registry_language', 'es');
    const text = shownText(await browser.open(newPage(id)));
    browser.cookies.delete('registry_language');
    expect(text).toContain('Tipo Sociedad de responsabilidad limitada (LLC)');
  });

  it('refuses a request if the entity is not eligible', async () => {
    const { id } = await aRepresentedEntity(world, owner, { optionId: 'nonprofit_corp' });
    const page = await browser.open(newPage(id));
    expect(page.text).not.toContain('multipart/form-data');
    expect((await send(newPage(id))).status).toBe(409);
  });

  it('creates one request even if its form is sent twice', async () => {
    const { id } = await aRepresentedEntity(world, owner);
    await browser.open(newPage(id));
    const sent = await Promise.all([send(newPage(id)), send(newPage(id))]);
    const [first, second] = sent.map(outcomeOf);
    expect(first).toEqual(second);
    expect(first?.status).toBe(303);
    expect(outcomeOf(await browser.open(newPage(id)))).toEqual(first);
    const request = String(first?.location).split('/').at(-1) ?? '';
    expect(await actionsOf(world, { id: request })).toEqual(['certificate_request.created']);
  });

  it('redirects to an existing request, no matter who made it', async () => {
    const { id } = await aRepresentedEntity(world, owner);
    const { id: request } = await aRequest(world, id, owner.standardKey);
    expect(outcomeOf(await browser.open(newPage(id)))).toEqual({
      status: 303,
      location: pageOf(id, request),
    });
  });

  it.each([
    [{ note: '' }, aPdf(), 'Explain why the taxes are not overdue'],
    [{ note: 'x'.repeat(2001) }, aPdf(), 'Use 2000 characters or fewer'],
    [{ note }, null, 'Choose the proof of payment'],
    [{ note }, new TextEncoder().encode('no receipt'), 'Upload a PDF, JPEG or PNG file'],
  ])(
    'shows what is wrong with a contest, and keeps the note: %j',
    async (fields, file, expected) => {
      const { id } = await aRepresentedEntity(world, owner, overdue);
      await browser.open(newPage(id));
      const answer = await send(newPage(id), fields, file);
      expect(answer.status).toBe(400);
      expect(shownText(answer)).toContain(expected);
      expect(answer.text).toContain(`${fields.note}</textarea>`);
    },
  );

  it('refuses forged forms, and is found only by representatives', async () => {
    const { id } = await aRepresentedEntity(world, owner);
    await browser.open(newPage(id));
    expect((await send(newPage(id), {}, null, { csrf: 'a'.repeat(22) })).status).toBe(403);
    const stranger = await signedIn(world, (await aResident(world)).email);
    expect((await stranger.open(newPage(id))).status).toBe(404);
    expect((await send(newPage(id), {}, null, { from: stranger })).status).toBe(404);
    const request = await requested(id);
    expect((await stranger.open(pageOf(id, request))).status).toBe(404);
    expect((await browser.open(pageOf(id, unknownId))).status).toBe(404);
    const form = { act: 'voucher', voucherCode: await aVoucher(world), formId: 'a'.repeat(22) };
    expect((await stranger.send(`${pageOf(id, request)}/pay`, form)).status).toBe(404);
  });
});

describe('the page of a certificate request', () => {
  it('accepts a voucher, and shows the certificate once it is issued', async () => {
    const { id } = await aRepresentedEntity(world, owner);
    const request = await requested(id);
    expect(outcomeOf(await payByVoucher(id, request))).toEqual({
      status: 303,
      location: pageOf(id, request),
    });
    expect(shownText(await browser.open(pageOf(id, request)))).toContain(
      'The certificate is being issued This takes a few minutes.',
    );
    await world.settle();
    const page = await browser.open(pageOf(id, request));
    const code = await codeOf(world, request);
    expect(shownText(page)).toContain('Certificate of Good Standing issued');
    expect(page.text).toContain(`href="/certificates/${code}"`);
    expect(page.text).toContain(`>${code.replaceAll(/(.{4})(?=.)/g, '$1 ')}<`);
    const document = /href="([^"]+\/documents\/[^"]+)"/.exec(page.text)?.[1];
    const file = await fetch(
      String((await browser.open(String(document))).headers.get('location')),
    );
    expect(file.headers.get('content-type')).toBe('application/pdf');
  });

  it('accepts a contest with proof, and shows the review after payment and then the certificate', async () => {
    const { id } = await aRepresentedEntity(world, owner, overdue);
    const request = await requested(id, { note }, aPdf());
    const page = await browser.open(pageOf(id, request));
    expect(shownText(page)).toContain(
      'After you pay the fee, a reviewer checks your proof and decides.',
    );
    expect(shownText(page)).toContain(note);
    expect((await payByVoucher(id, request)).status).toBe(303);
    const paid = shownText(await browser.open(pageOf(id, request)));
    expect(paid).toContain('Paid: waiting for a reviewer’s decision A reviewer checks your proof.');
    expect(paid).not.toContain('issued');
    await world.settle();
    expect(await adminRequest(world, request)).toMatchObject({
      statusId: 'Pending Review',
      contested: true,
      taxContestNote: note,
      referredFor: 'contested',
    });
    expect(shownText(await browser.open(pageOf(id, request)))).toContain(
      'A reviewer checks your proof that the taxes are paid.',
    );
    await decideReview(world, (await reviewOf(world, request)).id, { decision: 'approve' });
    await world.settle();
    expect(shownText(await browser.open(pageOf(id, request)))).toContain(
      'Certificate of Good Standing issued',
    );
  });

  it('shows why the request was rejected, and links to a new one', async () => {
    const { id } = await aRepresentedEntity(world, owner, overdue);
    const request = await requested(id, { note }, aPdf());
    await payByVoucher(id, request);
    await world.settle();
    const reason = 'The receipt is of another year';
    await decideReview(world, (await reviewOf(world, request)).id, { decision: 'reject', reason });
    await world.settle();
    const page = await browser.open(pageOf(id, request));
    expect(shownText(page)).toContain(`Reason: ${reason}`);
    expect(page.text).toContain(`href="${newPage(id)}"`);
    expect((await browser.open(newPage(id))).status).toBe(200);
  });

  it('leads to a checkout that returns the payer to the page', async () => {
    const { id } = await aRepresentedEntity(world, owner);
    const request = await requested(id);
    await browser.open(pageOf(id, request));
    const fields = { act: 'checkout', provider: 'cardpay' };
    const opened = await browser.send(`${pageOf(id, request)}/pay`, fields);
    expect(opened.status).toBe(303);
    const checkout = new URL(String(opened.headers.get('location'))).pathname;
    expect(shownText(await browser.open(checkout))).toContain('Certificate of Good Standing of');
    const { location } = await choose(world, checkout, 'pay');
    const back = await choose(world, new URL(String(location)).pathname, 'pay');
    expect(back.location).toBe(`${world.baseUrl}${pageOf(id, request)}?success=true`);
    const confirming = await browser.open(pageOf(id, request));
    expect(shownText(confirming)).toContain('Waiting for CardPay to confirm your payment');
    expect(confirming.text).not.toContain('voucherCode');
    expect(confirming.text).toContain(`content="3; url=${pageOf(id, request)}?waited=1"`);
    await world.settle();
    const issued = await browser.open(pageOf(id, request));
    expect(shownText(issued)).toContain('Certificate of Good Standing issued');
    expect(shownText(issued)).toMatch(/USD [\d.]+ was paid on .* See the receipt/);
    expect(issued.text).not.toContain('http-equiv="refresh"');
  });

  it('allows a representative to cancel, unpaid or under review, and states the consequences', async () => {
    const cancel = async (entityId: string, request: string) => {
      await browser.open(pageOf(entityId, request));
      const { status } = await browser.send(`${pageOf(entityId, request)}/cancel`, {});
      expect(status).toBe(303);
      return shownText(await browser.open(pageOf(entityId, request)));
    };
    const { id } = await aRepresentedEntity(world, owner, overdue);
    const unpaid = await requested(id, { note }, aPdf());
    expect(shownText(await browser.open(pageOf(id, unpaid)))).toContain(
      'Cancel this request The request ends without a certificate. You have not paid the fee. After this, it is no longer due.',
    );
    expect(await cancel(id, unpaid)).toContain('Request cancelled You don’t need to pay for it.');
    expect(outcomeOf(await payByVoucher(id, unpaid)).status).toBe(303);
    const paid = await requested(id, { note }, aPdf());
    expect(paid).not.toBe(unpaid);
    await payByVoucher(id, paid);
    expect(await cancel(id, paid)).not.toContain('Request cancelled');
    await world.settle();
    expect(await cancel(id, paid)).toContain(
      'Request cancelled Fees are not refunded automatically. Contact us to ask for a refund.',
    );
    expect(await reviewOf(world, paid)).toMatchObject({ status: 'rejected' });
    expect(await adminRequest(world, paid)).toMatchObject({
      statusId: 'Cancelled',
      invoice: { statusId: 'paid' },
    });
  });

  it('refuses payment if the entity is not in good standing; received money becomes a case', async () => {
    const { id } = await aRepresentedEntity(world, owner);
    const request = await requested(id);
    await browser.open(pageOf(id, request));
    const fields = { act: 'checkout', provider: 'cardpay' };
    const opened = await browser.send(`${pageOf(id, request)}/pay`, fields);
    const checkout = new URL(String(opened.headers.get('location'))).pathname;
    const { location } = await choose(world, checkout, 'pay');
    const terminated = await world.admin('PATCH', `/legal_entities/${id}`, {
      residency: { terminationDate: new Date(world.clock.now).toISOString() },
    });
    expect(terminated.status).toBe(200);
    world.clock.now += 1000;
    await choose(world, new URL(String(location)).pathname, 'pay');
    await world.settle();
    const { body } = await world.admin('GET', '/payment_cases?status=open');
    expect(body).toMatchObject({
      data: [{ kind: 'refused', subject: { type: 'certificate_request', id: request } }],
    });
    const again = await browser.send(`${pageOf(id, request)}/pay`, fields);
    expect(outcomeOf(again)).toEqual({ status: 303, location: pageOf(id, request) });
  });

  it('shows what is wrong with a voucher', async () => {
    const { id } = await aRepresentedEntity(world, owner);
    const request = await requested(id);
    await browser.open(pageOf(id, request));
    const form = { act: 'voucher', voucherCode: 'NO-SUCH' };
    const answer = await browser.send(`${pageOf(id, request)}/pay`, form);
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain('This voucher doesn’t exist.');
  });

  it('takes at most three round trips to the table, as does the page before it', async () => {
    const { id } = await aRepresentedEntity(world, owner);
    for (const path of [newPage(id), pageOf(id, await requested(id))]) {
      world.proxy.calls.reset();
      await browser.open(path);
      expect(world.proxy.calls.roundTrips(), path).toBeLessThanOrEqual(3);
    }
  });
});
