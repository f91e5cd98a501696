import { beforeEach, describe, expect, it } from 'vitest';
import { ownerSignaturePath } from '../../shared/incorporation/contracts/signature.ts';
import { findAnyApplication } from '../../shared/incorporation/db/applications.ts';
import { findInvoice } from '../../shared/payments/db/invoices.ts';
import { textInForce } from '../support/agreements.ts';
import { aPayment, choose, report } from '../support/checkout.ts';
import { aDraft, aVoucher } from '../support/drafts.ts';
import { outcomeOf, shownText, signedIn } from '../support/portal.ts';
import { beginIn, filledIn, formPath } from '../support/portal-drafts.ts';
import { anAgentKey, anEntity, aResident } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const ada = await aResident(world);
const agent = await anAgentKey(world, ada.id, [
  'agent:entity.application.read',
  'agent:entity.application.pay',
  'agent:entity.read',
]);
const browser = await signedIn(world, ada.email);
const other = await signedIn(world, ada.email);
const strangers = await signedIn(world, (await aResident(world)).email);
beforeEach(() => {
  world.clock.now += 1_000;
});

const api = '/api/v1/legal_entity_applications';
const stored = async (id: string) => {
  const application = await findAnyApplication(world.table, id);
  if (application === null) throw new Error(`there is no application ${id}`);
  return application;
};
const auditOf = async (id: string) => {
  const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
  return (body as { data: { action: string }[] }).data.map(({ action }) => action).toReversed();
};

async function signIn(id: string, by = browser) {
  const path = `/portal/legal-entity-applications/${id}/sign`;
  await by.open(path);
  return by.send(path, { signerName: 'Ada Lovelace', agree: 'yes' });
}

const payIn = (path: string, voucherCode: string, by = browser) =>
  by.send(path, { act: 'voucher', voucherCode });

