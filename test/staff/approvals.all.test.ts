import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { faults } from '../support/every-crash.ts';
import { ask, nobodyElse, operatorCalled, refusalIn, twoForAll } from '../support/operators.ts';
import { aPartner, aPartnerDraft, verify } from '../support/partners.ts';
import { aResident, created } from '../support/registry.ts';
import { notifyNow } from '../support/terms.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = operatorCalled(world, 'ada');
const grace = operatorCalled(world, 'grace');
const voucher = { kind: 'amount', value: 50_000 };

beforeEach(() => ask(world, nobodyElse));

/** Creates an entity with a representative, and another person. */
async function anEntity(name: string) {
  const [person, other] = [await aResident(world), await aResident(world)];
  const entity = await created(world, '/legal_entities', {
    optionId: 'llc',
    name,
    extension: 'LLC',
    representatives: [person.id],
  });
  return { entity, person, other };
}

async function actionsOf(subjectId: string): Promise<readonly (readonly unknown[])[]> {
  const { body } = await world.admin('GET', `/audit?subjectId=${subjectId}`);
  const entries: readonly Readonly<Record<string, unknown>>[] = Object(body).data;
  return entries.map(({ action, actor }) => [action, Object(actor).id]);
}

const user = (name: string) => `arn:aws:iam::000000000000:user/${name}`;

describe('an act that requires a second operator', () => {
  it('is stored as pending, and carried out once when another operator makes the same call', async () => {
    ask(world, { vouchersAbove: 10_000 });
    const asked = await ada.asks('POST', '/vouchers', { ...voucher, code: 'BIG-001' });
    expect(asked).toEqual({
      id: asked.id,
      act: 'vouchers',
      operation: 'adminCreateVoucher',
      status: 'pending',
      params: {},
      fields: ['code', 'kind', 'value'],
      requestedBy: user('ada'),
      requestedAt: expect.any(String),
      expiresAt: expect.any(String),
      decidedBy: null,
      decidedAt: null,
      request: {
        method: 'POST',
        path: '/admin/v1/vouchers',
        body: { ...voucher, code: 'BIG-001' },
      },
    });
    expect((await grace.call('GET', '/vouchers/BIG-1')).status).toBe(404);
    world.clock.now += 1_000;
    const approved = await grace.approves(asked);
    expect(approved).toMatchObject({
      status: 200,
      body: { data: { code: 'BIG-001', value: 50_000 } },
    });
    const repeated = await grace.call(
      'POST',
      '/vouchers',
      { ...voucher, code: 'BIG-001' },
      asked.id,
    );
    expect(repeated).toMatchObject({
      status: 202,
      body: {
        data: { id: asked.id, status: 'carried_out', decidedBy: user('grace'), request: null },
      },
    });
    expect(await actionsOf('BIG-001')).toEqual([['voucher.created', user('ada')]]);
    expect(await actionsOf(asked.id)).toEqual([
      ['operator_approval.carried_out', user('grace')],
      ['operator_approval.requested', user('ada')],
    ]);
    const ttl = Math.ceil(Date.parse(String(Object(asked).expiresAt)) / 1000);
    const salt = expect.stringMatching(/^[\w-]{22}$/);
    const key = keys.requestedOperation(asked.id);
    expect(await getItem(world.table, key)).toEqual({ ...key, salt, ttl });
    // After it expires the salt is deleted, so no value can be compared with the digests.
    await world.table.client.send(new DeleteCommand({ TableName: world.table.name, Key: key }));
    const late = await grace.call('POST', '/vouchers', { ...voucher, code: 'BIG-001' }, asked.id);
    expect(refusalIn(late)).toBe('409 approval.closed');
  });

  it('is listed newest first, with any status or filtered by status', async () => {
    ask(world, { vouchersAbove: 0 });
    world.clock.now += 1_000;
    const first = await ada.asks('POST', '/vouchers', voucher);
    world.clock.now += 1_000;
    const second = await ada.asks('POST', '/vouchers', voucher);
    await grace.call('PATCH', `/approvals/${first.id}`, { decision: 'refuse' });
    const idsOf = async (query: string) => {
      const { body } = await grace.call('GET', `/approvals?${query}`);
      return Object(body).data.map(({ id }: { id: string }) => id);
    };
    expect((await idsOf('limit=2')).slice(0, 2)).toEqual([second.id, first.id]);
    expect(await idsOf('status=pending')).toContain(second.id);
    expect(await idsOf('status=pending')).not.toContain(first.id);
    expect(await idsOf('status=refused')).toContain(first.id);
  });

  it('needs no approval below the limit, but always if it has no amount', async () => {
    ask(world, { vouchersAbove: 50_000 });
    expect((await ada.call('POST', '/vouchers', voucher)).status).toBe(200);
    expect((await ada.call('POST', '/vouchers', { ...voucher, value: 50_001 })).status).toBe(202);
    expect((await ada.call('POST', '/vouchers', { kind: 'full' })).status).toBe(202);
    expect((await ada.call('POST', '/vouchers', { kind: 'percent', value: 5 })).status).toBe(202);
  });
});

