import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientAnswer } from '../support/authorization.ts';
import { postForm } from '../support/oauth.ts';
import { created } from '../support/registry.ts';
import { aSigningKey, requestObject, type SigningKey } from '../support/request-objects.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const redirectUri = 'https://bank.example/callback';
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const minute = 60_000;

const world = await useWorld();
let first: SigningKey;
let second: SigningKey;
let asked = 0;
let answer: (response: ServerResponse) => void;
let address: string;
const server = createServer((_, response) => {
  asked += 1;
  answer(response);
});

const publish = (...keys: readonly object[]) => {
  answer = (response) => response.end(JSON.stringify({ keys }));
};
const fail = () => {
  answer = (response) => response.writeHead(503).end();
};

beforeAll(async () => {
  [first, second] = await Promise.all([
    aSigningKey('ES256', 'first'),
    aSigningKey('PS256', 'second'),
  ]);
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  world.clock.now += 10 * minute;
  asked = 0;
  publish(first.jwk);
});

const requested = () => ({
  name: 'Harbour Bank',
  redirectUris: [redirectUri],
  scopes: ['openid'],
  tokenEndpointAuthMethod: 'private_key_jwt',
  jwksUri: address,
});

const aBank = async (more: object = {}) =>
  String((await created(world, '/oauth_clients', { ...requested(), ...more }))['clientId']);

/** Introspects an invalid token, for which the client must authenticate. */
async function introspect(
  clientId: string,
  key: SigningKey,
  kid: string | null = key.jwk.kid ?? '',
) {
  const seconds = Math.floor(world.clock.now / 1000);
  const claims = { iss: clientId, sub: clientId, aud: world.baseUrl, jti: randomUUID() };
  const assertion = await new SignJWT({ ...claims, iat: seconds, exp: seconds + 60 })
    .setProtectedHeader({ alg: key.alg, ...(kid !== null && { kid }) })
    .sign(key.privateKey);
  const { status, body } = await postForm(world, 'introspect', {
    token: 'none',
    client_assertion_type: assertionType,
    client_assertion: assertion,
  });
  return status === 200 ? 'known' : `${status} ${Reflect.get(Object(body), 'error')}`;
}

const refused = '401 invalid_client';

