import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashKey } from '../../shared/access/auth/api-key.ts';
import { findKey } from '../../shared/access/db/api-keys.ts';
import { partnerLimit } from '../../shared/access/domain/usage-plan.ts';
import { attemptKey } from '../../shared/kernel/db/attempt-counters.ts';
import { partnerScopes } from '../../shared/kernel/domain/scopes.ts';
import {
  aPartner,
  aPartnerDraft,
  aPartnerKey,
  applicationsPath,
  type Partner,
  partnerCalls,
  sworn,
} from '../support/partners.ts';
import { useWorld } from '../support/use-world.ts';

let partner: Partner;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now = Date.parse('2026-03-10T12:00:20.000Z');
  partner = await aPartner(world);
});

const anyId = '6a0c9a70-3b51-4a53-9d0b-0f4f6f8a1c2d';
const statusesOf = async (count: number, call: () => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: count }, () => call()))).map(({ status }) => status);
/** Sets the number of calls that the key made in this minute. */
async function calledBefore(calls: number, key = partner.key): Promise<void> {
  const { id = '' } = { ...(await findKey(world.table, hashKey(key))) };
  await world.table.client.send(
    new PutCommand({
      TableName: world.table.name,
      Item: { ...attemptKey(partnerLimit, id, world.clock.now), attempts: calls },
    }),
  );
}
const counted = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...new Set(statuses)]
      .toSorted()
      .map((status) => [status, statuses.filter((other) => other === status).length]),
  );

describe('the rate limit of a Partner Key', () => {
  it('allows exactly 600 calls a minute, reads and writes together', async () => {
    const { get, patch } = partnerCalls(world, partner);
    await calledBefore(540);
    const statuses = await Promise.all([
      statusesOf(50, () => get(anyId)),
      // Counted even though their body is invalid.
      statusesOf(50, () => patch(anyId, {})),
    ]);
    const all = counted(statuses.flat());
    expect(all[429]).toBe(40);
    expect((all[404] ?? 0) + (all[400] ?? 0)).toBe(60);

    const { status, headers, body } = await get(anyId);
    expect({ status, body, retryAfter: headers.get('retry-after') }).toEqual({
      status: 429,
      body: {
        error: 'Rate limit exceeded. Maximum 600 calls per minute.',
        code: 'rate_limit.exceeded',
        requestId: expect.any(String),
      },
      retryAfter: '40',
    });
    // Another key of the same integration has its own count.
    const other = await aPartnerKey(world, partner.integrationId);
    expect((await partnerCalls(world, { key: other }).get(anyId)).status).toBe(404);
    world.clock.now = Date.parse('2026-03-10T12:01:00.000Z');
    expect((await get(anyId)).status).toBe(404);
  });

  it('prevents a refused write from having an effect', async () => {
    const { id, data } = await aPartnerDraft(world, partner);
    const { get, patch } = partnerCalls(world, partner);
    await calledBefore(599);
    expect((await get(anyId)).status).toBe(404);
    const refused = await patch(id, { expectedVersion: 1, applicationData: data });
    expect(refused.status).toBe(429);
    world.clock.now += 60_000;
    expect((await get(id)).body).toMatchObject({ data: { version: 1 } });
  });

  it('does not count calls without the required scope', async () => {
    const key = await aPartnerKey(world, partner.integrationId, [
      'partner:person.application.update',
    ]);
    const { get, patch } = partnerCalls(world, { key });
    await calledBefore(599, key);
    expect(counted(await statusesOf(10, () => get(anyId)))).toEqual({ 403: 10 });
    expect((await patch(anyId, {})).status).toBe(400);
    expect((await patch(anyId, {})).status).toBe(429);
  });
});