describe('the approving operator', () => {
  it.each([
    ['the same user', 'ada', 'ada'],
    ['the same user in another case', 'ada', 'Ada'],
    ['the same user in a session of a role with personal session names', 'ada', 'Operators:ada'],
  ])('cannot be %s', async (_, one, other) => {
    ask(world, { vouchersAbove: 0, namedRoles: ['Operators'] });
    const asked = await operatorCalled(world, one).asks('POST', '/vouchers', voucher);
    const answer = await operatorCalled(world, other).approves(asked);
    expect(refusalIn(answer)).toBe('403 approval.same_operator');
    expect((await grace.approves(asked)).status).toBe(200);
  });

  it('cannot use a role without personal session names, not even to request', async () => {
    ask(world, { vouchersAbove: 0, namedRoles: ['Operators'] });
    const asked = await operatorCalled(world, 'ada').asks('POST', '/vouchers', voucher);
    const somebody = operatorCalled(world, 'Admin:grace');
    const unknown = '403 approval.unknown_operator';
    expect(refusalIn(await somebody.approves(asked))).toBe(unknown);
    expect(refusalIn(await somebody.call('POST', '/vouchers', voucher))).toBe(unknown);
  });

  it('gets 404 for an invalid approval id', async () => {
    ask(world, { vouchersAbove: 0 });
    for (const id of ['x'.repeat(3_000), 'not an id', '']) {
      const answer = await grace.call('POST', '/vouchers', voucher, id);
      expect([id.length, refusalIn(answer)]).toEqual([id.length, expect.stringMatching(/^404/)]);
    }
  });

  it('can be another session of a role with personal session names', async () => {
    ask(world, { vouchersAbove: 0, namedRoles: ['Operators'] });
    const asked = await operatorCalled(world, 'Operators:ada').asks('POST', '/vouchers', voucher);
    expect((await operatorCalled(world, 'Operators:grace').approves(asked)).status).toBe(200);
  });

  it('is only one of two who approve at the same time', async () => {
    ask(world, { vouchersAbove: 0 });
    for (let round = 0; round < 5; round += 1) {
      const asked = await ada.asks('POST', '/vouchers', voucher);
      const jean = operatorCalled(world, 'jean');
      const before = (await vouchers()).length;
      const answers = await Promise.all([
        grace.call('POST', '/vouchers', voucher, asked.id),
        jean.call('POST', '/vouchers', voucher, asked.id),
        grace.call('POST', '/vouchers', voucher, asked.id),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(['202 undefined', '409 approval.closed']).toContain(refusalIn(answer));
      }
      expect((await vouchers()).length).toBe(before + 1);
    }
  });

  it('wins or loses against a simultaneous refusal', async () => {
    ask(world, { vouchersAbove: 0 });
    const asked = await ada.asks('POST', '/vouchers', { ...voucher, code: 'EITHER' });
    const [approved, refused] = await Promise.all([
      grace.call('POST', '/vouchers', { ...voucher, code: 'EITHER' }, asked.id),
      operatorCalled(world, 'jean').call('PATCH', `/approvals/${asked.id}`, { decision: 'refuse' }),
    ]);
    expect([approved.status, refused.status].toSorted()).toEqual([200, 409]);
    const { status } = await ada.call('GET', '/vouchers/EITHER');
    expect(status).toBe(approved.status === 200 ? 200 : 404);
  });
});

async function vouchers(): Promise<readonly unknown[]> {
  return Object((await ada.call('GET', '/vouchers?limit=100')).body).data;
}

describe('an approved act', () => {
  it('must match the request in every field', async () => {
    ask(world, twoForAll);
    const { id } = await created(world, '/persons', { email: 'old@people.example' });
    const asked = await ada.asks('PATCH', `/persons/${id}`, { email: 'new@people.example' });
    const other = { email: 'mine@people.example' };
    for (const [path, body] of [
      [`/persons/${id}`, other],
      [`/persons/${id}`, { email: 'new@people.example', revokeKeys: true }],
      [`/persons/${(await created(world, '/persons', other)).id}`, { email: 'new@people.example' }],
    ] as const) {
      expect(refusalIn(await grace.call('PATCH', path, body, asked.id))).toBe(
        '409 approval.other_request',
      );
    }
    expect(refusalIn(await grace.call('POST', '/vouchers', voucher, asked.id))).toBe(
      '409 approval.other_request',
    );
    expect((await grace.approves(asked)).body).toMatchObject({
      data: { email: 'new@people.example' },
    });
  });

  it('is refused if its subject has changed since, and possible if that is undone', async () => {
    const { id } = await created(world, '/persons', { email: 'first@people.example' });
    ask(world, { emailAddresses: true });
    const asked = await ada.asks('PATCH', `/persons/${id}`, { email: 'third@people.example' });
    ask(world, nobodyElse);
    await world.admin('PATCH', `/persons/${id}`, { email: 'second@people.example' });
    expect(refusalIn(await grace.approves(asked))).toBe('409 approval.outdated');
    await world.admin('PATCH', `/persons/${id}`, { email: 'first@people.example' });
    expect((await grace.approves(asked)).status).toBe(200);
  });

  it('stays pending if it is refused for another reason', async () => {
    ask(world, { vouchersAbove: 0 });
    const asked = await ada.asks('POST', '/vouchers', { ...voucher, code: 'TAKEN-1' });
    ask(world, nobodyElse);
    await world.admin('POST', '/vouchers', { ...voucher, code: 'TAKEN-1' });
    ask(world, { vouchersAbove: 0 });
    expect(refusalIn(await grace.approves(asked))).toBe('409 voucher.code_taken');
    const { body } = await ada.call('GET', `/approvals/${asked.id}`);
    expect(body).toMatchObject({ data: { status: 'pending' } });
  });

  it('can be requested only with valid data about existing items', async () => {
    ask(world, twoForAll);
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const [method, path, body] of [
      ['PATCH', `/persons/${nobody}`, { email: 'x@people.example' }],
      ['POST', `/persons/${nobody}/api_keys`, { kind: 'standard' }],
      ['PATCH', `/legal_entities/${nobody}`, { taxState: 'overdue' }],
      ['PUT', `/legal_entities/${nobody}/representatives/${nobody}`, undefined],
    ] as const) {
      expect((await ada.call(method, path, body)).status).toBe(404);
    }
    expect((await ada.call('POST', '/vouchers', { kind: 'amount' })).status).toBe(400);
    expect(refusalIn(await grace.call('POST', '/vouchers', voucher, nobody))).toBe(
      '404 approval.not_found',
    );
  });

  it('is carried out even if it changes nothing', async () => {
    const { entity, person } = await anEntity('Idle');
    ask(world, { taxState: true });
    const asked = await ada.asks('PATCH', `/legal_entities/${entity.id}`, { taxState: 'current' });
    expect((await grace.approves(asked)).status).toBe(200);
    expect((await ada.call('GET', `/approvals/${asked.id}`)).body).toMatchObject({
      data: { status: 'carried_out' },
    });
    expect(person.id).not.toBe('');
  });
});

