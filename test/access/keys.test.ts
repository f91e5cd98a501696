import { describe, expect, it } from 'vitest';
import { composeKey } from '../../shared/access/auth/api-key.ts';
import { anAgentKey, aPartnerKey, aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const whoAmI = (key: string | undefined, headers = {}) =>
  world.call('GET', '/api/v1/whoami', { key, headers });
const invalid = { status: 401, body: { error: 'Invalid API key', code: 'api_key.invalid' } };
const missing = { status: 401, body: { error: 'Missing API key', code: 'api_key.missing' } };

describe('keys (spec 5)', () => {
  it('have a prefix, 43 characters of secret and six of checksum', async () => {
    const { standardKey } = await aResident(world);
    expect(standardKey).toMatch(/^sk-[0-9A-Za-z]{49}$/);
  });

  it('are described by GET /api/v1/whoami', async () => {
    const { id } = await aResident(world);
    const made = await created(world, `/persons/${id}/api_keys`, {
      kind: 'agent',
      label: 'back office',
      scopes: ['agent:verify_rpn', 'agent:registry.search'],
    });
    const key = String(made['key']);
    const { status, body } = await whoAmI(key);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: {
          kind: 'agent',
          scopes: ['agent:verify_rpn', 'agent:registry.search'],
          ownerId: id,
          label: 'back office',
          createdAt: made['createdAt'],
          expiresAt: null,
          holder: null,
          manifestationActive: false,
          dailyLimits: {},
          legalEntityIds: null,
          approvalRequired: false,
          usedToday: {
            ...{ applications: 0, filings: 0, payments: 0, amountCents: 0 },
            resetsAt: expect.stringMatching(/T00:00:00\.000Z$/),
          },
          lastFour: key.slice(-4),
        },
      },
    });
    expect((await whoAmI(await aPartnerKey(world))).body).toMatchObject({
      data: { kind: 'partner', manifestationActive: null },
    });
  });

  it('are reported as missing without a Bearer credential, and as invalid if unknown or mistyped', async () => {
    const { standardKey } = await aResident(world);
    const mistyped = `${standardKey.slice(0, 10)}${standardKey[10] === 'x' ? 'y' : 'x'}${standardKey.slice(11)}`;
    expect(await whoAmI(undefined)).toMatchObject(missing);
    expect(await whoAmI(undefined, { authorization: '' })).toMatchObject(missing);
    expect(await whoAmI(undefined, { authorization: 'Basic abc' })).toMatchObject(missing);
    expect(await whoAmI(mistyped)).toMatchObject(invalid);
    expect(await whoAmI('sk-')).toMatchObject(invalid);
    expect(await whoAmI(`${standardKey}0`)).toMatchObject(invalid);
    expect(await whoAmI(`ak-${standardKey.slice(3)}`)).toMatchObject(invalid);
  });

  it('are missing with an explanation that repeats nothing if `Authorization` is malformed', async () => {
    const { standardKey } = await aResident(world);
    const told = async (
      authorization: string,
      path = '/api/v1/whoami',
      method: 'GET' | 'POST' = 'GET',
    ) => {
      const answer = await world.call(method, path, { headers: { authorization } });
      expect(JSON.stringify(answer.body)).not.toContain(standardKey.slice(3));
      const { error, error_description: why } = answer.body as Readonly<Record<string, unknown>>;
      return [answer.status, error, why, answer.headers.get('www-authenticate')];
    };
    const unschemed =
      'The Authorization header does not begin with `Bearer` and a space. Send `Authorization: Bearer <credential>`.';
    const other =
      'The scheme of the Authorization header is not `Bearer`. Send `Authorization: Bearer <credential>`.';
    const empty =
      'Nothing follows `Bearer` in the Authorization header: is a variable empty? Send `Authorization: Bearer <credential>`.';
    const missing = (why: string) => [401, 'Missing API key', why, 'Bearer'];
    expect(await told(standardKey)).toEqual(missing(unschemed));
    expect(await told(`Bearer${standardKey}`)).toEqual(missing(unschemed));
    expect(await told(`${standardKey} x`)).toEqual(missing(unschemed));
    expect(await told(`Token ${standardKey}`)).toEqual(missing(other));
    expect(await told('Bearer')).toEqual(missing(empty));
    // Behind the authorizer, on paths for tokens, and on paths for both.
    const search = '/api/v1/registries/legal_entities/search';
    expect(await told(standardKey, search, 'POST')).toEqual(missing(unschemed));
    expect(await told(standardKey, '/api/v1/events')).toEqual(missing(unschemed));
    expect(await told(standardKey, '/api/v1/me/legal-entities')).toEqual([
      401,
      'missing_token',
      unschemed,
      'Bearer',
    ]);
    // Without the header there is nothing more to explain.
    expect((await whoAmI(undefined)).body).not.toHaveProperty('error_description');
  });

  it('of a form that a path can’t accept are refused with the reason and without repeating them', async () => {
    const { id, standardKey } = await aResident(world);
    const agentKey = await anAgentKey(world, id, ['agent:entity.read']);
    const partnerKey = await aPartnerKey(world);
    const told = async (
      path: string,
      credential: string,
      method: 'GET' | 'POST' = 'GET',
    ): Promise<readonly unknown[]> => {
      const answer = await world.call(method, path, { key: credential });
      expect(JSON.stringify(answer.body)).not.toContain(credential.slice(3));
      const { error, error_description: why } = answer.body as Readonly<Record<string, unknown>>;
      return [answer.status, error, why];
    };
    const invalid = (why?: string) => [401, 'Invalid API key', why];
    const token = invalid(
      'This is an access token, but this path accepts only keys. Tokens give access to `/api/v1/me`.',
    );
    const entities = '/api/v1/legal_entities/5c0e6a1f-9d2b-4c7e-8a3f-1b0d6e5c4a29';
    const partners = '/api/v1/partner/residency_applications';
    const search = '/api/v1/registries/legal_entities/search';
    expect(await told(entities, 'eyJh.e30.c2ln')).toEqual(token);
    expect(await told('/api/v1/whoami', 'eyJh.e30.c2ln')).toEqual(token);
    // Behind the authorizer as well.
    expect(await told(search, 'eyJh.e30.c2ln', 'POST')).toEqual(token);
    expect(await told(entities, standardKey.slice(0, -1))).toEqual(
      invalid('The key is mistyped or incomplete.'),
    );
    const none = invalid('This is not an API key. API keys start with `sk-`, `ak-` or `pk-`.');
    expect(await told('/api/v1/events', 'a-guess')).toEqual(none);
    expect(await told(entities, partnerKey)).toEqual(
      invalid('This path does not accept Partner Keys.'),
    );
    const onlyPartners = invalid('This path accepts only Partner Keys.');
    expect(await told(partners, standardKey)).toEqual(onlyPartners);
    expect(await told(partners, agentKey)).toEqual(onlyPartners);
    const mine = '/api/v1/me/natural-person';
    const noPartner = 'This path accepts only access tokens and Agent Keys.';
    expect(await told(mine, partnerKey)).toEqual([401, 'invalid_token', noPartner]);
    // The form is right, but the key is unknown: only the table knows.
    const unknown = composeKey('sk-', new Uint8Array(32));
    expect(await told(entities, unknown)).toEqual(invalid());
    expect(await told(mine, 'eyJh.e30.c2ln')).toEqual([401, 'invalid_token', undefined]);
  });

  it('are recognized as mistyped without a table read', async () => {
    world.proxy.calls.reset();
    await whoAmI(`sk-${'0'.repeat(49)}`);
    expect(world.proxy.calls.list()).toEqual([]);
  });

  it('are accepted with the scheme in any case, as in HTTP', async () => {
    const { standardKey } = await aResident(world);
    expect((await whoAmI(undefined, { authorization: `bearer ${standardKey}` })).status).toBe(200);
  });

  it('stop working with the next call after a revocation', async () => {
    const { id } = await aResident(world);
    const { key, id: keyId } = await created(world, `/persons/${id}/api_keys`, {
      kind: 'standard',
    });
    expect((await whoAmI(String(key))).status).toBe(200);
    await world.admin('DELETE', `/persons/${id}/api_keys/${keyId}`);
    expect(await whoAmI(String(key))).toMatchObject(invalid);
  });

  it('are revoked permanently when the account is deactivated', async () => {
    const { id, standardKey } = await aResident(world);
    const agentKey = await anAgentKey(world, id, ['agent:entity.filing.pay']);
    await world.admin('POST', `/persons/${id}/deactivate`);
    expect(await whoAmI(standardKey)).toMatchObject(invalid);
    await world.admin('POST', `/persons/${id}/reactivate`);
    expect(await whoAmI(standardKey)).toMatchObject(invalid);
    expect(await whoAmI(agentKey)).toMatchObject(invalid);
    const { key } = await created(world, `/persons/${id}/api_keys`, { kind: 'standard' });
    expect((await whoAmI(String(key))).status).toBe(200);
  });

  it('of a partner are refused with 403 while the integration is suspended', async () => {
    const { id } = await created(world, '/partner_integrations', { name: 'Suspended' });
    const { key } = await created(world, `/partner_integrations/${id}/keys`, {});
    expect((await whoAmI(String(key))).status).toBe(200);
    await world.admin('PATCH', `/partner_integrations/${id}`, { active: false });
    expect(await whoAmI(String(key))).toMatchObject({
      status: 403,
      body: { error: 'Partner integration is not active.', code: 'partner_integration.not_active' },
    });
    await world.admin('PATCH', `/partner_integrations/${id}`, { active: true });
    expect((await whoAmI(String(key))).status).toBe(200);
  });

  it('are shown only when issued, and appear in no list, audit entry or log line', async () => {
    const { id } = await aResident(world);
    const { key } = await created(world, `/persons/${id}/api_keys`, { kind: 'standard' });
    const secret = String(key).slice(3);
    const listed = await world.admin('GET', `/persons/${id}/api_keys`);
    const audit = await world.admin('GET', `/audit?subjectId=${id}`);
    expect(JSON.stringify([listed.body, audit.body])).not.toContain(secret);
    expect(JSON.stringify(world.log.lines)).not.toContain(secret);
  });

  it('leave an audit entry when they are issued and when they are revoked', async () => {
    const { id } = await aResident(world);
    const { id: keyId } = await created(world, `/persons/${id}/api_keys`, { kind: 'standard' });
    world.clock.now += 1;
    await world.admin('DELETE', `/persons/${id}/api_keys/${keyId}`);
    const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
    const entries = (body as { data: { action: string; actor: unknown }[] }).data;
    const about = entries.filter(({ action }) => action.startsWith('api_key.')).slice(0, 2);
    expect(about.map(({ action }) => action)).toEqual(['api_key.revoked', 'api_key.issued']);
    expect(entries[0]?.actor).toEqual({
      kind: 'operator',
      id: 'arn:aws:iam::000000000000:user/local',
      personId: null,
    });
  });
});
