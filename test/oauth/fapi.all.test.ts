import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientAnswer, pathTo } from '../support/authorization.ts';
import { claimsOf, given, headerOf, postForm, summaryOf } from '../support/oauth.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aResident, created, type Person } from '../support/registry.ts';
import { aSigningKey, type SigningKey } from '../support/request-objects.ts';
import { startWorld, type World } from '../support/world.ts';

const redirectUri = 'https://bank.example/callback';
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const scope = 'openid service:person.details.read offline_access';
type Fields = Readonly<Record<string, string>>;
type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

let world: World;
let ada: Person;
let browser: Visitor;
let own: SigningKey;
let stranger: SigningKey;
let held: Keys;
let stolen: Keys;
let clientId: string;

beforeAll(async () => {
  [world, own, stranger, held, stolen] = await Promise.all([
    startWorld(),
    aSigningKey('ES256', 'bank'),
    aSigningKey('ES256', 'bank'),
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
  ]);
  // The token-signing keys are published with the first token.
  await world.deps.signer.nonces();
  clientId = await aBank('ES256');
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.now += 61_000;
});

async function aBank(alg: string, more: object = {}): Promise<string> {
  const registered = await created(world, '/oauth_clients', {
    name: 'Harbour Bank',
    redirectUris: [redirectUri],
    scopes: scope.split(' '),
    requestObjectKeys: [own.jwk],
    tokenEndpointAuthMethod: 'private_key_jwt',
    requirePushedAuthorizationRequests: true,
    dpopBoundAccessTokens: true,
    idTokenSignedResponseAlg: alg,
    ...more,
  });
  return String(registered['clientId']);
}

const seconds = () => Math.floor(world.clock.now / 1000);

/** A client assertion; null claims are left out. */
async function assertion(
  claims: object = {},
  key = own,
  id = clientId,
  header: object = {},
): Promise<Fields> {
  const all = {
    iss: id,
    sub: id,
    aud: world.baseUrl,
    jti: randomUUID(),
    iat: seconds(),
    exp: seconds() + 60,
    ...claims,
  };
  const said = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  const signed = await new SignJWT(said)
    .setProtectedHeader({ alg: key.alg, kid: 'bank', ...header })
    .sign(key.privateKey);
  return { client_assertion_type: assertionType, client_assertion: signed };
}

interface Proof {
  readonly keys?: Keys;
  readonly header?: object;
  readonly claims?: object;
  readonly accessToken?: string;
}

/** A DPoP proof for a request, with the current nonce unless the claims set another. */
async function proof(
  method: string,
  path: string,
  { keys = held, header = {}, claims = {}, accessToken }: Proof = {},
): Promise<{ readonly dpop: string }> {
  const [nonce] = await world.deps.signer.nonces();
  const jwk = await exportJWK(keys.publicKey);
  const all = {
    jti: randomUUID(),
    htm: method,
    htu: world.baseUrl + path,
    iat: seconds(),
    ...(accessToken === undefined
      ? { nonce }
      : { ath: createHash('sha256').update(accessToken).digest('base64url') }),
    ...claims,
  };
  const said = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  const dpop = await new SignJWT(said)
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
    .sign(keys.privateKey);
  return { dpop };
}

const parameters = (): Fields => ({
  client_id: clientId,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope,
  state: 'abc',
  code_challenge: challenge,
  code_challenge_method: 'S256',
});

const push = async (more: Fields = {}, by: object | null = null, headers: Fields = {}) =>
  postForm(world, 'par', { ...parameters(), ...more, ...(by ?? (await assertion())) }, headers);

async function pushed(more: Fields = {}, headers: Fields = {}): Promise<string> {
  const { status, body } = await push(more, null, headers);
  if (status !== 201) throw new Error(`set-up: PAR answered ${JSON.stringify(body)}`);
  return String(Reflect.get(Object(body), 'request_uri'));
}

const authorizePath = (requestUri: string, id = clientId) =>
  `/api/oauth/authorize?${new URLSearchParams({ client_id: id, request_uri: requestUri })}`;