describe('an act that is not approved', () => {
  it('can be refused by others or withdrawn by the requester, and stays closed', async () => {
    ask(world, { vouchersAbove: 0 });
    for (const [decision, by, other] of [
      ['refuse', grace, ada],
      ['withdraw', ada, grace],
    ] as const) {
      const asked = await ada.asks('POST', '/vouchers', voucher);
      if (decision === 'withdraw') {
        const early = await other.call('PATCH', `/approvals/${asked.id}`, { decision });
        expect(refusalIn(early)).toBe('403 approval.not_requester');
      }
      const closed = await by.call('PATCH', `/approvals/${asked.id}`, { decision });
      expect(closed).toMatchObject({ status: 200, body: { data: { request: null } } });
      const again = await by.call('PATCH', `/approvals/${asked.id}`, { decision });
      expect(again.body).toEqual(closed.body);
      const late = await grace.call('POST', '/vouchers', voucher, asked.id);
      expect(refusalIn(late)).toBe('409 approval.closed');
      expect(late.body).toMatchObject({
        decision: { status: decision === 'refuse' ? 'refused' : 'withdrawn' },
      });
      expect(await getItem(world.table, keys.requestedOperation(asked.id))).toBeUndefined();
    }
  });

  it('expires after 72 hours, which is recorded on a late attempt', async () => {
    ask(world, { vouchersAbove: 0 });
    const asked = await ada.asks('POST', '/vouchers', voucher);
    world.clock.now += 72 * 3_600_000 - 1;
    expect((await grace.call('GET', `/approvals/${asked.id}`)).body).toMatchObject({
      data: { status: 'pending' },
    });
    world.clock.now += 1;
    expect((await grace.call('GET', `/approvals/${asked.id}`)).body).toMatchObject({
      data: { status: 'expired', request: null },
    });
    const late = await grace.call('POST', '/vouchers', voucher, asked.id);
    expect(refusalIn(late)).toBe('409 approval.closed');
    expect(await actionsOf(asked.id)).toEqual([
      ['operator_approval.expired', null],
      ['operator_approval.requested', user('ada')],
    ]);
  });
});

