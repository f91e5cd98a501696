import { beforeEach, expect, it } from 'vitest';
import {
  aFiler,
  aSignedFiling,
  browserOf,
  freshName,
  propose,
  revise,
  sign,
} from '../support/amendments.ts';
import { choose } from '../support/checkout.ts';
import { aVoucher } from '../support/drafts.ts';
import { aHolder, confirmIn, questionPath } from '../support/holders.ts';
import { aPartner, applicationData, partnerCalls, seen, sworn } from '../support/partners.ts';
import { shownText, signedIn } from '../support/portal.ts';
import { beginIn, filledIn, formPath } from '../support/portal-drafts.ts';
import { ask } from '../support/questions.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const browser = await signedIn(world, ada.email);
beforeEach(() => {
  world.clock.now += 1_000;
});

/** The text of the to-do list. */
async function toDo(reader = browser): Promise<string> {
  const text = shownText(await reader.open('/portal'));
  return /To do (.*?) Legal entities you represent/.exec(text)?.[1]?.trim() ?? '';
}

it('the home page lists what a resident has to do, until it is done', async () => {
  expect(await toDo()).toBe('You have nothing to do right now.');
  const { id, path, name } = await beginIn(browser);
  const company = `${name} LLC`;
  const pay = `Pay Pay the fee for ${company}`;
  expect(await toDo()).toBe(`Sign Read and sign the agreement for ${company} ${pay}`);
  const sign = `/portal/legal-entity-applications/${id}/sign`;
  await browser.open(sign);
  await browser.send(sign, { signerName: 'Ada Lovelace', agree: 'yes' });
  expect(await toDo()).toBe(pay);
  // A payment that may have been made is not requested again.
  await browser.open(path);
  const input = { act: 'checkout', provider: 'cardpay' };
  const checkout = (await browser.send(path, input)).headers.get('location');
  expect(await toDo()).toBe(pay);
  await choose(world, new URL(String(checkout)).pathname, 'pay');
  expect(await toDo()).toBe(
    `Payment being confirmed We are waiting for your payment for ${company} to be confirmed`,
  );
  const list = await browser.open('/portal/applications');
  expect(shownText(list)).toContain(`${company} Payment being confirmed`);
  const invoices = await browser.open('/portal/invoices');
  expect(shownText(invoices)).toMatch(/USD [\d.]+ Payment being confirmed/);
  const [, invoice = ''] = /href="(\/portal\/invoices\/[\w-]+)"/.exec(invoices.text) ?? [];
  expect(shownText(await browser.open(invoice))).toContain('If you paid, do not pay again.');
  await browser.open(path);
  await browser.send(path, { act: 'cancel' });
  expect(await toDo()).toBe(pay);
  await browser.open(path);
  await browser.send(path, { act: 'voucher', voucherCode: await aVoucher(world) });
  expect(await toDo()).toBe('You have nothing to do right now.');
  await world.settle();
  const review = await reviewOf(world, id);
  await ask(world, { reviewId: review.id });
  expect(await toDo()).toBe(`Answer Answer the registry’s question about ${company}`);
  await decideReview(world, review.id, { decision: 'approve' });
  await world.settle();
  expect(await toDo()).toBe(`New documents New documents for ${company}`);
  // They are new until one is opened.
  const { text } = await browser.open(path);
  const [, document = ''] = /href="([^"]+\/documents\/[\w-]+)"/.exec(text) ?? [];
  expect((await browser.open(document)).status).toBe(303);
  expect(await toDo()).toBe('You have nothing to do right now.');
});

it('the to-do list has amendments and certificates of the entities that a person represents', async () => {
  const grace = await aResident(world);
  const entity = await anEntity(world, { representatives: [grace.id] });
  const call = (path: string, body: object) =>
    world.call('POST', `/api/v1/legal_entities/${entity.id}${path}`, {
      key: grace.standardKey,
      body,
    });
  await call('/amendments', { name: 'Another Name Yet' });
  await call('/certificate_requests', {});
  const theirs = await signedIn(world, grace.email);
  const answer = await theirs.open('/portal');
  // The link leads to the payment, not to the page of the entity.
  expect(answer.text).toMatch(/good-standing\/[0-9a-f-]{36}">Pay the fee for/);
  const home = shownText(answer);
  const company = `${entity['name']} LLC`;
  expect(home).toContain(
    `To do Sign Read and sign the changes to ${company} Pay Pay the fee for the certificate of ${company}`,
  );
  // The entity's list of filings also shows that a payment was started.
  const filings = async () =>
    shownText(await theirs.open(`/portal/legal-entities/${entity.id}`)).match(
      /Certificate of Good Standing (Payment due|Payment being confirmed)/,
    )?.[1];
  expect(await filings()).toBe('Payment due');
  const [, request = ''] = /href="([^"]*good-standing\/[0-9a-f-]{36})"/.exec(answer.text) ?? [];
  await theirs.open(request);
  const input = { act: 'checkout', provider: 'cardpay' };
  const checkout = (await theirs.send(`${request}/pay`, input)).headers.get('location');
  expect(await filings()).toBe('Payment due');
  await choose(world, new URL(String(checkout)).pathname, 'pay');
  expect(await filings()).toBe('Payment being confirmed');
});

