import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { aPartner, aPartnerKey } from '../support/partners.ts';
import { anAgentKey, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { type Endpoint, useWebhooks } from '../support/webhooks.ts';

const world = await useWorld();
const hooks = await useWebhooks(world);
const agentScopes = ['agent:webhooks.manage', 'agent:person.details.read'] as const;
const statusOf = async (key: string, path = '') => (await hooks.api('GET', key, path)).status;
const idsOf = async (key: string) => {
  const { body } = await hooks.api('GET', key);
  return (body as { data: Endpoint[] }).data.map(({ id }) => id);
};

describe('webhook endpoints', () => {
  it('can be created, read, changed and deleted with the key', async () => {
    const ada = await aResident(world);
    const fields = { description: 'Books', types: ['key.created', 'key.revoked'] };
    const { path, secret, ...made } = await hooks.endpoint(ada.standardKey, fields);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toEqual({
      id: expect.any(String),
      url: `${hooks.url}${path}`,
      ...fields,
      status: 'active',
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const read = await hooks.api('GET', ada.standardKey, `/${made.id}`);
    expect(read.body).toEqual({ data: made });
    world.clock.now += 1_000;
    const changed = await hooks.api('PATCH', ada.standardKey, `/${made.id}`, {
      types: null,
      status: 'disabled',
    });
    const at = new Date(world.clock.now).toISOString();
    expect(changed.body).toEqual({
      data: {
        ...made,
        types: null,
        status: 'disabled',
        disabledReason: 'owner',
        disabledAt: at,
        updatedAt: at,
      },
    });
    const gone = await hooks.api('DELETE', ada.standardKey, `/${made.id}`);
    expect(gone.body).toEqual({ data: { id: made.id, deleted: true } });
    expect(await statusOf(ada.standardKey, `/${made.id}`)).toBe(404);
    expect((await hooks.api('DELETE', ada.standardKey, `/${made.id}`)).status).toBe(404);
  });

  it('carry out a call once under an Idempotency-Key, and replay its response', async () => {
    const ada = await aResident(world);
    const other = await aResident(world);
    const call = (method: string, path: string, body?: object, key = ada.standardKey) =>
      world.call(method, `/api/v1/webhook_endpoints${path}`, {
        key,
        body,
        headers: { 'Idempotency-Key': `once ${ada.id}` },
      });
    const twice = async (method: string, path: string, body?: object) => {
      const [first, again] = [await call(method, path, body), await call(method, path, body)];
      expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([
        ...[200, 200, 'true'],
      ]);
      expect(again.body).toEqual(first.body);
      return Object(first.body).data;
    };
    const input = { url: `${hooks.url}/once`, types: ['key.created'] };
    const { id, secret } = await twice('POST', '', input);
    expect(await idsOf(ada.standardKey)).toEqual([id]);
    expect(await call('POST', '', { ...input, types: null })).toMatchObject({
      status: 409,
      body: { code: 'idempotency.key_reused' },
    });
    // A secret returned to an Agent Key is not returned to another key of its owner.
    const agent = await anAgentKey(world, other.id, agentScopes);
    const asked = [agent, agent, other.standardKey].map(
      (key) => () => call('POST', '', input, key),
    );
    const statuses = [];
    for (const ask of asked) statuses.push((await ask()).status);
    expect(statuses).toEqual([200, 200, 409]);
    await twice('PATCH', `/${id}`, { description: 'Books' });
    const rotated = await twice('POST', `/${id}/rotate_secret`);
    expect(rotated.secret).not.toBe(secret);
    const test = await twice('POST', `/${id}/test`);
    await twice('POST', `/${id}/deliveries/${test.id}/redeliver`);
    const feed = `PERSON#${ada.id}`;
    const { secrets } = Object(await getItem(world.table, keys.webhookEndpoint(feed, id)));
    expect(secrets).toHaveLength(2);
    const deliveries = await hooks.api('GET', ada.standardKey, `/${id}/deliveries`);
    expect(Object(deliveries.body).data.map((each: { id: string }) => each.id)).toEqual([test.id]);
    await hooks.api('DELETE', ada.standardKey, `/${id}`);
    expect((await call('POST', '', input)).status).toBe(404);
  });

  it('are refused if a field is unknown or misspelt', async () => {
    const { standardKey } = await aResident(world);
    const refused = (names: string) => ({
      status: 400,
      body: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [
          {
            code: 'unrecognized_keys',
            path: [],
            message: `There are no other fields than ${names}`,
          },
        ],
      },
    });
    const url = `${hooks.url}/misspelt`;
    const misspelt = { event_types: ['key.created'] };
    expect(await hooks.api('POST', standardKey, '', { url, ...misspelt })).toMatchObject(
      refused('url, description, types'),
    );
    expect(await idsOf(standardKey)).toEqual([]);
    const { id } = await hooks.endpoint(standardKey);
    expect(await hooks.api('PATCH', standardKey, `/${id}`, misspelt)).toMatchObject(
      refused('url, description, types, status'),
    );
  });

  it('have secrets that are not stored in plain text', async () => {
    const ada = await aResident(world);
    const { id, secret } = await hooks.endpoint(ada.standardKey);
    const item = await getItem(world.table, keys.webhookEndpoint(`PERSON#${ada.id}`, id));
    expect(item).toMatchObject(keys.webhookEndpoint(`PERSON#${ada.id}`, id));
    expect(JSON.stringify(item)).not.toContain(secret.slice('whsec_'.length));
  });

  it('are limited to ten, even if many are created at the same time', async () => {
    const ada = await aResident(world);
    const all = await Promise.all(
      Array.from({ length: 13 }, () =>
        hooks.api('POST', ada.standardKey, '', { url: 'https://receiver.example/' }),
      ),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      ...Array.from({ length: 3 }, () => 409),
    ]);
    const [first] = await idsOf(ada.standardKey);
    await hooks.api('DELETE', ada.standardKey, `/${first}`);
    const again = await hooks.api('POST', ada.standardKey, '', { url: 'https://a.example/' });
    expect(again.status).toBe(200);
  });

  it('are refused with a list of all event types if a type is unknown', async () => {
    const ada = await aResident(world);
    const url = 'https://receiver.example/';
    const { status, body } = await hooks.api('POST', ada.standardKey, '', { url, types: ['x.y'] });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        details: [
          {
            code: 'invalid_enum_value',
            path: ['types', 0],
            expected: expect.stringContaining('"legal_entity.registered"'),
            message: 'Must be one of the values in `expected`',
          },
        ],
      },
    });
  });

  it.each([
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://[::ffff:10.0.0.1]/',
    'http://receiver.example:80/@10.0.0.1',
    'https://user:word@receiver.example/',
    'https://receiver.example/#here',
    'ftp://receiver.example/',
    'receiver.example',
    '',
    42,
  ])('accept only public internet addresses: %s', async (url) => {
    const ada = await aResident(world);
    const { status } = await hooks.api('POST', ada.standardKey, '', { url });
    // A host name without TLS is refused only when it is called, because it could be this machine.
    expect(status).toBe(url === 'http://receiver.example:80/@10.0.0.1' ? 200 : 400);
  });

  it('can be read by the owner’s Standard Key, and by the Agent or Partner Key that created them', async () => {
    const [ada, grace] = [await aResident(world), await aResident(world)];
    const [one, other] = [
      await anAgentKey(world, ada.id, agentScopes),
      await anAgentKey(world, ada.id, agentScopes),
    ];
    const ofOne = await hooks.endpoint(one);
    const ofAda = await hooks.endpoint(ada.standardKey);
    expect(await idsOf(one)).toEqual([ofOne.id]);
    expect(await idsOf(other)).toEqual([]);
    expect((await idsOf(ada.standardKey)).toSorted()).toEqual([ofOne.id, ofAda.id].toSorted());
    for (const key of [other, grace.standardKey]) {
      const answers = await Promise.all([
        hooks.api('GET', key, `/${ofOne.id}`),
        hooks.api('PATCH', key, `/${ofOne.id}`, { status: 'disabled' }),
        hooks.api('DELETE', key, `/${ofOne.id}`),
        hooks.api('POST', key, `/${ofOne.id}/rotate_secret`),
        hooks.api('POST', key, `/${ofOne.id}/test`),
        hooks.api('GET', key, `/${ofOne.id}/deliveries`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    }
    const partner = await aPartner(world, { scopes: ['partner:webhooks.manage'] });
    const second = await aPartnerKey(world, partner.integrationId, ['partner:webhooks.manage']);
    const ofPartner = await hooks.endpoint(partner.key);
    expect([await idsOf(partner.key), await idsOf(second)]).toEqual([[ofPartner.id], []]);
  });

  it('are disabled when their key is revoked, and can be enabled with another key', async () => {
    const ada = await aResident(world);
    const agent = await anAgentKey(world, ada.id, agentScopes);
    await hooks.journal.drained();
    const { id } = await hooks.endpoint(agent);
    const { body } = await world.admin('GET', `/persons/${ada.id}/api_keys`);
    const key = (body as { data: { id: string; kind: string }[] }).data.find(
      ({ kind }) => kind === 'agent',
    );
    await world.admin('DELETE', `/persons/${ada.id}/api_keys/${key?.id}`);
    await hooks.settle();
    const read = await hooks.api('GET', ada.standardKey, `/${id}`);
    expect(read.body).toMatchObject({ data: { status: 'disabled', disabledReason: 'key_ended' } });
    expect(hooks.received).toEqual([]);
    const enabled = await hooks.api('PATCH', ada.standardKey, `/${id}`, { status: 'active' });
    expect(enabled.body).toMatchObject({ data: { status: 'active', disabledReason: null } });
  });

  it('can be tested, and a delivery can be sent again under the same id', async () => {
    const ada = await aResident(world);
    await hooks.journal.drained();
    const { id } = await hooks.endpoint(ada.standardKey);
    const { body } = await hooks.api('POST', ada.standardKey, `/${id}/test`);
    const { data } = body as { data: { id: string; status: string } };
    expect(data.status).toBe('due');
    await hooks.look(`PERSON#${ada.id}`, id);
    expect(hooks.received.map(({ type }) => type)).toEqual(['webhook_endpoint.test']);
    const again = await hooks.api(
      'POST',
      ada.standardKey,
      `/${id}/deliveries/${data.id}/redeliver`,
    );
    expect(again.status).toBe(200);
    world.clock.now += 1_000;
    await hooks.look(`PERSON#${ada.id}`, id);
    expect(hooks.received.map((message) => message.id)).toEqual([data.id, data.id]);
    const unknown = `/${id}/deliveries/000000000001-${'0'.repeat(32)}/redeliver`;
    expect((await hooks.api('POST', ada.standardKey, unknown)).status).toBe(404);
    const wrong = await hooks.api('POST', ada.standardKey, `/${id}/deliveries/x/redeliver`);
    expect(wrong.status).toBe(404);
    await hooks.api('PATCH', ada.standardKey, `/${id}`, { status: 'disabled' });
    expect((await hooks.api('POST', ada.standardKey, `/${id}/test`)).body).toMatchObject({
      code: 'webhook_endpoint.disabled',
    });
  });

  it('get at most ten tests and redeliveries a minute, and at most thirty per owner', async () => {
    const ada = await aResident(world);
    world.clock.now += 60_000 - (world.clock.now % 60_000);
    const host = `https://${randomUUID()}.example/`;
    const made = [1, 2, 3, 4].map(() => hooks.endpoint(ada.standardKey, { url: host }));
    const [first, ...others] = (await Promise.all(made)).map(({ id }) => id);
    const test = (id: string | undefined) => hooks.api('POST', ada.standardKey, `/${id}/test`);
    const times = (count: number, id: string | undefined) =>
      Promise.all(Array.from({ length: count }, () => test(id)));
    const statuses = (await times(12, first)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    const late = await test(first);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '60']);
    const { body } = await hooks.api('GET', ada.standardKey, `/${first}/deliveries`);
    const [delivery] = Object(body).data;
    const again = `/${first}/deliveries/${delivery?.id}/redeliver`;
    expect((await hooks.api('POST', ada.standardKey, again)).status).toBe(429);
    for (const id of others.slice(0, 2)) await times(10, id);
    expect((await test(others[2])).status).toBe(429);
    world.clock.now += 60_000;
    expect((await test(others[2])).status).toBe(200);
  });

  it('are reported to their owner by email when they are disabled automatically', async () => {
    const ada = await aResident(world);
    await hooks.journal.drained();
    const { id } = await hooks.endpoint(ada.standardKey);
    hooks.receiver.answer = (_, response) => void response.writeHead(410).end();
    await hooks.api('POST', ada.standardKey, `/${id}/test`);
    await hooks.look(`PERSON#${ada.id}`, id);
    await world.settle();
    const messages = world.mails.filter(
      ({ to, subject }) => to === ada.email && /webhook/.test(subject),
    );
    expect(messages.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^We stopped sending webhooks to 127/),
    ]);
  });
});