describe('an application started in the portal', () => {
  it('is shown with similar names before it is created, and is created once', async () => {
    await anEntity(world, { name: 'Harbour Lights' });
    const fields = filledIn({ name: 'Harbor Lights' });
    await browser.open(formPath);
    const checked = await browser.send(formPath, { ...fields, step: 'check' });
    expect(checked.status).toBe(200);
    expect(shownText(checked)).toContain('Registered Harbour Lights LLC');
    expect(checked.text).toContain('<div class="notice warning" role="status">\n<h2>Similar names');
    expect(checked.text).not.toContain('notice success');
    const before = await world.call('GET', api, { key: ada.standardKey });
    expect(before.body).toEqual({ data: [] });
    // Sends the hidden fields of the check page twice, like a double click.
    const [once, twice] = await Promise.all([
      browser.send(formPath, { step: 'create' }),
      browser.send(formPath, { step: 'create' }),
    ]);
    expect(outcomeOf(once)).toEqual(outcomeOf(twice));
    expect(once.status).toBe(303);
    const id = String(once.headers.get('location')).split('/').at(-1) ?? '';
    const { createdViaAPI, createdWith, signatureToken, name, applicationData } = await stored(id);
    expect({ createdViaAPI, createdWith, signatureToken, name }).toEqual({
      createdViaAPI: false,
      createdWith: 'portal',
      signatureToken: null,
      name: 'Harbor Lights',
    });
    expect(applicationData).toMatchObject({
      createdViaAPI: false,
      entityDetails: { residentEmail: 'founders@client.example' },
    });
    const { body } = await world.call('GET', api, { key: ada.standardKey });
    expect((body as { data: { id: string }[] }).data.map((each) => each.id)).toEqual([id]);
    expect(await auditOf(id)).toEqual(['legal_entity_application.created']);
  });

  it('is refused once if a sent form comes again with other data, then created as another', async () => {
    const { path } = await beginIn(browser);
    const answer = await browser.send(formPath, { ...filledIn(), step: 'create' });
    expect(answer.status).toBe(409);
    expect(shownText(answer)).toContain('This form was already sent');
    const again = await browser.send(formPath, { ...filledIn(), step: 'create' });
    expect(again.status).toBe(303);
    expect(again.headers.get('location')).not.toBe(path);
  });

  it('shows the fee on the empty form and the current step on each page', async () => {
    const stepOf = ({ text }: { readonly text: string }) =>
      /aria-current="step">([^<]+)/.exec(text)?.[1];
    const form = await browser.open(formPath);
    expect(shownText(form)).toContain('The registration fee is USD 300.00.');
    const check = await browser.send(formPath, filledIn());
    const { path, id } = await beginIn(browser);
    const draft = await browser.open(path);
    const signing = await browser.open(ownerSignaturePath(id));
    expect([form, check, draft, signing].map(stepOf)).toEqual(['Details', 'Check', 'Sign', 'Sign']);
    expect(shownText(draft)).toContain('Details (done) Check (done) Sign Pay Review');
  });

  it('is shown with an available name if no similar name is known', async () => {
    await browser.open(formPath);
    const free = await browser.send(formPath, filledIn({ name: 'Quixotic Zephyr' }));
    expect(free.text).toContain(
      '<div class="notice success" role="status">\n<h2>The name is available',
    );
  });

  it('refuses a legal ending in the name and an unlisted country, at the field', async () => {
    await browser.open(formPath);
    const wrong = { name: 'Tidewater Trading LLC', officeCountry: 'Atlantis' };
    const answer = await browser.send(formPath, filledIn({ ...wrong, agent: 'own' }));
    expect(answer.status).toBe(400);
    const complaints = [...answer.text.matchAll(/<li><a href="#(name|officeCountry)">([^<]+)</g)];
    expect(complaints.map(([, field, text]) => [field, text])).toEqual([
      ['name', 'Remove the ending from the name and choose it below'],
      ['officeCountry', 'Choose the country of the principal office'],
    ]);
    expect(answer.text).toContain('<option value="Atlantis" selected>Atlantis<');
  });

  it('stores the country code, and shows country names in the user’s language', async () => {
    await browser.open('/language?to=es&next=/portal');
    const form = await browser.open(formPath);
    expect(form.text).toContain('<option value="DE">Alemania<');
    // A page and its stylesheet have at most 40 kB together.
    expect(Buffer.byteLength(form.text)).toBeLessThan(34_000);
    const { id } = await beginIn(browser, filledIn({ officeCountry: 'Alemania' }));
    const { body } = await world.call('GET', `${api}/${id}`, { key: ada.standardKey });
    expect(body).toMatchObject({
      data: { applicationData: { entityDetails: { principalOffice: { country: 'DE' } } } },
    });
    await browser.open('/language?to=en&next=/portal');
  });

  it('asks for the legal ending and each address like an amendment', async () => {
    const { id } = await anEntity(world, { representatives: [ada.id] });
    const amendment = await browser.open(`/portal/legal-entities/${id}/amendments/new`);
    const form = await browser.open(formPath);
    /** Returns the labels of the fields whose names begin with `name`. */
    const labelsIn = ({ text }: { readonly text: string }, name: string) =>
      ['line1', 'line2', 'city', 'state', 'postalCode', 'country'].map((line) => {
        const field = name && name + line.charAt(0).toUpperCase() + line.slice(1);
        return RegExp(`<label for="${field || line}">([^<]*)</label>`).exec(text)?.[1];
      });
    // The legal ending has the same label and choices as well.
    const endingIn = ({ text }: { readonly text: string }) =>
      /<label for="extension">.*?<\/select>/s.exec(text)?.[0];
    expect(endingIn(amendment)).toContain('Ending of the name');
    expect(endingIn(form)).toBe(endingIn(amendment));
    const labels = labelsIn(amendment, '');
    expect(labels[1]).toBe('Building, floor or apartment (optional)');
    for (const name of ['office', 'agentOffice', 'agentMailing']) {
      expect(labelsIn(form, name)).toEqual(labels);
    }
  });

  it('keeps the entered data, with each error at its field', async () => {
    await browser.open(formPath);
    const answer = await browser.send(formPath, {
      ...filledIn({ name: '', contactEmail: 'nobody', officeCity: ' ', agent: 'own' }),
      agentNumber: '123',
      step: 'check',
    });
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain('There is a problem');
    const links = [...answer.text.matchAll(/<li><a href="#(\w+)">([^<]+)</g)];
    expect(links.map(([, field, text]) => `${field}: ${text}`)).toEqual([
      'name: Enter the name of the legal entity',
      'contactEmail: Enter an email address such as name@example.com',
      'officeCity: Enter the town or city of the principal office',
      'agentAttn: Enter the name of the agent',
      'agentNumber: Enter a permit number with 14 digits that starts with 8 or 9',
      'agentOfficeLine1: Enter the street and number of the office of the agent',
      'agentOfficeCity: Enter the town or city of the office of the agent',
      'agentOfficePostalCode: Enter the postal code of the office of the agent',
      'agentOfficeCountry: Enter the country of the office of the agent',
    ]);
    expect(answer.text).toContain('value="1 Harbour Street"');
    expect(answer.text).toContain('value="123"');
  });

  it.each([
    ['taken', 'A legal entity with this name already exists'],
    ['reserved', 'This name is reserved'],
  ])('is refused on check and on creation if its name is %s', async (what, complaint) => {
    const name = `Is ${what}`;
    if (what === 'taken') await anEntity(world, { name });
    else await world.admin('POST', '/reserved_names', { name });
    for (const step of ['check', 'create']) {
      await browser.open(formPath);
      const answer = await browser.send(formPath, { ...filledIn({ name }), step });
      expect(answer.status).toBe(409);
      expect(shownText(answer)).toContain(complaint);
      expect(answer.text).toContain(`value="${name}"`);
    }
  });

  it('refuses a registered agent who is not a resident, at the field', async () => {
    await browser.open(formPath);
    const answer = await browser.send(formPath, {
      ...filledIn({ agent: 'own', agentAttn: 'Nobody', agentNumber: '9000 0000 0000 01' }),
      agentOfficeLine1: '1 Street',
      agentOfficeCity: 'Town',
      agentOfficePostalCode: '1',
      agentOfficeCountry: 'HN',
      step: 'create',
    });
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain('No active resident has this permit number');
  });

  it('can be started only by active residents', async () => {
    const limited = await aResident(world, { residencyType: 'Limited e-Resident' });
    const theirs = await signedIn(world, limited.email);
    expect(shownText(await theirs.open(formPath))).toContain('You can’t start an application now');
    await browser.open(formPath);
    expect(outcomeOf(await visitor(world.baseUrl).open(formPath)).status).toBe(303);
  });

  it('is not found by anyone but its owner', async () => {
    const { path, id } = await beginIn(browser);
    expect((await strangers.open(path)).status).toBe(404);
    expect((await strangers.open(`${formPath}?draft=${id}`)).status).toBe(404);
    await strangers.open('/portal');
    const form = { act: 'voucher', voucherCode: await aVoucher(world), formId: 'a'.repeat(22) };
    expect((await strangers.send(path, form)).status).toBe(404);
    const sent = { ...filledIn(), draft: id, version: '1', step: 'create' };
    await strangers.open(formPath);
    expect((await strangers.send(formPath, sent)).status).toBe(404);
    expect((await stored(id)).version).toBe(1);
  });

  it('cannot be paid through the API or read by Agent Keys', async () => {
    const { id } = await beginIn(browser);
    const refusal = 'This endpoint can only be used for API-created applications';
    const voucherCode = await aVoucher(world);
    const byVoucher = await world.call('POST', `${api}/${id}/pay/voucher`, {
      key: ada.standardKey,
      body: { voucherCode },
    });
    const byCheckout = await world.call('POST', `${api}/${id}/checkout_session`, {
      key: ada.standardKey,
      body: { paymentProvider: 'cardpay', redirectUrl: 'https://client.example/' },
    });
    for (const { status, body } of [byVoucher, byCheckout]) {
      expect({ status, body }).toMatchObject({ status: 400, body: { error: refusal } });
    }
    for (const [method, path] of [
      ['GET', `${api}/${id}`],
      ['POST', `${api}/${id}/pay/voucher`],
    ] as const) {
      const { status } = await world.call(method, path, {
        key: agent,
        ...(method === 'POST' && { body: { voucherCode } }),
      });
      expect(status).toBe(404);
    }
    expect((await world.call('GET', `${api}/${id}`, { key: ada.standardKey })).status).toBe(200);
  });
});

