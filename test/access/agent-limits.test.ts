import { beforeEach, describe, expect, it } from 'vitest';
import { agentScopes } from '../../shared/kernel/domain/scopes.ts';
import { aRepresentedEntity, requestsPath } from '../support/certificates.ts';
import { applicationPayload, aVoucher } from '../support/drafts.ts';
import { shownText, signedIn } from '../support/portal.ts';
import { aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const day = 86_400_000;
const applications = '/api/v1/legal_entity_applications';
let ada: Person;

beforeEach(async () => {
  world.clock.now += day - (world.clock.now % day) + 60_000;
  ada = await aResident(world);
  await world.admin('PUT', `/persons/${ada.id}/manifestation_of_will`, {
    acceptedAgreements: ['e-Resident', 'Resident'],
  });
});

async function anAgent(bounds: object = {}) {
  const path = `/persons/${ada.id}/api_keys`;
  const { id, key } = await created(world, path, {
    ...{ kind: 'agent', label: 'agent', scopes: agentScopes, holder: 'Analytical Engines' },
    ...bounds,
  });
  return { id: String(id), key: String(key), path: `${path}/${id}` };
}

const apply = (key: string, repeat?: { headers: Record<string, string>; payload: object }) =>
  world.call('POST', applications, {
    key,
    body: { applicationData: repeat?.payload ?? applicationPayload() },
    ...(repeat && { headers: repeat.headers }),
  });

async function aPayableDraft(key: string) {
  const { body } = await apply(key);
  return (body as { data: { id: string } }).data.id;
}

async function payFor(key: string, id: string) {
  const body = { voucherCode: await aVoucher(world) };
  return world.call('POST', `${applications}/${id}/pay/voucher`, { key, body });
}

async function whoami(key: string) {
  const { body } = await world.call('GET', '/api/v1/whoami', { key });
  return (body as { data: Record<string, unknown> }).data;
}

const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).sort();
const midnight = () => new Date(world.clock.now - (world.clock.now % day) + day).toISOString();
const limitOf = ({ body }: { body: unknown }) => {
  const { code, limit, resetsAt } = body as Record<string, unknown>;
  return { code, limit, resetsAt };
};