describe('each act with two operators', () => {
  it('is carried out with two principals, and never with one', async () => {
    const { entity, person, other } = await anEntity('Harbour');
    const integration = await created(world, '/partner_integrations', {
      name: 'Quay',
      legalEntityId: entity.id,
      redirectOrigins: [],
    });
    const client = await created(world, '/oauth_clients', {
      name: 'Library',
      scopes: ['openid'],
      redirectUris: ['https://library.example/callback'],
    });
    const { id: applied } = await aPartnerDraft(world, await aPartner(world));
    ask(world, twoForAll);
    const acts = [
      ['POST', '/vouchers', { kind: 'full', code: 'ALL-OF-IT' }],
      ['PUT', `/legal_entities/${entity.id}/representatives/${other.id}`, undefined],
      ['DELETE', `/legal_entities/${entity.id}/representatives/${other.id}`, undefined],
      ['PATCH', `/persons/${person.id}`, { email: 'moved@people.example' }],
      ['POST', `/persons/${person.id}/residencies`, { residencyType: 'Resident' }],
      ['PATCH', `/legal_entities/${entity.id}`, { taxState: 'overdue' }],
      ['PATCH', `/legal_entities/${entity.id}`, { residency: { terminationDate: '2030-01-01' } }],
      ['POST', `/persons/${person.id}/api_keys`, { kind: 'standard' }],
      ['PUT', `/persons/${person.id}/manifestation_of_will`, { acceptedAgreements: [] }],
      ['POST', `/partner_integrations/${integration.id}/keys`, {}],
      [
        'PATCH',
        `/oauth_clients/${client['clientId']}`,
        { redirectUris: ['https://elsewhere.example/callback'] },
      ],
      ['POST', `/residency_applications/${applied}/verification`, { status: 'approved' }],
      ['POST', '/staff', { personId: person.id, roles: ['reviewer'] }],
      ['PATCH', `/staff/${person.id}`, { roles: ['senior_reviewer'] }],
      [
        'POST',
        '/legal_entities',
        { optionId: 'llc', name: 'Second', extension: 'LLC', representatives: [other.id] },
      ],
    ] as const;
    for (const [method, path, body] of acts) {
      const written = await snapshot();
      const asked = await ada.asks(method, path, body);
      expect(refusalIn(await ada.approves(asked))).toBe('403 approval.same_operator');
      expect(refusalIn(await operatorCalled(world, 'Operators:ADA').approves(asked))).toBe(
        '403 approval.same_operator',
      );
      expect(await snapshot()).toEqual(written);
      expect({ path, status: (await grace.approves(asked)).status }).toEqual({ path, status: 200 });
      expect(await snapshot()).not.toEqual(written);
    }

    async function snapshot() {
      const paths = [
        '/vouchers?limit=100',
        `/legal_entities/${entity.id}`,
        `/persons/${person.id}`,
        `/persons/${person.id}/api_keys`,
        `/persons/${person.id}/manifestation_of_will`,
        `/partner_integrations/${integration.id}/keys`,
        `/oauth_clients/${client['clientId']}`,
        `/residency_applications/${applied}`,
        `/staff/${person.id}`,
        '/legal_entities?limit=100&name=Second',
        `/oauth_clients/${client['clientId']}`,
      ];
      const answers = await Promise.all(paths.map((path) => grace.call('GET', path)));
      return answers.map(({ body }) => Object(body).data);
    }
  });

  it('notifies the people concerned only once it is carried out', async () => {
    const { entity, person, other } = await anEntity('Lighthouse');
    const integration = await created(world, '/partner_integrations', {
      name: 'Mole',
      legalEntityId: entity.id,
      redirectOrigins: [],
    });
    await world.settle();
    ask(world, twoForAll);
    const emailsAbout = async (method: string, path: string, body?: unknown) => {
      const before = world.mails.length;
      const asked = await ada.asks(method, path, body);
      await world.settle();
      expect(world.mails.length).toBe(before);
      expect((await grace.approves(asked)).status).toBe(200);
      await world.settle();
      return world.mails
        .slice(before)
        .map(({ to }) => to)
        .toSorted();
    };
    const representatives = `/legal_entities/${entity.id}/representatives`;
    expect(
      await emailsAbout('PATCH', `/legal_entities/${entity.id}`, { taxState: 'overdue' }),
    ).toEqual([person.email]);
    expect(await emailsAbout('PUT', `${representatives}/${other.id}`)).toEqual(
      [person.email, other.email].toSorted(),
    );
    expect(await emailsAbout('DELETE', `${representatives}/${other.id}`)).toEqual(
      [person.email, other.email].toSorted(),
    );
    expect(
      await emailsAbout('POST', `/persons/${other.id}/residencies`, { residencyType: 'Resident' }),
    ).toEqual([other.email]);
    expect(
      await emailsAbout('POST', `/persons/${other.id}/api_keys`, { kind: 'standard' }),
    ).toEqual([other.email]);
    expect(await emailsAbout('POST', `/partner_integrations/${integration.id}/keys`, {})).toEqual([
      person.email,
    ]);
    expect(await emailsAbout('POST', '/staff', { personId: other.id, roles: ['auditor'] })).toEqual(
      [other.email],
    );
    expect(await emailsAbout('POST', `/staff/${other.id}/passkey_code`)).toEqual([other.email]);
    expect(
      await emailsAbout('PATCH', `/persons/${other.id}`, { email: 'elsewhere@people.example' }),
    ).toEqual(['elsewhere@people.example', other.email].toSorted());
    expect(
      await emailsAbout('POST', '/legal_entities', {
        optionId: 'llc',
        name: 'Beacon',
        extension: 'LLC',
        representatives: [person.id],
      }),
    ).toEqual([person.email]);
  });

  it('shows a new key once, to the operator who approves', async () => {
    const { person } = await anEntity('Buoy');
    ask(world, { keys: true });
    const path = `/persons/${person.id}/api_keys`;
    const asked = await ada.asks('POST', path, { kind: 'standard' });
    expect(Object(asked)['key']).toBeUndefined();
    const { body } = await grace.approves(asked);
    expect(Object(body).data.key).toMatch(/^sk-/);
    const again = await grace.call('POST', path, { kind: 'standard' }, asked.id);
    expect([again.status, Object(again.body).data.key]).toEqual([202, undefined]);
  });
});