describe('the payment of an application in the portal', () => {
  it('uses a voucher once even if the form is sent twice', async () => {
    const { id, path } = await beginIn(browser);
    const code = await aVoucher(world);
    await Promise.all([browser.open(path), other.open(path)]);
    const answers = await Promise.all([payIn(path, code), payIn(path, code, other)]);
    expect(answers.map(outcomeOf)).toEqual(Array(2).fill({ status: 303, location: path }));
    const { paidAt, invoiceId, statusId } = await stored(id);
    expect({ paidAt: paidAt !== null, statusId }).toEqual({ paidAt: true, statusId: 'Draft' });
    const invoice = await findInvoice(world.table, invoiceId);
    expect(invoice).toMatchObject({ statusId: 'paid', voucherCode: code });
    expect((await auditOf(id)).filter((act) => act.endsWith('.paid'))).toHaveLength(1);
  });

  it('uses only one of two vouchers sent at the same time', async () => {
    const { id, path } = await beginIn(browser);
    const codes = [await aVoucher(world), await aVoucher(world)] as const;
    await Promise.all([browser.open(path), other.open(path)]);
    await Promise.all([payIn(path, codes[0]), payIn(path, codes[1], other)]);
    const invoice = await findInvoice(world.table, (await stored(id)).invoiceId);
    const unused = codes.find((code) => code !== invoice?.voucherCode) ?? '';
    // The other voucher can still pay another application.
    const next = await beginIn(browser);
    await browser.open(next.path);
    await payIn(next.path, unused);
    expect((await stored(next.id)).paidAt).not.toBeNull();
  });

  it('shows what is wrong with a voucher at its field', async () => {
    const { path } = await beginIn(browser);
    await browser.open(path);
    for (const [code, complaint] of [
      ['', 'Enter the voucher code'],
      ['NO-SUCH-CODE', 'This voucher doesn’t exist'],
      [await aVoucher(world, { kind: 'percent', value: 10 }), 'does not cover the whole fee'],
    ] as const) {
      const answer = await payIn(path, code);
      expect(answer.status).toBe(400);
      expect(shownText(answer)).toContain(complaint);
    }
  });

  it('succeeds once in a checkout that returns to the page', async () => {
    const { id, path } = await beginIn(browser);
    await browser.open(path);
    const opened = await browser.send(path, { act: 'checkout', provider: 'cardpay' });
    const checkout = new URL(String(opened.headers.get('location'))).pathname;
    await browser.open(checkout);
    const started = await browser.send(checkout, { decision: 'pay' });
    const provider = new URL(String(started.headers.get('location'))).pathname;
    await browser.open(provider);
    const paid = await browser.send(provider, { decision: 'pay' });
    expect(paid.headers.get('location')).toBe(`${world.baseUrl}${path}?success=true`);
    await world.settle();
    expect((await stored(id)).paidAt).not.toBeNull();
    const code = await aVoucher(world);
    await browser.open(path);
    expect(outcomeOf(await payIn(path, code))).toEqual({ status: 303, location: path });
    const invoice = await findInvoice(world.table, (await stored(id)).invoiceId);
    expect(invoice).toMatchObject({ voucherCode: null, payment: { provider: 'cardpay' } });
  });

  /** Starts a payment with the provider. Returns the paths of our checkout page and the provider's page. */
  const startIn = async (path: string) => {
    await browser.open(path);
    const opened = await browser.send(path, { act: 'checkout', provider: 'cardpay' });
    const checkout = new URL(String(opened.headers.get('location'))).pathname;
    const { location } = await choose(world, checkout, 'pay');
    return { checkout, provider: new URL(String(location)).pathname };
  };
  const refreshIn = ({ text }: { readonly text: string }) =>
    /<meta http-equiv="refresh" content="([^"]*)">/.exec(text)?.[1] ?? null;

  it('is not requested again while it is being confirmed', async () => {
    const { id, path } = await beginIn(browser);
    const unpaid = await browser.open(`${path}?success=true`);
    expect(shownText(unpaid)).toContain('You have 2 steps left');
    expect(unpaid.text).toContain('name="voucherCode"');
    expect(refreshIn(unpaid)).toBeNull();
    const { provider } = await startIn(path);
    const confirming = await browser.open(path);
    expect(shownText(confirming)).toContain('Waiting for CardPay to confirm your payment');
    expect(shownText(confirming)).toContain('This page updates by itself.');
    expect(shownText(confirming)).toContain('You have 1 step left: sign the agreement.');
    for (const offer of ['name="voucherCode"', 'name="provider"', 'Pay the fee']) {
      expect(confirming.text).not.toContain(offer);
    }
    expect(refreshIn(confirming)).toBe(`3; url=${path}?waited=1`);
    expect(refreshIn(await browser.open(`${path}?waited=1`))).toBe(`3; url=${path}?waited=2`);
    const late = await browser.open(`${path}?waited=20`);
    expect(refreshIn(late)).toBeNull();
    expect(shownText(late)).toContain('Reload this page in a few minutes.');
    await choose(world, provider, 'pay');
    await world.settle();
    const paid = await browser.open(`${path}?waited=3`);
    expect(shownText(paid)).toContain('USD 300.00 was paid on');
    expect(refreshIn(paid)).toBeNull();
    const receipt = `/portal/invoices/${(await stored(id)).invoiceId}`;
    expect(paid.text).toContain(`<a href="${receipt}">See the receipt</a>`);
    expect(shownText(await browser.open(receipt))).toContain('Receipt');
  });

  it.each(['our page', 'the provider', 'the page of the application', 'a refusal'])(
    'can be made again after it was ended by %s',
    async (by) => {
      const { id, path } = await beginIn(browser);
      const { checkout, provider } = await startIn(path);
      if (by === 'our page') await choose(world, checkout, 'cancel');
      if (by === 'the provider') await choose(world, provider, 'cancel');
      if (by === 'a refusal') await choose(world, provider, 'decline');
      await browser.open(path);
      if (by === 'the page of the application') await browser.send(path, { act: 'cancel' });
      await world.settle();
      const page = await browser.open(path);
      expect(shownText(page)).toContain('You have not paid');
      expect(shownText(page)).not.toContain('Waiting for CardPay');
      await payIn(path, await aVoucher(world));
      expect((await stored(id)).paidAt).not.toBeNull();
      expect(shownText(await browser.open(path))).not.toContain('You have not paid');
    },
  );

  it('is possible for an application created through the API', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const path = `/portal/applications/${draft.id}`;
    await browser.open(path);
    await payIn(path, await aVoucher(world));
    expect((await stored(draft.id)).paidAt).not.toBeNull();
  });
});