describe('the daily limits of an Agent Key', () => {
  it('refuse a call over the limit with 429 until the next UTC day, with the time of the reset', async () => {
    const { key } = await anAgent({ dailyLimits: { applications: 2 } });
    expect(statuses([await apply(key), await apply(key)])).toEqual([200, 200]);
    const refused = await apply(key);
    expect(refused.status).toBe(429);
    expect(limitOf(refused)).toEqual({
      code: 'api_key.daily_limit_reached',
      limit: { name: 'applications', max: 2, used: 2 },
      resetsAt: midnight(),
    });
    expect(refused.headers.get('retry-after')).toBe(
      String((Date.parse(midnight()) - world.clock.now) / 1000),
    );
    expect((await whoami(key))['usedToday']).toMatchObject({ applications: 2 });
    world.clock.now += day;
    expect((await apply(key)).status).toBe(200);
  });

  it('let one of two parallel calls use the last application, filing or payment', async () => {
    const { key } = await anAgent({
      dailyLimits: { applications: 3, filings: 1, payments: 1, amountCents: 1_000_000 },
    });
    const ids = await Promise.all([aPayableDraft(key), aPayableDraft(key)]);
    const entities = await Promise.all([
      aRepresentedEntity(world, ada),
      aRepresentedEntity(world, ada),
    ]);
    const calls = [
      Promise.all([apply(key), apply(key), apply(key)]),
      Promise.all(
        entities.map(({ id }) => world.call('POST', requestsPath(id), { key, body: {} })),
      ),
      Promise.all(ids.map((id) => payFor(key, id))),
    ];
    const [applied = [], filed = [], paid = []] = await Promise.all(calls);
    expect(statuses(applied)).toEqual([200, 429, 429]);
    expect(statuses(filed)).toEqual([200, 429]);
    expect(statuses(paid)).toEqual([200, 429]);
    expect((await whoami(key))['usedToday']).toMatchObject({
      ...{ applications: 3, filings: 1, payments: 1 },
    });
  });

  it('count a repeat with the same Idempotency-Key once, and do not count a refused call', async () => {
    const { key } = await anAgent({ dailyLimits: { applications: 2 } });
    const payload = applicationPayload();
    const repeat = { headers: { 'idempotency-key': 'one' }, payload };
    const answers = await Promise.all([apply(key, repeat), apply(key, repeat)]);
    expect(statuses(answers).every((status) => status === 200 || status === 409)).toBe(true);
    expect((await apply(key, repeat)).status).toBe(200);
    expect((await apply(key, { headers: {}, payload: { ...payload, name: '' } })).status).toBe(400);
    expect((await whoami(key))['usedToday']).toMatchObject({ applications: 1 });
    expect(statuses([await apply(key), await apply(key)])).toEqual([200, 429]);
  });

  it('apply to the amount of payments; a single payment over the limit is refused with 403', async () => {
    const { key, path } = await anAgent({ dailyLimits: { amountCents: 1 } });
    const id = await aPayableDraft(key);
    const refused = await payFor(key, id);
    expect(refused.status).toBe(403);
    expect(limitOf(refused)).toEqual({
      code: 'api_key.limit_never_allows',
      limit: { name: 'amountCents', max: 1, used: 0 },
      resetsAt: undefined,
    });
    const lifted = await world.admin('PATCH', path, { dailyLimits: null });
    expect(lifted.body).toMatchObject({ data: { dailyLimits: {}, legalEntityIds: null } });
    const { body } = await payFor(key, id);
    const { invoice } = (body as { data: { invoice: { amountCents: number } } }).data;
    expect((await whoami(key))['usedToday']).toMatchObject({
      ...{ payments: 1, amountCents: invoice.amountCents },
    });
    // Payments made before the limit was set are included.
    await world.admin('PATCH', path, { dailyLimits: { amountCents: invoice.amountCents } });
    const next = await payFor(key, await aPayableDraft(key));
    expect(limitOf(next)).toMatchObject({
      code: 'api_key.daily_limit_reached',
      limit: { name: 'amountCents', max: invoice.amountCents, used: invoice.amountCents },
    });
  });

  it('do not count the revision of a draft; a limit of 0 forbids every call', async () => {
    const { key, path } = await anAgent({ dailyLimits: { filings: 1 } });
    const { id } = await aRepresentedEntity(world, ada);
    const propose = (name: string) =>
      world.call('POST', `/api/v1/legal_entities/${id}/amendments`, { key, body: { name } });
    expect(statuses([await propose('Harbour One'), await propose('Harbour Two')])).toEqual([
      200, 200,
    ]);
    expect((await whoami(key))['usedToday']).toMatchObject({ filings: 1 });
    await world.admin('PATCH', path, { dailyLimits: { applications: 0 } });
    expect(limitOf(await apply(key))).toMatchObject({ code: 'api_key.limit_never_allows' });
  });

  it('are emailed to the owner when an operator changes them, and not when the owner does', async () => {
    const { id, key, path } = await anAgent();
    await world.settle();
    const before = world.mails.length;
    await world.call('PATCH', `/api/v1/keys/${id}`, {
      key: ada.standardKey,
      body: { dailyLimits: { payments: 1 } },
    });
    await world.admin('PATCH', path, { dailyLimits: { payments: 2 } });
    await world.settle();
    const mails = world.mails.slice(before).map(({ to, subject }) => ({ to, subject }));
    expect(mails).toEqual([
      { to: ada.email, subject: `Limits of an API key changed: …${key.slice(-4)}` },
    ]);
  });

  it('can’t be set for a Standard Key', async () => {
    const { id } = await created(world, `/persons/${ada.id}/api_keys`, { kind: 'standard' });
    const { status, body } = await world.admin('PATCH', `/persons/${ada.id}/api_keys/${id}`, {
      dailyLimits: { payments: 1 },
    });
    expect({ status, code: (body as { code: string }).code }).toEqual({
      ...{ status: 409, code: 'api_key.not_agent' },
    });
    expect(await whoami(ada.standardKey)).toMatchObject({ dailyLimits: {}, usedToday: null });
  });
});

