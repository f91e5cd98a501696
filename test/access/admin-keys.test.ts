import { beforeEach, describe, expect, it } from 'vitest';
import { invalidBody, notFound, operatorOf, unknownId } from '../support/admin.ts';
import { created } from '../support/registry.ts';
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

describe('/admin/v1/persons/{id}/api_keys', () => {
  it('issues keys of both kinds and lists them newest first, without the secrets', async () => {
    const { id } = await operator.aPerson();
    const path = `/persons/${id}/api_keys`;
    const { key: standardSecret, ...standard } = await created(world, path, {
      kind: 'standard',
      scopes: ['whatever'],
    });
    minute();
    const { key: agentSecret, ...agent } = await created(world, path, {
      kind: 'agent',
      label: 'back office',
      scopes: ['agent:verify_rpn', 'agent:verify_rpn'],
    });
    expect(String(standardSecret)).toMatch(/^sk-/);
    expect(String(agentSecret)).toMatch(/^ak-/);
    expect(standard).toEqual({
      id: standard.id,
      kind: 'standard',
      label: null,
      scopes: [],
      createdAt: noon,
      revokedAt: null,
      expiresAt: null,
      holder: null,
      dailyLimits: {},
      legalEntityIds: null,
      approvalRequired: false,
      lastUsedOn: null,
      lastFour: String(standardSecret).slice(-4),
    });
    expect(agent).toEqual({
      id: agent.id,
      kind: 'agent',
      label: 'back office',
      scopes: ['agent:verify_rpn'],
      createdAt: noonAnd(1),
      revokedAt: null,
      expiresAt: null,
      holder: null,
      dailyLimits: {},
      legalEntityIds: null,
      approvalRequired: false,
      lastUsedOn: null,
      lastFour: String(agentSecret).slice(-4),
    });
    expect(await operator.answer('GET', path)).toEqual({
      status: 200,
      body: { data: [agent, standard], pagination: { limit: 50, nextCursor: null } },
    });
    const page = await operator.answer('GET', `${path}?limit=1`);
    const { nextCursor } = page.body['pagination'] as { nextCursor: string };
    expect(await operator.data('GET', `${path}?limit=1&cursor=${nextCursor}`)).toEqual([standard]);
  });

  it('accepts any cursor and shows nothing but keys', async () => {
    const { id } = await operator.aPerson();
    await created(world, `/persons/${id}/api_keys`, { kind: 'standard' });
    for (const text of ['!', 'PERSON', 'RESIDENCY#', '~~~~']) {
      const cursor = Buffer.from(text).toString('base64url');
      const { status } = await world.admin('GET', `/persons/${id}/api_keys?cursor=${cursor}`);
      expect(status).toBe(200);
    }
  });

  it('issues a key with its own rate limits', async () => {
    const { id } = await operator.aPerson();
    const { key } = await created(world, `/persons/${id}/api_keys`, {
      kind: 'standard',
      limits: { perMinute: 7, perDay: 70 },
    });
    const { body } = await world.call('GET', '/api/v1/rate_limit', { key: String(key) });
    expect(body).toMatchObject({ data: { limits: [{ limit: 7 }, { limit: 70 }] } });
  });

  it('revokes a key, and returns the same result when repeated', async () => {
    const { id } = await operator.aPerson();
    const path = `/persons/${id}/api_keys`;
    const { key, ...issued } = await created(world, path, { kind: 'standard' });
    expect(await operator.data('DELETE', `${path}/${issued.id}`)).toEqual({
      ...issued,
      revokedAt: noon,
    });
    minute();
    expect(await operator.data('DELETE', `${path}/${issued.id}`)).toEqual({
      ...issued,
      revokedAt: noon,
    });
    expect((await world.call('GET', '/api/v1/whoami', { key: String(key) })).status).toBe(401);
    expect(await operator.refused('DELETE', `${path}/${unknownId}`)).toEqual(notFound);
    expect(await operator.refused('DELETE', `/persons/${unknownId}/api_keys/${issued.id}`)).toEqual(
      notFound,
    );
  });

  it.each([
    ['no kind', {}],
    ['a Partner Key', { kind: 'partner' }],
    ['an Agent Key without scopes', { kind: 'agent' }],
    ['an Agent Key with an empty list of scopes', { kind: 'agent', scopes: [] }],
    ['an unknown scope', { kind: 'agent', scopes: ['agent:everything'] }],
    ['an empty label', { kind: 'standard', label: '' }],
    ['limits of 0', { kind: 'standard', limits: { perMinute: 0, perDay: 0 } }],
  ])('returns 400 with details for %s', async (_, body) => {
    const { id } = await operator.aPerson();
    const answered = await operator.answer('POST', `/persons/${id}/api_keys`, body);
    expect(answered).toMatchObject({
      status: 400,
      body: { error: 'Invalid request body', code: 'request.invalid_body' },
    });
    expect(answered.body['details']).not.toEqual([]);
  });

  it('refuses a deactivated account and an unknown person', async () => {
    const { id } = await operator.aPerson();
    await world.admin('POST', `/persons/${id}/deactivate`);
    const body = { kind: 'standard' };
    expect(await operator.refused('POST', `/persons/${id}/api_keys`, body)).toEqual({
      status: 409,
      error: 'The account is deactivated',
      code: 'person.deactivated',
    });
    expect(await operator.refused('POST', `/persons/${unknownId}/api_keys`, body)).toEqual(
      notFound,
    );
    expect(await operator.refused('GET', `/persons/${unknownId}/api_keys`)).toEqual(notFound);
  });
});