describe('a draft application in the portal', () => {
  it('loses its signature but stays paid when it is changed', async () => {
    const { id, path } = await beginIn(browser);
    await browser.open(path);
    await payIn(path, await aVoucher(world));
    const form = `${formPath}?draft=${id}`;
    const { text } = await browser.open(form);
    expect(text).toContain('value="1 Harbour Street"');
    const renamed = filledIn({ name: 'Another Name', officeLine1: '2 Harbour Street' });
    const saved = await browser.send(formPath, { ...renamed, step: 'create' });
    expect(outcomeOf(saved)).toEqual({ status: 303, location: path });
    expect(await stored(id)).toMatchObject({ name: 'Another Name', agreement: null });
    expect((await stored(id)).paidAt).not.toBeNull();
    expect(await auditOf(id)).toContain('legal_entity_application.revised');
    // Sending the same form again changes nothing.
    const { version } = await stored(id);
    await browser.send(formPath, { ...renamed, draft: id, version: '1', step: 'create' });
    expect((await stored(id)).version).toBe(version);
  });

  it('is not overwritten if it changed in the meantime, and the form keeps its data', async () => {
    const { id } = await beginIn(browser);
    await browser.open(`${formPath}?draft=${id}`);
    await other.open(`${formPath}?draft=${id}`);
    await other.send(formPath, { ...filledIn({ name: 'The Other One' }), step: 'create' });
    const late = await browser.send(formPath, {
      ...filledIn({ name: 'The Late One' }),
      step: 'create',
    });
    expect(late.status).toBe(409);
    expect(shownText(late)).toContain('The application has changed');
    expect(late.text).toContain('value="The Late One"');
    expect((await stored(id)).name).toBe('The Other One');
    await browser.send(formPath, { ...filledIn({ name: 'The Late One' }), step: 'create' });
    expect((await stored(id)).name).toBe('The Late One');
  });

  it('cannot be signed if it changed after the signer opened the page', async () => {
    const { id } = await beginIn(browser);
    const path = `/portal/legal-entity-applications/${id}/sign`;
    await browser.open(path);
    await other.open(`${formPath}?draft=${id}`);
    const { name } = await stored(id);
    const fields = filledIn({ name, officeLine1: '99 Elsewhere' });
    await other.send(formPath, { ...fields, step: 'create' });
    const late = await browser.send(path, { signerName: 'Ada Lovelace', agree: 'yes' });
    expect(late.status).toBe(400);
    expect(shownText(late)).toContain('The application has changed since you opened this page');
    expect((await stored(id)).agreement).toBeNull();
    expect((await signIn(id)).status).toBe(303);
  });

  it('can be signed again with its API signature link after its signature is voided', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const link = `/sign/${String(draft.signature).split('/').at(-1)}`;
    const signer = visitor(world.baseUrl);
    await signer.open(link);
    await signer.send(link, { signerName: 'Grace Hopper', agree: 'yes' });
    expect((await stored(draft.id)).agreement).not.toBeNull();
    await browser.open(`${formPath}?draft=${draft.id}`);
    await browser.send(formPath, {
      ...filledIn({ name: draft.name, officeCity: 'Elsewhere' }),
      step: 'create',
    });
    expect((await stored(draft.id)).agreement).toBeNull();
    expect((await signer.open(link)).text).toContain('Sign the agreement');
    await signer.send(link, { signerName: 'Grace Hopper', agree: 'yes' });
    const { sha256 } = textInForce('legal_entity');
    expect((await stored(draft.id)).agreement).toMatchObject({ agreementSha256: sha256 });
  });

  it('shows that its name was taken in the meantime, and can be submitted under another', async () => {
    const { id, path, name } = await beginIn(browser);
    await browser.open(path);
    await payIn(path, await aVoucher(world));
    await anEntity(world, { name });
    await signIn(id);
    const shown = await browser.open(path);
    expect(shownText(shown)).toContain('Someone else registered this name');
    await browser.open(`${formPath}?draft=${id}`);
    await browser.send(formPath, { ...filledIn({ name: `${name} Two` }), step: 'create' });
    await signIn(id);
    expect(await stored(id)).toMatchObject({ statusId: 'Pending Review', name: `${name} Two` });
  });
});