describe('an Agent Key restricted to chosen entities', () => {
  it('reads those entities only, and can’t create applications', async () => {
    const [one, other] = await Promise.all([
      aRepresentedEntity(world, ada),
      aRepresentedEntity(world, ada),
    ]);
    await apply(ada.standardKey);
    const { key, path } = await anAgent({ legalEntityIds: [one.id] });
    const get = (url: string) => world.call('GET', url, { key });
    const seen = async () =>
      (
        await Promise.all(
          [one, other].flatMap(({ id }) => [
            get(`/api/v1/legal_entities/${id}`),
            get(`/api/v1/legal_entities/${id}/documents`),
            get(requestsPath(id)),
            world.call('POST', requestsPath(id), { key, body: {} }),
          ]),
        )
      ).map(({ status }) => status);
    expect(await seen()).toEqual([200, 200, 200, 200, 404, 404, 404, 404]);
    expect((await get(applications)).body).toMatchObject({ data: [] });
    expect(limitOf(await apply(key))).toEqual({
      code: 'api_key.limit_never_allows',
      limit: { name: 'applications', max: 0, used: 0 },
      resetsAt: undefined,
    });
    expect(await whoami(key)).toMatchObject({
      holder: 'Analytical Engines',
      legalEntityIds: [one.id],
    });
    await world.settle();
    const events = (await get('/api/v1/events')).body as {
      data: { subject: string; type: string }[];
    };
    const types = events.data.filter(({ type }) => /^legal_entity|certificate/.test(type));
    expect(types.every(({ subject }) => !subject.includes(other.id))).toBe(true);
    expect(types.filter(({ type }) => type.startsWith('legal_entity_application'))).toEqual([]);
    await world.admin('PATCH', path, { legalEntityIds: null });
    expect(await seen()).toEqual([200, 200, 200, 200, 200, 200, 200, 200]);
  });
});

describe('the daily limits by API', () => {
  const change = (key: string, id: string, body: object, headers = {}) =>
    world.call('PATCH', `/api/v1/keys/${id}`, { key, body, headers });
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { code?: string }).code,
  ];

  it('are listed and changed with a Standard Key of the owner', async () => {
    world.clock.now += 1_000;
    const agent = await anAgent({ dailyLimits: { payments: 1, filings: 2 } });
    const changed = await change(ada.standardKey, agent.id, { dailyLimits: { payments: 0 } });
    const expected = {
      id: agent.id,
      kind: 'agent',
      label: 'agent',
      scopes: agentScopes,
      createdAt: expect.any(String),
      revokedAt: null,
      expiresAt: null,
      holder: 'Analytical Engines',
      dailyLimits: { payments: 0 },
      legalEntityIds: null,
      approvalRequired: false,
      lastUsedOn: null,
      lastFour: agent.key.slice(-4),
    };
    expect(changed).toMatchObject({ status: 200, body: { data: expected } });
    const { body } = await world.call('GET', '/api/v1/keys?limit=1', { key: ada.standardKey });
    expect(body).toEqual({
      data: [expected],
      pagination: { limit: 1, nextCursor: expect.any(String) },
    });
    expect(await whoami(agent.key)).toMatchObject({ dailyLimits: { payments: 0 } });
    const entries = await world.admin('GET', `/audit?subjectId=${ada.id}&action=api_key.changed`);
    expect(entries.body).toMatchObject({
      data: [{ actor: { kind: 'standard_key' }, details: { keyId: agent.id, payments: 0 } }],
    });
  });

  it('are set only once by repeats with the same Idempotency-Key', async () => {
    const { id, key } = await anAgent();
    const repeat = { 'idempotency-key': 'limits' };
    const first = await change(ada.standardKey, id, { dailyLimits: { payments: 1 } }, repeat);
    await change(ada.standardKey, id, { dailyLimits: { payments: 2 } });
    const again = await change(ada.standardKey, id, { dailyLimits: { payments: 1 } }, repeat);
    expect(again.body).toEqual(first.body);
    expect(await whoami(key)).toMatchObject({ dailyLimits: { payments: 2 } });
  });

  it('can’t be changed with an Agent Key, neither its own limits nor another key’s', async () => {
    const limited = await anAgent({ dailyLimits: { payments: 1 } });
    const other = await anAgent();
    for (const { key } of [limited, other]) {
      expect(codeOf(await change(key, limited.id, { dailyLimits: null }))[0]).toBe(403);
      expect((await world.call('GET', '/api/v1/keys', { key })).status).toBe(403);
    }
    expect(await whoami(limited.key)).toMatchObject({ dailyLimits: { payments: 1 } });
  });

  it('are refused for another person’s, a Standard or a revoked key, and for negative numbers', async () => {
    const { id, path } = await anAgent();
    const grace = await aResident(world);
    const foreign = await change(grace.standardKey, id, { dailyLimits: null });
    expect(codeOf(foreign)).toEqual([404, 'resource.not_found']);
    const negative = await change(ada.standardKey, id, { dailyLimits: { payments: -1 } });
    expect(codeOf(negative)).toEqual([400, 'request.invalid_body']);
    const list = await world.call('GET', '/api/v1/keys', { key: ada.standardKey });
    const { data } = list.body as { data: { id: string; kind: string }[] };
    const standard = data.find(({ kind }) => kind === 'standard')?.id ?? '';
    const ofStandard = await change(ada.standardKey, standard, { dailyLimits: { payments: 1 } });
    expect(codeOf(ofStandard)).toEqual([409, 'api_key.not_agent']);
    await world.admin('DELETE', path);
    const revoked = await change(ada.standardKey, id, { dailyLimits: null });
    expect(codeOf(revoked)).toEqual([409, 'api_key.revoked']);
  });
});