/** Completes a pushed request through the pages; returns what the client receives. */
async function allowed(requestUri: string, id = clientId) {
  const answer = await browser.open(authorizePath(requestUri, id));
  if (answer.status === 303) return clientAnswer(answer);
  const page = pathTo(answer);
  const shown = await browser.open(page);
  return shown.status === 303
    ? clientAnswer(shown)
    : clientAnswer(await browser.send(page, { decision: 'approve' }));
}

async function aCode(more: Fields = {}, headers: Fields = {}): Promise<string> {
  const answer = await allowed(await pushed(more, headers));
  return String(Reflect.get(answer, 'code'));
}

const codeForm = async (code: string): Promise<Fields> => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: redirectUri,
  code_verifier: verifier,
  ...(await assertion()),
});

const token = async (form: Fields, made: Proof | null = {}) =>
  postForm(
    world,
    'token',
    form,
    made === null ? {} : await proof('POST', '/api/oauth/token', made),
  );

async function tokens() {
  return given(await token(await codeForm(await aCode())));
}

const me = '/api/v1/me/natural-person';
const asked = async (accessToken: string, made: Proof | null = {}, path = me) =>
  world.call('GET', path, {
    headers: {
      authorization: `DPoP ${accessToken}`,
      ...(made === null ? {} : await proof('GET', path, { accessToken, ...made })),
    },
  });

describe('FAPI 2.0 with openid-client and oauth4webapi', () => {
  it.each(['ES256', 'PS256'])(
    'openid-client completes the flow with tokens signed with %s',
    async (alg) => {
      const id = await aBank(alg);
      const config = await client.discovery(
        new URL(world.baseUrl),
        id,
        { id_token_signed_response_alg: alg, [client.clockSkew]: skew() },
        client.PrivateKeyJwt(
          { key: own.privateKey as client.CryptoKey, kid: 'bank' },
          {
            [client.modifyAssertion]: (_, payload) => {
              Object.assign(payload, { aud: world.baseUrl });
            },
          },
        ),
        { execute: [client.allowInsecureRequests] },
      );
      const DPoP = client.getDPoPHandle(config, held as client.CryptoKeyPair);
      const url = await client.buildAuthorizationUrlWithPAR(
        config,
        {
          redirect_uri: redirectUri,
          scope,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          state: 'abc',
          nonce: 'n-0S6',
        },
        { DPoP },
      );
      expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
      const page = pathTo(await browser.open(url.pathname + url.search));
      await browser.open(page);
      const back = pathTo(await browser.send(page, { decision: 'approve' }));
      const given = await client.authorizationCodeGrant(
        config,
        new URL(back),
        { pkceCodeVerifier: verifier, expectedState: 'abc', expectedNonce: 'n-0S6' },
        {},
        { DPoP },
      );
      expect(given.token_type).toBe('dpop');
      expect([headerOf(given.access_token)['alg'], headerOf(given.id_token ?? '')['alg']]).toEqual([
        alg,
        alg,
      ]);
      const userinfo = await client.fetchUserInfo(config, given.access_token, ada.id, { DPoP });
      expect(userinfo.sub).toBe(ada.id);
      const person = await client.fetchProtectedResource(
        config,
        given.access_token,
        new URL(me, world.baseUrl),
        'GET',
        null,
        undefined,
        { DPoP },
      );
      expect(person.status).toBe(200);
      const refresh = given.refresh_token ?? '';
      const refreshed = await client.refreshTokenGrant(config, refresh, {}, { DPoP });
      expect(refreshed.refresh_token).toBeUndefined();
      const again = await client.refreshTokenGrant(config, refresh, {}, { DPoP });
      expect(again.token_type).toBe('dpop');
      await client.tokenRevocation(config, refresh);
      await expect(client.refreshTokenGrant(config, refresh, {}, { DPoP })).rejects.toThrow();
    },
  );

  it('oauth4webapi retries with the nonce from the error', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(world.baseUrl);
    const as = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, insecure),
    );
    const me = { client_id: clientId, [oauth.clockSkew]: skew() };
    const auth = oauth.PrivateKeyJwt(
      { key: own.privateKey as oauth.CryptoKey, kid: 'bank' },
      {
        [oauth.modifyAssertion]: (_: unknown, payload: object) => {
          Object.assign(payload, { aud: world.baseUrl });
        },
      },
    );
    const DPoP = oauth.DPoP(me, held as oauth.CryptoKeyPair);
    const requested = new URLSearchParams(parameters());
    const par = await oauth.pushedAuthorizationRequest(as, me, auth, requested, {
      ...insecure,
      DPoP,
    });
    const { request_uri } = await oauth.processPushedAuthorizationResponse(as, me, par);
    const told = await allowed(request_uri);
    const back = new URLSearchParams({
      code: String(Reflect.get(told, 'code')),
      state: 'abc',
      iss: world.baseUrl,
    });
    const checked = oauth.validateAuthResponse(as, me, back, 'abc');
    const redeem = () =>
      oauth.authorizationCodeGrantRequest(as, me, auth, checked, redirectUri, verifier, {
        ...insecure,
        DPoP,
      });
    let answer = await redeem();
    const first = await oauth
      .processAuthorizationCodeResponse(as, me, answer.clone())
      .catch((error: unknown) => error);
    expect(oauth.isDPoPNonceError(first)).toBe(true);
    answer = await redeem();
    const result = await oauth.processAuthorizationCodeResponse(as, me, answer);
    expect(result.token_type).toBe('dpop');
  });
});