it('the to-do list has overdue taxes, with a link for sending proof of payment', async () => {
  const grace = await aResident(world);
  const entity = await anEntity(world, { representatives: [grace.id], taxState: 'overdue' });
  const theirs = await signedIn(world, grace.email);
  const home = await theirs.open('/portal');
  expect(shownText(home)).toContain(
    `To do Taxes overdue Pay the taxes of ${entity['name']} LLC, or send proof that they are paid`,
  );
  const path = `/portal/legal-entities/${entity.id}/good-standing/new`;
  expect(home.text).toContain(`href="${path}"`);
  expect((await theirs.open(path)).text).toContain('name="proof"');
});

const mailsTo = async (email: string, subject: RegExp) => {
  await world.settle();
  return world.mails.filter((mail) => mail.to === email && subject.test(mail.subject));
};

it("a change that voids an application's signature is on the to-do list and emailed to the owner", async () => {
  const fields = filledIn();
  const theirs = await signedIn(world, ada.email);
  const { id, path, name } = await beginIn(theirs, fields);
  const signature = `/portal/legal-entity-applications/${id}/sign`;
  const change = async (contactEmail: string) => {
    await theirs.open(`${formPath}?draft=${id}`);
    const sent = { ...fields, contactEmail, step: 'create' };
    expect((await theirs.send(formPath, sent)).status).toBe(303);
    return mailsTo(ada.email, /^Sign again: /);
  };
  // Nothing was signed yet, so nothing needs to be signed again.
  expect(await change('first@client.example')).toEqual([]);
  expect(await toDo(theirs)).toContain(`Sign Read and sign the agreement for ${name} LLC`);
  await theirs.open(signature);
  await theirs.send(signature, { signerName: 'Ada Lovelace', agree: 'yes' });
  const [mail, ...others] = await change('second@client.example');
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`Sign again: the application for ${name} LLC was changed`);
  expect(mail?.text).toContain('The earlier signature is no longer valid.');
  expect(mail?.text).toContain(`${world.baseUrl}${signature}\n`);
  const again = `Sign again The agreement for ${name} LLC changed after it was signed: read and sign the new version`;
  expect(await toDo(theirs)).toContain(again);
  const says = 'so the previous signature is no longer valid.';
  expect(shownText(await theirs.open(path))).toContain(says);
  await theirs.open(signature);
  await theirs.send(signature, { signerName: 'Ada Lovelace', agree: 'yes' });
  expect(await toDo(theirs)).not.toContain('Sign again');
  expect(shownText(await theirs.open(path))).not.toContain(says);
});

it("a change that voids an amendment's signature is on the to-do list and emailed to the signer", async () => {
  const filer = await aFiler(world);
  const signer = await browserOf(world, filer);
  const id = await aSignedFiling(world, filer, { name: freshName() });
  const home = async () => shownText(await signer.open('/portal'));
  const again = `Sign again The changes to ${filer.entityName} LLC were edited after they were signed: read and sign them again`;
  const isChanged = async (count: number) => {
    const mails = await mailsTo(filer.email, /^Sign again: the amendment to /);
    expect(mails).toHaveLength(count);
    expect(mails.at(-1)?.text).toContain('so your signature is no longer valid.');
    const path = `/portal/legal-entities/${filer.entityId}/amendments/${id}`;
    expect(mails.at(-1)?.text).toContain(`${path}/sign\n`);
    expect(await home()).toContain(again);
    expect(shownText(await signer.open(path))).toContain('is no longer valid.');
  };
  await revise(world, filer, id, { name: freshName() });
  await isChanged(1);
  // A second change has no signature left to void.
  await revise(world, filer, id, { name: freshName() });
  await isChanged(1);
  await sign(world, filer, id);
  expect(await home()).not.toContain('Sign again');
  await propose(world, filer, { name: freshName() });
  await isChanged(2);
});

it('a change that voids the confirmation of a residency application is on the list and emailed', async () => {
  const { create, patch } = partnerCalls(world, await aPartner(world));
  const holder = await aHolder(world);
  const data = applicationData({ ...sworn, email: holder.email });
  const { id, version } = seen(await create({ applicationData: data }));
  const changeTo = async (phoneNumber: string, expectedVersion: unknown) => {
    const personalDetails = { ...data.personalDetails, phoneNumber };
    seen(await patch(id, { expectedVersion, applicationData: { ...data, personalDetails } }));
    return mailsTo(holder.email, /^Confirm again: /);
  };
  expect(await changeTo('+504 5550 0198', version)).toEqual([]);
  await confirmIn(holder.browser, { id });
  const home = async () => shownText(await holder.browser.open('/portal'));
  const task = 'Confirm Read the application for your residency and confirm that it is yours';
  expect(await home()).not.toContain(task);
  const [mail, ...others] = await changeTo('+504 5550 0199', Number(version) + 1);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('Your confirmation is no longer valid.');
  expect(mail?.text).toContain(`${world.baseUrl}${questionPath({ id })}\n`);
  expect(await home()).toContain(task);
  await confirmIn(holder.browser, { id });
  expect(await home()).not.toContain(task);
});

it('the to-do list is available in Spanish', async () => {
  const later = await signedIn(world, ada.email);
  const spanish = await fetch(`${world.baseUrl}/portal`, {
    headers: {
      'accept-language': 'es',
      cookie: [...later.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  expect(await spanish.text()).toMatch(
    /<html lang="es">[\s\S]*Por hacer[\s\S]*Personas jurídicas que usted representa/,
  );
});
