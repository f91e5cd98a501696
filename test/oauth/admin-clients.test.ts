import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { oauthScopes, partnerScopes } from '../../shared/kernel/domain/scopes.ts';
import { findClient } from '../../shared/oauth/db/oauth-clients.ts';
import { anEntity, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
beforeEach(() => {
  world.clock.now += 60_000;
});

const unknownId = '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11';
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const now = () => new Date(world.clock.now).toISOString();

async function admin(method: string, path: string, body?: unknown) {
  const answer = await world.admin(method, path, body);
  return { status: answer.status, body: answer.body };
}

const notFound = { status: 404, body: { error: 'Not found', code: 'resource.not_found' } };
const invalid = (...path: readonly (string | number)[]) => ({
  status: 400,
  body: { error: 'Invalid request body', code: 'request.invalid_body', details: [{ path }] },
});

describe('partner integrations', () => {
  it('can be registered, read and changed', async () => {
    const entity = await anEntity(world);
    const sent = {
      name: 'Residency Partners',
      legalEntityId: entity.id,
      redirectOrigins: ['https://Partner.example/', 'https://partner.example'],
    };
    const data = await created(world, '/partner_integrations', sent);
    expect(data).toEqual({
      id: uuid,
      name: 'Residency Partners',
      legalEntityId: entity.id,
      active: true,
      redirectOrigins: ['https://partner.example'],
      claimMailsPerDay: null,
      objections: 0,
      createdAt: now(),
    });
    const path = `/partner_integrations/${data.id}`;
    expect(await admin('GET', path)).toEqual({ status: 200, body: { data } });
    const origins = ['http://localhost:3000'];
    const revision = { active: false, redirectOrigins: origins, claimMailsPerDay: 5 };
    const revised = { status: 200, body: { data: { ...data, ...revision } } };
    expect(await admin('PATCH', path, revision)).toEqual(revised);
    expect(await admin('GET', path)).toEqual(revised);
    expect(await admin('PATCH', path, { claimMailsPerDay: null })).toMatchObject({
      status: 200,
      body: { data: { ...revised.body.data, claimMailsPerDay: null } },
    });
    expect(await admin('PATCH', path, { claimMailsPerDay: -1 })).toMatchObject(
      invalid('claimMailsPerDay'),
    );
  });

  it('are refused with 400 for an unknown entity or invalid origin, with 404 for an unknown id', async () => {
    const path = '/partner_integrations';
    const stranger = { name: 'P', legalEntityId: unknownId };
    expect(await admin('POST', path, stranger)).toMatchObject(invalid('legalEntityId'));
    const origin = { name: 'P', redirectOrigins: ['https://a.example', 'http://a.example'] };
    expect(await admin('POST', path, origin)).toMatchObject(invalid('redirectOrigins', 1));
    expect(await admin('GET', `${path}/${unknownId}`)).toMatchObject(notFound);
    expect(await admin('PATCH', `${path}/${unknownId}`, {})).toMatchObject(notFound);
  });
});

describe('Partner Keys', () => {
  it('are valid until they are revoked; revoking again returns the same answer', async () => {
    const { id } = await created(world, '/partner_integrations', { name: 'P' });
    const path = `/partner_integrations/${id}/keys`;
    const { key, ...data } = await created(world, path, { label: 'production' });
    expect(data).toEqual({
      id: uuid,
      label: 'production',
      scopes: [...partnerScopes],
      createdAt: now(),
      revokedAt: null,
    });
    const whoAmI = () => world.call('GET', '/api/v1/whoami', { key: String(key) });
    expect((await whoAmI()).body).toMatchObject({ data: { kind: 'partner', ownerId: id } });
    expect(await admin('GET', path)).toEqual({
      status: 200,
      body: { data: [data], pagination: { limit: 50, nextCursor: null } },
    });
    const revoked = { status: 200, body: { data: { ...data, revokedAt: now() } } };
    expect(await admin('DELETE', `${path}/${data.id}`)).toEqual(revoked);
    expect((await whoAmI()).status).toBe(401);
    world.clock.now += 1000;
    expect(await admin('DELETE', `${path}/${data.id}`)).toEqual(revoked);
  });

  it('have the requested scopes; an unknown scope is refused with 400', async () => {
    const { id } = await created(world, '/partner_integrations', { name: 'P' });
    const path = `/partner_integrations/${id}/keys`;
    const scopes = ['partner:person.application.read'];
    expect(await created(world, path, { scopes })).toMatchObject({ scopes, label: null });
    const unknown = { scopes: [...scopes, 'partner:everything'] };
    expect(await admin('POST', path, unknown)).toMatchObject(invalid('scopes', 1));
  });

  it('are refused with 404 for an unknown integration or a key of another integration', async () => {
    const one = await created(world, '/partner_integrations', { name: 'One' });
    const two = await created(world, '/partner_integrations', { name: 'Two' });
    const { id } = await created(world, `/partner_integrations/${one.id}/keys`, {});
    expect(await admin('DELETE', `/partner_integrations/${two.id}/keys/${id}`)).toMatchObject(
      notFound,
    );
    const nowhere = `/partner_integrations/${unknownId}/keys`;
    expect(await admin('POST', nowhere, {})).toMatchObject(notFound);
    expect(await admin('GET', nowhere)).toMatchObject(notFound);
    expect(await admin('DELETE', `${nowhere}/${id}`)).toMatchObject(notFound);
  });
});

describe('OAuth clients', () => {
  const sent = {
    name: 'Bookkeeper',
    redirectUris: ['https://client.example/callback', 'http://localhost/callback'],
    scopes: ['openid', 'service:entity.read'],
  };

  it('get a secret of 256 bits, shown once and stored as a hash', async () => {
    const { clientSecret, ...data } = await created(world, '/oauth_clients', sent);
    expect(data).toEqual({
      clientId: uuid,
      ...sent,
      public: false,
      publisher: null,
      logo: null,
      privacyUri: null,
      grantTypes: null,
      requestObjectKeys: [],
      jwksUri: null,
      attestationAnchors: [],
      postLogoutRedirectUris: [],
      frontchannelLogoutUri: null,
      backchannelLogoutUri: null,
      backchannelLogoutSessionRequired: false,
      tokenEndpointAuthMethod: 'client_secret',
      requirePushedAuthorizationRequests: false,
      dpopBoundAccessTokens: false,
      strictDpopProofs: false,
      idTokenSignedResponseAlg: 'RS256',
      active: true,
      createdAt: now(),
      review: null,
    });
    expect(clientSecret).toMatch(/^[0-9A-Za-z]{43}$/);
    const hash = createHash('sha256').update(String(clientSecret)).digest('hex');
    const clientId = String(data['clientId']);
    expect((await findClient(world.table, clientId))?.secrets).toEqual([
      { hash, createdAt: now(), expiresAt: null },
    ]);
    const read = await admin('GET', `/oauth_clients/${clientId}`);
    expect(read).toEqual({ status: 200, body: { data } });
    const trail = await admin('GET', `/audit?subjectId=${clientId}`);
    expect(trail).toMatchObject({ body: { data: [{ action: 'oauth_client.registered' }] } });
    expect(JSON.stringify(trail)).not.toContain(clientSecret);
  });

  it('that are public have no secret, need no redirect URI and can choose an unused id', async () => {
    const device = {
      ...sent,
      clientId: 'command-line',
      redirectUris: [],
      public: true,
      publisher: null,
      logo: null,
      privacyUri: null,
      grantTypes: null,
      requestObjectKeys: [],
      jwksUri: null,
      attestationAnchors: [],
      postLogoutRedirectUris: [],
      frontchannelLogoutUri: null,
      backchannelLogoutUri: null,
      backchannelLogoutSessionRequired: false,
      tokenEndpointAuthMethod: 'none',
      requirePushedAuthorizationRequests: false,
      dpopBoundAccessTokens: false,
      strictDpopProofs: false,
      idTokenSignedResponseAlg: 'RS256',
      review: null,
    };
    expect(await admin('POST', '/oauth_clients', device)).toEqual({
      status: 200,
      body: { data: { ...device, active: true, createdAt: now(), clientSecret: null } },
    });
    expect(await admin('POST', '/oauth_clients', device)).toMatchObject({
      status: 409,
      body: { code: 'client.id_taken' },
    });
  });

  it('can be changed; the answer contains no secret', async () => {
    const { clientSecret, ...data } = await created(world, '/oauth_clients', sent);
    const path = `/oauth_clients/${data['clientId']}`;
    const revision = { name: 'Ledger', scopes: [...oauthScopes], active: false };
    const revised = { status: 200, body: { data: { ...data, ...revision } } };
    expect(await admin('PATCH', path, revision)).toEqual(revised);
    expect(await admin('GET', path)).toEqual(revised);
    expect(await admin('PATCH', path, { redirectUris: [] })).toMatchObject(invalid('redirectUris'));
    expect(clientSecret).toMatch(/^[0-9A-Za-z]{43}$/);
  });

  it.each([
    ['plain http', { redirectUris: ['http://client.example/'] }, ['redirectUris', 0]],
    ['a fragment', { redirectUris: ['https://client.example/#x'] }, ['redirectUris', 0]],
    [
      'a URI of 2001 characters',
      { redirectUris: [`https://client.example/${'x'.repeat(1978)}`] },
      ['redirectUris', 0],
    ],
    [
      '21 redirect URIs',
      { redirectUris: Array.from({ length: 21 }, (_, n) => `https://client.example/${n}`) },
      ['redirectUris'],
    ],
    ['no redirect URI', { redirectUris: [] }, ['redirectUris']],
    ['an unknown scope', { scopes: ['openid', 'everything'] }, ['scopes', 1]],
    ['an invalid client id', { clientId: 'My Client' }, ['clientId']],
    ['no name', { name: '' }, ['name']],
  ])('are refused with 400 for %s', async (_, change, path) => {
    const answer = await admin('POST', '/oauth_clients', { ...sent, ...change });
    expect(answer).toMatchObject(invalid(...path));
  });

  it('are not found (404) under an unknown or malformed id', async () => {
    for (const id of [unknownId, 'nobody', 'Not%20an%20id', 'x'.repeat(3000)]) {
      expect(await admin('GET', `/oauth_clients/${id}`)).toMatchObject(notFound);
      expect(await admin('PATCH', `/oauth_clients/${id}`, {})).toMatchObject(notFound);
    }
  });
});
