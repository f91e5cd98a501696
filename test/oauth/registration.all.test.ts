import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as client from 'openid-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { authorizePath, clientAnswer, pathTo } from '../support/authorization.ts';
import { postForm } from '../support/oauth.ts';
import { shownText, signedIn } from '../support/portal.ts';
import { aResident, created } from '../support/registry.ts';
import { aSigningKey } from '../support/request-objects.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
Object.assign(world.deps, { clientRegistration: true });
beforeEach(() => {
  world.clock.now += 1000;
});
const redirectUri = 'https://bank.example/callback';
const scopes = ['openid', 'service:entity.read'];

async function aToken(more: object = {}): Promise<{ readonly id: string; readonly token: string }> {
  const issued = await created(world, '/registration_tokens', {
    label: 'Staging',
    publisher: 'Harbour Bank Ltd.',
    scopes,
    ...more,
  });
  return { id: String(issued['id']), token: String(issued['token']) };
}

const requested = { client_name: 'Harbour Bank', redirect_uris: [redirectUri] };

const register = (token: string | null, body: unknown = requested) =>
  world.call('POST', '/api/oauth/register', {
    body,
    ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
  });

const said = ({ status, body }: { readonly status: number; readonly body: unknown }) =>
  status < 300 ? String(status) : `${status} ${Reflect.get(Object(body), 'error')}`;

