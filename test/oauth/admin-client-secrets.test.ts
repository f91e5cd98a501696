import { beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../../shared/oauth/auth/oauth-token.ts';
import { findClient } from '../../shared/oauth/db/oauth-clients.ts';
import { rotateClientSecret } from '../../shared/oauth/usecases/client-secrets.ts';
import { operator } from '../support/core-deps.ts';
import { postForm } from '../support/oauth.ts';
import { outcomes } from '../support/outcomes.ts';
import { created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let clientId: string;
let first: string;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 60_000;
  const client = await created(world, '/oauth_clients', {
    name: 'Bookkeeper',
    redirectUris: ['https://client.example/callback'],
    scopes: ['openid'],
  });
  clientId = String(client['clientId']);
  first = String(client['clientSecret']);
});

const inHours = (hours: number) => new Date(world.clock.now + hours * 3_600_000).toISOString();
const idOf = (secret: unknown) => hashSecret(String(secret)).slice(0, 16);
const path = () => `/oauth_clients/${clientId}/secrets`;

async function admin(method: string, target: string, body?: unknown) {
  const answer = await world.admin(method, target, body);
  return { status: answer.status, body: answer.body };
}

async function rotate(body?: object): Promise<string> {
  const answer = await admin('POST', path(), body);
  expect(answer.status).toBe(200);
  return (answer.body as { data: { clientSecret: string } }).data.clientSecret;
}

