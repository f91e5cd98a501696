import { beforeEach, describe, expect, it } from 'vitest';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { operatorOf, unknownId } from '../support/admin.ts';
import { aDraft } from '../support/drafts.ts';
import { justBefore } from '../support/just-before.ts';
import { ask, nobodyElse, operatorCalled } from '../support/operators.ts';
import { aPartner, aPartnerDraft } from '../support/partners.ts';
import { outcomeOf, shownText } from '../support/portal.ts';
import { aFormId } from '../support/portal-drafts.ts';
import { anEntity, aResident, created } from '../support/registry.ts';
import { aStaffMember } from '../support/staff.ts';
import { aConsoleOperator, confirmPathOf } from '../support/staff-passkeys.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const { data } = operatorOf(world);
const [ida, ben] = [await aConsoleOperator(world), await aConsoleOperator(world)];
const entities = '/portal/console/entities';
const approvals = '/portal/console/approvals';

beforeEach(async () => {
  ask(world, nobodyElse);
  world.clock.now += 1_000;
});

/** Creates an entity with a representative. `read` returns it as operators see it. */
async function anEntityOf() {
  const person = await aResident(world);
  const { id } = await anEntity(world, { representatives: [person.id] });
  const read = async () => Object(await data('GET', `/legal_entities/${id}`));
  return { id, path: `${entities}/${id}`, person, read };
}

async function trailOf(subjectId: string) {
  const { body } = await world.admin('GET', `/audit?subjectId=${subjectId}`);
  const found: readonly Readonly<Record<string, unknown>>[] = Object(body).data;
  return found.map(({ action, actor }) => [action, Object(actor).kind, Object(actor).id]);
}

/** Returns the id of the approval that the response redirects to. */
function approvalOf(answer: Parameters<typeof outcomeOf>[0]): string {
  const { status, location } = outcomeOf(answer);
  const [, id] = /\/approvals\/([0-9a-f-]+)\?asked=yes$/.exec(location ?? '') ?? [];
  if (status !== 303 || id === undefined) throw new Error(`set-up: ${status} ${location}`);
  return id;
}

describe('the console', () => {
  it('is visible only to registry operators', async () => {
    const { path } = await anEntityOf();
    const { integrationId } = await aPartner(world);
    const ids: Readonly<Record<string, string>> = {
      entities: path.slice(entities.length + 1),
      partners: integrationId,
      staff: ida.id,
    };
    const own = routes.filter((row) => row.path.startsWith('/portal/console'));
    const pathOf = (row: Route) =>
      row.path.replace('{id}', ids[row.path.split('/')[3] ?? ''] ?? unknownId);
    const pages = own.filter(({ method }) => method === 'GET').map(pathOf);
    const forms = own.filter(({ method }) => method === 'POST').map(pathOf);
    expect([pages.length, forms.length]).toEqual([15, 8]);
    const isThere = (page: string) => !page.endsWith(unknownId);
    for (const page of pages) {
      const { status } = await ida.browser.open(page);
      expect([page, status]).toEqual([page, isThere(page) ? 200 : 404]);
    }
    for (const role of ['reviewer', 'senior_reviewer', 'auditor', 'support', null] as const) {
      const { browser } = await aStaffMember(world, role === null ? [] : [role]);
      await browser.open('/portal');
      for (const page of pages) {
        expect([role, page, (await browser.open(page)).status]).toEqual([role, page, 404]);
      }
      await browser.open('/portal');
      for (const form of forms) {
        const sent = await browser.send(form, { act: 'tax', taxState: 'overdue' });
        expect([role, form, sent.status]).toEqual([role, form, 404]);
      }
    }
    expect((await ida.browser.open(`${entities}/${unknownId}`)).status).toBe(404);
    expect((await ida.browser.open(`${approvals}/${unknownId}`)).status).toBe(404);
  });

  it('does not give operators the pages of other roles', async () => {
    for (const page of [
      '/portal/reviews',
      '/portal/reviews/people',
      '/portal/reviews/audit',
      '/portal/mailboxes',
    ]) {
      expect([page, (await ida.browser.open(page)).status]).toEqual([page, 404]);
    }
  });

  it('is not available to people who decide cases', async () => {
    const { id } = await aStaffMember(world, ['reviewer']);
    const refused = {
      status: 409,
      body: {
        error: 'A registry operator cannot decide cases, and cannot be a reviewer',
        code: 'staff.operator_exclusive',
      },
    };
    for (const role of ['reviewer', 'senior_reviewer']) {
      const roles = [role, 'operator'];
      expect(await world.admin('PATCH', `/staff/${id}`, { roles })).toMatchObject(refused);
    }
    const both = await world.admin('PATCH', `/staff/${id}`, { roles: ['auditor', 'operator'] });
    expect(Object(both.body).code).toBe('staff.auditor_exclusive');
    expect(await data('PATCH', `/staff/${id}`, { roles: ['support', 'operator'] })).toMatchObject({
      roles: ['support', 'operator'],
    });
  });

  it('finds entities by number and by name', async () => {
    const { path, read } = await anEntityOf();
    const { name, residentPermitNumber: number } = await read();
    const spaced = `${number.slice(0, 4)} ${number.slice(4)}`;
    for (const q of [number, spaced, name.slice(0, 5)]) {
      const found = await ida.browser.open(`${entities}?${new URLSearchParams({ q })}`);
      expect([q, found.text.includes(path)]).toEqual([q, true]);
    }
    expect(shownText(await ida.browser.open(`${entities}?q=zzzz`))).toContain(
      'No legal entities found',
    );
  });

  it('records who viewed an entity, once an hour', async () => {
    const { id, path, person } = await anEntityOf();
    for (let time = 0; time < 2; time += 1) await ida.browser.open(path);
    expect(shownText(await ida.browser.open(path))).toContain('Representatives');
    expect((await trailOf(id)).filter(([action]) => action === 'legal_entity.read')).toEqual([
      ['legal_entity.read', 'operator', ida.id],
    ]);
    expect(person.id).not.toBe(ida.id);
  });
});

