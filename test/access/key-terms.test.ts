import { beforeEach, describe, expect, it } from 'vitest';
import { keyState } from '../../shared/access/domain/key-bounds.ts';
import { maxActiveKeys } from '../../shared/people/domain/person.ts';
import { shownText, signedIn } from '../support/portal.ts';
import { aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let ada: Person;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 86_400_000 - (world.clock.now % 86_400_000);
  ada = await aResident(world);
});

const hour = 3_600_000;
const search = (key: string) =>
  world.call('POST', '/api/v1/registries/legal_entities/search', { key, body: { query: 'acme' } });
const whoami = (key: string) => world.call('GET', '/api/v1/whoami', { key });
const inHours = (hours: number) => new Date(world.clock.now + hours * hour).toISOString();

async function issue(fields: object = {}) {
  const path = `/persons/${ada.id}/api_keys`;
  return created(world, path, { kind: 'standard', ...fields });
}

async function keysOfAda() {
  const { body } = await world.admin('GET', `/persons/${ada.id}/api_keys`);
  return (body as { data: { id: string; lastUsedOn: string | null; revokedAt: string | null }[] })
    .data;
}

/** The write runs in the background; a test polls until it is done. */
async function lastUseOf(keyId: string, isIt: (day: string | null) => boolean) {
  return expect
    .poll(async () => isIt((await keysOfAda()).find(({ id }) => id === keyId)?.lastUsedOn ?? null))
    .toBe(true);
}

const usesOf = async () => {
  const { client, name: TableName } = world.deps.table;
  const { Items = [] } = await client.call('Scan', { TableName });
  return Items.filter(({ pk }) => String(pk).startsWith('KEY_USE#'));
};

describe('a key that expires', () => {
  it('is valid until it expires, and then gets the same answer as a revoked key', async () => {
    const key = String((await issue({ expiresAt: inHours(2) }))['key']);
    world.clock.now += 2 * hour - 1;
    expect((await whoami(key)).status).toBe(200);
    expect((await search(key)).status).toBe(200);
    world.clock.now += 1;
    const revoked = await issue();
    await world.admin('DELETE', `/persons/${ada.id}/api_keys/${revoked.id}`);
    for (const call of [whoami, search]) {
      const neutral = { requestId: '' };
      const answers = await Promise.all([key, String(revoked['key'])].map(call));
      const [expired, gone] = answers.map(({ status, body }) => ({
        status,
        body: { ...(body as object), ...neutral },
      }));
      expect(expired).toEqual(gone);
      expect(expired?.status).toBe(401);
    }
  });

  it('requires an expiry date in the future', async () => {
    const answer = await world.admin('POST', `/persons/${ada.id}/api_keys`, {
      kind: 'standard',
      expiresAt: new Date(world.clock.now).toISOString(),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { details: [{ path: ['expiresAt'], message: 'Must not be before now' }] },
    });
  });

  it('makes room for another key in a full account only after it expired', async () => {
    const expiring = await issue({ expiresAt: inHours(1) });
    for (let count = (await keysOfAda()).length; count < maxActiveKeys; count += 1) await issue();
    const full = await world.admin('POST', `/persons/${ada.id}/api_keys`, { kind: 'standard' });
    expect(full).toMatchObject({ status: 409, body: { code: 'api_key.limit_reached' } });
    world.clock.now += hour;
    await issue();
    const revoked = (await keysOfAda()).filter(({ revokedAt }) => revokedAt !== null);
    expect(revoked.map(({ id }) => id)).toEqual([expiring.id]);
  });

  it('is shown as expired with its holder, and can be revoked but not rotated', async () => {
    const key = await issue({
      kind: 'agent',
      scopes: ['agent:verify_rpn'],
      expiresAt: inHours(1),
      holder: 'Analytical Engines',
    });
    const browser = await signedIn(world, ada.email);
    expect(shownText(await browser.open('/portal/developer'))).toContain(
      'Held by Analytical Engines',
    );
    world.clock.now += hour;
    const page = await signedIn(world, ada.email).then((each) => each.open('/portal/developer'));
    expect(shownText(page)).toMatch(/Expired Expires \d+ \w+ \d{4}/);
    expect(page.text).not.toContain(`/keys/${key.id}/rotate`);
    expect(page.text).toContain(`/keys/${key.id}/revoke`);
  });

  it('is good, expired or revoked by its dates', () => {
    const now = new Date('2026-01-01T00:00:00.000Z');
    const at = now.toISOString();
    expect([
      keyState({ revokedAt: null }, now),
      keyState({ revokedAt: null, expiresAt: '2026-01-01T00:00:00.001Z' }, now),
      keyState({ revokedAt: null, expiresAt: at }, now),
      keyState({ revokedAt: at, expiresAt: at }, now),
    ]).toEqual(['good', 'good', 'expired', 'revoked']);
  });
});

describe('the last use of a key', () => {
  it('is a date, written once a day for all calls', async () => {
    const { id, key } = await issue();
    expect((await keysOfAda()).find((each) => each.id === id)?.lastUsedOn).toBeNull();
    await Promise.all(Array.from({ length: 20 }, () => whoami(String(key))));
    const today = new Date(world.clock.now).toISOString().slice(0, 10);
    await lastUseOf(id, (day) => day === today);
    expect((await usesOf()).filter(({ ownerId }) => ownerId === ada.id)).toEqual([
      { pk: `KEY_USE#${id}`, sk: 'USE', keyId: id, usedOn: today, ownerId: ada.id },
    ]);
    world.clock.now += 86_400_000;
    await whoami(String(key));
    await lastUseOf(id, (day) => day !== null && day > today);
    const browser = await signedIn(world, ada.email);
    expect(shownText(await browser.open('/portal/developer'))).toMatch(
      /Agent Key (1 scope \S+ )?\d+ \w+ \d{4} |everything that you can \d+ \w+ \d{4} /,
    );
  });

  it('is not recorded for a refused key', async () => {
    const { id, key } = await issue();
    await world.admin('DELETE', `/persons/${ada.id}/api_keys/${id}`);
    expect((await whoami(String(key))).status).toBe(401);
    await whoami(ada.standardKey);
    await expect.poll(async () => (await usesOf()).length).toBeGreaterThan(0);
    expect((await usesOf()).some(({ keyId }) => keyId === id)).toBe(false);
  });
});
