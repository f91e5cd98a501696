import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../shared/kernel/db/transact.ts';
import {
  newPaymentCaseWrites,
  paymentCaseId,
  type SeenDifference,
} from '../../shared/payments/db/payment-cases.ts';
import { operatorOf } from '../support/admin.ts';
import { aFiler, aSignedFiling, freshName } from '../support/amendments.ts';
import { aDraft } from '../support/drafts.ts';
import { ask, nobodyElse, operatorCalled } from '../support/operators.ts';
import { aPartner, aPartnerDraft, partnerCalls } from '../support/partners.ts';
import { linkIn, outcomeOf, shownText, sortsIn } from '../support/portal.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { aStaffMember } from '../support/staff.ts';
import { aConsoleOperator, sendStaffPasskey } from '../support/staff-passkeys.ts';
import { useWorld } from '../support/use-world.ts';
import type { PageAnswer } from '../support/visitor.ts';

const world = await useWorld();
const { data } = operatorOf(world);
const [ida, ben] = [await aConsoleOperator(world), await aConsoleOperator(world)];
const place = '/portal/console';
const approvals = `${place}/approvals`;

beforeEach(() => {
  ask(world, nobodyElse);
  world.clock.now += 1_000;
});

type Rows = readonly Readonly<Record<string, unknown>>[];

async function trailOf(subjectId: string) {
  const { body } = await world.admin('GET', `/audit?subjectId=${subjectId}`);
  const found: Rows = Object(body).data;
  return found.map(({ action, actor }) => [action, Object(actor).kind, Object(actor).id]);
}

async function listed(path: string): Promise<Rows> {
  const { body } = await world.admin('GET', path);
  return Object(body).data;
}

/** Returns what the page shows once, or fails. */
function secretOn(answer: PageAnswer): string {
  const [, secret] = /class="secret exact"[^>]*>([^<]+)</.exec(answer.text) ?? [];
  if (answer.status !== 200 || secret === undefined)
    throw new Error(`no secret: ${answer.status} ${shownText(answer)}`);
  return secret;
}

function approvalOf(answer: PageAnswer): string {
  const { status, location } = outcomeOf(answer);
  const [, id] = /\/approvals\/([0-9a-f-]+)\?asked=yes$/.exec(location ?? '') ?? [];
  if (status !== 303 || id === undefined) throw new Error(`set-up: ${status} ${shownText(answer)}`);
  return `${approvals}/${id}`;
}

const aFormId = () => randomBytes(16).toString('base64url');

const voucherForm = (fields: Readonly<Record<string, string | readonly string[]>> = {}) => ({
  act: 'voucher',
  kind: 'amount',
  amount: '300.50',
  formId: aFormId(),
  ...fields,
});

