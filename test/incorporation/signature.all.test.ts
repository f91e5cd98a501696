import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  findAnyApplication,
  findApplicationToSign,
} from '../../shared/incorporation/db/applications.ts';
import { particularsDigest } from '../../shared/incorporation/usecases/sign-agreement.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { updateItem } from '../../shared/kernel/db/update.ts';
import { agentScopes } from '../../shared/kernel/domain/scopes.ts';
import { textInForce } from '../support/agreements.ts';
import { aDraft, applicationPayload, aVoucher, type Draft, pay, read } from '../support/drafts.ts';
import { justBefore } from '../support/just-before.ts';
import { anAgentKey, anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const ada = await aResident(world);
beforeEach(() => {
  world.clock.now += 1_000;
});

const now = () => new Date(world.clock.now).toISOString();
const legalEntityAgreement = textInForce('legal_entity');
const { sha256 } = legalEntityAgreement;
const linkOf = ({ signature }: Draft) => new URL(String(signature)).pathname;
const unknownLink = `/sign/${'A'.repeat(43)}`;
const fields = { signerName: 'Ada Lovelace', agree: 'yes' };

/** Creates a draft that redirects its signer to the URL. */
async function aDraftWithRedirect(redirectUrl: string): Promise<Draft> {
  const applicationData = applicationPayload();
  const { body } = await world.call('POST', '/api/v1/legal_entity_applications', {
    key: ada.standardKey,
    body: { applicationData, redirectUrl },
  });
  const { data, nextSteps } = body as { data: { id: string }; nextSteps: { signature: string } };
  const { name } = applicationData;
  return { id: data.id, name, signature: nextSteps.signature, key: ada.standardKey };
}

/** Opens the link and sends the form, as a signer does. */
async function sign(draft: Draft, sent: Readonly<Record<string, string>> = fields) {
  const reader = visitor(world.baseUrl);
  await reader.open(linkOf(draft));
  return reader.send(linkOf(draft), sent);
}

async function storedDraft({ id }: Draft) {
  const application = await findAnyApplication(world.table, id);
  if (application === null) throw new Error('set-up: the draft is missing');
  return application;
}

async function agreementOf({ id }: Draft) {
  return (await findAnyApplication(world.table, id))?.agreement;
}

/** Returns the visible text, without tags and with single spaces. */
function textOf(html: string): string {
  return html
    .replace(/^[\s\S]*<main[^>]*>/, '')
    .replace(/<\/main>[\s\S]*$/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}

describe('GET /sign/{token}', () => {
  it('shows the applicant, the application, the whole agreement and the form', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const { status, headers, text } = await visitor(world.baseUrl).open(linkOf(draft));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const read = textOf(text);
    for (const shown of [
      `Application for ${draft.name} LLC`,
      'Residency applied for e-Resident',
      'Principal office 1 Harbour Street',
      'Registered agent Registry Employment Solutions',
      `Applicant’s permit number ${ada.rpn}`,
      legalEntityAgreement.version,
      sha256,
      ...legalEntityAgreement.text.split('\n\n').map((clause) => clause.split('. ').at(-1) ?? ''),
    ]) {
      expect(read).toContain(shown);
    }
    expect(text.match(/name="(signerName|agree|csrf)"/g)).toEqual([
      'name="csrf"',
      'name="signerName"',
      'name="agree"',
    ]);
  });

  it('shows a custom registered agent', async () => {
    const address = { line1: '9 Agent Row', city: 'Port Town', postalCode: '2', country: 'HN' };
    const draft = await aDraft(world, ada.standardKey, {
      registeredAgentProvider: null,
      registeredAgentDetails: {
        attn: 'Agents & Co',
        residentPermitNumber: ada.rpn,
        officeAddress: address,
        mailingAddress: address,
      },
    });
    const { text } = await visitor(world.baseUrl).open(linkOf(draft));
    expect(textOf(text)).toContain(`Agents & Co, permit number ${ada.rpn} 9 Agent Row 2 Port Town`);
  });

  it('escapes hostile application data', async () => {
    const hostile = `<script>alert(1)</script>"><img src=x onerror=alert(2)> '&`;
    const draft = await aDraft(world, ada.standardKey, {
      name: hostile,
      principalOffice: { line1: hostile, city: hostile, postalCode: '1', country: hostile },
    });
    const { text } = await visitor(world.baseUrl).open(linkOf(draft));
    expect(text).not.toMatch(/<script|<img/);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img src=x');
  });

  it('allows the form to redirect only to the client’s origin', async () => {
    const draft = await aDraftWithRedirect('https://client.example:8443/signed?x=1#y');
    const { headers } = await visitor(world.baseUrl).open(linkOf(draft));
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self' https://client.example:8443; frame-ancestors 'none'; base-uri 'none'",
    );
  });

  it.each([
    ['an unknown link', unknownLink, 1],
    ['a short token', '/sign/abc', 0],
    ['a long token', `/sign/${'A'.repeat(44)}`, 0],
    ['a token with other characters', `/sign/${'A'.repeat(42)}%2F`, 0],
    ['a token with a dot', `/sign/${'A'.repeat(42)}.`, 0],
  ])('returns a friendly 404 page for %s', async (_, path, reads) => {
    world.proxy.calls.reset();
    const { status, headers, text } = await visitor(world.baseUrl).open(path);
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 404,
      type: 'text/html; charset=utf-8',
    });
    expect(textOf(text)).toContain('Page not found');
    expect(world.proxy.calls.roundTrips()).toBe(reads);
  });
});