describe('a suspended integration', () => {
  const suspend = (active: boolean) =>
    world.admin('PATCH', `/partner_integrations/${partner.integrationId}`, { active });

  it('is refused on the next call of each of its keys, and accepted again after reactivation', async () => {
    const held = [partner.key];
    for (let more = 1; more <= 39; more += 1) {
      held.push(await aPartnerKey(world, partner.integrationId));
    }
    const call = async (key: string) => {
      const { status, body } = await partnerCalls(world, { key }).list();
      return { status, error: (body as { error?: string }).error };
    };
    const answers = (key: readonly string[]) => Promise.all(key.map(call));
    const refused = { status: 403, error: 'Partner integration is not active.' };
    const served = { status: 200, error: undefined };

    await suspend(false);
    expect(await answers(held)).toEqual(held.map(() => refused));
    await suspend(true);
    expect(await answers(held)).toEqual(held.map(() => served));
  });

  it('can issue keys, which work once it is active again', async () => {
    await suspend(false);
    const key = await aPartnerKey(world, partner.integrationId);
    expect((await partnerCalls(world, { key }).list()).status).toBe(403);
    await suspend(true);
    expect((await partnerCalls(world, { key }).list()).status).toBe(200);
  });

  it('blocks keys that are issued in parallel with the suspension', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const { integrationId } = await aPartner(world);
      const [one, other] = await Promise.all([
        aPartnerKey(world, integrationId),
        aPartnerKey(world, integrationId),
        world.admin('PATCH', `/partner_integrations/${integrationId}`, { active: false }),
      ]);
      for (const key of [one, other]) {
        expect((await partnerCalls(world, { key }).list()).status).toBe(403);
      }
    }
  });

  it('leaves a revoked key revoked when it is reactivated', async () => {
    const { body } = await world.admin(
      'GET',
      `/partner_integrations/${partner.integrationId}/keys`,
    );
    const [{ id }] = (body as { data: [{ id: string }] }).data;
    await world.admin('DELETE', `/partner_integrations/${partner.integrationId}/keys/${id}`);
    expect((await partnerCalls(world, partner).list()).status).toBe(401);
    await suspend(false);
    await suspend(true);
    expect((await partnerCalls(world, partner).list()).status).toBe(401);
  });
});

describe('the scopes of a Partner Key', () => {
  const calls: Readonly<Record<string, (typeof partnerScopes)[number]>> = {
    'POST ': 'partner:person.application.create',
    'GET ': 'partner:person.application.read',
    'GET /id': 'partner:person.application.read',
    'GET /id/documents': 'partner:person.application.read',
    'PATCH /id': 'partner:person.application.update',
    'POST /id/checkout_session': 'partner:person.application.pay',
    'POST /id/pay/voucher': 'partner:person.application.pay',
    'POST /id/pay/coupon': 'partner:person.application.pay',
    'POST /id/submit': 'partner:person.application.submit',
  };

  it.each(Object.entries(calls))('for %s must include %s', async (call, scope) => {
    const [method = '', path = ''] = call.split(' ');
    const target = applicationsPath + path.replace('/id', `/${anyId}`);
    const body = method === 'GET' ? undefined : {};
    const others = await aPartnerKey(
      world,
      partner.integrationId,
      partnerScopes.filter((other) => other !== scope),
    );
    const refused = await world.call(method, target, { key: others, body });
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 403,
      body: {
        error: 'Insufficient permissions',
        code: 'api_key.insufficient_permissions',
        required_scope: scope,
        requestId: expect.any(String),
      },
    });
    const key = await aPartnerKey(world, partner.integrationId, [scope]);
    expect([200, 400, 404]).toContain((await world.call(method, target, { key, body })).status);
  });

  it('are all scopes if a key is issued without any', async () => {
    const { body } = await world.call('GET', '/api/v1/whoami', { key: partner.key });
    expect(body).toMatchObject({ data: { scopes: [...partnerScopes] } });
  });
});

describe('sequential round trips to the table', () => {
  const roundTrips = async (call: () => Promise<{ status: number }>) => {
    world.proxy.calls.reset();
    expect((await call()).status).toBe(200);
    return world.proxy.calls.roundTrips();
  };

  it('are three for one application, including its invoice, authentication and the rate count', async () => {
    const { id } = await aPartnerDraft(world, partner);
    expect(await roundTrips(() => partnerCalls(world, partner).get(id))).toBe(3);
    expect(await roundTrips(() => partnerCalls(world, partner).documents(id))).toBe(2);
  });

  it('are four for a page of applications, five for a later page', async () => {
    const { list } = partnerCalls(world, partner);
    await aPartnerDraft(world, partner);
    world.clock.now += 1;
    const { id } = await aPartnerDraft(world, partner);
    expect(await roundTrips(() => list())).toBe(4);
    expect(await roundTrips(() => list(`?cursor=${id}`))).toBe(5);
  });

  it('are five for a new draft or a change, and six for a payment', async () => {
    const calls = partnerCalls(world, partner);
    const { id, data } = await aPartnerDraft(world, partner, 'e_resident', sworn);
    const again = { ...data, personalDetails: { ...data.personalDetails, surname: 'King' } };
    expect(
      await roundTrips(() =>
        calls.create({
          applicationData: {
            ...data,
            personalDetails: { ...data.personalDetails, email: 'new@people.example' },
          },
        }),
      ),
    ).toBe(5);
    expect(
      await roundTrips(() => calls.patch(id, { expectedVersion: 1, applicationData: again })),
    ).toBe(5);
    const { body } = await world.admin('POST', '/vouchers', { kind: 'full' });
    const { code } = (body as { data: { code: string } }).data;
    expect(await roundTrips(() => calls.pay(id, code))).toBe(6);
  });
});