describe('an act in the console', () => {
  it('requires a passkey used in the last 15 minutes, even if reviewers need none', async () => {
    const { path, read } = await anEntityOf();
    world.clock.now += 16 * 60_000;
    const fields = { act: 'tax', taxState: 'overdue' };
    await ida.browser.open(path);
    const answer = await ida.browser.send(path, fields);
    expect(confirmPathOf(answer)).toBe(`/portal/passkeys/confirm?next=${encodeURIComponent(path)}`);
    const asked = await ida.browser.send(confirmPathOf(answer), fields);
    expect(shownText(asked)).toContain('To save the tax status, confirm your identity');
    expect(await read()).toMatchObject({ taxState: 'current' });
    const kept = await ida.browser.send(`${path}?restored=nothing`, fields);
    expect(kept.text).toContain('<option value="overdue" selected>');
    expect(await read()).toMatchObject({ taxState: 'current' });
    expect(outcomeOf(await ida.acts(path, fields))).toEqual({
      status: 303,
      location: `${path}?done=tax`,
    });
    expect(shownText(await ida.browser.open(`${path}?done=tax`))).toContain('Tax status saved');
  });

  it('refuses a passkey that was added without an operator’s code', async () => {
    const { id, browser } = await aStaffMember(world, ['operator']);
    expect(shownText(await browser.open('/portal/passkeys/new'))).toContain(
      'Enter the operator’s code',
    );
    const { path } = await anEntityOf();
    await browser.open(path);
    const fields = { act: 'tax', taxState: 'overdue' };
    const shown = await browser.send(confirmPathOf(await browser.send(path, fields)), fields);
    expect(shownText(shown)).toContain('Nothing was changed. You need a passkey');
    expect(id).not.toBe(ida.id);
  });

  it('sets the tax status, and the audit trail names the person', async () => {
    const { id, path, read } = await anEntityOf();
    await ida.acts(path, { act: 'tax', taxState: 'overdue' });
    expect(await read()).toMatchObject({ taxState: 'overdue' });
    expect(await trailOf(id)).toContainEqual(['legal_entity.updated', 'operator', ida.id]);
    const auditor = await aStaffMember(world, ['auditor']);
    const trail = await auditor.browser.open(`/portal/reviews/audit?subject=${id}`);
    expect(shownText(trail)).toContain(`Staff Member ${ida.id}`);
  });

  it('leaves entries in the trail with the names of entities, people and partners beside their ids', async () => {
    const { id, path, person } = await anEntityOf();
    const { name } = Object(await data('GET', `/legal_entities/${id}`));
    const other = await aResident(world);
    await ida.acts(path, { act: 'add', who: other.email, personId: other.id, confirmed: 'yes' });
    const { integrationId } = await aPartner(world, { name: 'Quay Partners' });
    const { browser } = await aStaffMember(world, ['auditor']);
    const trail = async (subject: string) =>
      shownText(await browser.open(`/portal/reviews/audit?subject=${subject}`));
    const ofEntity = await trail(id);
    expect(ofEntity).toContain(`${name} LLC ${id}`);
    expect(ofEntity).toContain(`representatives: ${person.id} (Test Resident)`);
    expect(ofEntity).toContain(`person id: ${other.id} (Test Resident)`);
    expect(await trail(integrationId)).toContain(`Quay Partners ${integrationId}`);
  });

  it('leaves entries in the trail with the names of applications and the labels of keys', async () => {
    const { browser } = await aStaffMember(world, ['auditor']);
    const trail = async (subject: string) =>
      shownText(await browser.open(`/portal/reviews/audit?subject=${subject}`));
    const owner = await aResident(world);
    const path = `/persons/${owner.id}/api_keys`;
    const { id: keyId, key } = await created(world, path, { kind: 'standard', label: 'Office' });
    const draft = await aDraft(world, String(key));
    const ofDraft = await trail(draft.id);
    expect(ofDraft).toContain(`${draft.name} LLC ${draft.id}`);
    expect(ofDraft).toContain(`Key “Office” ${keyId} of Test Resident ${owner.id}`);
    expect(await trail(owner.id)).toContain(`key id: ${keyId} (Key “Office”)`);

    const { integrationId } = await aPartner(world, { name: 'Pier Partners' });
    const keysOfPartner = `/partner_integrations/${integrationId}/keys`;
    const issued = await created(world, keysOfPartner, { label: 'Pier desk' });
    const { id } = await aPartnerDraft(world, { integrationId, key: String(issued['key']) });
    const ofApplication = await trail(id);
    expect(ofApplication).toContain(`Ada Lovelace ${id}`);
    expect(ofApplication).toContain(`Key “Pier desk” ${issued['id']}`);
  });

  it('dissolves an entity after the person confirms the date', async () => {
    const { path, read } = await anEntityOf();
    const fields = { act: 'dissolve', dissolutionDate: '2026-01-31' };
    const asked = await ida.acts(path, fields);
    expect([asked.status, shownText(asked).includes('Dissolve this legal entity?')]).toEqual([
      200,
      true,
    ]);
    expect(await read()).toMatchObject({ dissolutionDate: null });
    const back = await ida.acts(path, { act: 'back' });
    expect(back.status).toBe(200);
    expect(outcomeOf(await ida.acts(path, { ...fields, confirmed: 'yes' }))).toEqual({
      status: 303,
      location: `${path}?done=dissolve`,
    });
    expect(await read()).toMatchObject({ dissolutionDate: '2026-01-31T00:00:00.000Z' });
    expect((await ida.browser.open(path)).text).not.toContain('value="dissolve"');
  });

  it('adds and removes representatives, found by email address', async () => {
    const { path, read, person } = await anEntityOf();
    const other = await aResident(world);
    const found = await ida.acts(path, { act: 'add', person: other.email });
    expect(shownText(found)).toContain('Add this representative?');
    expect(found.text).toContain(`name="personId" value="${other.id}"`);
    const added = await ida.acts(path, { act: 'add', personId: other.id, confirmed: 'yes' });
    expect(outcomeOf(added)).toEqual({ status: 303, location: `${path}?done=add` });
    const removal = { act: 'remove', personId: person.id } as const;
    expect(shownText(await ida.acts(path, removal))).toContain('Remove this representative?');
    await ida.acts(path, { ...removal, confirmed: 'yes' });
    expect((await read()).representatives).toMatchObject([{ personId: other.id }]);
  });

  it.each([
    [{ act: 'tax', taxState: 'paid' }, 'Choose a tax status'],
    [{ act: 'tax' }, 'Choose a tax status'],
    [{ act: 'dissolve', dissolutionDate: '2026-02-30', confirmed: 'yes' }, 'Enter a date'],
    [{ act: 'dissolve', dissolutionDate: '' }, 'Enter a date'],
    [{ act: 'add', person: 'nobody@nowhere.example' }, 'Enter the email address or permit number'],
    [{ act: 'add', person: '' }, 'Enter the email address or permit number'],
    [{ act: 'add', personId: unknownId, confirmed: 'yes' }, 'Not found'],
    [{ act: 'add', personId: 'x', confirmed: 'yes' }, 'There is a problem'],
    [{ act: 'annul' }, 'There is a problem'],
    [{}, 'There is a problem'],
  ])('changes nothing for %o and says why', async (fields, message) => {
    const { path, read } = await anEntityOf();
    const before = await read();
    const answer = await ida.acts(path, { ...fields });
    expect([400, 404]).toContain(answer.status);
    expect(shownText(answer)).toContain(message);
    expect(await read()).toEqual(before);
  });

  it('is refused on the operator’s own entity and for themselves', async () => {
    const { path, read } = await anEntityOf();
    const own = await anEntity(world, { representatives: [ida.id] });
    const ofOwn = `${entities}/${own.id}`;
    const shown = await ida.browser.open(ofOwn);
    expect(shownText(shown)).toContain('You represent this legal entity');
    expect(shown.text).not.toContain('name="act"');
    const forms: readonly Readonly<Record<string, string>>[] = [
      { act: 'tax', taxState: 'overdue' },
      { act: 'dissolve', dissolutionDate: '2026-01-31', confirmed: 'yes' },
      { act: 'add', personId: ben.id, confirmed: 'yes' },
    ];
    for (const fields of forms) {
      expect((await ida.acts(ofOwn, fields)).status).toBe(403);
    }
    const self = await ida.acts(path, { act: 'add', personId: ida.id, confirmed: 'yes' });
    expect(self.status).toBe(403);
    expect((await read()).representatives).toHaveLength(1);
    expect(await data('GET', `/legal_entities/${own.id}`)).toMatchObject({
      taxState: 'current',
      dissolutionDate: null,
    });
  });

  it('changes nothing if the role is removed just before', async () => {
    const { path, read } = await anEntityOf();
    const former = await aConsoleOperator(world);
    await former.acts(path, { act: 'tax', taxState: 'unknown' });
    const { table } = world.deps;
    Object.assign(world.deps, {
      table: justBefore(
        table,
        () => data('PATCH', `/staff/${former.id}`, { roles: ['support'] }),
        'legal_entity.updated',
      ),
    });
    const answer = await former.acts(path, { act: 'tax', taxState: 'overdue' });
    Object.assign(world.deps, { table });
    expect(answer.status).toBe(409);
    expect(await read()).toMatchObject({ taxState: 'unknown' });
  });
});

