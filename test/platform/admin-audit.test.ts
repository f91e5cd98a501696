import { beforeEach, describe, expect, it } from 'vitest';
import { operatorOf } from '../support/admin.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const operator = operatorOf(world);
beforeEach(() => {
  world.clock.now = Date.parse(noon);
});

const noon = '2026-03-01T12:00:00.000Z';
const noonAnd = (minutes: number) => `2026-03-01T12:0${minutes}:00.000Z`;
const minute = () => {
  world.clock.now += 60_000;
};

describe('GET /admin/v1/audit', () => {
  const actor = { kind: 'operator', id: 'arn:aws:iam::000000000000:user/local', personId: null };

  it('shows what was done to a person, newest first and page by page', async () => {
    const { id } = await operator.aPerson();
    minute();
    await world.admin('POST', `/persons/${id}/deactivate`);
    const page = await operator.answer('GET', `/audit?subjectId=${id}&limit=1`);
    const [entry] = page.body['data'] as { id: string }[];
    expect(entry).toEqual({
      id: entry?.id,
      at: noonAnd(1),
      actor,
      action: 'person.deactivated',
      subject: { type: 'person', id },
      outcome: 'success',
      requestId: expect.any(String),
      details: { revokedKeys: [] },
      reason: null,
    });
    const { nextCursor } = page.body['pagination'] as { nextCursor: string };
    expect(
      await operator.data('GET', `/audit?subjectId=${id}&limit=1&cursor=${nextCursor}`),
    ).toMatchObject([{ action: 'person.created', details: { referralCode: null } }]);
  });

  it('filters entries by action and by actor', async () => {
    const { id } = await operator.aPerson();
    await world.admin('POST', `/persons/${id}/deactivate`);
    const query = `actorId=${encodeURIComponent(actor.id)}&action=person.deactivated&limit=100`;
    const entries = (await operator.data('GET', `/audit?${query}`)) as {
      action: string;
      subject: object;
    }[];
    expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(['person.deactivated']));
    expect(entries.map(({ subject }) => subject)).toContainEqual({ type: 'person', id });
    expect(await operator.data('GET', '/audit?actorId=nobody')).toEqual([]);
  });

  it('contains no personal data', async () => {
    const { id, email } = await operator.aPerson({
      givenName: 'Wilhelmina',
      phoneNumber: '+504 9999',
    });
    await world.admin('PATCH', `/persons/${id}`, { givenName: 'Mina' });
    const trail = JSON.stringify(await operator.data('GET', `/audit?subjectId=${id}`));
    for (const secret of ['Wilhelmina', 'Mina', '+504 9999', email]) {
      expect(trail).not.toContain(secret);
    }
  });
});