/** How far the world's clock is from the libraries', in seconds. */
function skew(): number {
  return seconds() - Math.floor(Date.now() / 1000);
}

describe('a pushed request', () => {
  it('overrides parameters that are sent with it', async () => {
    browser = await signedIn(world, ada.email);
    const requestUri = await pushed({ prompt: 'consent' });
    const url = `${authorizePath(requestUri)}&redirect_uri=https%3A%2F%2Fevil.example&state=evil`;
    const page = pathTo(await browser.open(url));
    await browser.open(page);
    expect(clientAnswer(await browser.send(page, { decision: 'approve' }))).toMatchObject({
      to: redirectUri,
      state: 'abc',
      code: expect.any(String),
      iss: world.baseUrl,
    });
  });

  it('expires exactly after its expires_in, which is less than ten minutes', async () => {
    browser = await signedIn(world, ada.email);
    const seconds = Number(Reflect.get(Object((await push()).body), 'expires_in'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(600);
    const [early, late] = [await pushed(), await pushed()];
    world.clock.now += seconds * 1000 - 1;
    expect(await allowed(early)).toMatchObject({ code: expect.any(String) });
    world.clock.now += 1;
    const answer = await browser.open(authorizePath(late));
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(shownText(answer)).toContain('invalid_request_uri');
  });

  it('can be opened again until it is answered', async () => {
    browser = await signedIn(world, ada.email);
    const requestUri = await pushed({ prompt: 'consent' });
    await browser.open(authorizePath(requestUri));
    expect(await allowed(requestUri)).toMatchObject({ code: expect.any(String) });
    const again = await browser.open(authorizePath(requestUri));
    expect([again.status, again.headers.get('location')]).toEqual([400, null]);
    expect(shownText(again)).toContain('invalid_request_uri');
  });

  it('is used up by an answer without a question', async () => {
    await aCode();
    const requestUri = await pushed();
    expect(await allowed(requestUri)).toMatchObject({ code: expect.any(String) });
    expect((await browser.open(authorizePath(requestUri))).status).toBe(400);
  });

  it.each([
    [
      'after it has expired',
      async () => {
        const requestUri = await pushed();
        world.clock.now += 60_001;
        return authorizePath(requestUri);
      },
    ],
    ['from another client', async () => authorizePath(await pushed(), await aBank('ES256'))],
    [
      'if it was never pushed',
      async () => authorizePath('urn:ietf:params:oauth:request_uri:x.y.z'),
    ],
  ])('is refused %s', async (_, path) => {
    const answer = await browser.open(await path());
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  it('is required of a client with requirePushedAuthorizationRequests', async () => {
    const answer = await browser.open(`/api/oauth/authorize?${new URLSearchParams(parameters())}`);
    expect(clientAnswer(answer)).toMatchObject({ to: redirectUri, error: 'invalid_request' });
  });

  it.each<[string, Fields, string]>([
    [
      'a nested request_uri',
      { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
      'invalid_request',
    ],
    ['an unregistered redirect URI', { redirect_uri: 'https://evil.example/' }, 'invalid_request'],
    ['no redirect URI', { redirect_uri: '' }, 'invalid_request'],
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
    [
      'response_type=code id_token',
      { response_type: 'code id_token' },
      'unsupported_response_type',
    ],
    [
      'a scope that the client may not request',
      { scope: 'openid service:entity.read' },
      'invalid_scope',
    ],
    ['an invalid dpop_jkt', { dpop_jkt: 'x' }, 'invalid_request'],
  ])('is refused with %s', async (_, more, error) => {
    expect(summaryOf(await push(more))).toBe(`400 ${error}`);
  });

  it('cannot be sent with GET (404)', async () => {
    const { status } = await world.call('GET', '/api/oauth/par');
    expect(status).toBe(404);
  });
});

describe('a client assertion', () => {
  const other = () => 'https://other.example';
  it.each<[string, () => Promise<object>]>([
    ['if it is signed with another key', () => assertion({}, stranger)],
    ['if it is for another server', () => assertion({ aud: other() })],
    ['if it is for several servers', () => assertion({ aud: [world.baseUrl, other()] })],
    ['if its audience is a list', () => assertion({ aud: [world.baseUrl] })],
    [
      'if its audience is the PAR endpoint',
      () => assertion({ aud: `${world.baseUrl}/api/oauth/par` }),
    ],
    [
      'if its audience is the token endpoint',
      () => assertion({ aud: `${world.baseUrl}/api/oauth/token` }),
    ],
    ['if it expired five minutes ago', () => assertion({ exp: seconds() - 300 })],
    ['without exp', () => assertion({ exp: null })],
    ['without jti', () => assertion({ jti: null })],
    ['without sub', () => assertion({ sub: null })],
    ['if it is from another issuer', () => assertion({ iss: 'somebody' })],
    ['if nbf is a minute ahead', () => assertion({ nbf: seconds() + 61 })],
    ['if iat is a minute ahead', () => assertion({ iat: seconds() + 61 })],
    ['if sub is a list', () => assertion({ sub: [clientId] })],
    ['if it is valid for a day', () => assertion({ exp: seconds() + 86_400 })],
    [
      'if it has the type of an access token',
      () => assertion({}, own, clientId, { typ: 'at+jwt' }),
    ],
    ['if it has the type of a DPoP proof', () => assertion({}, own, clientId, { typ: 'dpop+jwt' })],
    ['if it is signed with RS256', async () => assertion({}, await aSigningKey('RS256', 'bank'))],
    [
      'if it is not signed',
      async () => {
        const { client_assertion: signed = '' } = await assertion();
        const none = Buffer.from('{"alg":"none"}').toString('base64url');
        return {
          client_assertion_type: assertionType,
          client_assertion: `${none}.${signed.split('.')[1]}.`,
        };
      },
    ],
    [
      'if client_assertion_type is wrong',
      async () => ({ ...(await assertion()), client_assertion_type: 'x' }),
    ],
    ['if it is missing', async () => ({ client_id: clientId })],
    ['if a secret is sent instead', async () => ({ client_id: clientId, client_secret: 'x' })],
  ])('is refused %s', async (_, by) => {
    expect(summaryOf(await push({}, await by()))).toBe('401 invalid_client');
  });

  it.each(['JWT', 'client-authentication+jwt', 'application/Client-Authentication+JWT'])(
    'can have the type %s',
    async (typ) => {
      expect(summaryOf(await push({}, await assertion({}, own, clientId, { typ })))).toBe('201');
    },
  );

  it('is valid once across PAR and the token endpoint', async () => {
    const by = await assertion();
    expect(summaryOf(await push({}, by))).toBe('201');
    expect(summaryOf(await push({}, by))).toBe('401 invalid_client');
    const form = { ...(await codeForm(await aCode())), ...by };
    expect(summaryOf(await token(form))).toBe('401 invalid_client');
    expect(summaryOf(await token({ ...form, ...(await assertion()) }))).toBe('200');
  });

  it('that was used before is refused before a used code can revoke the token family', async () => {
    const form = await codeForm(await aCode());
    const { refresh_token } = given(await token(form));
    expect(summaryOf(await token(form))).toBe('401 invalid_client');
    const refresh = { grant_type: 'refresh_token', refresh_token };
    expect(summaryOf(await token({ ...refresh, ...(await assertion()) }))).toBe('200');
    expect(summaryOf(await token({ ...form, ...(await assertion()) }))).toBe('400 invalid_grant');
    expect(summaryOf(await token({ ...refresh, ...(await assertion()) }))).toBe(
      '400 invalid_grant',
    );
  });

  it('is used up if only the DPoP proof or the scope of the token request is wrong', async () => {
    const unbound = await codeForm(await aCode());
    expect(summaryOf(await token(unbound, null))).toMatch(/^400 /);
    expect(summaryOf(await token(unbound))).toBe('401 invalid_client');
    const { refresh_token } = await tokens();
    const refresh = { grant_type: 'refresh_token', refresh_token, ...(await assertion()) };
    expect(summaryOf(await token({ ...refresh, scope: 'service:rpn' }))).toBe('400 invalid_scope');
    expect(summaryOf(await token(refresh))).toBe('401 invalid_client');
  });

  it('is used up if the grant is refused', async () => {
    const by = await assertion();
    const form = { grant_type: 'refresh_token', refresh_token: 'rt_unknown', ...by };
    expect(summaryOf(await token(form))).toBe('400 invalid_grant');
    expect(summaryOf(await token(form))).toBe('401 invalid_client');
  });

  it('is valid if nbf is eight seconds ahead', async () => {
    expect(summaryOf(await push({}, await assertion({ nbf: seconds() + 8 })))).toBe('201');
  });
});

describe('a DPoP proof at the token endpoint', () => {
  const path = '/api/oauth/token';
  it.each<[string, () => Promise<Fields>, string]>([
    ['is missing', async () => ({}), 'invalid_dpop_proof'],
    ['is for another method', () => proof('GET', path), 'invalid_dpop_proof'],
    ['is for another URL', () => proof('POST', '/api/oauth/par'), 'invalid_dpop_proof'],
    [
      'is too old',
      () => proof('POST', path, { claims: { iat: seconds() - 61 } }),
      'invalid_dpop_proof',
    ],
    [
      'is from the future',
      () => proof('POST', path, { claims: { iat: seconds() + 60 } }),
      'invalid_dpop_proof',
    ],
    ['has no jti', () => proof('POST', path, { claims: { jti: null } }), 'invalid_dpop_proof'],
    [
      'has another type',
      () => proof('POST', path, { header: { typ: 'JWT' } }),
      'invalid_dpop_proof',
    ],
    ['has no nonce', () => proof('POST', path, { claims: { nonce: null } }), 'use_dpop_nonce'],
    ['has another nonce', () => proof('POST', path, { claims: { nonce: 'x' } }), 'use_dpop_nonce'],
    [
      'is signed with another key than it shows',
      async () => proof('POST', path, { header: { jwk: await exportJWK(stolen.publicKey) } }),
      'invalid_dpop_proof',
    ],
    [
      'shows its private key',
      async () => proof('POST', path, { header: { jwk: await exportJWK(held.privateKey) } }),
      'invalid_dpop_proof',
    ],
    ...Object.entries({
      'a point off the curve': { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
      'a key of another curve': { kty: 'EC', crv: 'P-384', x: 'AAAA', y: 'AAAA' },
      'a key without numbers': { kty: 'EC', crv: 'P-256' },
      'a key without a type': {},
    }).map(
      ([shown, jwk]) =>
        [
          `shows ${shown}`,
          () => proof('POST', path, { header: { jwk } }),
          'invalid_dpop_proof',
        ] as [string, () => Promise<Fields>, string],
    ),
    [
      'is signed with a shared secret',
      async () => {
        const secret = new TextEncoder().encode('x'.repeat(32));
        const jwk = { kty: 'oct', k: Buffer.from(secret).toString('base64url') };
        const claims = {
          jti: randomUUID(),
          htm: 'POST',
          htu: world.baseUrl + path,
          iat: seconds(),
        };
        const dpop = await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk })
          .sign(secret);
        return { dpop };
      },
      'invalid_dpop_proof',
    ],
    [
      'is not signed',
      async () => {
        const jwk = await exportJWK(held.publicKey);
        const parts = [
          { alg: 'none', typ: 'dpop+jwt', jwk },
          { jti: randomUUID(), htm: 'POST', htu: world.baseUrl + path, iat: seconds() },
        ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
        return { dpop: `${parts.join('.')}.` };
      },
      'invalid_dpop_proof',
    ],
  ])('is refused if it %s, and the code stays valid', async (_, made, error) => {
    const code = await aCode();
    const answer = await postForm(world, 'token', await codeForm(code), await made());
    expect(summaryOf(answer)).toBe(`400 ${error}`);
    if (error === 'use_dpop_nonce') expect(answer.headers.get('dpop-nonce')).toMatch(/^[\w-]{22}$/);
    expect(summaryOf(await token(await codeForm(code)))).toBe('200');
  });

  it('can have an iat with a fraction of a second (RFC 7519, section 2)', async () => {
    const made = await proof('POST', path, { claims: { iat: seconds() - 0.25 } });
    expect(summaryOf(await postForm(world, 'token', await codeForm(await aCode()), made))).toBe(
      '200',
    );
  });

  it('is valid once', async () => {
    const made = await proof('POST', path);
    const form = await codeForm(await aCode());
    expect(summaryOf(await postForm(world, 'token', form, made))).toBe('200');
    const other = await codeForm(await aCode());
    expect(summaryOf(await postForm(world, 'token', other, made))).toBe('400 invalid_dpop_proof');
  });

  it.each([-10, 10])('can have an iat %i seconds from now', async (away) => {
    const form = await codeForm(await aCode());
    expect(summaryOf(await token(form, { claims: { iat: seconds() + away } }))).toBe('200');
  });
});

describe('tokens', () => {
  it('are bound to the proof’s key, and the code to the key of the pushed request', async () => {
    const jkt = await calculateJwkThumbprint(await exportJWK(held.publicKey));
    for (const bound of [{ dpop_jkt: jkt }, {}] as readonly Fields[]) {
      const headers = 'dpop_jkt' in bound ? {} : await proof('POST', '/api/oauth/par');
      const code = await aCode(bound, headers);
      const swapped = await token(await codeForm(code), { keys: stolen });
      expect(summaryOf(swapped)).toBe('400 invalid_grant');
      const given = await token(await codeForm(code));
      expect(given.body).toMatchObject({ token_type: 'DPoP' });
      expect(claimsOf(String(Reflect.get(Object(given.body), 'access_token')))['cnf']).toEqual({
        jkt,
      });
    }
  });

  it('cannot be requested at PAR with a proof whose key differs from dpop_jkt', async () => {
    const jkt = await calculateJwkThumbprint(await exportJWK(stolen.publicKey));
    const headers = await proof('POST', '/api/oauth/par');
    expect(summaryOf(await push({ dpop_jkt: jkt }, null, headers))).toBe('400 invalid_dpop_proof');
  });

  it('can be refreshed with a proof of any key, and the refresh token is not rotated', async () => {
    const { refresh_token } = await tokens();
    const form = async () => ({
      grant_type: 'refresh_token',
      refresh_token,
      ...(await assertion()),
    });
    const anew = given(await token(await form(), { keys: stolen }));
    expect(anew.refresh_token).toBeUndefined();
    expect((await asked(anew.access_token, { keys: stolen })).status).toBe(200);
    expect(summaryOf(await asked(anew.access_token))).toBe('401 invalid_token');
    expect(summaryOf(await token(await form(), null))).toBe('400 invalid_dpop_proof');
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await token(await form());
      expect([status, Object.keys(Object(body)).includes('refresh_token')]).toEqual([200, false]);
    }
  });

  it('of a public client can be refreshed only with the key of the first proof', async () => {
    const id = await aBank('ES256', {
      public: true,
      tokenEndpointAuthMethod: 'none',
      requestObjectKeys: [],
    });
    browser = await signedIn(world, ada.email);
    const { body } = await push({ client_id: id }, { client_id: id });
    const answer = await allowed(String(Reflect.get(Object(body), 'request_uri')), id);
    const {
      client_assertion: _,
      client_assertion_type: __,
      ...form
    } = await codeForm(String(Reflect.get(answer, 'code')));
    const { refresh_token } = given(await token({ ...form, client_id: id }));
    const refresh = { grant_type: 'refresh_token', refresh_token, client_id: id };
    expect(summaryOf(await token(refresh, { keys: stolen }))).toBe('400 invalid_grant');
    expect(summaryOf(await token(refresh))).toBe('200');
  });

  it('that a client bound by choice need a proof for each refresh', async () => {
    const id = await aBank('ES256', { dpopBoundAccessTokens: false });
    browser = await signedIn(world, ada.email);
    const by = () => assertion({}, own, id);
    const { body } = await push({ client_id: id }, await by());
    const answer = await allowed(String(Reflect.get(Object(body), 'request_uri')), id);
    const code = String(Reflect.get(answer, 'code'));
    const { refresh_token } = given(await token({ ...(await codeForm(code)), ...(await by()) }));
    const refresh = async () => ({ grant_type: 'refresh_token', refresh_token, ...(await by()) });
    expect(summaryOf(await token(await refresh(), null))).toBe('400 invalid_grant');
    expect(summaryOf(await token(await refresh(), { keys: stolen }))).toBe('200');
  });

  it('from before dpopBoundAccessTokens are unbound, and their refresh tokens keep rotating', async () => {
    const id = await aBank('ES256', { dpopBoundAccessTokens: false });
    browser = await signedIn(world, ada.email);
    const by = () => assertion({}, own, id);
    const { body } = await push({ client_id: id }, await by());
    const answer = await allowed(String(Reflect.get(Object(body), 'request_uri')), id);
    const code = String(Reflect.get(answer, 'code'));
    const first = given(await token({ ...(await codeForm(code)), ...(await by()) }, null));
    expect(claimsOf(first.access_token)['cnf']).toBeUndefined();
    const changed = await world.admin('PATCH', `/oauth_clients/${id}`, {
      dpopBoundAccessTokens: true,
    });
    expect(changed.status).toBe(200);
    const { refresh_token } = first;
    const refresh = async () => ({ grant_type: 'refresh_token', refresh_token, ...(await by()) });
    const second = given(await token(await refresh()));
    expect(second.refresh_token).toMatch(/^rt_/);
    expect(summaryOf(await token(await refresh()))).toBe('400 invalid_grant');
  });

  it('bound by choice rotate once more after dpopBoundAccessTokens is set, then stay', async () => {
    const id = await aBank('ES256', { dpopBoundAccessTokens: false });
    browser = await signedIn(world, ada.email);
    const by = () => assertion({}, own, id);
    const { body } = await push({ client_id: id }, await by());
    const answer = await allowed(String(Reflect.get(Object(body), 'request_uri')), id);
    const code = String(Reflect.get(answer, 'code'));
    const first = given(await token({ ...(await codeForm(code)), ...(await by()) }));
    const changed = await world.admin('PATCH', `/oauth_clients/${id}`, {
      dpopBoundAccessTokens: true,
    });
    expect(changed.status).toBe(200);
    const refresh = async (refresh_token: string) =>
      token({ grant_type: 'refresh_token', refresh_token, ...(await by()) });
    const second = given(await refresh(first.refresh_token));
    expect(second.refresh_token).toMatch(/^rt_/);
    const before = world.clock.now;
    world.clock.now += 100 * 86_400_000;
    expect(given(await refresh(second.refresh_token)).refresh_token).toBeUndefined();
    world.clock.now = before;
  });

  it('cannot be replaced by an API key with a proof', async () => {
    expect(summaryOf(await asked(ada.standardKey))).toBe('401 invalid_token');
  });

  it('are accepted by /me and userinfo with a proof and the scheme in any case', async () => {
    const { access_token: access } = await tokens();
    expect((await asked(access)).status).toBe(200);
    expect((await asked(access, {}, '/api/oauth/userinfo')).status).toBe(200);
    const lower = {
      authorization: `dpop ${access}`,
      ...(await proof('GET', me, { accessToken: access })),
    };
    expect((await world.call('GET', me, { headers: lower })).status).toBe(200);
  });

  it.each<[string, Proof | null]>([
    ['no proof', null],
    ['a proof without ath', { claims: { ath: null } }],
    ['a proof for another token', { claims: { ath: 'x' } }],
    ['a proof for another method', { claims: { htm: 'POST' } }],
    ['a proof for another address', { claims: { htu: 'https://other.example/' } }],
    ['an old proof', { claims: { iat: 1 } }],
    ['a proof of another type', { header: { typ: 'JWT' } }],
  ])('are refused by /me and userinfo with %s', async (_, made) => {
    const { access_token: access } = await tokens();
    for (const path of [me, '/api/oauth/userinfo']) {
      const answer = await asked(access, made, path);
      expect(summaryOf(answer)).toBe('401 invalid_token');
      expect(answer.headers.get('www-authenticate')).toBe(
        'DPoP error="invalid_dpop_proof", algs="ES256 PS256"',
      );
    }
  });

  it('are refused by /me with a proof of another key or as a bearer token', async () => {
    const { access_token: access } = await tokens();
    expect(summaryOf(await asked(access, { keys: stolen }))).toBe('401 invalid_token');
    const bearer = await world.call('GET', me, { key: access });
    expect(summaryOf(bearer)).toBe('401 invalid_token');
    expect(bearer.headers.get('www-authenticate')).toContain('DPoP error="invalid_token"');
  });

  it('are described as DPoP-bound by introspection', async () => {
    const { access_token: access } = await tokens();
    const { body } = await postForm(world, 'introspect', { token: access, ...(await assertion()) });
    expect(body).toMatchObject({
      active: true,
      token_type: 'DPoP',
      cnf: { jkt: expect.any(String) },
    });
  });
});

describe('conflicting client settings are refused with the name of the field:', () => {
  const base = () => ({
    name: 'Impossible',
    redirectUris: [redirectUri],
    scopes: ['openid'],
    requestObjectKeys: [own.jwk],
  });
  it.each<[string, object, string]>([
    [
      'a public client with a secret',
      { public: true, tokenEndpointAuthMethod: 'client_secret' },
      'tokenEndpointAuthMethod',
    ],
    [
      'a public client with private_key_jwt',
      { public: true, tokenEndpointAuthMethod: 'private_key_jwt' },
      'tokenEndpointAuthMethod',
    ],
    [
      'a confidential client without authentication',
      { tokenEndpointAuthMethod: 'none' },
      'tokenEndpointAuthMethod',
    ],
    [
      'private_key_jwt without keys',
      { tokenEndpointAuthMethod: 'private_key_jwt', requestObjectKeys: [] },
      'requestObjectKeys',
    ],
    [
      'pushed requests without a redirect URI',
      { public: true, redirectUris: [], requirePushedAuthorizationRequests: true },
      'requirePushedAuthorizationRequests',
    ],
  ])('%s', async (_, more, field) => {
    expect(await world.admin('POST', '/oauth_clients', { ...base(), ...more })).toMatchObject({
      status: 400,
      body: { details: [{ path: [field] }] },
    });
  });

  it('removing the keys of a private_key_jwt client', async () => {
    const answer = await world.admin('PATCH', `/oauth_clients/${clientId}`, {
      requestObjectKeys: [],
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { details: [{ path: ['requestObjectKeys'] }] },
    });
  });
});