describe('the page of an application', () => {
  it('shows the missing steps, the review status, the decision and its reason', async () => {
    const { id, path, name } = await beginIn(browser);
    expect(shownText(await browser.open(path))).toContain('You have 2 steps left');
    await signIn(id);
    expect(shownText(await browser.open(path))).toContain('You have 1 step left: pay the fee');
    await payIn(path, await aVoucher(world));
    expect(shownText(await browser.open(path))).toContain('The application is under review');
    expect((await browser.open(`${formPath}?draft=${id}`)).headers.get('location')).toBe(path);
    await world.settle();
    const review = await reviewOf(world, id);
    await decideReview(world, review.id, { decision: 'reject', reason: 'Too like another.' });
    await world.settle();
    const shown = await browser.open(path);
    expect(shownText(shown)).toContain('Reason: Too like another.');
    const again = await browser.open(`${formPath}?from=${id}`);
    expect(again.text).toContain(`value="${name}"`);
    const next = await browser.send(formPath, { ...filledIn({ name }), step: 'create' });
    expect(next.status).toBe(303);
    expect(next.headers.get('location')).not.toBe(path);
    const listed = shownText(await browser.open('/portal/applications'));
    expect(listed).toContain(`${name} LLC Rejected`);
    expect(listed).toContain(`${name} LLC Signature and payment needed`);
  });

  it('lists the documents of the registered entity, which Agent Keys cannot read', async () => {
    const { id, path } = await beginIn(browser);
    await signIn(id);
    await browser.open(path);
    await payIn(path, await aVoucher(world));
    await world.settle();
    await decideReview(world, (await reviewOf(world, id)).id, { decision: 'approve' });
    await world.settle();
    const { legalEntityId } = await stored(id);
    const shown = shownText(await browser.open(path));
    expect(shown).toContain('The legal entity is registered');
    expect(shown).toContain('Certificate of Organization');
    expect(shown).toContain('Rider to Agreement of Coexistence');
    const entity = `/api/v1/legal_entities/${legalEntityId}`;
    expect((await world.call('GET', entity, { key: agent })).status).toBe(404);
    expect((await world.call('GET', entity, { key: ada.standardKey })).status).toBe(200);
  });
});