describe('POST /sign/{token}', () => {
  it('stores the signer, the text and the time, and shows them afterwards', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const answer = await sign(draft, { signerName: '  Zoë O’Hara-李 ', agree: 'on' });
    const { status, headers } = answer;
    expect({ status, location: headers.get('location') }).toEqual({
      status: 303,
      location: linkOf(draft),
    });
    expect(await agreementOf(draft)).toEqual({
      method: 'signature',
      signerName: 'Zoë O’Hara-李',
      signedAt: now(),
      agreementVersion: legalEntityAgreement.version,
      agreementSha256: sha256,
      shown: {
        locale: 'en',
        sha256: createHash('sha256')
          .update(
            [
              `I have read the Agreement of Coexistence, accept it for ${draft.name} LLC, and am authorized to sign.`,
              sha256,
              particularsDigest(await storedDraft(draft)),
            ].join('\n'),
          )
          .digest('hex'),
      },
    });
    const shown = await visitor(world.baseUrl).open(linkOf(draft));
    const text = textOf(shown.text);
    expect(text).toContain('Signed by Zoë O’Hara-李');
    expect(text).toContain(legalEntityAgreement.version);
    expect(text).toContain(sha256);
    expect(text).toContain('when the payment of the fee is confirmed');
    expect(shown.text).not.toContain('<form');
  });

  it('refuses a form that showed another text, and shows the current one', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const sent = { signerName: 'Zoë Li', agree: 'on', agreementSha256: '0'.repeat(64) };
    const refused = await sign(draft, sent);
    expect(refused.status).toBe(400);
    expect(textOf(refused.text)).toContain('The agreement has changed since you opened this page');
    expect(refused.text).toContain(`name="agreementSha256" value="${sha256}"`);
    expect(await agreementOf(draft)).toBeNull();
    expect((await sign(draft, { ...sent, agreementSha256: sha256 })).status).toBe(303);
  });

  it('accepts only the two signature fields, as programs send them', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const reader = visitor(world.baseUrl);
    await reader.open(linkOf(draft));
    const silent = { ...fields, agreementSha256: [], entityName: [] };
    expect((await reader.send(linkOf(draft), silent)).status).toBe(303);
    expect((await agreementOf(draft))?.agreementSha256).toBe(sha256);
  });

  it('redirects the signer to the client', async () => {
    const draft = await aDraftWithRedirect('https://client.example/signed?state=1#done');
    const { status, headers } = await sign(draft);
    expect({ status, location: headers.get('location') }).toEqual({
      status: 303,
      location: 'https://client.example/signed?state=1#done',
    });
  });

  it('encodes a stored redirect URL with line breaks or non-ASCII characters like a browser', async () => {
    const draft = await aDraftWithRedirect('https://client.example/');
    // No request can store such a URL, so the test writes it to the table.
    const redirectUrl = 'https://client.example/a\r\nset-cookie: x=1/ü';
    await updateItem(world.deps.table, {
      Key: keys.application(ada.id, draft.id),
      UpdateExpression: 'SET redirectUrl = :url',
      ExpressionAttributeValues: { ':url': redirectUrl },
    });
    const { status, headers } = await sign(draft);
    expect({
      status,
      location: headers.get('location'),
      cookie: headers.get('set-cookie'),
    }).toEqual({
      status: 303,
      location: 'https://client.example/aset-cookie:%20x=1/%C3%BC',
      cookie: null,
    });
  });

  it.each([
    'javascript:alert(1)',
    'http://client.example/',
    '//evil.example',
    'https://a@b.example',
    'https://client.example/a\r\nset-cookie: x=1',
    'https://client.example/\u202egpj.exe',
  ])('never redirects to %s, because the application is refused', async (redirectUrl) => {
    const { status } = await world.call('POST', '/api/v1/legal_entity_applications', {
      key: ada.standardKey,
      body: { applicationData: applicationPayload(), redirectUrl },
    });
    expect(status).toBe(400);
  });

  it('submits once if the payment comes after the signature', async () => {
    const draft = await aDraft(world, ada.standardKey);
    await sign(draft);
    expect(await read(world, draft)).toMatchObject({ statusId: 'Draft', submittedAt: null });
    world.clock.now += 60_000;
    await pay(world, draft, await aVoucher(world));
    expect(await read(world, draft)).toMatchObject({
      statusId: 'Pending Review',
      submittedAt: now(),
    });
  });

  it('submits once if the signature comes after the payment, and says so before and after', async () => {
    const draft = await aDraft(world, ada.standardKey);
    await pay(world, draft, await aVoucher(world));
    const late = visitor(world.baseUrl);
    const before = await late.open(linkOf(draft));
    expect(textOf(before.text)).toContain('Signing submits the application');
    world.clock.now += 60_000;
    const submittedAt = now();
    await sign(draft);
    world.clock.now += 60_000;
    expect((await late.send(linkOf(draft), fields)).status).toBe(409);
    expect(await read(world, draft)).toMatchObject({ statusId: 'Pending Review', submittedAt });
    const after = await visitor(world.baseUrl).open(linkOf(draft));
    expect(textOf(after.text)).toContain('The application is under review');
  });

  it('keeps the signature if the name was taken in the meantime, and says what happens next', async () => {
    const draft = await aDraft(world, ada.standardKey);
    await pay(world, draft, await aVoucher(world));
    await anEntity(world, { name: draft.name });
    expect((await sign(draft)).status).toBe(303);
    expect(await read(world, draft)).toMatchObject({ statusId: 'Draft', submittedAt: null });
    const { text } = await visitor(world.baseUrl).open(linkOf(draft));
    expect(textOf(text)).toContain('The registry will contact the applicant');
  });

  it('refuses a second signature with a page, and keeps the first', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const late = visitor(world.baseUrl);
    await late.open(linkOf(draft));
    await sign(draft);
    const first = await agreementOf(draft);
    world.clock.now += 60_000;
    const { status, headers, text } = await late.send(linkOf(draft), {
      signerName: 'Somebody Else',
      agree: 'yes',
    });
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 409,
      type: 'text/html; charset=utf-8',
    });
    expect(textOf(text)).toContain('The agreement was already signed');
    expect(textOf(text)).toContain('Signed by Ada Lovelace');
    const incomplete = await late.send(linkOf(draft), { signerName: '' });
    expect(incomplete.status).toBe(409);
    expect(await agreementOf(draft)).toEqual(first);
  });

  it('accepts only one of ten simultaneous signatures', async () => {
    const draft = await aDraft(world, ada.standardKey);
    await pay(world, draft, await aVoucher(world));
    const signers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const signer = visitor(world.baseUrl);
        await signer.open(linkOf(draft));
        return signer;
      }),
    );
    const answers = await Promise.all(
      signers.map((signer, index) =>
        signer.send(linkOf(draft), { signerName: `Signer ${index}`, agree: 'yes' }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([303, ...Array.from({ length: 9 }, () => 409)]);
    expect((await agreementOf(draft))?.signerName).toBe(`Signer ${statuses.indexOf(303)}`);
    const { body } = await world.admin(
      'GET',
      `/audit?subjectId=${draft.id}&action=legal_entity_application.signed`,
    );
    expect((body as { data: unknown[] }).data).toHaveLength(1);
  });

  it.each([
    ['no fields', {}, ['Enter your full name', 'Tick the box to sign the agreement']],
    ['no name', { agree: 'yes' }, ['Enter your full name']],
    ['a blank name', { signerName: ' \u00a0 ', agree: 'yes' }, ['Enter your full name']],
    ['no consent', { signerName: 'Ada' }, ['Tick the box to sign the agreement']],
    ['a refusal', { signerName: 'Ada', agree: 'false' }, ['Tick the box to sign the agreement']],
    [
      'a name of 201 characters',
      { signerName: 'x'.repeat(201), agree: 'yes' },
      ['The name must have at most 200 characters'],
    ],
    [
      'a name with control characters',
      { signerName: 'Ada\u0000', agree: 'yes' },
      ['Must not contain a control character (character 4)'],
    ],
    ['two names', { signerName: ['Ada', 'Bob'], agree: 'yes' }, ['Enter your full name']],
  ])('refuses a form with %s with 400, and shows the page again', async (_, sent, complaints) => {
    const draft = await aDraft(world, ada.standardKey);
    const reader = visitor(world.baseUrl);
    await reader.open(linkOf(draft));
    const { status, headers, text } = await reader.send(linkOf(draft), sent);
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 400,
      type: 'text/html; charset=utf-8',
    });
    const summary = /<ul>([\s\S]*?)<\/ul>/.exec(text)?.[1] ?? '';
    const listed = [...summary.matchAll(/<a href="#(\w+)">([^<]+)</g)];
    expect(listed.map(([, , message]) => message)).toEqual(complaints);
    for (const [, name = ''] of listed) {
      expect(text).toMatch(new RegExp(`id="${name}"[^>]*aria-describedby="[^"]*${name}-error"`));
      expect(text).toContain(`id="${name}-error"`);
    }
    expect(await agreementOf(draft)).toBeNull();
    expect((await reader.send(linkOf(draft), fields)).status).toBe(303);
  });

  it('shows the entered data again, escaped', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const { text } = await sign(draft, { signerName: '"><img src=x onerror=alert(1)>' });
    expect(text).toContain('value="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"');
    expect(text).not.toContain('<img');
  });

  it('returns 404 for an unknown link with any form', async () => {
    const reader = visitor(world.baseUrl);
    await reader.open(linkOf(await aDraft(world, ada.standardKey)));
    expect((await reader.send(unknownLink, fields)).status).toBe(404);
  });
});