describe('/admin/v1/persons/{id}/manifestation_of_will', () => {
  const never = { active: false, signedAt: null, revokedAt: null, acceptedAgreements: [] };
  const signed = { ...never, active: true, signedAt: noon };

  it('signs it, changes its agreements, revokes it and signs it again', async () => {
    const { id } = await operator.aPerson();
    const path = `/persons/${id}/manifestation_of_will`;
    expect(await operator.data('GET', path)).toEqual(never);
    expect(await operator.data('DELETE', path)).toEqual(never);
    expect(await operator.data('PUT', path)).toEqual(signed);
    minute();
    const acceptedAgreements = ['Resident'];
    expect(await operator.data('PUT', path, { acceptedAgreements })).toEqual({
      ...signed,
      acceptedAgreements,
    });
    minute();
    const revoked = { ...signed, active: false, revokedAt: noonAnd(2) };
    expect(await operator.data('DELETE', path)).toEqual(revoked);
    expect(await operator.data('DELETE', path)).toEqual(revoked);
    expect(await operator.data('GET', path)).toEqual(revoked);
    expect(await operator.data('PUT', path, {})).toEqual({ ...signed, signedAt: noonAnd(2) });
  });

  it('is required for write scopes, and revoking it revokes keys with them', async () => {
    const { id } = await operator.aPerson();
    const [keys, will] = [`/persons/${id}/api_keys`, `/persons/${id}/manifestation_of_will`];
    const body = { kind: 'agent', scopes: ['agent:entity.application.create'] };
    expect(await operator.refused('POST', keys, body)).toEqual({
      status: 409,
      error: 'Write scopes require an active Manifestation of Will',
      code: 'manifestation.required',
    });
    await world.admin('PUT', will, {});
    const { key } = await created(world, keys, body);
    expect((await world.call('GET', '/api/v1/whoami', { key: String(key) })).status).toBe(200);
    await world.admin('DELETE', will);
    expect((await world.call('GET', '/api/v1/whoami', { key: String(key) })).status).toBe(401);
  });

  it('refuses unknown agreements with 400 and unknown persons with 404', async () => {
    const { id } = await operator.aPerson();
    const body = { acceptedAgreements: ['Limited e-Resident'] };
    expect(await operator.refused('PUT', `/persons/${id}/manifestation_of_will`, body)).toEqual(
      invalidBody,
    );
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const path = `/persons/${unknownId}/manifestation_of_will`;
      expect(await operator.refused(method, path)).toEqual(notFound);
    }
  });
});