describe('the daily limits in the portal', () => {
  it('are set with the key, changed later, kept by a rotation, and shown', async () => {
    const { id: entityId } = await aRepresentedEntity(world, ada, { name: 'Harbour Works' });
    const browser = await signedIn(world, ada.email);
    const form = '/portal/developer/keys/new';
    await browser.open(form);
    const fields = {
      label: 'Office',
      holder: 'Engines',
      kind: 'agent',
      scope: 'agent:entity.read',
    };
    const wrong = await browser.send(form, { ...fields, payments: 'many' });
    expect(wrong.status).toBe(400);
    expect(shownText(wrong)).toContain('Enter a whole number, or leave it empty');
    const standard = await browser.send(form, {
      ...fields,
      kind: 'standard',
      scope: [],
      payments: '1',
    });
    expect(shownText(standard)).toContain('Only Agent Keys have limits');
    // Newer than the Standard Key, so that it is listed first.
    world.clock.now += 1_000;
    const made = await browser.send(form, {
      ...fields,
      payments: '5',
      amount: '100',
      entity: entityId,
    });
    expect(made.status).toBe(200);
    const settings = await browser.open('/portal/developer');
    expect(shownText(settings)).toContain(
      'Agent Key 5 payments a day Payments of 100.00 in total a day One legal entity',
    );
    const [, keyId = ''] = /keys\/([^/"]+)\/limits/.exec(settings.text) ?? [];
    const limits = `/portal/developer/keys/${keyId}/limits`;
    expect((await browser.open(limits)).text).toContain('name="payments" type="text" value="5"');
    await browser.send(limits, { payments: '6', applications: '', filings: '', amount: '' });
    await browser.open(`/portal/developer/keys/${keyId}/rotate`);
    const rotated = await browser.send(`/portal/developer/keys/${keyId}/rotate`, {});
    const [key = ''] = /ak-[0-9A-Za-z]{49}/.exec(rotated.text) ?? [];
    expect(await whoami(key)).toMatchObject({ dailyLimits: { payments: 6 }, legalEntityIds: null });
    const entries = await world.admin('GET', `/audit?subjectId=${ada.id}&action=api_key.changed`);
    expect(entries.body).toMatchObject({
      data: [{ details: { keyId, payments: 6 } }],
    });
  });

  it('are carried over by a simultaneous rotation, or the change is refused with the old key', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { path, id } = await anAgent();
      const browser = await signedIn(world, ada.email);
      const rotation = `/portal/developer/keys/${id}/rotate`;
      await browser.open(rotation);
      const [changed, rotated] = await Promise.all([
        world.admin('PATCH', path, { dailyLimits: { payments: 1 } }),
        browser.send(rotation, {}),
      ]);
      const [key = ''] = /ak-[0-9A-Za-z]{49}/.exec(rotated.text) ?? [];
      const expected = changed.status === 200 ? { payments: 1 } : {};
      expect(await whoami(key)).toMatchObject({ dailyLimits: expected });
    }
  });
});
