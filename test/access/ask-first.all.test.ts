import { beforeEach, describe, expect, it } from 'vitest';
import { agentScopes } from '../../shared/kernel/domain/scopes.ts';
import { isTestHelper } from '../../shared/kernel/http/page-paths.ts';
import { approveCall } from '../../shared/service/handlers/key-acts.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import {
  aFiler,
  aSignedFiling,
  freshName,
  pay as payFiling,
  readFiling,
  revise,
} from '../support/amendments.ts';
import { aRepresentedEntity, aRequest, readRequest } from '../support/certificates.ts';
import { aDraft, aVoucher, type Draft, pay, read } from '../support/drafts.ts';
import { justBefore } from '../support/just-before.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
import { anEntity, aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { useWebhooks } from '../support/webhooks.ts';
import type { Answer } from '../support/world.ts';

const world = await useWorld();
const hooks = await useWebhooks(world);
const day = 86_400_000;
const portalCall = { requestId: 'r', clientAddress: '127.0.0.1' };
let ada: Person;
let browser: Visitor;

beforeEach(async () => {
  world.clock.now += day - (world.clock.now % day) + 60_000;
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
  await world.admin('PUT', `/persons/${ada.id}/manifestation_of_will`, {
    acceptedAgreements: ['e-Resident', 'Resident'],
  });
});

async function aKey(fields: object = {}, person: Pick<Person, 'id'> = ada) {
  const path = `/persons/${person.id}/api_keys`;
  const { id, key } = await created(world, path, {
    ...{ kind: 'agent', label: 'Office', scopes: agentScopes, holder: 'Engines' },
    approvalRequired: true,
    ...fields,
  });
  return { id: String(id), key: String(key), path: `${path}/${id}` };
}

interface Approval {
  readonly id: string;
  readonly status: string;
  readonly amountCents: number | null;
  readonly error: { readonly code: string } | null;
  readonly resourceUrl: string;
  readonly nextSteps: { readonly approvalUrl: string | null };
}

/** The pending approval in an answer; nothing has been done yet. */
function askedIn({ status, body }: Answer): Approval {
  if (status !== 202) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
  return (body as { data: Approval }).data;
}

async function stateOf(id: string, key: string) {
  const { status, body } = await world.call('GET', `/api/v1/approvals/${id}`, { key });
  const { data, message } = body as { data: Approval; message: string };
  return { status, ...(data && { state: data.status, error: data.error?.code ?? null }), message };
}

const pathOf = ({ id }: { readonly id: string }) => `/portal/applications/approvals/${id}`;

async function decide(approval: { readonly id: string }, act = 'approve', by = browser) {
  await by.open(pathOf(approval));
  return by.send(pathOf(approval), { act });
}

/** A draft whose agreement is signed, and the request of its key to pay it. */
async function asked(fields: object = {}) {
  const agent = await aKey(fields);
  const draft = await aDraft(world, agent.key);
  const code = await aVoucher(world);
  return { agent, draft, code, approval: askedIn(await pay(world, draft, code)) };
}

const invoiceOf = async (draft: Draft) => {
  const { statusId, invoice } = await read(world, draft);
  return [statusId, (invoice as { statusId: string } | null)?.statusId ?? null];
};

describe('a key that needs its owner’s approval', () => {
  it('gets 202 with a link when it pays, and nothing is paid until the owner approves on that page', async () => {
    const { agent, draft, approval } = await asked();
    const url = `${world.baseUrl}${pathOf(approval)}`;
    expect(approval).toEqual({
      id: approval.id,
      status: 'pending',
      amountCents: 30_000,
      currency: 'USD',
      requestedAt: new Date(world.clock.now).toISOString(),
      expiresAt: new Date(world.clock.now + 3 * day).toISOString(),
      decidedAt: null,
      error: null,
      resourceUrl: `${world.baseUrl}/api/v1/legal_entity_applications/${draft.id}`,
      nextSteps: {
        approvalUrl: url,
        pollAfterSeconds: 30,
      },
    });
    expect(await invoiceOf(draft)).toEqual(['Draft', null]);
    await world.settle();
    const mail = world.mails.findLast(({ to }) => to === ada.email);
    expect(mail?.subject).toBe(`Approve or decline: ${draft.name} LLC`);
    expect(mail?.text).toContain(url);
    expect(mail?.text).toContain('USD 300.00');
    expect(shownText(await browser.open('/portal'))).toContain(
      `A key wants to pay or submit something for ${draft.name} LLC`,
    );
    const shown = shownText(await browser.open(pathOf(approval)));
    expect(shown).toContain(`${draft.name} LLC`);
    expect(shown).toContain('USD 300.00 with a voucher');
    expect(shown).toContain('Office');
    await decide(approval);
    expect(await invoiceOf(draft)).toEqual(['Pending Review', 'paid']);
    expect(await stateOf(approval.id, agent.key)).toMatchObject({
      ...{ status: 200, state: 'carried_out', error: null },
    });
    expect(shownText(await browser.open(pathOf(approval)))).toContain(
      'You approved this, and it was done.',
    );
    expect(shownText(await browser.open('/portal'))).not.toContain('A key wants to pay');
  });

  it('is recorded: the owner’s decision under the owner, the payment under the key', async () => {
    const { agent, draft, approval } = await asked();
    await decide(approval);
    const entries = async (subject: string) => {
      const { body } = await world.admin('GET', `/audit?subjectId=${subject}`);
      const { data } = body as { data: { action: string; actor: { id: string } }[] };
      return data.map(({ action, actor }) => [action, actor.id]);
    };
    expect(await entries(draft.id)).toContainEqual(['legal_entity_application.paid', agent.id]);
    const own = await entries(ada.id);
    expect(own).toContainEqual(['key_approval.requested', agent.id]);
    expect(own).toContainEqual(['key_approval.carried_out', ada.id]);
  });

  it('can be a Standard Key, and pays amendments and certificates that way', async () => {
    const { key } = await aKey({ kind: 'standard', scopes: undefined, holder: undefined });
    const entity = await aRepresentedEntity(world, ada);
    const request = await aRequest(world, entity.id, key);
    const path = `/api/v1/legal_entities/${entity.id}/certificate_requests/${request.id}`;
    const body = { voucherCode: await aVoucher(world) };
    const paid = askedIn(await world.call('POST', `${path}/pay/voucher`, { key, body }));
    expect((await readRequest(world, request, key)).invoice.statusId).toBe('open');
    await decide(paid);
    expect((await readRequest(world, request, key)).invoice.statusId).toBe('paid');
  });

  it('leaves one thing to do on home, the approval, until the owner has decided', async () => {
    const { draft, approval } = await asked();
    const { key } = await aKey();
    const { id } = await aRepresentedEntity(world, ada);
    const request = await aRequest(world, id, key);
    const path = `/api/v1/legal_entities/${id}/certificate_requests/${request.id}`;
    const code = async () => ({ voucherCode: await aVoucher(world) });
    const due = async (by = browser) =>
      shownText(await by.open('/portal')).match(/(Pay the fee|A key wants to pay)(?= )/g);
    expect(await due()).toEqual(['A key wants to pay', 'Pay the fee']);
    askedIn(await world.call('POST', `${path}/pay/voucher`, { key, body: await code() }));
    expect(await due()).toEqual(['A key wants to pay', 'A key wants to pay']);
    await decide(approval, 'decline');
    expect(await due()).toEqual(['A key wants to pay', 'Pay the fee']);
    expect(shownText(await browser.open('/portal'))).toContain(`Pay the fee for ${draft.name} LLC`);

    const filer = await aFiler(world);
    const filing = await aSignedFiling(world, filer, { name: freshName() });
    const owner = await signedIn(world, filer.email);
    expect(await due(owner)).toEqual(['Pay the fee']);
    const agents = { ...filer, standardKey: (await aKey({}, filer)).key };
    askedIn(await payFiling(world, agents, filing, await aVoucher(world)));
    expect(await due(owner)).toEqual(['A key wants to pay']);
    world.clock.now += 8 * day;
    expect(await due(await signedIn(world, filer.email))).toEqual(['Pay the fee']);
  });

  it('pays and locks an amendment when the owner approves, not when the key asks', async () => {
    const filer = await aFiler(world);
    const id = await aSignedFiling(world, filer, { name: 'Harbour Renamed' });
    const { key } = await aKey({}, filer);
    const path = `${filer.path}/${id}/pay/voucher`;
    const body = { voucherCode: await aVoucher(world) };
    const approval = askedIn(await world.call('POST', path, { key, body }));
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Draft' });
    const owner = await signedIn(world, filer.email);
    await decide(approval, 'approve', owner);
    expect(await readFiling(world, filer, id)).toMatchObject({
      statusId: 'Pending Review',
      invoice: { statusId: 'paid' },
    });
    expect(await stateOf(approval.id, key)).toMatchObject({ state: 'carried_out', error: null });
  });

  it('submits a paid amendment when the owner approves, once', async () => {
    const filer = await aFiler(world);
    const name = freshName();
    const id = await aSignedFiling(world, filer, { name });
    // The name is taken when it is paid, and free again afterwards: it must be submitted by a call.
    const other = await anEntity(world, { name });
    await payFiling(world, filer, id, await aVoucher(world));
    const { key } = await aKey({}, filer);
    const path = `${filer.path}/${id}/submit`;
    expect(await world.call('POST', path, { key })).toMatchObject({
      ...{ status: 409, body: { code: 'entity.name_taken' } },
    });
    await world.admin('PATCH', `/legal_entities/${other.id}`, { name: freshName() });
    const approval = askedIn(await world.call('POST', path, { key }));
    expect(approval).toMatchObject({ amountCents: null, currency: null });
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Pending Payment' });
    const owner = await signedIn(world, filer.email);
    expect(shownText(await owner.open(pathOf(approval)))).not.toContain('USD');
    await decide(approval, 'approve', owner);
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Pending Review' });
    expect(await stateOf(approval.id, key)).toMatchObject({ state: 'carried_out', error: null });
    // A repeat submits nothing, so it needs no approval.
    expect(await world.call('POST', path, { key })).toMatchObject({
      ...{ status: 200, body: { data: { statusId: 'Pending Review' } } },
    });
    const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
    const { data } = body as { data: { action: string }[] };
    expect(data.filter(({ action }) => action === 'amendment.submitted')).toHaveLength(1);
  });

  it('asks for every operation that pays or submits, and for no other', () => {
    const pays = routes.filter(
      ({ auth, ...row }) =>
        'agentScope' in auth && auth.agentScope?.endsWith('.pay') && !isTestHelper(row),
    );
    const asking = routes.filter(({ asksOwner }) => asksOwner);
    expect(asking.map(({ operationId }) => operationId).toSorted()).toEqual(
      pays.map(({ operationId }) => operationId).toSorted(),
    );
  });

  it('gets the refusal immediately where the payment could not be made', async () => {
    const { key } = await aKey();
    const draft = await aDraft(world, key);
    const answer = await pay(world, draft, 'NO-SUCH-CODE');
    expect(answer.status).toBe(400);
    await pay(world, { ...draft, key: ada.standardKey }, await aVoucher(world));
    expect((await pay(world, draft, await aVoucher(world))).status).toBe(400);
  });

  it('gets the waiting request again for the same call, and can ask 50 times a day', async () => {
    const { agent, draft, code, approval } = await asked();
    expect(askedIn(await pay(world, draft, code)).id).toBe(approval.id);
    let latest = approval;
    for (let count = 1; count < 50; count += 1) {
      await decide(latest, 'decline');
      latest = askedIn(await pay(world, draft, code));
    }
    await decide(latest, 'decline');
    const refused = await pay(world, draft, code);
    expect(refused).toMatchObject({ status: 429, body: { code: 'approval.too_many' } });
    expect(Number(refused.headers.get('retry-after'))).toBe(86_400 - 60);
    expect((await world.call('GET', '/api/v1/whoami', { key: agent.key })).body).toMatchObject({
      data: { approvalRequired: true, usedToday: { payments: 0 } },
    });
  });
});

describe('an approval', () => {
  it('pays once when it is given twice at the same time', async () => {
    const { draft, approval, agent } = await asked();
    await browser.open(pathOf(approval));
    const answers = await Promise.all(
      [1, 2, 3].map(() => browser.send(pathOf(approval), { act: 'approve' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await invoiceOf(draft)).toEqual(['Pending Review', 'paid']);
    expect(await stateOf(approval.id, agent.key)).toMatchObject({
      ...{ state: 'carried_out', error: null },
    });
    const { body } = await world.admin('GET', `/audit?subjectId=${draft.id}`);
    const { data } = body as { data: { action: string }[] };
    expect(data.filter(({ action }) => action.endsWith('.paid'))).toHaveLength(1);
  });

  it('or a refusal wins when both come at the same time, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { draft, approval, agent } = await asked();
      await browser.open(pathOf(approval));
      await Promise.all(
        ['approve', 'decline'].map((act) => browser.send(pathOf(approval), { act })),
      );
      const { state } = await stateOf(approval.id, agent.key);
      const expected = state === 'carried_out' ? ['Pending Review', 'paid'] : ['Draft', null];
      expect(['carried_out', 'declined']).toContain(state);
      expect(await invoiceOf(draft)).toEqual(expected);
    }
  });

  it('does nothing once it is declined or 72 hours are over', async () => {
    const declined = await asked();
    await decide(declined.approval, 'decline');
    await decide(declined.approval);
    expect(await stateOf(declined.approval.id, declined.agent.key)).toMatchObject({
      state: 'declined',
    });
    const late = await asked();
    world.clock.now += 3 * day;
    browser = await signedIn(world, ada.email);
    await decide(late.approval);
    expect(await stateOf(late.approval.id, late.agent.key)).toMatchObject({ state: 'expired' });
    expect(shownText(await browser.open(pathOf(late.approval)))).toContain(
      'You did not approve this within 72 hours',
    );
    // Nothing more happens.
    for (const { approval } of [declined, late])
      expect(shownText(await browser.open(pathOf(approval)))).not.toContain('will happen');
    expect(shownText(await browser.open('/portal'))).not.toContain('A key wants to pay');
    expect(await invoiceOf(declined.draft)).toEqual(['Draft', null]);
    expect(await invoiceOf(late.draft)).toEqual(['Draft', null]);
  });

  it('fails with the refusal when the thing was paid in the meantime', async () => {
    const { agent, draft, approval } = await asked();
    await pay(world, { ...draft, key: ada.standardKey }, await aVoucher(world));
    await decide(approval);
    expect(await stateOf(approval.id, agent.key)).toMatchObject({ state: 'failed' });
    expect(shownText(await browser.open(pathOf(approval)))).toContain('Nothing was done');
  });

  it('fails and charges nothing when the fee is another one by now', async () => {
    const { agent, draft, code, approval } = await asked();
    const actor = { kind: 'person', id: ada.id, personId: ada.id } as const;
    const deps = { ...world.deps, fee: () => ({ amountCents: 45_000, currency: 'USD' }) };
    await approveCall(approval.id, ada.id, actor, portalCall, deps);
    expect(await stateOf(approval.id, agent.key)).toMatchObject({
      ...{ state: 'failed', error: 'approval.outdated' },
    });
    expect(await invoiceOf(draft)).toEqual(['Draft', null]);
    // The voucher is not used up.
    await decide(askedIn(await pay(world, draft, code)));
    expect(await invoiceOf(draft)).toEqual(['Pending Review', 'paid']);
  });

  it('does what the call would do after the owner’s residency has ended', async () => {
    const { agent, draft, approval } = await asked();
    const paidDirectly = { ...(await aDraft(world, agent.key)), key: ada.standardKey };
    const { body } = await world.admin('GET', `/persons/${ada.id}`);
    const { residency } = (body as { data: { residency: { id: string } } }).data;
    const end = `/persons/${ada.id}/residencies/${residency.id}/terminate`;
    expect((await world.admin('POST', end)).status).toBe(200);
    world.clock.now += 1_000;
    const { status } = await pay(world, paidDirectly, await aVoucher(world));
    await decide(approval);
    expect([status, await invoiceOf(paidDirectly)]).toEqual([200, await invoiceOf(draft)]);
    expect(await stateOf(approval.id, agent.key)).toMatchObject({ state: 'carried_out' });
  });

  it('cannot be given while the account is deactivated, and fails after a reactivation', async () => {
    const { draft, approval } = await asked();
    await world.admin('POST', `/persons/${ada.id}/deactivate`);
    await browser.send(pathOf(approval), { act: 'approve' });
    await world.admin('POST', `/persons/${ada.id}/reactivate`);
    const { key } = await aKey({ kind: 'standard', scopes: undefined, holder: undefined });
    expect(await invoiceOf({ ...draft, key })).toEqual(['Draft', null]);
    // The deactivation has revoked the key that asked.
    await decide(approval, 'approve', await signedIn(world, ada.email));
    expect(await stateOf(approval.id, key)).toMatchObject({
      ...{ state: 'failed', error: 'api_key.invalid' },
    });
    expect(await invoiceOf({ ...draft, key })).toEqual(['Draft', null]);
  });

  it('fails when the amendment is another one by now', async () => {
    const filer = await aFiler(world);
    const id = await aSignedFiling(world, filer, { name: 'Harbour Before' });
    const { key } = await aKey({}, filer);
    const path = `${filer.path}/${id}/pay/voucher`;
    const body = { voucherCode: await aVoucher(world) };
    const approval = askedIn(await world.call('POST', path, { key, body }));
    await revise(world, filer, id, { name: 'Harbour After' });
    await aSignedFiling(world, filer, { name: 'Harbour After' });
    const owner = await signedIn(world, filer.email);
    await decide(approval, 'approve', owner);
    expect(await stateOf(approval.id, key)).toMatchObject({
      ...{ state: 'failed', error: 'approval.outdated' },
    });
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Draft' });
  });

  it('waits while a limit of the day is used up or a right is missing, and works afterwards', async () => {
    const { agent, draft, approval } = await asked();
    await world.admin('PATCH', agent.path, { dailyLimits: { payments: 0 } });
    const limited = await decide(approval);
    expect(limited.status).toBe(409);
    expect(shownText(limited)).toContain('The limits of the key do not allow this.');
    expect(await stateOf(approval.id, agent.key)).toMatchObject({ state: 'pending' });
    await world.admin('PATCH', agent.path, { dailyLimits: null });
    await decide(approval);
    expect(await invoiceOf(draft)).toEqual(['Pending Review', 'paid']);
  });

  it('is no task on home without a valid key, and the owner is asked to pay again', async () => {
    const agent = await aKey();
    const draft = await aDraft(world, agent.key);
    askedIn(await pay(world, draft, await aVoucher(world)));
    const path = `/persons/${ada.id}/api_keys`;
    const { body } = await world.admin('GET', path);
    const { data } = body as { data: readonly { readonly id: string }[] };
    expect(shownText(await browser.open('/portal'))).toContain('A key wants to pay');
    for (const { id } of data) await world.admin('DELETE', `${path}/${id}`);
    const home = shownText(await browser.open('/portal'));
    expect(home).not.toContain('A key wants to pay');
    expect(home).toContain(`Pay the fee for ${draft.name} LLC`);
  });

  it('fails when the key was revoked, and works for the key that it was rotated into', async () => {
    const revoked = await asked();
    await world.admin('DELETE', revoked.agent.path);
    await decide(revoked.approval);
    expect(await stateOf(revoked.approval.id, ada.standardKey)).toMatchObject({
      ...{ state: 'failed', error: 'api_key.invalid' },
    });
    const rotated = await asked();
    const rotation = `/portal/developer/keys/${rotated.agent.id}/rotate`;
    await browser.open(rotation);
    const [key = ''] = /ak-[0-9A-Za-z]{49}/.exec((await browser.send(rotation, {})).text) ?? [];
    await decide(rotated.approval);
    expect(await stateOf(rotated.approval.id, key)).toMatchObject({ state: 'carried_out' });
  });

  it('pays nothing when the key is revoked at the very moment', async () => {
    const { agent, draft, approval } = await asked();
    const table = justBefore(world.deps.table, () => world.admin('DELETE', agent.path));
    const actor = { kind: 'person', id: ada.id, personId: ada.id } as const;
    const { obstacle } = await approveCall(approval.id, ada.id, actor, portalCall, {
      ...world.deps,
      table,
    });
    expect(obstacle?.extras.code).toBe('api_key.invalid');
    expect(await invoiceOf({ ...draft, key: ada.standardKey })).toEqual(['Draft', null]);
    await decide(approval);
    expect(await stateOf(approval.id, ada.standardKey)).toMatchObject({ state: 'failed' });
  });

  it('is for the owner and the key that asked; others get 404', async () => {
    const { approval } = await asked();
    const grace = await aResident(world);
    const other = await aKey();
    expect(await stateOf(approval.id, other.key)).toMatchObject({ status: 404 });
    expect(await stateOf(approval.id, grace.standardKey)).toMatchObject({ status: 404 });
    expect(await stateOf(approval.id, ada.standardKey)).toMatchObject({ state: 'pending' });
    const foreign = await signedIn(world, grace.email);
    expect((await foreign.open(pathOf(approval))).status).toBe(404);
  });

  it('is in the list of the key that asked, of its successor and of the owner’s Standard Keys, newest first', async () => {
    const { agent, approval } = await asked();
    world.clock.now += 1_000;
    const { agent: other, approval: second } = await asked();
    world.clock.now += 1_000;
    const draft = await aDraft(world, agent.key);
    const third = askedIn(await pay(world, draft, await aVoucher(world)));
    await decide(third, 'decline');
    const list = async (key: string, query = '') => {
      const { body } = await world.call('GET', `/api/v1/approvals${query}`, { key });
      return body as { data: Approval[]; pagination: { nextCursor: string | null } };
    };
    const idsOf = async (key: string) => (await list(key)).data.map(({ id }) => id);
    expect(await idsOf(agent.key)).toEqual([third.id, approval.id]);
    expect(await idsOf(other.key)).toEqual([second.id]);
    expect(await idsOf(ada.standardKey)).toEqual([third.id, second.id, approval.id]);
    expect(await idsOf((await aResident(world)).standardKey)).toEqual([]);
    expect((await list(agent.key)).data).toMatchObject([
      { status: 'declined', nextSteps: { approvalUrl: null } },
      { status: 'pending', nextSteps: approval.nextSteps },
    ]);
    const { data, pagination } = await list(agent.key, '?limit=1');
    const rest = await list(agent.key, `?limit=1&cursor=${pagination.nextCursor}`);
    expect([...data, ...rest.data].map(({ id }) => id)).toEqual([third.id, approval.id]);
    expect(rest.pagination.nextCursor).toBeNull();
    const rotation = `/portal/developer/keys/${agent.id}/rotate`;
    await browser.open(rotation);
    const [key = ''] = /ak-[0-9A-Za-z]{49}/.exec((await browser.send(rotation, {})).text) ?? [];
    expect(await idsOf(key)).toEqual([third.id, approval.id]);
    world.clock.now += 7 * day;
    expect((await list(key)).data.map(({ status }) => status)).toEqual(['declined', 'expired']);
  });

  it('is reported in the feeds and webhooks of the key that asked and of the owner, once it is decided', async () => {
    const { agent, approval } = await asked();
    const other = await aKey();
    const endpoints = [await hooks.endpoint(agent.key), await hooks.endpoint(other.key)];
    await hooks.settle();
    const decided = async (key: string) => {
      const events = await hooks.journal.told(key);
      return events.filter(({ type }) => type === 'approval.decided');
    };
    expect(await decided(agent.key)).toEqual([]);
    hooks.received.length = 0;
    await decide(approval);
    await hooks.settle();
    const event = {
      type: 'approval.decided',
      subject: `approvals/${approval.id}`,
      data: { id: approval.id },
    };
    expect(await decided(agent.key)).toMatchObject([event]);
    expect(await decided(ada.standardKey)).toMatchObject([event]);
    expect(await decided(other.key)).toEqual([]);
    expect(await decided((await aResident(world)).standardKey)).toEqual([]);
    const sent = hooks.received.filter(({ body }) => body.includes('approval.decided'));
    expect(sent.map(({ path }) => path)).toEqual([endpoints[0]?.path]);
  });

  it('has the effect of the call under its Idempotency-Key', async () => {
    const { key } = await aKey();
    const draft = await aDraft(world, key);
    const call = {
      key,
      body: { voucherCode: await aVoucher(world) },
      headers: { 'idempotency-key': 'once' },
    };
    const path = `/api/v1/legal_entity_applications/${draft.id}/pay/voucher`;
    const approval = askedIn(await world.call('POST', path, call));
    await decide(approval);
    const again = await world.call('POST', path, call);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(askedIn(again).id).toBe(approval.id);
    expect(await invoiceOf(draft)).toEqual(['Pending Review', 'paid']);
  });
});

describe('whether a key needs approval', () => {
  const change = (key: string, id: string, body: object) =>
    world.call('PATCH', `/api/v1/keys/${id}`, { key, body });

  it('is set in the portal for both kinds of keys, shown, and kept by a rotation', async () => {
    const form = '/portal/developer/keys/new';
    // The newest key is the first in the list.
    world.clock.now += 1_000;
    await browser.open(form);
    const made = await browser.send(form, {
      ...{ label: 'Mine', holder: '', kind: 'standard', approval: 'required' },
    });
    expect(made.status).toBe(200);
    const settings = await browser.open('/portal/developer');
    expect(shownText(settings)).toContain('Asks you before it pays or submits');
    const [, keyId = ''] = /keys\/([^/"]+)\/limits/.exec(settings.text) ?? [];
    const limits = `/portal/developer/keys/${keyId}/limits`;
    expect((await browser.open(limits)).text).not.toContain('name="payments"');
    world.clock.now += 1_000;
    await browser.open(`/portal/developer/keys/${keyId}/rotate`);
    const rotated = await browser.send(`/portal/developer/keys/${keyId}/rotate`, {});
    const [key = ''] = /sk-[0-9A-Za-z]{49}/.exec(rotated.text) ?? [];
    const whoami = async () => (await world.call('GET', '/api/v1/whoami', { key })).body;
    expect(await whoami()).toMatchObject({ data: { approvalRequired: true } });
    const [, newId = ''] =
      /keys\/([^/"]+)\/limits/.exec((await browser.open('/portal/developer')).text) ?? [];
    await browser.open(`/portal/developer/keys/${newId}/limits`);
    await browser.send(`/portal/developer/keys/${newId}/limits`, {});
    expect(await whoami()).toMatchObject({ data: { approvalRequired: false } });
  });

  it('is set by API, and turned off by no key that needs it', async () => {
    const agent = await aKey({ approvalRequired: false });
    const on = await change(ada.standardKey, agent.id, { approvalRequired: true });
    expect(on).toMatchObject({ status: 200, body: { data: { approvalRequired: true } } });
    const bound = await aKey({ kind: 'standard', scopes: undefined, holder: undefined });
    for (const { id } of [bound, agent]) {
      const off = await change(bound.key, id, { approvalRequired: false });
      expect(off).toMatchObject({ status: 403, body: { code: 'api_key.approval_required' } });
    }
    const off = await change(ada.standardKey, agent.id, { approvalRequired: false });
    expect(off).toMatchObject({ body: { data: { approvalRequired: false, dailyLimits: {} } } });
  });
});