it('a pending identity approval is outdated if one operator declines the identity first', async () => {
  const { id } = await aPartnerDraft(world, await aPartner(world));
  ask(world, { identityVerifications: true });
  const asked = await ada.asks('POST', `/residency_applications/${id}/verification`, {
    status: 'approved',
  });
  expect((await verify(world, id, 'declined')).status).toBe(200);
  expect(refusalIn(await grace.approves(asked))).toBe('409 approval.outdated');
});

it('an import is refused if its contents require a second operator', async () => {
  const call = { records: [{ kind: 'person', sourceId: 'p-1', email: 'in@people.example' }] };
  for (const name of ['representatives', 'emailAddresses', 'permitNumbers', 'taxState']) {
    ask(world, { ...nobodyElse, [name]: true });
    const answer = await ada.call('POST', '/imports/b1/records', { mode: 'run', ...call });
    expect(refusalIn(answer)).toBe('409 import.disabled');
    const looked = await ada.call('POST', '/imports/b1/records', { mode: 'validate', ...call });
    expect(looked.status).toBe(200);
  }
  ask(world, { ...nobodyElse, keys: true, vouchersAbove: 0 });
  const done = await ada.call('POST', '/imports/b1/records', { mode: 'run', ...call });
  expect(done.status).toBe(200);
});