describe('POST /api/oauth/register', () => {
  it('registers a client with a working secret and the scopes that the token allows', async () => {
    const { token } = await aToken();
    const { status, body } = await register(token, {
      ...requested,
      scope: 'openid service:entity.read service:person.details.read unknown',
      policy_uri: 'https://bank.example/privacy',
      logo_uri: 'https://bank.example/logo.png',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_id_issued_at: Math.floor(world.clock.now / 1000),
      client_secret: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
      client_secret_expires_at: 0,
      client_name: 'Harbour Bank',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'openid service:entity.read',
      policy_uri: 'https://bank.example/privacy',
      id_token_signed_response_alg: 'RS256',
      dpop_bound_access_tokens: false,
      require_pushed_authorization_requests: false,
    });
    const { client_id, client_secret } = Object(body);
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
    const asked = await world.call('POST', '/api/oauth/introspect', {
      body: 'token=none',
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    expect(asked).toMatchObject({ status: 200, body: { active: false } });
  });

  it('works with openid-client, and the consent page names the publisher', async () => {
    const { token } = await aToken();
    const config = await client.dynamicClientRegistration(
      new URL(world.baseUrl),
      { ...requested, scope: 'openid', policy_uri: 'https://bank.example/privacy' },
      undefined,
      { initialAccessToken: token, execute: [client.allowInsecureRequests] },
    );
    const { client_id: clientId } = config.clientMetadata();
    const browser = await signedIn(world, (await aResident(world)).email);
    const page = await browser.open(
      pathTo(await browser.open(authorizePath({ clientId, redirectUri }))),
    );
    expect(shownText(page)).toContain('Published by Harbour Bank Ltd.');
    expect(page.text).toContain('href="https://bank.example/privacy"');
  });

  it('accepts keys instead of a secret, and refuses private keys', async () => {
    const { token } = await aToken({ maxClients: 2 });
    const { jwk } = await aSigningKey('ES256', 'one');
    const keys = (key: object) => ({
      ...requested,
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [key] },
    });
    const { status, body } = await register(token, keys(jwk));
    expect([status, Object.keys(Object(body)).includes('client_secret')]).toEqual([201, false]);
    expect(said(await register(token, keys({ ...jwk, d: 'AQAB' })))).toBe(
      '400 invalid_client_metadata',
    );
  });

  it('ignores keys for other algorithms, which do not replace a secret', async () => {
    const { token } = await aToken({ maxClients: 2 });
    const { jwk } = await aSigningKey('RS256', 'one');
    const { jwk: good } = await aSigningKey('ES256', 'two');
    const jwks = { keys: [{ ...jwk, alg: 'RS256', use: 'sig' }] };
    const basic = { ...requested, token_endpoint_auth_method: 'client_secret_basic', jwks };
    const { status, body } = await register(token, basic);
    expect([status, Reflect.get(Object(body), 'jwks')]).toEqual([201, undefined]);
    const byKey = { ...requested, token_endpoint_auth_method: 'private_key_jwt' };
    expect(said(await register(token, { ...byKey, jwks }))).toBe('400 invalid_client_metadata');
    const both = await register(token, { ...byKey, jwks: { keys: [...jwks.keys, good] } });
    expect([both.status, Reflect.get(Object(both.body), 'jwks')]).toEqual([201, { keys: [good] }]);
  });

  it('accepts post-logout redirect URIs with https, and refuses those with http', async () => {
    const { token } = await aToken();
    const told = { post_logout_redirect_uris: ['https://bank.example/signed-out?a=1'] };
    expect((await register(token, { ...requested, ...told })).body).toMatchObject(told);
    const another = await aToken();
    const wrong = { post_logout_redirect_uris: ['http://bank.example/signed-out'] };
    const { status, body } = await register(another.token, { ...requested, ...wrong });
    expect([status, Reflect.get(Object(body), 'error')]).toEqual([400, 'invalid_client_metadata']);
  });

  it('accepts a back-channel logout URI, and refuses a private or missing one', async () => {
    const { token } = await aToken();
    const told = {
      backchannel_logout_uri: 'https://bank.example/told?of=logout',
      backchannel_logout_session_required: true,
    };
    expect((await register(token, { ...requested, ...told })).body).toMatchObject(told);
    for (const [field, metadata] of [
      ['backchannel_logout_uri', { backchannel_logout_uri: 'https://10.0.0.1/told' }],
      ['backchannel_logout_session_required', { backchannel_logout_session_required: true }],
    ] as const) {
      const another = await aToken();
      const { status, body } = await register(another.token, { ...requested, ...metadata });
      expect([status, body]).toEqual([
        400,
        {
          error: 'invalid_client_metadata',
          error_description: expect.stringContaining(`${field}: Must be`),
        },
      ]);
    }
  });

  it('registers at most as many clients as the token allows, even at the same time', async () => {
    const { token } = await aToken({ maxClients: 2 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => register(token)));
    expect(answers.map(said).toSorted()).toEqual([
      '201',
      '201',
      '401 invalid_token',
      '401 invalid_token',
    ]);
  });

  it.each<[string, object, string]>([
    ['without a name', { redirect_uris: [redirectUri] }, 'invalid_client_metadata'],
    ['without a redirect URI', { client_name: 'Harbour' }, 'invalid_redirect_uri'],
    [
      'with a fragment',
      { ...requested, redirect_uris: ['https://a.example/#b'] },
      'invalid_redirect_uri',
    ],
    [
      'for the implicit flow',
      { ...requested, response_types: ['token'] },
      'invalid_client_metadata',
    ],
    ['for another grant', { ...requested, grant_types: ['password'] }, 'invalid_client_metadata'],
    [
      'for a scope that the token does not allow',
      { ...requested, scope: 'email' },
      'invalid_client_metadata',
    ],
    [
      'with private_key_jwt but no keys',
      { ...requested, token_endpoint_auth_method: 'private_key_jwt' },
      'invalid_client_metadata',
    ],
    [
      'with a javascript: privacy notice',
      { ...requested, policy_uri: 'javascript:alert(1)' },
      'invalid_client_metadata',
    ],
    ...['https://x.example:99999/', 'https://1.2.3.4.5/', 'https://256.1.1.1/p'].map(
      (uri): [string, object, string] => [
        `with the address ${uri}`,
        { ...requested, policy_uri: uri },
        'invalid_client_metadata',
      ],
    ),
    ['as a list', [requested], 'invalid_client_metadata'],
  ])('refuses a client %s without using up the token', async (_, body, error) => {
    const { token } = await aToken();
    const refused = await register(token, body);
    expect(said(refused)).toBe(`400 ${error}`);
    expect(said(await register(token))).toBe('201');
  });

  it.each<[string, string, string]>([
    ['that is cut off', '{"a":', '400 invalid_client_metadata'],
    ['that is empty', '', '400 invalid_client_metadata'],
    ['with the key __proto__', '{"__proto__":{"a":true}}', '400 invalid_client_metadata'],
    ['of more than 1 MB', JSON.stringify('x'.repeat(1_048_576)), '413 invalid_request'],
  ])('refuses a body %s', async (_, body, refused) => {
    const answer = await fetch(`${world.baseUrl}/api/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(said({ status: answer.status, body: await answer.json() })).toBe(refused);
  });

  it('registers a public device client without a redirect URI', async () => {
    const { token } = await aToken();
    const device = 'urn:ietf:params:oauth:grant-type:device_code';
    const { body } = await register(token, {
      client_name: 'Television',
      token_endpoint_auth_method: 'none',
      grant_types: [device],
    });
    expect(body).toMatchObject({ redirect_uris: [], grant_types: [device] });
  });

  it('refuses a token that is missing, unknown, used up, expired or revoked', async () => {
    const { token: used } = await aToken();
    await register(used);
    const { token: revoked, id } = await aToken();
    await world.admin('DELETE', `/registration_tokens/${id}`);
    const { token: ended } = await aToken({ days: 1 });
    world.clock.now += 86_400_000;
    for (const token of [null, 'x', `rit_${'A'.repeat(43)}`, used, revoked, ended]) {
      const answer = await register(token);
      expect(said(answer)).toBe('401 invalid_token');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
  });
});

describe('the grants that a client registered for', () => {
  const device = 'urn:ietf:params:oauth:grant-type:device_code';
  const registered = async (more: object) => {
    const { token } = await aToken({ scopes: ['openid', 'offline_access'] });
    const body = { ...requested, token_endpoint_auth_method: 'none', ...more };
    const { client_id, ...answer } = Object((await register(token, body)).body);
    return { answer, clientId: String(client_id) };
  };
  const beginDevice = async (client_id: string) =>
    said(await postForm(world, 'device_authorization', { client_id, scope: 'openid' }));
  const exchange = async (client_id: string, form: Readonly<Record<string, string>>) =>
    said(await postForm(world, 'token', { client_id, ...form }));
  const authorize = async (clientId: string) => {
    const challenge = { code_challenge: 'a'.repeat(43), prompt: 'none' };
    const path = authorizePath({ clientId, redirectUri }, challenge);
    return clientAnswer(await visitor(world.baseUrl).open(path));
  };

  it.each<[string, object]>([
    ['only authorization_code', { grant_types: ['authorization_code'] }],
    ['no grant types', {}],
  ])('are the only ones it can use: with %s, not the device flow', async (_, more) => {
    const { clientId } = await registered(more);
    expect(await beginDevice(clientId)).toBe('400 unauthorized_client');
    expect(await exchange(clientId, { grant_type: device, device_code: 'x' })).toBe(
      '400 unauthorized_client',
    );
    expect(await authorize(clientId)).toMatchObject({ error: 'login_required' });
  });

  it('are the only ones it can use: with the device flow, not authorization_code', async () => {
    const { clientId } = await registered({ grant_types: [device] });
    expect(await beginDevice(clientId)).toBe('200');
    expect(await authorize(clientId)).toMatchObject({ error: 'unauthorized_client' });
    const form = { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri };
    expect(await exchange(clientId, form)).toBe('400 unauthorized_client');
  });

  it('limit its scopes: without refresh_token it gets no offline_access', async () => {
    const scope = 'openid offline_access';
    const refreshing = ['authorization_code', 'refresh_token'];
    expect(await registered({ scope, grant_types: refreshing })).toMatchObject({
      answer: { scope, grant_types: refreshing },
    });
    const { answer, clientId } = await registered({ scope, grant_types: ['authorization_code'] });
    expect(answer).toMatchObject({ scope: 'openid', grant_types: ['authorization_code'] });
    const form = { grant_type: 'refresh_token', refresh_token: 'rt_x' };
    expect(await exchange(clientId, form)).toBe('400 unauthorized_client');
  });

  it('are shown to operators, whose own clients can use every grant', async () => {
    const { clientId } = await registered({ grant_types: [device] });
    expect((await world.admin('GET', `/oauth_clients/${clientId}`)).body).toMatchObject({
      data: { grantTypes: [device] },
    });
    const own = await created(world, '/oauth_clients', {
      name: 'Television',
      public: true,
      redirectUris: [redirectUri],
      scopes: ['openid'],
    });
    expect(own['grantTypes']).toBeNull();
    expect(await beginDevice(String(own['clientId']))).toBe('200');
  });
});

describe('a stored privacy notice', () => {
  it('with an invalid URL is left out of the consent page', async () => {
    const { token } = await aToken();
    const { body } = await register(token);
    const clientId = String(Object(body).client_id);
    await world.table.client.send(
      new UpdateCommand({
        TableName: world.table.name,
        Key: keys.oauthClient(clientId),
        UpdateExpression: 'SET privacyUri = :uri',
        ExpressionAttributeValues: { ':uri': 'https://x.example:99999/' },
      }),
    );
    const browser = await signedIn(world, (await aResident(world)).email);
    const page = await browser.open(
      pathTo(await browser.open(authorizePath({ clientId, redirectUri }))),
    );
    expect(page.status).toBe(200);
    expect(shownText(page)).toContain('Published by Harbour Bank Ltd.');
    expect(page.text).not.toContain(':99999');
  });
});

describe('a service without client registration', () => {
  it('returns 404 and omits the endpoint from discovery', async () => {
    const { token } = await aToken();
    const discovery = async () =>
      (await world.call('GET', '/.well-known/openid-configuration')).body;
    expect(await discovery()).toMatchObject({
      registration_endpoint: `${world.baseUrl}/api/oauth/register`,
    });
    Object.assign(world.deps, { clientRegistration: false });
    try {
      expect(said(await register(token))).toBe('404 registration_not_supported');
      expect(await discovery()).not.toHaveProperty('registration_endpoint');
    } finally {
      Object.assign(world.deps, { clientRegistration: true });
    }
  });
});

describe('registration tokens', () => {
  it('are listed with their status, without the token', async () => {
    const { token, id } = await aToken({ maxClients: 1 });
    const { body: client } = await register(token);
    const { body } = await world.admin('GET', '/registration_tokens');
    const found = Object(body).data.find((each: { id: string }) => each.id === id);
    expect(found).toEqual({
      id,
      label: 'Staging',
      publisher: 'Harbour Bank Ltd.',
      scopes,
      maxClients: 1,
      registered: 1,
      status: 'used_up',
      createdAt: new Date(world.clock.now).toISOString(),
      expiresAt: new Date(world.clock.now + 30 * 86_400_000).toISOString(),
      revokedAt: null,
    });
    expect(JSON.stringify(body)).not.toContain(token);
    const trail = await world.admin('GET', '/audit?action=oauth_client.registered');
    expect(Object(trail.body).data[0]).toMatchObject({
      subject: { type: 'oauth_client', id: Object(client).client_id },
      details: { registrationTokenId: id },
    });
  });

  it('can be revoked permanently; revoking again returns the same answer', async () => {
    const { id } = await aToken();
    const path = `/registration_tokens/${id}`;
    const first = await world.admin('DELETE', path);
    expect(first).toMatchObject({ status: 200, body: { data: { status: 'revoked' } } });
    world.clock.now += 1000;
    expect((await world.admin('DELETE', path)).body).toEqual(first.body);
    expect((await world.admin('DELETE', `/registration_tokens/${'0'.repeat(32)}`)).status).toBe(
      404,
    );
  });

  it('are at most a hundred, even if two are issued at the same time', async () => {
    const issue = () =>
      world.admin('POST', '/registration_tokens', { label: 'L', publisher: 'P', scopes });
    world.clock.now += 400 * 86_400_000;
    for (let count = 0; count < 99; count += 1) expect((await issue()).status).toBe(200);
    // Only the faster of the two gets the last one.
    const isWrite = (_: unknown, operation: string) => operation === 'TransactWriteItems';
    let faster = 0;
    world.proxy.beforeNext(isWrite, async () => {
      faster = (await issue()).status;
    });
    const slower = await issue();
    expect(faster).toBe(200);
    expect(slower).toMatchObject({
      status: 409,
      body: { code: 'client.registration_token_limit_reached' },
    });
  });
});