describe('an application that its owner ends', () => {
  const endIn = (path: string, act: string, by = browser) => by.send(`${path}/end`, { act });
  const isThere = async (id: string) => (await findAnyApplication(world.table, id)) !== null;
  const paidIn = async (path: string, act = 'checkout') =>
    new URL(String((await browser.send(path, { act })).headers.get('location'))).pathname;

  it('is deleted with its link if it is an unpaid draft', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const path = `/portal/applications/${draft.id}`;
    const shown = await browser.open(path);
    expect(shownText(shown)).toContain(
      'Delete this draft We delete the draft and everything you entered. You have not paid the fee. After this, it is no longer due. You can’t undo this.',
    );
    const list = await browser.open('/portal/applications');
    expect(list.text).toContain(
      `href="${path}#end" aria-label="Delete the draft ${draft.name} LLC"`,
    );
    await browser.open(path);
    const opened = await paidIn(path);
    const { invoiceId } = await stored(draft.id);
    expect(await strangersEnd(path, 'delete')).toBe(404);
    await browser.open(path);
    expect(outcomeOf(await endIn(path, 'delete'))).toEqual({
      status: 303,
      location: '/portal/applications?deleted=yes',
    });
    const left = await browser.open('/portal/applications?deleted=yes');
    expect(shownText(left)).toContain('Draft deleted');
    expect(await isThere(draft.id)).toBe(false);
    expect(await findInvoice(world.table, invoiceId)).toMatchObject({ statusId: 'void' });
    expect((await browser.open(path)).status).toBe(404);
    expect((await endIn(path, 'delete')).status).toBe(404);
    expect((await browser.open(opened)).status).toBe(404);
    const link = `/sign/${String(draft.signature).split('/').at(-1)}`;
    expect((await visitor(world.baseUrl).open(link)).status).toBe(404);
    const read = await world.call('GET', `${api}/${draft.id}`, { key: ada.standardKey });
    expect(read.status).toBe(404);
    expect(shownText(await browser.open('/portal/applications'))).not.toContain(draft.name);
    expect(await auditOf(draft.id)).toContain('legal_entity_application.deleted');
    // Emails that are still queued for it do nothing.
    await world.settle();
  });

  it('is kept during a payment, and a payment after deletion becomes a case for operators', async () => {
    const { id, path } = await beginIn(browser);
    await browser.open(path);
    const opened = await paidIn(path);
    const payment = await aPayment(world, opened);
    const shown = shownText(await browser.open(path));
    expect(shown).toContain('you can do this when no payment is being confirmed');
    for (const act of ['delete', 'withdraw']) await endIn(path, act);
    expect(await stored(id)).toMatchObject({ statusId: 'Draft', paidAt: null });
    await browser.send(path, { act: 'cancel' });
    await browser.open(path);
    await endIn(path, 'delete');
    expect(await isThere(id)).toBe(false);
    expect(await report(world, payment)).toMatchObject({ status: 200, outcome: 'unmatched' });
    const cases = await world.admin('GET', '/payment_cases');
    expect(JSON.stringify(cases.body)).toContain(payment.paymentId);
  });

  it('is Rejected with the fee kept if it is under review', async () => {
    const { id, path, name } = await beginIn(browser);
    await browser.open(path);
    await payIn(path, await aVoucher(world));
    const before = shownText(await browser.open(path));
    expect(before).toContain(
      'The application ends without a decision. The fee is paid. Fees are not refunded automatically. Contact us to ask for a refund. You can’t undo this.',
    );
    await endIn(path, 'delete');
    expect(await stored(id)).toMatchObject({ statusId: 'Draft' });
    await signIn(id);
    await world.settle();
    const review = await reviewOf(world, id);
    const asked = await world.admin('POST', `/reviews/${review.id}/information_requests`, {
      message: 'Which business?',
    });
    expect(asked.status).toBe(200);
    await browser.open(path);
    expect(outcomeOf(await endIn(path, 'withdraw'))).toEqual({ status: 303, location: path });
    const after = shownText(await browser.open(path));
    expect(after).toContain('Application withdrawn Withdrawn on');
    expect(after).toContain('Fees are not refunded automatically.');
    expect(after).not.toContain('Withdraw this application');
    expect(after).not.toContain('Answer the question');
    const listed = shownText(await browser.open('/portal/applications'));
    expect(listed).toContain(`${name} LLC Withdrawn`);
    expect(await stored(id)).toMatchObject({
      statusId: 'Rejected',
      rejectedReason: 'Withdrawn by the applicant',
    });
    expect(await reviewOf(world, id)).toMatchObject({
      status: 'rejected',
      reason: 'Withdrawn by the applicant',
    });
    const late = await decideReview(world, review.id, { decision: 'approve' });
    expect(late.status).toBe(409);
    await browser.open(path);
    await endIn(path, 'withdraw');
    const { invoiceId } = await stored(id);
    expect(await findInvoice(world.table, invoiceId)).toMatchObject({ statusId: 'paid' });
    expect((await auditOf(id)).filter((action) => action.endsWith('.withdrawn'))).toHaveLength(1);
  });

  it('has no pending review if it is withdrawn before the dispatch', async () => {
    const { id, path } = await beginIn(browser);
    await signIn(id);
    await browser.open(path);
    await payIn(path, await aVoucher(world));
    await browser.open(path);
    await endIn(path, 'withdraw');
    await world.settle();
    expect(await stored(id)).toMatchObject({ statusId: 'Rejected' });
    expect(await reviewOf(world, id)).toMatchObject({ status: 'rejected' });
  });

  it('has one outcome if it is paid, signed or decided at the same time', async () => {
    for (const act of ['voucher', 'sign', 'delete'] as const) {
      for (let round = 0; round < 3; round += 1) {
        const { id, path } = await beginIn(browser);
        const { invoiceId } = await stored(id);
        await Promise.all([browser.open(path), other.open(path)]);
        const code = await aVoucher(world);
        const others = {
          voucher: () => payIn(path, code, other),
          sign: () => signIn(id, other),
          delete: () => endIn(path, 'delete', other),
        };
        await Promise.all([endIn(path, 'delete'), others[act]()]);
        const isPaid = (await findInvoice(world.table, invoiceId))?.statusId === 'paid';
        expect(await isThere(id)).toBe(isPaid);
      }
    }
    for (let round = 0; round < 3; round += 1) {
      const { id, path } = await beginIn(browser);
      await signIn(id);
      await browser.open(path);
      await payIn(path, await aVoucher(world));
      await world.settle();
      await browser.open(path);
      const { id: reviewId } = await reviewOf(world, id);
      await Promise.all([
        endIn(path, 'withdraw'),
        decideReview(world, reviewId, { decision: 'approve' }),
      ]);
      await world.settle();
      const { statusId, withdrawnAt, legalEntityId } = await stored(id);
      const approved = { statusId: 'Approved', withdrawnAt: undefined };
      expect({ statusId, withdrawnAt }).toEqual(
        legalEntityId === null
          ? { statusId: 'Rejected', withdrawnAt: expect.any(String) }
          : approved,
      );
      expect((await reviewOf(world, id))['status']).toBe(
        legalEntityId === null ? 'rejected' : 'approved',
      );
    }
  });

  async function strangersEnd(path: string, act: string) {
    await strangers.open('/portal/applications');
    return (await endIn(path, act, strangers)).status;
  }
});