it('without the setting, one operator can carry out every act', async () => {
  const { entity, other } = await anEntity('Alone');
  const answers = await Promise.all([
    ada.call('POST', '/vouchers', { kind: 'full' }),
    ada.call('PUT', `/legal_entities/${entity.id}/representatives/${other.id}`),
    ada.call('PATCH', `/persons/${other.id}`, { email: 'alone@people.example' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('the scheduled run records approvals that expired', async () => {
  ask(world, { vouchersAbove: 0 });
  const asked = await ada.asks('POST', '/vouchers', voucher);
  await notifyNow(world);
  expect((await ada.call('GET', '/approvals?status=pending')).body).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id: asked.id, status: 'pending' })]),
  });
  world.clock.now += 72 * 3_600_000;
  await Promise.all([notifyNow(world), notifyNow(world)]);
  expect((await ada.call('GET', '/approvals?status=pending')).body).toMatchObject({ data: [] });
  expect(await actionsOf(asked.id)).toEqual([
    ['operator_approval.expired', null],
    ['operator_approval.requested', user('ada')],
  ]);
  expect(await getItem(world.table, keys.requestedOperation(asked.id))).toBeUndefined();
});

describe.each(faults)('a fault of the table (%s)', (kind) => {
  it('leaves an approved act complete or undone, and a retry completes it', async () => {
    ask(world, { vouchersAbove: 0 });
    for (let call = 1; ; call += 1) {
      const code = `FAULT-${kind}-${call}`.toUpperCase();
      const body = { ...voucher, code };
      const asked = await ada.asks('POST', '/vouchers', body);
      let seen = 0;
      world.proxy.failNext({
        kind,
        match: () => {
          seen += 1;
          return seen === call;
        },
      });
      const first = await grace.call('POST', '/vouchers', body, asked.id);
      const isOver = world.proxy.pending() > 0;
      world.proxy.disarm();
      if (isOver) {
        expect(first.status).toBe(200);
        return;
      }
      const again = await grace.call('POST', '/vouchers', body, asked.id);
      expect([200, 202]).toContain(again.status);
      expect((await ada.call('GET', `/vouchers/${code}`)).status).toBe(200);
      expect(await actionsOf(code)).toEqual([['voucher.created', user('ada')]]);
      expect((await ada.call('GET', `/approvals/${asked.id}`)).body).toMatchObject({
        data: { status: 'carried_out', decidedBy: user('grace') },
      });
    }
  });
});
