import { beforeEach, describe, expect, it } from 'vitest';
import { aClient, type Client } from '../support/clients.ts';
import {
  aCode,
  claimsOf,
  given,
  inForm,
  inHeader,
  isLive,
  postForm,
  redemption,
  rotation,
  summaryOf,
} from '../support/oauth.ts';
import { aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const client = await aClient(world);
const other = await aClient(world);
const open = {
  name: 'Open',
  public: true,
  redirectUris: [client.redirectUri],
  scopes: ['openid', 'offline_access'],
};
const publicClient = String((await created(world, '/oauth_clients', open))['clientId']);
let accounts = 0;
beforeEach(() => {
  world.clock.now += 600_000;
});

const tokensFor = async (scopes?: readonly string[]) =>
  given(
    await postForm(
      world,
      'token',
      redemption(
        client,
        await aCode(world, { personId: ada.id, client, ...(scopes && { scopes }) }),
      ),
    ),
  );
const introspect = (token: string, asking: Client = client) =>
  postForm(world, 'introspect', { token, ...inForm(asking) });
const revoke = (token: string, more: Readonly<Record<string, string>> = inForm(client)) =>
  postForm(world, 'revoke', { token, ...more });

describe('POST /api/oauth/introspect', () => {
  it('returns all fields of an access token', async () => {
    const { access_token } = await tokensFor(['openid', 'email']);
    const { jti, iat } = claimsOf(access_token);
    const answer = await introspect(access_token);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        active: true,
        scope: 'openid email',
        client_id: client.clientId,
        username: ada.id,
        sub: ada.id,
        token_type: 'Bearer',
        exp: Number(iat) + 3600,
        iat,
        jti,
        aud: 'registry-api',
        iss: world.baseUrl,
      },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('pragma')).toBe('no-cache');
  });

  it('returns all fields of a refresh token', async () => {
    const { refresh_token } = await tokensFor(['email', 'offline_access']);
    const iat = Math.floor(world.clock.now / 1000);
    expect((await introspect(refresh_token)).body).toEqual({
      active: true,
      scope: 'email offline_access',
      client_id: client.clientId,
      username: ada.id,
      sub: ada.id,
      token_type: 'refresh_token',
      exp: iat + 30 * 86_400,
      iat,
    });
  });

  it('returns only active=false for another client’s token or an invalid one', async () => {
    const { access_token, refresh_token, id_token } = await tokensFor();
    const inactive = { active: false };
    for (const token of [access_token, refresh_token]) {
      expect((await introspect(token, other)).body).toEqual(inactive);
    }
    for (const token of [id_token, 'hello', 'rt_unknown', `${access_token}x`]) {
      expect((await introspect(token)).body).toEqual(inactive);
    }
  });

  it('returns only active=false for an expired or used token', async () => {
    const { access_token, refresh_token } = await tokensFor();
    await postForm(world, 'token', rotation(client, refresh_token));
    expect((await introspect(refresh_token)).body).toEqual({ active: false });
    world.clock.now += 3_599_000;
    expect((await introspect(access_token)).body).toMatchObject({ active: true });
    world.clock.now += 1_000;
    expect((await introspect(access_token)).body).toEqual({ active: false });
  });

  it('requires a client with a secret', async () => {
    const { access_token } = await tokensFor();
    const asked = await postForm(world, 'introspect', {
      token: access_token,
      client_id: publicClient,
    });
    expect(summaryOf(asked)).toBe('401 invalid_client');
    expect(summaryOf(await postForm(world, 'introspect', { token: access_token }))).toBe(
      '401 invalid_client',
    );
    expect(
      summaryOf(await postForm(world, 'introspect', { token: access_token }, inHeader(client))),
    ).toBe('200');
    expect(summaryOf(await postForm(world, 'introspect', inForm(client)))).toBe(
      '400 invalid_request',
    );
  });
});

