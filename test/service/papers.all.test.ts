import { beforeEach, describe, expect, it } from 'vitest';
import { fieldLabel, kindLabel } from '../../shared/account/pdf/data-labels.ts';
import { mostPrintedActs, renderOwnData } from '../../shared/account/pdf/own-data-paper.ts';
import { defaultIssuer } from '../../shared/documents/pdf/issued.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { agentScopes } from '../../shared/kernel/domain/scopes.ts';
import { findInvoice, numberReceipt, receiptNumber } from '../../shared/payments/db/invoices.ts';
import { unknownId } from '../support/admin.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../support/certificates.ts';
import { aDraft } from '../support/drafts.ts';
import { plainText, readPdf } from '../support/pdf-text.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { anAgentKey, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
Object.assign(world.deps, {
  receiptIssuer: { name: 'Office', address: '1 Registry Square', taxNumber: '0801' },
});
let ada: Person;
let browser: Visitor;
beforeEach(async () => {
  // Sign-ins from one network address are limited by the hour.
  world.clock.now += 3_600_000;
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
});

const paperOf = (invoiceId: string) => `/portal/files/invoices/${invoiceId}`;
const nameOf = (headers: Headers) =>
  decodeURIComponent(
    /^attachment; filename\*=UTF-8''(.+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ??
      '',
  );

const nobody = { name: null, address: null, taxNumber: null };
const year = () => new Date(world.clock.now).toISOString().slice(0, 4);

async function lastNumber(): Promise<number> {
  return Number((await getItem(world.table, keys.receiptCounter(year())))?.['taken'] ?? 0);
}

async function anInvoice() {
  const entity = await aRepresentedEntity(world, ada);
  return { entity, request: await aRequest(world, entity.id, ada.standardKey) };
}

describe('the time of the jurisdiction', () => {
  it.each([
    [undefined, /Paid on \d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC(?! \()/, /\d\d:\d\d:\d\d UTC(?! \()/],
    [
      'America/Tegucigalpa',
      /Paid on \d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC \((?:\d+ \w+ \d{4}, )?\d\d:\d\d in Tegucigalpa\)/,
      /\d\d:\d\d:\d\d UTC \((?:\d+ \w+ \d{4}, )?\d\d:\d\d in Tegucigalpa\)/,
    ],
  ] as const)('with the setting %s is on receipts and My data', async (timeZone, paid, at) => {
    Object.assign(world.deps, { timeZone });
    await browser.open('/portal/my-data');
    const mine = await browser.send('/portal/files/my-data', {});
    const { request } = await anInvoice();
    expect((await payRequest(world, request, ada.standardKey)).status).toBe(200);
    const receipt = await browser.open(paperOf(request.invoice.id));
    Object.assign(world.deps, { timeZone: undefined });
    expect(plainText(readPdf(receipt.bytes))).toMatch(paid);
    const text = plainText(readPdf(mine.bytes));
    expect(text).toMatch(at);
    expect(text.includes('in Tegucigalpa')).toBe(timeZone !== undefined);
  });
});

describe('an invoice as a PDF', () => {
  it('shows what its page shows, and becomes a receipt once it is paid', async () => {
    const { entity, request } = await anInvoice();
    const page = await browser.open(`/portal/invoices/${request.invoice.id}`);
    expect(page.text).toContain(`href="${paperOf(request.invoice.id)}"`);
    const open = await browser.open(paperOf(request.invoice.id));
    expect(open.headers.get('content-type')).toBe('application/pdf');
    expect(nameOf(open.headers)).toMatch(/^Invoice INV-[\da-f]{8} \d{4}-\d{2}-\d{2}\.pdf$/);
    expect(plainText(readPdf(open.bytes))).toContain('Status Payment due');
    expect((await payRequest(world, request, ada.standardKey)).status).toBe(200);
    const paid = await browser.open(paperOf(request.invoice.id));
    expect(nameOf(paid.headers)).toMatch(/^Receipt INV-[\da-f]{8} \d{4}-\d{2}-\d{2}\.pdf$/);
    const pdf = readPdf(paid.bytes);
    expect(pdf.pageCount).toBe(1);
    const text = plainText(pdf);
    for (const shown of [
      'Receipt Receipt number Available in a moment Invoice number',
      `Invoice number ${request.invoice.id}`,
      `To ${entity['name']} LLC`,
      'Amount USD 300.00',
      'Paid with Voucher',
      'It is not a document of the register.',
    ])
      expect(text).toContain(shown);
    expect(text).not.toMatch(/Verification code|Registrar of/);
    expect(pdf.catalogue('Lang')).toBe('en');
  });

  it('gets the next number of the year when it is paid, and keeps it and the names', async () => {
    const made = [await anInvoice(), await anInvoice(), await anInvoice()];
    const before = await lastNumber();
    const paid = await Promise.all(
      made.map(({ request }) => payRequest(world, request, ada.standardKey)),
    );
    expect(paid.map(({ status }) => status)).toEqual([200, 200, 200]);
    await world.settle();
    const stored = await Promise.all(
      made.map(({ request }) => findInvoice(world.table, request.invoice.id)),
    );
    const numbers = stored.map((invoice) => Number(invoice?.receipt?.number.slice(-6)));
    expect(numbers.toSorted((one, other) => one - other)).toEqual([1, 2, 3].map((n) => before + n));
    const [{ entity, request } = await anInvoice()] = made;
    const number = stored[0]?.receipt?.number ?? '';
    expect(number).toBe(receiptNumber(year(), numbers[0] ?? 0));
    const mail = world.mails.find(({ subject }) => subject === `Your receipt ${number}`);
    expect(mail?.to).toBe(ada.email);
    expect(mail?.text).toContain(
      `You paid for: Certificate of Good Standing, ${entity['name']} LLC.`,
    );
    expect(mail?.text).toContain(`/portal/invoices/${request.invoice.id}`);
    // Repeated and parallel deliveries: the same number, and the counter has not moved.
    const facts = { payerName: 'x', subjectName: 'x', issuer: nobody };
    const again = await Promise.all(
      [1, 2, 3].map(() => numberReceipt(world.table, request.invoice.id, facts)),
    );
    expect(again.map((each) => each?.receipt)).toEqual(Array(3).fill(stored[0]?.receipt));
    expect(await lastNumber()).toBe(before + 3);
    Object.assign(world.deps, { receiptIssuer: { name: 'Another office' } });
    const renamed = { name: `${entity['name']} Renamed` };
    expect((await world.admin('PATCH', `/legal_entities/${entity.id}`, renamed)).status).toBe(200);
    const paper = await browser.open(paperOf(request.invoice.id));
    expect(nameOf(paper.headers)).toMatch(RegExp(`^Receipt ${number} `));
    const text = plainText(readPdf(paper.bytes));
    expect(text).toContain(`Receipt number ${number}`);
    expect(text).toContain('From Office 1 Registry Square Tax number 0801');
    expect(text).toContain(`To ${entity['name']} LLC`);
    const page = shownText(await browser.open(`/portal/invoices/${request.invoice.id}`));
    expect(page).toContain(`Receipt number ${number}`);
    expect(page).toContain(`To ${entity['name']} LLC`);
  });

  it('gets no number before it is paid', async () => {
    const { request } = await anInvoice();
    const before = await lastNumber();
    const facts = { payerName: 'x', subjectName: 'x', issuer: nobody };
    expect(await numberReceipt(world.table, request.invoice.id, facts)).toBeNull();
    expect(await lastNumber()).toBe(before);
  });

  it('is the same file in every download once it is paid', async () => {
    const { request } = await anInvoice();
    await payRequest(world, request, ada.standardKey);
    const first = await browser.open(paperOf(request.invoice.id));
    world.clock.now += 60_000;
    const second = await browser.open(paperOf(request.invoice.id));
    expect(second.bytes).toEqual(first.bytes);
  });

  it('is in the language of the portal', async () => {
    const { request } = await anInvoice();
    await browser.open('/language?to=es&next=/portal');
    const answer = await browser.open(paperOf(request.invoice.id));
    expect(nameOf(answer.headers)).toMatch(/^Factura INV-/);
    const pdf = readPdf(answer.bytes);
    expect(pdf.catalogue('Lang')).toBe('es');
    expect(plainText(pdf)).toContain('Página 1 de 1');
  });

  it('is not found by other people', async () => {
    const { request } = await anInvoice();
    const stranger = await signedIn(world, (await aResident(world)).email);
    for (const id of [request.invoice.id, unknownId])
      expect((await stranger.open(paperOf(id))).status).toBe(404);
  });

  it('costs at most three round trips', async () => {
    const { request } = await anInvoice();
    const counts: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      world.proxy.calls.reset();
      await browser.open(paperOf(request.invoice.id));
      counts.push(world.proxy.calls.roundTrips());
    }
    expect(Math.min(...counts)).toBeLessThanOrEqual(3);
  });
});

describe('a downloaded document', () => {
  it("has a file name with the entity, the document's name and the date, from page and API", async () => {
    const entity = await aRepresentedEntity(world, ada);
    const stored = { name: 'Articles', contentType: 'text/plain', contentBase64: 'QQ==' };
    await world.admin('POST', `/legal_entities/${entity.id}/documents`, stored);
    const path = `/api/v1/legal_entities/${entity.id}/documents`;
    const listed = await world.call('GET', path, { key: ada.standardKey });
    const [{ id, fileUrl, createdAt }] = (
      listed.body as { data: [{ id: string; fileUrl: string; createdAt: string }] }
    ).data;
    const name = `${entity['name']} LLC - Articles - ${createdAt.slice(0, 10)}.txt`;
    const portal = await browser.open(`/portal/legal-entities/${entity.id}/documents/${id}`);
    for (const url of [fileUrl, portal.headers.get('location') ?? ''])
      expect((await fetch(url)).headers.get('content-disposition')).toBe(
        `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
      );
  });
});

const data = '/portal/files/my-data';

describe("the PDF of someone's personal data", () => {
  it('has every part with its records, and the export is recorded', async () => {
    await aDraft(world, await anAgentKey(world, ada.id, agentScopes));
    await world.settle();
    const page = await browser.open('/portal/my-data');
    expect(page.text).toContain(`action="${data}"`);
    const answer = await browser.send(data, {});
    expect(answer.status).toBe(200);
    expect(nameOf(answer.headers)).toMatch(
      /^What the registry holds about you \d{4}-\d{2}-\d{2}\.pdf$/,
    );
    const pdf = readPdf(answer.bytes);
    const text = plainText(pdf);
    for (const shown of [
      'Sign-in and access',
      ada.email,
      String(ada.rpn),
      'Application for a legal entity',
      'Sign-in',
      'A key was created',
    ])
      expect(text).toContain(shown);
    expect(text).not.toMatch(/undefined|\[object/);
    const headings = pdf.structure.filter(({ type }) => /^H\d$/.test(type));
    expect(headings.map(({ type }) => type).slice(0, 3)).toEqual(['H1', 'H2', 'H3']);
    const again = await browser.send(data, {});
    expect(plainText(readPdf(again.bytes))).toContain('Your data was exported');
  });

  it('has a label for each field and kind, in both languages', async () => {
    await aDraft(world, await anAgentKey(world, ada.id, agentScopes));
    await world.settle();
    await browser.open('/portal/my-data');
    const file = JSON.parse((await browser.send('/portal/my-data', {})).text) as {
      parts: { part: string; records: { kind: string; fields: object }[] }[];
    };
    const records = file.parts
      .filter(({ part }) => part !== 'activity')
      .flatMap((part) => part.records);
    const split = (name: string) => name.replace(/[A-Z]/g, (each) => ` ${each.toLowerCase()}`);
    for (const locale of ['en', 'es'] as const) {
      const fields = new Set(records.flatMap((record) => namesIn(record.fields)));
      const unnamed = [...fields].filter((name) => fieldLabel(name, { locale }) === split(name));
      expect(unnamed).toEqual([]);
      const kinds = new Set(records.map(({ kind }) => kind));
      expect([...kinds].filter((kind) => kindLabel(kind, { locale }) === kind)).toEqual([]);
    }
  });

  it('requires a recent sign-in', async () => {
    await browser.open('/portal/my-data');
    world.clock.now += 16 * 60_000;
    const { status, location } = outcomeOf(await browser.send(data, {}));
    expect(status).toBe(303);
    expect(location).toMatch(/next=%2Fportal%2Fmy-data&reason=data/);
  });

  it('prints the newest acts, and says that earlier ones exist', async () => {
    const act = { at: '2026-11-23T10:00:00.000Z', outcome: 'success', details: {}, subject: null };
    const activity = Array.from({ length: mostPrintedActs + 7 }, (_, index) => ({
      ...act,
      id: String(index),
      requestId: null,
      action: 'person.signed_in',
      actor: { kind: 'person' as const, id: null },
    }));
    const none = [] as const;
    const parts = {
      ...{ account: none, residency: none, access: none, applications: none },
      ...{ entities: none, proofs: none, activity: none },
    };
    const paper = { personId: unknownId, parts, activity, recipients: [], at: act.at };
    const pdf = readPdf(
      await renderOwnData({ ...paper, issuer: defaultIssuer, locale: 'en' } as Parameters<
        typeof renderOwnData
      >[0]),
    );
    const text = plainText(pdf);
    expect(text.match(/Sign-in(?! and access)/g)).toHaveLength(mostPrintedActs);
    const person = { sex: 'female', locale: 'en', citizenships: ['GB', 'HN'], comments: 'female' };
    // Fields have a fixed order, whatever the order in the table.
    const printed = await Promise.all(
      [
        { status: 'active', surname: 'Lovelace', language: 'en', givenName: 'Ada', ...person },
        { ...person, language: 'en', givenName: 'Ada', status: 'active', surname: 'Lovelace' },
      ].map(async (fields) => {
        const account = [{ kind: 'person', fields }];
        const bytes = await renderOwnData({
          ...{ ...paper, activity: [], parts: { ...parts, account } },
          ...{ issuer: defaultIssuer, locale: 'en' },
        } as Parameters<typeof renderOwnData>[0]);
        return plainText(readPdf(bytes));
      }),
    );
    expect(printed[1]).toBe(printed[0]);
    // Codes are printed as labels.
    expect(printed[0]).toMatch(
      /Given names Ada Surname Lovelace Sex Female Citizenships United Kingdom, Honduras Status Active/,
    );
    expect(printed[0]).toMatch(/Language\b.* English/);
    expect(text).toContain('newest 300 actions. Earlier ones');
    expect(pdf.pageCount).toBeGreaterThan(3);
  });
});

function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}