describe('a console act for two operators', () => {
  it('is pending until another console operator carries it out', async () => {
    const { id, path, read } = await anEntityOf();
    ask(world, { taxState: true });
    const asked = approvalOf(await ida.acts(path, { act: 'tax', taxState: 'overdue' }));
    const page = `${approvals}/${asked}`;
    expect(shownText(await ida.browser.open(`${page}?asked=yes`))).toContain(
      'Waiting for a second operator',
    );
    expect(await read()).toMatchObject({ taxState: 'current' });
    world.clock.now += 1_000;
    expect(shownText(await ben.browser.open('/portal/console'))).toContain('1 waiting');
    // Home does not list it, and so does not say that nothing waits.
    expect(shownText(await ben.browser.open('/portal'))).not.toContain('nothing to do');
    const listed = await ben.browser.open(approvals);
    expect(listed.text).toContain(page);
    const own = await ida.acts(page, { act: 'approve' });
    expect([own.status, shownText(own).includes('You cannot approve your own request')]).toEqual([
      403,
      true,
    ]);
    expect(await read()).toMatchObject({ taxState: 'current' });
    expect(outcomeOf(await ben.acts(page, { act: 'approve' }))).toEqual({
      status: 303,
      location: page,
    });
    expect(await read()).toMatchObject({ taxState: 'overdue' });
    expect(await trailOf(id)).toContainEqual(['legal_entity.updated', 'operator', ida.id]);
    expect(await trailOf(asked)).toEqual([
      ['operator_approval.carried_out', 'operator', ben.id],
      ['operator_approval.requested', 'operator', ida.id],
    ]);
    expect(shownText(await ben.browser.open(page))).toContain('Approved');
    const again = await ben.acts(page, { act: 'refuse' });
    expect([again.status, shownText(again).includes('The approval is not pending')]).toEqual([
      409,
      true,
    ]);
  });

  it('shows what an empty field of a voucher means, in a fixed order', async () => {
    ask(world, { vouchersAbove: 10_000 });
    const form = { act: 'voucher', kind: 'amount', amount: '300.00', formId: aFormId() };
    const path = approvalOf(await ida.acts('/portal/console/vouchers/new', form));
    expect(shownText(await ben.browser.open(`${approvals}/${path}`))).toContain(
      'Kind Pays up to an amount Value USD 300.00 Currency USD Pays for Everything Status Waiting',
    );
  });

  it('can be approved by an IAM operator, and the other way round', async () => {
    const { path, read } = await anEntityOf();
    const [first, second] = [await aResident(world), await aResident(world)];
    ask(world, { representatives: true });
    const fields = { act: 'add', personId: first.id, confirmed: 'yes' };
    const asked = approvalOf(await ida.acts(path, fields));
    const grace = operatorCalled(world, 'grace');
    const pending = await grace.call('GET', `/approvals/${asked}`);
    expect(pending.body).toMatchObject({ data: { requestedBy: ida.id } });
    expect((await grace.approves(Object(pending.body).data)).status).toBe(200);
    const { id } = await read();
    const theirs = await grace.asks('PUT', `/legal_entities/${id}/representatives/${second.id}`);
    expect(
      outcomeOf(await ben.acts(`${approvals}/${theirs.id}`, { act: 'approve' })),
    ).toMatchObject({ status: 303 });
    const people = (await read()).representatives.map(
      ({ personId }: { personId: string }) => personId,
    );
    expect(people).toContain(first.id);
    expect(people).toContain(second.id);
  });

  it('is carried out once if two operators approve it at the same time', async () => {
    const { id, path } = await anEntityOf();
    ask(world, { taxState: true });
    const third = await aConsoleOperator(world);
    const asked = approvalOf(await ida.acts(path, { act: 'tax', taxState: 'overdue' }));
    const page = `${approvals}/${asked}`;
    for (const one of [ben, third]) await one.acts(`${approvals}/${unknownId}`, { act: 'refuse' });
    const answers = await Promise.all(
      [ben, third].map((one) => one.acts(page, { act: 'approve' })),
    );
    // The later approval is refused, or finds the act carried out.
    for (const { status } of answers) expect([303, 409]).toContain(status);
    const closed = (await trailOf(asked)).map(([action]) => action);
    expect(closed.toSorted()).toEqual([
      'operator_approval.carried_out',
      'operator_approval.requested',
    ]);
    const done = (await trailOf(id)).filter(([action]) => action === 'legal_entity.updated');
    expect(done).toHaveLength(1);
  });

  it('can be withdrawn by its requester, and refused by others', async () => {
    const { path, read } = await anEntityOf();
    ask(world, { permitNumbers: true });
    const fields = { act: 'dissolve', dissolutionDate: '2026-01-31', confirmed: 'yes' };
    const first = `${approvals}/${approvalOf(await ida.acts(path, fields))}`;
    expect((await ben.acts(first, { act: 'withdraw' })).status).toBe(403);
    expect(outcomeOf(await ida.acts(first, { act: 'withdraw' }))).toMatchObject({ status: 303 });
    const second = `${approvals}/${approvalOf(await ida.acts(path, fields))}`;
    expect(outcomeOf(await ben.acts(second, { act: 'refuse' }))).toMatchObject({ status: 303 });
    expect(shownText(await ida.browser.open(`${approvals}?status=refused`))).toContain(
      'Change a legal entity',
    );
    expect(await read()).toMatchObject({ dissolutionDate: null });
  });

  it('cannot be approved or seen in the console if the console cannot request it', async () => {
    const { person } = await anEntityOf();
    ask(world, { emailAddresses: true });
    const email = 'somebody.else@residents.example';
    const grace = operatorCalled(world, 'grace');
    const asked = await grace.asks('PATCH', `/persons/${person.id}`, { email });
    const page = `${approvals}/${asked.id}`;
    const shown = await ida.browser.open(page);
    expect(shown.text).not.toContain(email);
    expect(shown.text).not.toContain('value="approve"');
    expect((await ida.acts(page, { act: 'approve' })).status).toBe(409);
    expect((await ida.acts(page, {})).status).toBe(400);
  });
});