describe("an OAuth client's secrets", () => {
  it('are both valid for a day after a rotation; the new one is shown once and stored as a hash', async () => {
    const createdAt = inHours(0);
    world.clock.now += 60_000;
    const answer = await admin('POST', path());
    const { clientSecret } = (answer.body as { data: { clientSecret: string } }).data;
    expect(clientSecret).toMatch(/^[0-9A-Za-z]{43}$/);
    const data = {
      clientId,
      secrets: [
        { id: idOf(clientSecret), createdAt: inHours(0), expiresAt: null },
        { id: idOf(first), createdAt, expiresAt: inHours(24) },
      ],
    };
    expect(answer).toEqual({ status: 200, body: { data: { ...data, clientSecret } } });
    expect(await admin('GET', path())).toEqual({ status: 200, body: { data } });
    expect((await findClient(world.table, clientId))?.secrets).toEqual([
      { hash: hashSecret(first), createdAt, expiresAt: inHours(24) },
      { hash: hashSecret(clientSecret), createdAt: inHours(0), expiresAt: null },
    ]);
  });

  it('are reduced to the new one when the overlap ends, or immediately without an overlap', async () => {
    const second = await rotate({ overlapHours: 2 });
    world.clock.now += 2 * 3_600_000;
    expect(await admin('GET', path())).toMatchObject({
      body: { data: { secrets: [{ id: idOf(second), expiresAt: null }] } },
    });
    const third = await rotate({ overlapHours: 0 });
    expect((await findClient(world.table, clientId))?.secrets).toEqual([
      { hash: hashSecret(third), createdAt: inHours(0), expiresAt: null },
    ]);
  });

  it('authenticate the client until the moment they expire or are revoked', async () => {
    const proves = async (clientSecret: string) => {
      const form = { token: 'x', client_id: clientId, client_secret: clientSecret };
      return (await postForm(world, 'introspect', form)).status;
    };
    expect(await proves(first)).toBe(200);
    const second = await rotate({ overlapHours: 1 });
    expect([await proves(first), await proves(second)]).toEqual([200, 200]);
    world.clock.now += 3_600_000 - 1;
    expect(await proves(first)).toBe(200);
    world.clock.now += 1;
    expect([await proves(first), await proves(second)]).toEqual([401, 200]);
    const third = await rotate();
    await admin('DELETE', `${path()}/${idOf(second)}`);
    expect([await proves(second), await proves(third)]).toEqual([401, 200]);
  });

  it('are at most two: a third is refused with 409 until one is revoked', async () => {
    const second = await rotate();
    expect(await admin('POST', path())).toMatchObject({
      status: 409,
      body: { code: 'client.secret_limit_reached' },
    });
    expect(await admin('DELETE', `${path()}/${idOf(first)}`)).toEqual({
      status: 200,
      body: {
        data: { clientId, secrets: [{ id: idOf(second), createdAt: inHours(0), expiresAt: null }] },
      },
    });
    expect(await admin('DELETE', `${path()}/${idOf(first)}`)).toMatchObject({ status: 404 });
    await rotate();
  });

  it('can all be revoked, after which a new one can be created', async () => {
    expect(await admin('DELETE', `${path()}/${idOf(first)}`)).toEqual({
      status: 200,
      body: { data: { clientId, secrets: [] } },
    });
    const second = await rotate();
    expect((await findClient(world.table, clientId))?.secrets).toMatchObject([
      { hash: hashSecret(second) },
    ]);
  });

  it('are still two if ten rotations run at the same time', async () => {
    const rotations = Array.from({ length: 10 }, () =>
      rotateClientSecret({ clientId, ownerId: null, overlapHours: 24 }, operator, world.deps),
    );
    expect(await outcomes(rotations)).toEqual({
      kept: 1,
      refused: Array.from({ length: 9 }, () => '409 client.secret_limit_reached'),
    });
    expect((await findClient(world.table, clientId))?.secrets).toHaveLength(2);
  });

  it('are kept if the client is changed at the same time as a rotation', async () => {
    const [secret] = await Promise.all([
      rotate(),
      admin('PATCH', `/oauth_clients/${clientId}`, { name: 'Ledger' }),
    ]);
    const client = await findClient(world.table, clientId);
    expect(client?.name).toBe('Ledger');
    expect(client?.secrets.map(({ hash }) => hash)).toEqual([first, secret].map(hashSecret));
  });

  it('leave an audit entry for each rotation and revocation, without the secret or its hash', async () => {
    world.clock.now += 1000;
    const second = await rotate({ overlapHours: 1 });
    world.clock.now += 1000;
    await admin('DELETE', `${path()}/${idOf(first)}`);
    const trail = await admin('GET', `/audit?subjectId=${clientId}`);
    const subject = { type: 'oauth_client', id: clientId };
    expect(trail).toMatchObject({
      body: {
        data: [
          { action: 'oauth_client.secret_revoked', subject, details: { secretId: idOf(first) } },
          {
            action: 'oauth_client.secret_rotated',
            subject,
            details: { secretId: idOf(second), overlapHours: 1 },
          },
          { action: 'oauth_client.registered' },
        ],
      },
    });
    const text = JSON.stringify(trail);
    for (const secret of [first, second]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(hashSecret(secret));
    }
  });

  it.each([
    ['an overlap of more than 720 hours', { overlapHours: 721 }],
    ['a negative overlap', { overlapHours: -1 }],
    ['an overlap of half an hour', { overlapHours: 0.5 }],
    ['an overlap sent as text', { overlapHours: '24' }],
  ])('are not rotated with %s (400)', async (_, body) => {
    expect(await admin('POST', path(), body)).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [{ path: ['overlapHours'] }],
      },
    });
  });

  it('cannot be rotated for a public client (409) and are not found for an unknown one (404)', async () => {
    const device = await created(world, '/oauth_clients', {
      name: 'Device',
      redirectUris: [],
      scopes: ['openid'],
      public: true,
    });
    expect(await admin('POST', `/oauth_clients/${device['clientId']}/secrets`)).toMatchObject({
      status: 409,
      body: { code: 'client.public' },
    });
    const notFound = { status: 404, body: { error: 'Not found', code: 'resource.not_found' } };
    for (const [method, target] of [
      ['GET', '/oauth_clients/nobody/secrets'],
      ['POST', '/oauth_clients/nobody/secrets'],
      ['DELETE', '/oauth_clients/nobody/secrets/0123456789abcdef'],
      ['DELETE', `${path()}/0123456789abcdef`],
      ['DELETE', `${path()}/not-an-id`],
    ] as const) {
      expect(await admin(method, target)).toMatchObject(notFound);
    }
  });
});