describe('POST /api/v1/legal_entity_applications/{id}/signature_link', () => {
  const renew = ({ id }: Draft, key = ada.standardKey) =>
    world.call('POST', `/api/v1/legal_entity_applications/${id}/signature_link`, { key });
  const newLink = ({ body }: { body: unknown }) =>
    (body as { nextSteps: { signature: string } }).nextSteps.signature;

  it('returns a new signature link and invalidates the previous one', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const answer = await renew(draft);
    expect(answer).toMatchObject({ status: 200, body: { data: { id: draft.id } } });
    const renewed = { ...draft, signature: newLink(answer) };
    expect(renewed.signature).not.toBe(draft.signature);
    expect((await visitor(world.baseUrl).open(linkOf(draft))).status).toBe(404);
    expect((await sign(renewed)).status).toBe(303);
    expect(await agreementOf(draft)).toMatchObject({ signerName: 'Ada Lovelace' });
    expect(await renew(draft)).toMatchObject({
      ...{ status: 409, body: { code: 'application.already_signed' } },
    });
  });

  it('replaces a link even while that link is being followed', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const token = linkOf(draft).replace('/sign/', '');
    const table = justBefore(world.table, () => renew(draft), `APPLICATION#${draft.id}`);
    expect(await findApplicationToSign(table, token)).toBeNull();
  });

  it('leaves one link valid after parallel calls', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const links = (await Promise.all([renew(draft), renew(draft)])).map(newLink);
    const opened = await Promise.all(
      links.map((signature) => visitor(world.baseUrl).open(linkOf({ ...draft, signature }))),
    );
    expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const last = {
      ...draft,
      signature: String(links[opened.findIndex((page) => page.status === 200)]),
    };
    const reader = visitor(world.baseUrl);
    await reader.open(linkOf(last));
    const [signed, renewed] = await Promise.all([reader.send(linkOf(last), fields), renew(draft)]);
    const won = (await agreementOf(draft)) !== null;
    expect([signed.status, renewed.status]).toEqual(won ? [303, 409] : [404, 200]);
  });

  it('refuses Agent Keys, strangers and drafts started in the portal', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const agent = await anAgentKey(world, ada.id, agentScopes);
    expect((await renew(draft, agent)).status).toBe(403);
    expect((await renew(draft, (await aResident(world)).standardKey)).status).toBe(404);
    const { ownerId } = await storedDraft(draft);
    await updateItem(world.table, {
      Key: keys.application(ownerId, draft.id),
      UpdateExpression: 'SET createdWith = :portal',
      ExpressionAttributeValues: { ':portal': 'portal' },
    });
    expect((await renew(draft)).status).toBe(404);
  });
});