describe('Keys at a jwks_uri', () => {
  it('are fetched once and authenticate the client for five minutes', async () => {
    const bank = await aBank();
    expect(await introspect(bank, first)).toBe('known');
    expect(await introspect(bank, first)).toBe('known');
    expect(asked).toBe(1);
    world.clock.now += 5 * minute - 1;
    expect(await introspect(bank, first)).toBe('known');
    expect(asked).toBe(1);
    world.clock.now += 1;
    expect(await introspect(bank, first)).toBe('known');
    expect(asked).toBe(2);
  });

  it('are fetched again for an unknown kid, at most once a minute', async () => {
    const bank = await aBank();
    expect(await introspect(bank, first)).toBe('known');
    world.clock.now += minute;
    expect(await introspect(bank, second)).toBe(refused);
    expect(asked).toBe(2);
    publish(first.jwk, second.jwk);
    expect(await introspect(bank, second)).toBe(refused);
    expect(asked).toBe(2);
    world.clock.now += minute;
    expect(await introspect(bank, second)).toBe('known');
    expect(await introspect(bank, first)).toBe('known');
    expect(asked).toBe(3);
  });

  it('are no longer valid five minutes after the client removed them', async () => {
    const bank = await aBank();
    expect(await introspect(bank, first)).toBe('known');
    publish(second.jwk);
    world.clock.now += 5 * minute;
    expect(await introspect(bank, first)).toBe(refused);
    expect(await introspect(bank, second)).toBe('known');
  });

  it('are valid for one day if the address stops answering', async () => {
    const bank = await aBank();
    expect(await introspect(bank, first)).toBe('known');
    fail();
    world.clock.now += 24 * 60 * minute - 1;
    expect(await introspect(bank, first)).toBe('known');
    expect(asked).toBe(2);
    world.clock.now += 1;
    expect(await introspect(bank, first)).toBe(refused);
    publish(first.jwk);
    expect(await introspect(bank, first)).toBe('known');
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => response.writeHead(500).end()],
    ['a redirect', (response) => response.writeHead(302, { location: address }).end()],
    ['text that is not JSON', (response) => response.end('<html>')],
    ['JSON that is not a key set', (response) => response.end('[]')],
    ['a broken connection', (response) => response.destroy()],
    [
      'more than 70,000 bytes',
      (response) => response.end(`{"keys":[],"x":"${'x'.repeat(70_000)}"}`),
    ],
  ])('do not authenticate the client if the address returns %s', async (_, given) => {
    const bank = await aBank();
    answer = given;
    expect(await introspect(bank, first)).toBe(refused);
    publish(first.jwk);
    expect(await introspect(bank, first)).toBe('known');
  });

  it('are requested at most ten times a minute while they cannot be fetched', async () => {
    const bank = await aBank();
    fail();
    for (let time = 0; time < 12; time += 1) expect(await introspect(bank, first)).toBe(refused);
    expect(asked).toBe(10);
  });

  it('are public signature keys; others in the set are ignored', async () => {
    const bank = await aBank();
    const use = { ...second.jwk, use: 'enc' };
    const known = { ...second.jwk, d: 'AQAB' };
    const short = { kty: 'RSA', n: 'sXch', e: 'AQAB' };
    const off = { ...first.jwk, y: first.jwk.x };
    publish({ kty: 'oct', k: 'AAAA' }, use, known, short, off, first.jwk);
    expect(await introspect(bank, second)).toBe(refused);
    expect(await introspect(bank, first, null)).toBe('known');
  });

  it('from a previous address are no longer valid', async () => {
    const bank = await aBank();
    expect(await introspect(bank, first)).toBe('known');
    await world.admin('PATCH', `/oauth_clients/${bank}`, { jwksUri: `${address}/new` });
    publish(second.jwk);
    expect(await introspect(bank, first)).toBe(refused);
    expect(await introspect(bank, second)).toBe('known');
  });

  it('also verify signed requests', async () => {
    const clientId = await aBank();
    const seconds = Math.floor(world.clock.now / 1000);
    const sent = async (key: SigningKey) => {
      const object = await requestObject(
        key,
        {
          iss: clientId,
          aud: world.baseUrl,
          exp: seconds + 60,
          client_id: clientId,
          redirect_uri: redirectUri,
          response_type: 'code',
          scope: 'openid',
          prompt: 'none',
        },
        { kid: key.jwk.kid ?? '' },
      );
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        request: object,
      });
      return clientAnswer(await visitor(world.baseUrl).open(`/api/oauth/authorize?${query}`));
    };
    expect(await sent(first)).toMatchObject({ error: 'login_required' });
    expect(await sent(second)).toMatchObject({ error: 'invalid_request_object' });
  });
});

describe('The keys of an inactive client', () => {
  it('are not fetched', async () => {
    const clientId = await aBank();
    await world.admin('PATCH', `/oauth_clients/${clientId}`, { active: false });
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      request: await requestObject(first, { iss: clientId }, { kid: first.jwk.kid ?? '' }),
    });
    expect((await visitor(world.baseUrl).open(`/api/oauth/authorize?${query}`)).status).toBe(400);
    expect(asked).toBe(0);
  });
});

describe('A client', () => {
  const refusedFor = async (more: object) => {
    const { status, body } = await world.admin('POST', '/oauth_clients', {
      ...requested(),
      ...more,
    });
    const [detail] = Object(body).details ?? [];
    return [status, detail?.path];
  };

  it('has its keys either by value or at an address', async () => {
    expect(await refusedFor({ requestObjectKeys: [first.jwk] })).toEqual([400, ['jwksUri']]);
    expect(await refusedFor({ jwksUri: null })).toEqual([400, ['requestObjectKeys']]);
  });

  it.each([
    'http://bank.example/keys',
    'https://10.0.0.1/keys',
    'https://169.254.169.254/latest/meta-data',
    'https://user:secret@bank.example/keys',
    'https://bank.example/keys#1',
  ])('can’t have its keys at %s', async (jwksUri) => {
    expect(await refusedFor({ jwksUri })).toEqual([400, ['jwksUri']]);
  });
});