describe('vouchers in the console', () => {
  const path = `${place}/vouchers/new`;
  const list = `${place}/vouchers`;

  it('are created once, with the code shown once and the person in the audit trail', async () => {
    const fields = voucherForm({
      product: ['amendment', 'certificate_request'],
      expiresAt: '2027-01-31',
    });
    const before = (await listed('/vouchers')).length;
    const code = secretOn(await ida.acts(path, fields));
    expect(await data('GET', `/vouchers/${code}`)).toMatchObject({
      kind: 'amount',
      value: 30_050,
      currency: 'USD',
      products: ['amendment', 'certificate_request'],
      expiresAt: '2027-01-31T00:00:00.000Z',
    });
    const again = await ida.acts(path, fields);
    expect([again.status, shownText(again).includes('This form was already sent')]).toEqual([
      409,
      true,
    ]);
    expect(await listed('/vouchers')).toHaveLength(before + 1);
    expect(await trailOf(code)).toEqual([['voucher.created', 'operator', ida.id]]);
    const shown = await ida.browser.open(list);
    expect(shown.text).not.toContain(code);
    expect(shown.text).toContain(`…${code.slice(-4)}`);
    const found = await ida.browser.open(`${list}?${new URLSearchParams({ code })}`);
    expect(shownText(found)).toContain('Up to USD 300.50');
    expect(shownText(await ida.browser.open(`${list}?code=NO-SUCH-CODE`))).toContain(
      'No voucher has this code',
    );
  });

  it('are created once if the form arrives twice at the same time', async () => {
    const fields = voucherForm();
    const before = (await listed('/vouchers')).length;
    await ida.browser.open(path);
    const answers = await Promise.all([1, 2].map(() => ida.browser.send(path, fields)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await listed('/vouchers')).toHaveLength(before + 1);
  });

  it.each([
    [{ kind: 'gift' }, 'Choose what the voucher pays'],
    [{ amount: '' }, 'Enter an amount'],
    [{ amount: '-3' }, 'Enter an amount'],
    [{ amount: '0' }, 'Enter an amount'],
    [{ amount: '1e3' }, 'Enter an amount'],
    [{ currency: 'dollars' }, 'Enter a currency'],
    [{ kind: 'percent', percent: '101' }, 'Enter a percentage'],
    [{ kind: 'percent', percent: '' }, 'Enter a percentage'],
    [{ expiresAt: '2026-02-30' }, 'Enter a date'],
    [{ code: 'abc' }, 'Use 6 to 64 letters'],
    [{ product: ['passport'] }, 'Choose from the list'],
    [{ formId: 'x' }, 'Open the page again'],
  ])('are not created with %o', async (fields, message) => {
    const before = await listed('/vouchers');
    const answer = await ida.acts(path, voucherForm(fields));
    expect([answer.status, shownText(answer)]).toEqual([400, expect.stringContaining(message)]);
    expect(await listed('/vouchers')).toEqual(before);
  });

  it('are not created with a code that exists', async () => {
    const fields = () => voucherForm({ code: 'console-twice' });
    expect(secretOn(await ida.acts(path, fields()))).toBe('CONSOLE-TWICE');
    const answer = await ida.acts(path, fields());
    expect([answer.status, shownText(answer)]).toEqual([
      409,
      expect.stringContaining('already exists'),
    ]);
  });

  it('above the limit are created by another operator, who sees the code', async () => {
    ask(world, { vouchersAbove: 10_000 });
    const before = (await listed('/vouchers')).length;
    const fields = voucherForm();
    const page = approvalOf(await ida.acts(path, fields));
    expect((await ida.acts(path, fields)).status).toBe(409);
    expect(shownText(await ben.browser.open(page))).toContain('USD 300.50');
    expect((await ida.acts(page, { act: 'approve' })).status).toBe(403);
    expect(await listed('/vouchers')).toHaveLength(before);
    const code = secretOn(await ben.acts(page, { act: 'approve' }));
    expect(await trailOf(code)).toEqual([['voucher.created', 'operator', ida.id]]);
    expect((await ben.acts(page, { act: 'approve' })).text).not.toContain(code);
    expect(await listed('/vouchers')).toHaveLength(before + 1);
    // Below the limit one operator is enough.
    secretOn(await ida.acts(path, voucherForm({ amount: '100' })));
  });

  it('are listed in pages', async () => {
    for (let count = 0; count < 21; count += 1) await data('POST', '/vouchers', { kind: 'full' });
    const first = await ida.browser.open(list);
    const [, next = ''] =
      /href="[^"]*(\/portal\/console\/vouchers\?after=[^"]+)"/.exec(first.text) ?? [];
    expect(first.text.match(/<th scope="row">/g)).toHaveLength(20);
    expect(shownText(await ida.browser.open(next))).toContain('Not used');
  });
});

describe('partners in the console', () => {
  const list = `${place}/partners`;

  it('are registered once', async () => {
    const fields = {
      act: 'partner',
      formId: aFormId(),
      name: 'Console Partners',
      origins: 'https://one.example\nhttps://two.example/',
      claimMails: '50',
    };
    const { status, location } = outcomeOf(await ida.acts(`${list}/new`, fields));
    const [, id = ''] = /\/partners\/([0-9a-f-]{36})\?done=partner$/.exec(location ?? '') ?? [];
    expect([status, await data('GET', `/partner_integrations/${id}`)]).toMatchObject([
      303,
      {
        name: 'Console Partners',
        redirectOrigins: ['https://one.example', 'https://two.example'],
        claimMailsPerDay: 50,
        active: true,
      },
    ]);
    expect((await ida.acts(`${list}/new`, fields)).status).toBe(409);
    expect(await trailOf(id)).toEqual([['partner_integration.registered', 'operator', ida.id]]);
    expect(shownText(await ida.browser.open(list))).toContain('Console Partners');
    const later = await ida.browser.open(`${list}?from=2099-01-01`);
    expect(shownText(later)).toContain('No partners match these filters');
  });

  it.each([
    [{ name: '' }, 'Enter a name'],
    [{ name: '---' }, 'Enter a name'],
    [{ origins: 'https://one.example/path' }, 'Enter addresses such as'],
    [{ origins: 'http://one.example' }, 'Enter addresses such as'],
    [{ claimMails: 'many' }, 'Enter a whole number'],
  ])('are not registered with %o', async (fields, message) => {
    const before = await listed('/partner_integrations');
    const answer = await ida.acts(`${list}/new`, {
      ...{ act: 'partner', formId: aFormId(), name: 'Nobody', origins: '', claimMails: '' },
      ...fields,
    });
    expect([answer.status, shownText(answer)]).toEqual([400, expect.stringContaining(message)]);
    expect(await listed('/partner_integrations')).toEqual(before);
  });

  it('get keys that are shown once, and revoked after a confirmation', async () => {
    const { integrationId } = await aPartner(world);
    const path = `${list}/${integrationId}`;
    const scope = ['partner:person.application.read', 'partner:person.application.create'];
    const fields = { act: 'key', formId: aFormId(), label: 'console', scope };
    const key = secretOn(await ida.acts(path, fields));
    expect((await partnerCalls(world, { key }).list()).status).toBe(200);
    expect((await ida.acts(path, fields)).status).toBe(409);
    const keys = await listed(`/partner_integrations/${integrationId}/keys`);
    expect(keys).toHaveLength(2);
    const made = keys.find(({ label }) => label === 'console');
    expect(made).toMatchObject({ scopes: scope });
    expect((await ida.browser.open(path)).text).not.toContain(key);
    const revoke = { act: 'revoke', keyId: String(made?.['id']) };
    expect(shownText(await ida.acts(path, revoke))).toContain('Revoke this key?');
    expect((await partnerCalls(world, { key }).list()).status).toBe(200);
    expect(outcomeOf(await ida.acts(path, { ...revoke, confirmed: 'yes' }))).toEqual({
      status: 303,
      location: `${path}?done=revoke`,
    });
    expect((await partnerCalls(world, { key }).list()).status).toBe(401);
    expect(await trailOf(integrationId)).toEqual(
      expect.arrayContaining([
        ['partner_key.issued', 'operator', ida.id],
        ['partner_key.revoked', 'operator', ida.id],
      ]),
    );
    const none = await ida.acts(path, { ...fields, formId: aFormId(), scope: [] });
    expect([none.status, shownText(none)]).toEqual([
      400,
      expect.stringContaining('Choose at least one scope'),
    ]);
  });

  it('get keys from a second operator, who sees the key', async () => {
    const { integrationId } = await aPartner(world);
    const path = `${list}/${integrationId}`;
    ask(world, { keys: true });
    const scope = ['partner:person.application.read'];
    const sent = await ida.acts(path, { act: 'key', formId: aFormId(), label: 'two', scope });
    const page = approvalOf(sent);
    expect(shownText(await ben.browser.open(page))).toContain('Harbour Partners');
    expect((await ida.acts(page, { act: 'approve' })).status).toBe(403);
    const key = secretOn(await ben.acts(page, { act: 'approve' }));
    expect((await partnerCalls(world, { key }).list()).status).toBe(200);
  });

  it('are suspended after a confirmation, and reactivated', async () => {
    const partner = await aPartner(world);
    const path = `${list}/${partner.integrationId}`;
    expect(shownText(await ida.acts(path, { act: 'suspend' }))).toContain('Suspend this partner?');
    await ida.acts(path, { act: 'suspend', confirmed: 'yes' });
    expect((await partnerCalls(world, partner).list()).status).toBe(403);
    await ida.acts(path, { act: 'resume' });
    expect((await partnerCalls(world, partner).list()).status).toBe(200);
  });

  it('are shown with their applications of the last 30 days', async () => {
    const partner = await aPartner(world);
    const path = `${list}/${partner.integrationId}`;
    expect(shownText(await ida.browser.open(path))).toContain('No applications.');
    await aPartnerDraft(world, partner);
    await aPartnerDraft(world, partner);
    expect(shownText(await ida.browser.open(path))).toContain('2 applications.');
  });

  it('are not changed by someone who represents their legal entity', async () => {
    const { id: legalEntityId } = await anEntity(world, { representatives: [ida.id] });
    const partner = await aPartner(world, { legalEntityId });
    const path = `${list}/${partner.integrationId}`;
    const shown = await ida.browser.open(path);
    expect(shownText(shown)).toContain('You represent this partner’s legal entity');
    expect(shown.text).not.toContain('name="act"');
    const scope = ['partner:person.application.read'];
    const forms: readonly Readonly<Record<string, string | string[]>>[] = [
      { act: 'key', formId: aFormId(), scope },
      { act: 'suspend', confirmed: 'yes' },
      { act: 'resume' },
    ];
    for (const fields of forms) expect((await ida.acts(path, fields)).status).toBe(403);
    expect((await partnerCalls(world, partner).list()).status).toBe(200);
    expect(await listed(`/partner_integrations/${partner.integrationId}/keys`)).toHaveLength(1);
  });
});

describe('payment cases in the console', () => {
  const list = `${place}/payment-cases`;
  let payments = 0;

  async function aCase(subject: SeenDifference['subject'] = null, payerId?: string) {
    payments += 1;
    const seen: SeenDifference = {
      ...{ kind: 'duplicate', provider: 'cardpay', paymentId: `pay_console_${payments}` },
      ...{ entryId: null, invoiceId: null, subject, invoiceCents: 30_000 },
      ...{ amountCents: 30_000, currency: 'USD', invoiceCurrency: 'USD' },
      ...(payerId !== undefined && { payerId }),
      createdAt: world.deps.now().toISOString(),
    };
    await transact(world.table, newPaymentCaseWrites(seen));
    const id = paymentCaseId(seen);
    return { id, path: `${list}/${id}`, read: () => data('GET', `/payment_cases/${id}`) };
  }

  it('are assigned and closed with a reason, by name', async () => {
    const { id, path, read } = await aCase();
    expect(shownText(await ida.browser.open(place))).toContain('1 waiting');
    const early = await ida.acts(path, { act: 'close', reason: 'Returned' });
    expect([early.status, shownText(early)]).toEqual([
      409,
      expect.stringContaining('not assigned'),
    ]);
    expect(outcomeOf(await ida.acts(path, { act: 'take' }))).toEqual({
      status: 303,
      location: `${path}?done=take`,
    });
    expect(await read()).toMatchObject({ status: 'taken', owner: ida.id });
    world.clock.now += 1_000;
    expect(shownText(await ben.browser.open(`${list}?status=taken`))).toContain('Staff Member');
    // Only someone else can take it over.
    const offers = async ({ browser }: typeof ida) =>
      (await browser.open(path)).text.includes('value="take"');
    expect([await offers(ida), await offers(ben)]).toEqual([false, true]);
    for (const reason of ['', 'x'.repeat(501)]) {
      const answer = await ida.acts(path, { act: 'close', reason });
      expect([answer.status, shownText(answer)]).toEqual([
        400,
        expect.stringContaining('Say what was done'),
      ]);
    }
    await ida.acts(path, { act: 'close', reason: 'Returned to the payer' });
    expect(await read()).toMatchObject({
      status: 'closed',
      closedBy: ida.id,
      reason: 'Returned to the payer',
    });
    const repeated = await ida.acts(path, { act: 'close', reason: 'Returned again' });
    expect([repeated.status, await read()]).toMatchObject([
      409,
      { reason: 'Returned to the payer' },
    ]);
    const closed = (await ida.browser.open(path)).text;
    expect(closed).not.toContain('name="act"');
    expect(closed).not.toContain('Return this payment');
    expect(await trailOf(id)).toEqual([
      ['payment_case.closed', 'operator', ida.id],
      ['payment_case.taken', 'operator', ida.id],
    ]);
    expect(shownText(await ida.browser.open(`${list}?status=open`))).toContain(
      'No payment cases have this status',
    );
  });

  it('are sorted by time over all pages, with the filter', async () => {
    const cases: string[] = [];
    for (let count = 0; count < 21; count += 1) {
      world.clock.now += 1_000;
      cases.push((await aCase()).path);
    }
    const casesIn = ({ text }: PageAnswer) =>
      Array.from(text.matchAll(/href="([^"]+payment-cases\/[^"?]+)"/g), ([, path]) => path);
    const open = await ida.browser.open(`${list}?status=open`);
    const turn = `${list}?status=open&sort=found&order=asc`;
    expect(sortsIn(open)).toEqual([['descending', turn, 'Found']]);
    const first = await ida.browser.open(turn);
    expect(sortsIn(first)[0]?.[0]).toBe('ascending');
    expect(first.text).toContain('<input type="hidden" name="sort" value="found">');
    const second = await ida.browser.open(linkIn(first, 'Later cases') ?? '');
    expect([casesIn(first).length, linkIn(second, 'Later cases')]).toEqual([20, undefined]);
    const all = [...casesIn(first), ...casesIn(second)];
    expect(all.slice(-21)).toEqual(cases);
    expect(casesIn(open)).toEqual(all.toReversed().slice(0, 20));
    for (const query of ['sort=amount', 'sort=found&order=up']) {
      expect((await ida.browser.open(`${list}?${query}`)).status).toBe(400);
    }
  });

  it('name what was paid for, the payer, the method and what to do', async () => {
    const payer = await aResident(world);
    const draft = await aDraft(world, payer.standardKey);
    const subject = { type: 'legal_entity_application', id: draft.id };
    const shown = async (of: { readonly path: string }) =>
      shownText(await ida.browser.open(of.path));
    const known = await shown(await aCase(subject, payer.id));
    for (const part of [
      `${draft.name} LLC`,
      'Payer Test Resident',
      'Card (CardPay)',
      'The fee was already paid. Return this payment.',
    ])
      expect(known).toContain(part);
    const gone = await shown(await aCase({ ...subject, id: crypto.randomUUID() }, payer.id));
    expect(gone).toContain('Application for a legal entity Deleted');
    expect(gone).toContain('Payer Test Resident');
    expect(await shown(await aCase())).toContain('Payer Not known');
  });

  it('are taken and closed by no operator whose own case was paid', async () => {
    const resident = await aResident(world);
    const filer = await aFiler(world);
    const represented = await aFiler(world, {});
    await data('PUT', `/legal_entities/${represented.entityId}/representatives/${ida.id}`, {});
    const filing = await aSignedFiling(world, represented, { name: freshName() });
    const others = await aSignedFiling(world, filer, { name: freshName() });
    const { id: application } = await aDraft(world, resident.standardKey);
    const own = await aCase({ type: 'amendment', id: filing });
    const refused = await ida.browser.open(own.path);
    expect(shownText(refused)).toContain('This payment was for your own application');
    expect(refused.text).not.toContain('name="act"');
    expect((await ida.acts(own.path, { act: 'take' })).status).toBe(403);
    expect(await own.read()).toMatchObject({ status: 'open' });
    await ben.acts(own.path, { act: 'take' });
    const closed = await ida.acts(own.path, { act: 'close', reason: 'Returned to the payer' });
    expect([closed.status, shownText(closed)]).toEqual([
      403,
      expect.stringContaining('You cannot take or close a payment case about your own'),
    ]);
    expect(await own.read()).toMatchObject({ status: 'taken', owner: ben.id });
    await ben.acts(own.path, { act: 'close', reason: 'Returned to the payer' });
    expect(await own.read()).toMatchObject({ status: 'closed', closedBy: ben.id });
    for (const subject of [
      { type: 'amendment', id: others },
      { type: 'legal_entity_application', id: application },
      { type: 'legal_entity_application', id: 'erased' },
    ]) {
      const { path, read } = await aCase(subject);
      await ida.acts(path, { act: 'take' });
      await ida.acts(path, { act: 'close', reason: 'Returned to the payer' });
      expect(await read()).toMatchObject({ status: 'closed', closedBy: ida.id });
    }
  });
});

describe('staff in the console', () => {
  const list = `${place}/staff`;
  const read = (id: string) => data('GET', `/staff/${id}`);

  it('are added after the page shows who it is', async () => {
    const { id, email } = await aResident(world);
    const fields = { act: 'staff', role: ['reviewer'], type: ['amendment'] };
    const asked = await ida.acts(`${list}/new`, { ...fields, person: email });
    expect(shownText(asked)).toContain('Give these roles?');
    expect((await world.admin('GET', `/staff/${id}`)).status).toBe(404);
    const sent = { ...fields, personId: id, confirmed: 'yes' };
    expect(outcomeOf(await ida.acts(`${list}/new`, sent))).toEqual({
      status: 303,
      location: `${list}/${id}?done=staff`,
    });
    expect(await read(id)).toMatchObject({ roles: ['reviewer'], subjectTypes: ['amendment'] });
    expect((await ida.acts(`${list}/new`, sent)).status).toBe(409);
    expect(await trailOf(id)).toContainEqual(['staff.added', 'operator', ida.id]);
  });

  it('are listed by role and status', async () => {
    const auditor = await aStaffMember(world, ['auditor']);
    const support = await aStaffMember(world, ['support']);
    await data('DELETE', `/staff/${support.id}`);
    const auditors = await ida.browser.open(`${list}?role=auditor`);
    expect([auditors.text.includes(auditor.id), auditors.text.includes(ida.id)]).toEqual([
      true,
      false,
    ]);
    const removed = await ida.browser.open(`${list}?status=removed`);
    expect([removed.text.includes(support.id), removed.text.includes(auditor.id)]).toEqual([
      true,
      false,
    ]);
  });

  it('get other roles, and are removed after a confirmation', async () => {
    const { id } = await aStaffMember(world, ['reviewer']);
    const path = `${list}/${id}`;
    const both = await ida.acts(path, { act: 'roles', role: ['auditor', 'support'], version: '1' });
    expect([both.status, shownText(both)]).toEqual([
      409,
      expect.stringContaining('An auditor cannot'),
    ]);
    const none = await ida.acts(path, { act: 'roles', role: [], version: '1' });
    expect(shownText(none)).toContain('Choose at least one role');
    await ida.acts(path, { act: 'roles', role: ['senior_reviewer'], version: '1' });
    expect(await read(id)).toMatchObject({ roles: ['senior_reviewer'] });
    const stale = await ida.acts(path, { act: 'roles', role: ['support'], version: '1' });
    expect([stale.status, await read(id)]).toMatchObject([409, { roles: ['senior_reviewer'] }]);
    expect(shownText(await ida.acts(path, { act: 'leave' }))).toContain('Remove this person');
    expect(await read(id)).toMatchObject({ status: 'active' });
    await ida.acts(path, { act: 'leave', confirmed: 'yes' });
    expect(await read(id)).toMatchObject({ status: 'removed' });
    expect(await trailOf(id)).toEqual(
      expect.arrayContaining([
        ['staff.revised', 'operator', ida.id],
        ['staff.removed', 'operator', ida.id],
      ]),
    );
  });

  it('get a code for a passkey, which is shown once', async () => {
    const { id, browser } = await aStaffMember(world, ['reviewer']);
    const path = `${list}/${id}`;
    expect(shownText(await ida.acts(path, { act: 'code' }))).toContain('Create a passkey code?');
    const fields = { act: 'code', confirmed: 'yes', formId: aFormId() };
    const code = secretOn(await ida.acts(path, fields));
    expect((await ida.acts(path, fields)).status).toBe(409);
    expect((await sendStaffPasskey(world, browser, code)).added?.status).toBe(303);
    expect(await trailOf(id)).toContainEqual(['staff.passkey_code_created', 'operator', ida.id]);
  });

  it('never change their own roles, and never make or change a registry operator', async () => {
    const { id, email } = await aResident(world);
    const own = `${list}/${ida.id}`;
    expect((await ida.browser.open(own)).text).not.toContain('name="act"');
    const attempts: readonly (readonly [string, Readonly<Record<string, string | string[]>>])[] = [
      [own, { act: 'roles', role: ['support'] }],
      [own, { act: 'leave', confirmed: 'yes' }],
      [own, { act: 'code', confirmed: 'yes', formId: aFormId() }],
      [`${list}/new`, { act: 'staff', person: email, role: ['operator'] }],
      [`${list}/new`, { act: 'staff', personId: id, role: ['operator'], confirmed: 'yes' }],
      [`${list}/${ben.id}`, { act: 'roles', role: ['support'] }],
      [`${list}/${ben.id}`, { act: 'code', confirmed: 'yes', formId: aFormId() }],
    ];
    for (const [path, fields] of attempts) {
      const answer = await ida.acts(path, fields);
      expect([path, fields, answer.status]).toEqual([path, fields, 403]);
    }
    const { id: reviewer } = await aStaffMember(world, ['reviewer']);
    const given = await ida.acts(`${list}/${reviewer}`, { act: 'roles', role: ['operator'] });
    expect(given.status).toBe(403);
    expect(await read(ida.id)).toMatchObject({ roles: ['operator'], version: 1 });
    expect(await read(ben.id)).toMatchObject({ roles: ['operator'], version: 1 });
    expect((await world.admin('GET', `/staff/${id}`)).status).toBe(404);
    // A registry operator can be removed by another one.
    const other = await aConsoleOperator(world);
    await ida.acts(`${list}/${other.id}`, { act: 'leave', confirmed: 'yes' });
    expect((await other.browser.open(place)).status).toBe(404);
  });

  it('get roles from a second operator, who may neither have asked nor get them', async () => {
    const { id } = await aStaffMember(world, ['reviewer']);
    ask(world, { staff: true });
    const fields = { act: 'roles', role: ['senior_reviewer'], version: '1' };
    const page = approvalOf(await ida.acts(`${list}/${id}`, fields));
    expect(shownText(await ben.browser.open(page))).toContain('senior_reviewer');
    expect((await ida.acts(page, { act: 'approve' })).status).toBe(403);
    expect(await read(id)).toMatchObject({ roles: ['reviewer'] });
    expect(outcomeOf(await ben.acts(page, { act: 'approve' }))).toMatchObject({ status: 303 });
    expect(await read(id)).toMatchObject({ roles: ['senior_reviewer'] });
    const grace = operatorCalled(world, 'grace');
    const asked = await grace.asks('PATCH', `/staff/${ben.id}`, { roles: ['support', 'operator'] });
    for (const one of [ida, ben]) {
      expect((await one.acts(`${approvals}/${asked.id}`, { act: 'approve' })).status).toBe(403);
    }
    expect(await read(ben.id)).toMatchObject({ roles: ['operator'] });
  });
});

describe('maintenance', () => {
  it('is shown on the console with its reason, and no form is accepted', async () => {
    expect(shownText(await ida.browser.open(place))).toContain('maintenance on --reason');
    const before = await listed('/vouchers');
    world.stage.variables = {
      maintenance: '600',
      maintenanceSince: '2026-01-16T09:30:00.000Z',
      maintenanceReason: Buffer.from('restore of the table').toString('base64url'),
    };
    try {
      const shown = shownText(await ida.browser.open(place));
      for (const part of ['restore of the table', '16 January 2026', 'maintenance off --reason']) {
        expect(shown).toContain(part);
      }
      const sent = await ida.browser.send(`${place}/vouchers/new`, voucherForm());
      expect(sent.status).toBe(503);
    } finally {
      world.stage.variables = {};
    }
    expect(await listed('/vouchers')).toEqual(before);
  });
});

describe('a form of the console that was not confirmed with the passkey', () => {
  it.each([
    [`${place}/vouchers/new`, voucherForm({ code: 'KEPT-CODE' }), 'value="KEPT-CODE"'],
    [`${place}/partners/new`, { act: 'partner', formId: aFormId(), name: 'Kept' }, 'value="Kept"'],
    [`${place}/staff/new`, { act: 'staff', person: 'kept@x.example' }, 'value="kept@x.example"'],
  ])('is shown again by %s with its fields', async (path, fields, kept) => {
    world.clock.now += 16 * 60_000;
    await ida.browser.open(path);
    const answer = await ida.browser.send(path, fields);
    const next = path.endsWith('staff/new') ? 400 : 307;
    expect(answer.status).toBe(next);
    const shown = await ida.browser.send(`${path}?restored=nothing`, fields);
    expect([shown.status, shown.text.includes(kept)]).toEqual([200, true]);
    expect(await listed('/vouchers?limit=1')).not.toMatchObject([{ code: 'KEPT-CODE' }]);
  });
});

describe('someone who is a registry operator and has a principal of IAM', () => {
  it.each([
    ['a user', ''],
    ['a session of a named role', 'Operators:'],
  ])(
    'does not approve their own request as %s with the first part of their address',
    async (_, role) => {
      const { id } = await anEntity(world);
      const path = `${place}/entities/${id}`;
      ask(world, { taxState: true, namedRoles: ['Operators'] });
      const [first = ''] = ida.email.split('@');
      // As IAM may spell it.
      const self = operatorCalled(world, `${role}${first.toUpperCase()}`);
      const fields = { act: 'tax', taxState: 'overdue' };
      const asked = approvalOf(await ida.acts(path, fields)).slice(approvals.length + 1);
      const { body } = await self.call('GET', `/approvals/${asked}`);
      expect(await self.approves(Object(body).data)).toMatchObject({
        status: 403,
        body: { code: 'approval.same_operator' },
      });
      const theirs = await self.asks('PATCH', `/legal_entities/${id}`, { taxState: 'overdue' });
      expect((await ida.acts(`${approvals}/${theirs.id}`, { act: 'approve' })).status).toBe(403);
      expect(await data('GET', `/legal_entities/${id}`)).toMatchObject({ taxState: 'current' });
      // Another person has another name.
      expect(
        outcomeOf(await ben.acts(`${approvals}/${theirs.id}`, { act: 'approve' })),
      ).toMatchObject({ status: 303 });
    },
  );
});
