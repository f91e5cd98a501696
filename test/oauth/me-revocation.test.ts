import { beforeEach, describe, expect, it } from 'vitest';
import { endConnection } from '../../shared/oauth/usecases/connections.ts';
import { aClient, type Client, type Tokens, tokensFor } from '../support/clients.ts';
import { given, inForm, postForm, rotation, summaryOf } from '../support/oauth.ts';
import { anEntity, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let client: Client;
let ada: Person;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 60_000;
  client = await aClient(world);
  ada = await aResident(world);
});

const allow = (more: object = {}) => tokensFor(world, { personId: ada.id, client, ...more });

/** Status and error of a call with the token. */
const read = async (path: string, { access }: Tokens) =>
  summaryOf(await world.call('GET', path, { key: access }));

const refresh = (tokens: Tokens, more: Readonly<Record<string, string>> = {}) =>
  postForm(world, 'token', { ...rotation(client, tokens.refresh), ...more });

/** The answers of resources, userinfo, introspection and a refresh to the tokens. */
async function everywhere(tokens: Tokens) {
  return {
    person: await read('/api/v1/me/natural-person', tokens),
    entities: await read('/api/v1/me/legal-entities', tokens),
    userinfo: await read('/api/oauth/userinfo', tokens),
    introspection: (
      await postForm(world, 'introspect', { token: tokens.access, ...inForm(client) })
    ).body,
    refresh: summaryOf(await refresh(tokens)),
  };
}

const dead = {
  person: '401 invalid_token',
  entities: '401 invalid_token',
  userinfo: '401 invalid_token',
  introspection: { active: false },
  refresh: '400 invalid_grant',
};
const live = {
  person: '200',
  entities: '200',
  userinfo: '200',
  introspection: expect.objectContaining({ active: true, sub: expect.any(String) }),
  refresh: '200',
};

async function operate(method: string, path: string, body?: object) {
  expect((await world.admin(method, path, body)).status).toBe(200);
}

describe('tokens', () => {
  it('are revoked when the account is deactivated, even if it is reactivated (spec 5, rule 4)', async () => {
    expect(await everywhere(await allow())).toEqual(live);
    const tokens = await allow();
    await operate('POST', `/persons/${ada.id}/deactivate`);
    expect(await everywhere(tokens)).toEqual(dead);
    await operate('POST', `/persons/${ada.id}/reactivate`);
    expect(await everywhere(tokens)).toEqual(dead);
    expect(await everywhere(await allow())).toEqual(live);
    expect(await everywhere(tokens)).toEqual(dead);
  });

  it('are revoked when the account’s email address changes', async () => {
    const tokens = await allow();
    await operate('PATCH', `/persons/${ada.id}`, { email: `new-${ada.email}` });
    expect(await everywhere(tokens)).toEqual(dead);
    expect(await everywhere(await allow())).toEqual(live);
  });

  it('stay valid when other fields of the account change', async () => {
    const tokens = await allow();
    await operate('PATCH', `/persons/${ada.id}`, { surname: 'Renamed' });
    expect(await everywhere(tokens)).toEqual(live);
  });

  it('are revoked when the consent is withdrawn, even if the user consents again', async () => {
    const tokens = await allow();
    await endConnection({ personId: ada.id, clientId: client.clientId }, world.deps);
    expect(await everywhere(tokens)).toEqual(dead);
    const later = await allow();
    expect(await everywhere(tokens)).toEqual(dead);
    expect(await everywhere(later)).toEqual(live);
  });

  it('are invalid while their client is inactive', async () => {
    const tokens = await allow();
    const path = `/oauth_clients/${client.clientId}`;
    await operate('PATCH', path, { active: false });
    expect(await read('/api/v1/me/natural-person', tokens)).toBe('401 invalid_token');
    expect(await read('/api/oauth/userinfo', tokens)).toBe('401 invalid_token');
    expect(summaryOf(await refresh(tokens))).toBe('401 invalid_client');
    await operate('PATCH', path, { active: true });
    expect(await everywhere(tokens)).toEqual(live);
  });

  it('can be revoked one by one, or all of a family with its refresh token', async () => {
    const [one, other] = [await allow(), await allow()];
    await revoke(one.access);
    expect(await everywhere(one)).toEqual({ ...dead, refresh: '200' });
    await revoke(other.refresh);
    expect(await everywhere(other)).toEqual(dead);
  });

  it('expire an hour after they were issued', async () => {
    const tokens = await allow();
    world.clock.now += 3_599_000;
    expect(await read('/api/v1/me/natural-person', tokens)).toBe('200');
    world.clock.now += 1000;
    expect(await everywhere(tokens)).toEqual({ ...dead, refresh: '200' });
  });
});

describe('the access of a token', () => {
  it('shrinks with the scopes of its client and never exceeds what was granted', async () => {
    const tokens = await allow({ scopes: ['openid', 'offline_access', 'service:entity.read'] });
    const path = `/oauth_clients/${client.clientId}`;
    await operate('PATCH', path, { scopes: ['openid', 'offline_access'] });
    expect(await read('/api/v1/me/legal-entities', tokens)).toBe(
      '401 missing_scopes: service:entity.read',
    );
    expect(await read('/api/oauth/userinfo', tokens)).toBe('200');
    await operate('PATCH', path, {
      scopes: ['openid', 'service:entity.read', 'service:person.details.read'],
    });
    expect(await read('/api/v1/me/legal-entities', tokens)).toBe('200');
    expect(await read('/api/v1/me/natural-person', tokens)).toBe(
      '401 missing_scopes: service:person.details.read',
    );
  });

  it('does not grow if the user allows more later', async () => {
    const first = await allow({ scopes: ['openid', 'service:entity.read'] });
    await allow();
    expect(await read('/api/v1/me/legal-entities', first)).toBe('200');
    expect(await read('/api/v1/me/natural-person', first)).toBe(
      '401 missing_scopes: service:person.details.read',
    );
  });

  it('is narrower after a refresh that requests fewer scopes', async () => {
    const tokens = await allow();
    const scopes = { scope: 'openid service:entity.read' };
    const { access_token: access, scope } = given(await refresh(tokens, scopes));
    expect(scope).toBe('openid service:entity.read');
    expect(await read('/api/v1/me/legal-entities', { ...tokens, access })).toBe('200');
    expect(await read('/api/v1/me/natural-person', { ...tokens, access })).toBe(
      '401 missing_scopes: service:person.details.read',
    );
  });

  it('is limited to legal entities chosen both at its sign-in and last', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => anEntity(world, { representatives: [ada.id] })),
    );
    const ids = [one, two].map((entity) => String(entity?.id));
    const seen = async ({ access }: Tokens) => {
      const { body } = await world.call('GET', '/api/v1/me/legal-entities', { key: access });
      // The contract of the list.
      return (body as { data: { id: string }[] }).data.map(({ id }) => id).toSorted();
    };
    const first = await allow({ legalEntityIds: ids.slice(0, 1) });
    const both = await allow({ legalEntityIds: ids });
    expect([await seen(first), await seen(both)]).toEqual([ids.slice(0, 1), ids.toSorted()]);
    const last = await allow({ legalEntityIds: ids.slice(1) });
    expect([await seen(first), await seen(both), await seen(last)]).toEqual([
      [],
      ids.slice(1),
      ids.slice(1),
    ]);
  });
});

async function revoke(token: string): Promise<void> {
  const { status } = await postForm(world, 'revoke', { token, ...inForm(client) });
  expect(status).toBe(200);
}
