import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as client from 'openid-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aCode, given, postForm, summaryOf } from '../support/oauth.ts';
import { aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import type { Answer } from '../support/world.ts';

const me = '/api/v1/me/natural-person';
const userinfo = '/api/oauth/userinfo';
const redirectUri = 'https://bank.example/callback';
const scopes = ['openid', 'service:person.details.read'];

const world = await useWorld();
let ada: Person;
let held: Awaited<ReturnType<typeof generateKeyPair>>;
let secrets: { readonly client_id: string; readonly client_secret: string };
let accessToken: string;

const seconds = () => Math.floor(world.clock.now / 1000);

async function aClient(more: object = {}) {
  const registered = await created(world, '/oauth_clients', {
    name: 'Harbour Bank',
    redirectUris: [redirectUri],
    scopes,
    dpopBoundAccessTokens: true,
    ...more,
  });
  return {
    client_id: String(registered['clientId']),
    client_secret: String(registered['clientSecret']),
  };
}

async function proof(method: string, path: string, claims: object): Promise<string> {
  const said = { jti: randomUUID(), htm: method, htu: world.baseUrl + path, iat: seconds() };
  return new SignJWT({ ...said, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(held.publicKey) })
    .sign(held.privateKey);
}

/** A token of the client, bound to the key. */
async function aToken(of: typeof secrets): Promise<string> {
  const code = await aCode(world, {
    personId: ada.id,
    client: { clientId: of.client_id, redirectUri },
    scopes,
  });
  const [nonce] = await world.deps.signer.nonces();
  const dpop = await proof('POST', '/api/oauth/token', { nonce });
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...of };
  return given(await postForm(world, 'token', form, { dpop })).access_token;
}

const ath = () => createHash('sha256').update(accessToken).digest('base64url');
const sent = (path: string, dpop: string): Promise<Answer> =>
  world.call('GET', path, { headers: { authorization: `DPoP ${accessToken}`, dpop } });
const asked = async (path: string, claims: object) =>
  sent(path, await proof('GET', path, { ath: ath(), ...claims }));

const challenge = (answer: Answer) => [
  summaryOf(answer),
  /error="(\w+)"/.exec(answer.headers.get('www-authenticate') ?? '')?.[1],
];

async function nonceOfNow(path = me): Promise<string> {
  return (await asked(path, {})).headers.get('dpop-nonce') ?? '';
}

beforeAll(async () => {
  held = await generateKeyPair('ES256', { extractable: true });
  ada = await aResident(world);
  secrets = await aClient({ strictDpopProofs: true });
});
beforeEach(async () => {
  // The start of a nonce window, so no nonce expires during a test.
  world.clock.now = (Math.floor(world.clock.now / 300_000) + 2) * 300_000;
  accessToken = await aToken(secrets);
});

describe.each([me, userinfo])('%s, for a client with strictDpopProofs,', (path) => {
  it('requires a nonce, returns one and accepts a proof with it', async () => {
    const first = await asked(path, {});
    expect(challenge(first)).toEqual(['401 invalid_token', 'use_dpop_nonce']);
    const nonce = first.headers.get('dpop-nonce');
    expect(nonce).toMatch(/^[\w-]{22}$/);
    expect((await asked(path, { nonce })).status).toBe(200);
  });

  it('accepts a proof once', async () => {
    const dpop = await proof('GET', path, { ath: ath(), nonce: await nonceOfNow(path) });
    expect((await sent(path, dpop)).status).toBe(200);
    expect(challenge(await sent(path, dpop))).toEqual(['401 invalid_token', 'invalid_dpop_proof']);
  });

  it('accepts one of two equal proofs at the same time', async () => {
    const dpop = await proof('GET', path, { ath: ath(), nonce: await nonceOfNow(path) });
    const both = await Promise.all([sent(path, dpop), sent(path, dpop)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('accepts a nonce for five to ten minutes', async () => {
    const nonce = await nonceOfNow(path);
    world.clock.now += 599_999;
    expect((await asked(path, { nonce })).status).toBe(200);
    world.clock.now += 1;
    expect(challenge(await asked(path, { nonce }))).toEqual([
      '401 invalid_token',
      'use_dpop_nonce',
    ]);
  });
});

describe('DPoP nonces', () => {
  it('differ between clients', async () => {
    const nonce = await nonceOfNow();
    accessToken = await aToken(await aClient({ strictDpopProofs: true }));
    expect(challenge(await asked(me, { nonce }))).toEqual(['401 invalid_token', 'use_dpop_nonce']);
  });

  it('are not returned if the proof does not match the token', async () => {
    const answer = await asked(me, { ath: 'x' });
    expect(challenge(answer)).toEqual(['401 invalid_token', 'invalid_dpop_proof']);
    expect(answer.headers.get('dpop-nonce')).toBeNull();
  });

  it('stay the same if the client is changed', async () => {
    const nonce = await nonceOfNow();
    for (const body of [{ strictDpopProofs: false }, { strictDpopProofs: true }, { name: 'New' }]) {
      const changed = await world.admin('PATCH', `/oauth_clients/${secrets.client_id}`, body);
      expect(changed.status).toBe(200);
    }
    expect((await asked(me, { nonce })).status).toBe(200);
  });

  it('are derived from a secret that operators do not see', async () => {
    const { body } = await world.admin('GET', `/oauth_clients/${secrets.client_id}`);
    expect(Object.keys(Object(body).data)).not.toContain('nonceSecret');
  });

  it('work with openid-client', async () => {
    const config = await client.discovery(
      new URL(world.baseUrl),
      secrets.client_id,
      { [client.clockSkew]: seconds() - Math.floor(Date.now() / 1000) },
      client.ClientSecretPost(secrets.client_secret),
      { execute: [client.allowInsecureRequests] },
    );
    const DPoP = client.getDPoPHandle(config, held as client.CryptoKeyPair);
    const { status } = await client.fetchProtectedResource(
      config,
      accessToken,
      new URL(me, world.baseUrl),
      'GET',
      null,
      undefined,
      { DPoP },
    );
    expect(status).toBe(200);
    expect((await client.fetchUserInfo(config, accessToken, ada.id, { DPoP })).sub).toBe(ada.id);
  });
});

describe('clients without strictDpopProofs', () => {
  it('need no nonce and can repeat a proof', async () => {
    accessToken = await aToken(await aClient());
    const dpop = await proof('GET', me, { ath: ath() });
    expect((await sent(me, dpop)).status).toBe(200);
    expect((await sent(me, dpop)).status).toBe(200);
  });

  it('cannot turn it on without dpopBoundAccessTokens', async () => {
    const answer = await world.admin('POST', '/oauth_clients', {
      name: 'Impossible',
      redirectUris: [redirectUri],
      scopes,
      strictDpopProofs: true,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { details: [{ path: ['strictDpopProofs'] }] },
    });
  });
});