describe('POST /api/oauth/revoke', () => {
  it('returns 200 and an empty object for any token', async () => {
    const { access_token } = await tokensFor();
    for (const token of [access_token, access_token, 'hello', 'rt_unknown', 'a.b.c']) {
      const { status, body, headers } = await revoke(token);
      expect({ status, body }).toEqual({ status: 200, body: {} });
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('with an access token revokes only that token', async () => {
    const first = await tokensFor();
    const second = given(await postForm(world, 'token', rotation(client, first.refresh_token)));
    await revoke(first.access_token);
    const live = [first.access_token, second.access_token, second.refresh_token];
    expect(await Promise.all(live.map((token) => isLive(world, client, token)))).toEqual([
      false,
      true,
      true,
    ]);
    const { body } = await world.call('GET', '/api/v1/me/natural-person', {
      key: first.access_token,
    });
    expect(body).toMatchObject({ error: 'invalid_token' });
  });

  it('with a refresh token revokes the whole family, even with a wrong hint', async () => {
    const { access_token, refresh_token } = await tokensFor();
    await revoke(refresh_token, { ...inForm(client), token_type_hint: 'access_token' });
    expect(await isLive(world, client, access_token)).toBe(false);
    expect(summaryOf(await postForm(world, 'token', rotation(client, refresh_token)))).toBe(
      '400 invalid_grant',
    );
  });

  it('with another client’s token returns 200 and has no effect', async () => {
    const { access_token, refresh_token } = await tokensFor();
    for (const token of [access_token, refresh_token]) {
      expect(summaryOf(await revoke(token, inForm(other)))).toBe('200');
      expect(summaryOf(await revoke(token, { client_id: publicClient }))).toBe('200');
    }
    expect(await isLive(world, client, access_token)).toBe(true);
    expect(await isLive(world, client, refresh_token)).toBe(true);
  });

  it.each([
    ['no client', () => ({}), '401 invalid_client'],
    ['a wrong secret', () => ({ ...inForm(client), client_secret: 'x' }), '401 invalid_client'],
    ['no token', () => ({ ...inForm(client), token: '' }), '400 invalid_request'],
  ])('refuses %s', async (_, form, expected) => {
    expect(summaryOf(await revoke('x', form()))).toBe(expected);
  });
});

describe('userinfo', () => {
  const ask = (key: string | undefined, method = 'GET') =>
    world.call(method, '/api/oauth/userinfo', { key });

  it.each(['GET', 'POST'])('with %s returns the claims that the scopes allow', async (method) => {
    const { access_token } = await tokensFor(['openid']);
    expect((await ask(access_token, method)).body).toEqual({ sub: ada.id });
    const more = await tokensFor(['openid', 'profile', 'email']);
    const answer = await ask(more.access_token, method);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        sub: ada.id,
        name: 'Test Resident',
        given_name: 'Test',
        family_name: 'Resident',
        email: ada.email,
        email_verified: false,
      },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('accepts the token in a form, and refuses a second one', async () => {
    const { access_token } = await tokensFor(['openid']);
    const answer = await postForm(world, 'userinfo', { access_token });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { sub: ada.id },
    });
    expect(summaryOf(await postForm(world, 'userinfo', { access_token: 'hello' }))).toBe(
      '401 invalid_token',
    );
    const twice = [
      await postForm(
        world,
        'userinfo',
        { access_token },
        { authorization: `Bearer ${access_token}` },
      ),
      await postForm(world, 'userinfo', `access_token=${access_token}&access_token=hello`),
    ];
    expect(twice.map(summaryOf)).toEqual(['400 invalid_request', '400 invalid_request']);
  });

  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
    ['no name', {}, {}],
    ['only a given name', { givenName: 'Madonna' }, { name: 'Madonna', given_name: 'Madonna' }],
    ['only a surname', { surname: 'Teller' }, { name: 'Teller', family_name: 'Teller' }],
  ])(
    'for an account with %s has no null or empty claims, nor has the ID token',
    async (_, names, told) => {
      accounts += 1;
      const email = `nameless-${accounts}@people.example`;
      const { id } = await created(world, '/persons', { email, ...names });
      const issued = await aCode(world, { personId: id, client });
      const tokens = given(await postForm(world, 'token', redemption(client, issued)));
      const { body } = await ask(tokens.access_token);
      expect(body).toEqual({ sub: id, ...told, email, email_verified: false });
      const values = [
        claimsOf(tokens.id_token),
        claimsOf(tokens.access_token),
        Object(body),
      ].flatMap((claims) => Object.values(claims));
      for (const value of values) expect([null, undefined, '']).not.toContain(value);
    },
  );

  it('refuses a missing token, an invalid one and one without openid', async () => {
    const { access_token } = await tokensFor(['profile']);
    const answers = [
      await ask(undefined),
      await ask('hello'),
      await ask(ada.standardKey),
      await ask(access_token),
    ];
    expect(
      answers.map((answer) => [summaryOf(answer), answer.headers.get('www-authenticate')]),
    ).toEqual([
      ['401 missing_token', 'Bearer'],
      ['401 invalid_token', 'Bearer error="invalid_token"'],
      ['401 invalid_token', 'Bearer error="invalid_token"'],
      ['403 insufficient_scope', 'Bearer error="insufficient_scope", scope="openid"'],
    ]);
    expect(answers.map(({ body }) => Object.keys(Object(body)).includes('requestId'))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
