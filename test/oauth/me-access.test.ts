import { describe, expect, it } from 'vitest';
import { aClient, tokensFor } from '../support/clients.ts';
import { anAgentKey, aPartnerKey, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const client = await aClient(world);
const ada = await aResident(world);
const me = '/api/v1/me';
const personRoutes = [
  ['natural-person', 'person.details.read'],
  ['natural-person/residency', 'person.residency.read'],
  ['natural-person/id-verification', 'person.id_verification.read'],
  ['natural-person/id_verification', 'person.id_verification.read'],
  ['natural-person/documents', 'person.documents.read'],
] as const;
const entityRoutes = [
  ['legal-entities', 'entity.read'],
  ['legal-entities/7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11', 'entity.read'],
  ['legal-entities/7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11/documents', 'entity.documents.read'],
] as const;
const everyRoute = [...personRoutes, ...entityRoutes];

async function get(path: string, key?: string) {
  const { status, body, headers } = await world.call('GET', `${me}/${path}`, { key });
  return { status, body, headers };
}

const refused = (status: number, error: string, code: string) => ({
  status,
  body: { error, code, requestId: expect.any(String) },
});

describe('access to /me (spec 5, decisions 2):', () => {
  it.each(everyRoute)('%s accepts a token with its scope', async (path, scope) => {
    const scopes = [`service:${scope}`];
    const { access } = await tokensFor(world, { personId: ada.id, client, scopes });
    const { status, body } = await get(path, access);
    if (path.startsWith('legal-entities/')) {
      expect({ status, body }).toEqual(refused(404, 'Legal entity not found', 'entity.not_found'));
    } else expect(status).toBe(200);
  });

  it.each(everyRoute)('%s names the missing scope if the token lacks it', async (path, scope) => {
    const scopes = ['openid', 'profile', 'email', 'offline_access'];
    const { access } = await tokensFor(world, { personId: ada.id, client, scopes });
    const answer = await get(path, access);
    expect(answer).toMatchObject(
      refused(401, `missing_scopes: service:${scope}`, 'access_token.missing_scope'),
    );
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="service:${scope}"`,
    );
  });

  it.each(everyRoute)('%s does not accept a token in its URL', async (path, scope) => {
    const scopes = [`service:${scope}`];
    const { access } = await tokensFor(world, { personId: ada.id, client, scopes });
    const inAddress = await get(`${path}?${new URLSearchParams({ access_token: access })}`);
    expect(inAddress).toMatchObject(refused(401, 'missing_token', 'access_token.missing'));
  });

  it.each(everyRoute)('%s returns 401 without a token or with an invalid one', async (path) => {
    const missing = await get(path);
    expect(missing).toMatchObject(refused(401, 'missing_token', 'access_token.missing'));
    expect(missing.headers.get('www-authenticate')).toBe('Bearer');
    const partnerKey = await aPartnerKey(world);
    for (const credential of ['x', 'a.b.c', 'sk-typo', `ak-${'0'.repeat(49)}`, partnerKey]) {
      const answer = await get(path, credential);
      expect(answer).toMatchObject(refused(401, 'invalid_token', 'access_token.invalid'));
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
  });

  it.each(personRoutes)(
    '%s accepts Agent Keys with the scope and no other key',
    async (path, scope) => {
      const key = await anAgentKey(world, ada.id, [`agent:${scope}`]);
      expect((await get(path, key)).status).toBe(200);
      const other = await anAgentKey(world, ada.id, ['agent:verify_rpn']);
      expect(await get(path, other)).toMatchObject(
        refused(403, 'Insufficient permissions', 'api_key.insufficient_permissions'),
      );
      expect(await get(path, ada.standardKey)).toMatchObject(
        refused(
          403,
          'Standard API keys are not supported on this endpoint',
          'api_key.standard_not_supported',
        ),
      );
    },
  );

  it.each(entityRoutes)('%s accepts no API keys', async (path) => {
    const agentKey = await anAgentKey(world, ada.id, ['agent:entity.read']);
    for (const key of [ada.standardKey, agentKey]) {
      expect(await get(path, key)).toMatchObject(
        refused(401, 'invalid_token', 'access_token.invalid'),
      );
    }
  });
});
