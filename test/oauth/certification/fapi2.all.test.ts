import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { calculateJwkThumbprint, exportJWK, importJWK } from 'jose';
import { beforeEach, expect, it } from 'vitest';
import {
  aFapiClient,
  asserted,
  type ClientAnswer,
  checkedIdToken,
  type FapiClient,
  type FapiRequest,
  fapiRequest,
  fapiResource,
  fapiScope,
  type MadeProof,
  openFapiSuite,
  type ProofKeys,
  plainPath,
  proofKeys,
  random,
  sha256,
  unsecured,
  walk,
} from '../../support/certification.ts';
import { given, postForm, summaryOf } from '../../support/oauth.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../../support/portal.ts';
import { aResident } from '../../support/registry.ts';
import { useWorld } from '../../support/use-world.ts';
import { visitor } from '../../support/visitor.ts';

// The modules of the plan "FAPI 2.0 Security Profile (final)" of the OpenID Foundation, with plain_fapi, openid_connect,
// private_key_jwt and dpop, each in the order of its requests.

type Fields = Readonly<Record<string, string>>;
const world = await useWorld();
const suite = openFapiSuite(world);
// The token-signing keys are published with the first token.
await world.deps.signer.nonces();
const ada = await aResident(world);
const callback = 'https://suite.example/test/a/registry/callback';
const first = await aFapiClient(world, 'PS256', callback);
const second = await aFapiClient(world, 'ES256', `${callback}?dummy1=lorem&dummy2=ipsum`);
let held: ProofKeys;
let browser: Visitor = await signedIn(world, ada.email);
beforeEach(async () => {
  world.clock.now += 300_000;
  held = await proofKeys();
});

/** Signs in with a pushed request; returns what the client receives. */
async function told(
  client: FapiClient,
  request: FapiRequest,
  requestUri: string,
  beside: Fields = {},
): Promise<ClientAnswer> {
  const path = suite.authorizePath({ ...request, form: { ...request.form } }, requestUri, beside);
  const walked = await walk(world, browser, path, { person: ada });
  if (walked.told === null)
    throw new Error(`the client was told nothing: ${shownText(walked.page)}`);
  expect(walked.told.to).toBe(client.redirectUri.split('?')[0]);
  return walked.told;
}

/** The answer of a successful sign-in, with the state that was sent and the issuer. */
async function codeOf(
  client: FapiClient,
  request: FapiRequest,
  requestUri: string,
  beside: Fields = {},
): Promise<string> {
  const { code, ...rest } = await told(client, request, requestUri, beside);
  const { state } = request.form;
  const query = Object.fromEntries(new URL(client.redirectUri).searchParams);
  const expected = { to: callback, iss: world.baseUrl, ...query };
  expect(rest).toEqual(state === undefined ? expected : { ...expected, state });
  expect(code).toMatch(/^[\w-]{32,}$/);
  return String(code);
}

/** All requests up to the token endpoint, without a proof at PAR unless `bound`. */
async function aCode(
  client: FapiClient,
  request: FapiRequest,
  { bound, made }: { readonly bound?: ProofKeys; readonly made?: MadeProof } = {},
): Promise<Fields> {
  const code = await codeOf(client, request, await suite.pushed(client, request, bound, made));
  return suite.codeForm(client, request, code);
}

/** Tokens, checked as the suite checks them, and a call of the resource with them. */
async function allTheWay(
  client: FapiClient,
  request: FapiRequest,
  { bound, made = {}, keys = held }: { bound?: ProofKeys; made?: MadeProof; keys?: ProofKeys } = {},
) {
  const form = await aCode(client, request, { ...(bound && { bound }), made });
  return redeemed(client, request, form, made, keys);
}

async function redeemed(
  client: FapiClient,
  request: FapiRequest,
  form: Fields,
  made: MadeProof = {},
  keys: ProofKeys = held,
) {
  const answer = await suite.token({ ...form, ...(await suite.assertion(client)) }, keys, made);
  const tokens = given(answer);
  expect(answer.body).toMatchObject({ token_type: 'DPoP', expires_in: expect.any(Number) });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { clientId, alg } = client;
  const nonce = request.form['nonce'] ?? null;
  const expected = { clientId, nonce, accessToken: tokens.access_token };
  const claims = await checkedIdToken(world, tokens.id_token, expected, [alg]);
  expect(claims['s_hash']).toBeUndefined();
  const opened = await suite.resource(tokens.access_token, keys, made);
  expect([opened.status, opened.headers.has('date')]).toEqual([200, true]);
  return { form, tokens, claims };
}

const refusedAtPar = async (request: FapiRequest, by?: Fields, headers: Fields = {}) =>
  summaryOf(await suite.par(request.form, by ?? (await suite.assertion(first)), headers));

/** Expects an error page without a redirect. */
async function errorPage(path: string, error: string) {
  const { told: led, page } = await walk(world, browser, path, { person: ada });
  expect([led, outcomeOf(page)]).toEqual([null, { status: 400, location: null }]);
  expect(shownText(page)).toContain(error);
}

it('fapi2-security-profile-final-discovery-end-point-verification', async () => {
  const answers = [
    await world.call('GET', '/.well-known/openid-configuration'),
    await world.call('GET', '/.well-known/oauth-authorization-server'),
  ];
  for (const { status, headers, body } of answers) {
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    const at = (name: string) => `${world.baseUrl}/api/oauth/${name}`;
    expect(body).toMatchObject({
      issuer: world.baseUrl,
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      pushed_authorization_request_endpoint: at('par'),
      require_pushed_authorization_requests: false,
      authorization_response_iss_parameter_supported: true,
      response_types_supported: expect.arrayContaining(['code']),
      dpop_signing_alg_values_supported: expect.arrayContaining(['PS256', 'ES256']),
      id_token_signing_alg_values_supported: expect.arrayContaining(['PS256', 'ES256']),
      token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt']),
      token_endpoint_auth_signing_alg_values_supported: ['PS256', 'ES256'],
      code_challenge_methods_supported: expect.arrayContaining(['S256']),
      scopes_supported: expect.arrayContaining(fapiScope.split(' ')),
      subject_types_supported: ['public'],
    });
  }
});

it('fapi2-security-profile-final-happy-flow', async () => {
  const request = fapiRequest(first);
  const { tokens, claims } = await allTheWay(first, request);
  const standard = [
    'iss',
    'sub',
    'aud',
    'exp',
    'iat',
    'auth_time',
    'nonce',
    'acr',
    'amr',
    'at_hash',
  ];
  // `sid` belongs to Back-Channel Logout: the suite warns.
  expect(Object.keys(claims).filter((name) => !standard.includes(name))).toEqual(['sid']);
  const inQuery = `${fapiResource}?access_token=${tokens.access_token}`;
  expect((await world.call('GET', inQuery)).status).toBe(401);
  const ordinary = {
    'x-fapi-auth-date': 'Tue, 11 Sep 2012 19:43:31 GMT',
    'x-fapi-customer-ip-address': '2001:db8::1893:25c8:1946',
    'x-fapi-interaction-id': 'c770aef3-6784-41f7-8e0e-ff5f97bddb3a',
  };
  for (const accept of ['application/json; charset=utf-8', 'application/json, */*;q=0.5']) {
    const headers = { ...ordinary, accept };
    expect((await suite.resource(tokens.access_token, held, {}, { headers })).status).toBe(200);
  }
  // The second client: a query in its address, long state and nonce, dpop_jkt at PAR, parameters reversed.
  const theirs = await proofKeys();
  const dpop_jkt = await calculateJwkThumbprint(await exportJWK(theirs.publicKey));
  const other = fapiRequest(second, { state: random(128), nonce: random(43), dpop_jkt });
  const uri = await suite.pushed(second, other);
  const path = suite.authorizePath(other, uri);
  const reversed = [...new URLSearchParams(path.split('?')[1])].toReversed();
  const walked = await walk(
    world,
    browser,
    `/api/oauth/authorize?${new URLSearchParams(reversed)}`,
    {
      person: ada,
    },
  );
  const { code, state, dummy1, dummy2, iss } = walked.told ?? {};
  expect({ state, dummy1, dummy2, iss }).toEqual({
    state: other.form['state'],
    dummy1: 'lorem',
    dummy2: 'ipsum',
    iss: world.baseUrl,
  });
  const form = suite.codeForm(second, other, String(code));
  const { tokens: last } = await redeemed(second, other, form, {}, theirs);
  expect((await suite.resource(last.access_token, held)).status).toBe(401);
});

it('fapi2-security-profile-final-user-rejects-authentication', async () => {
  for (const client of [first, second]) {
    const request = fapiRequest(client, { state: random(128), prompt: 'consent' });
    const path = suite.authorizePath(request, await suite.pushed(client, request));
    const walked = await walk(world, browser, path, { person: ada, decision: 'deny' });
    const { error_description: _, ...rest } = walked.told ?? {};
    expect(rest).toEqual({
      to: callback,
      error: 'access_denied',
      state: request.form['state'],
      iss: world.baseUrl,
      ...Object.fromEntries(new URL(client.redirectUri).searchParams),
    });
  }
});

it('fapi2-security-profile-final-ensure-authorization-request-without-state-success', async () => {
  await allTheWay(first, fapiRequest(first, { state: null }));
});

it('fapi2-security-profile-final-ensure-authorization-request-without-nonce-success', async () => {
  const { claims } = await allTheWay(first, fapiRequest(first, { nonce: null }));
  expect(claims['nonce']).toBeUndefined();
});

it('fapi2-security-profile-final-ensure-authorization-request-with-64-char-nonce-success', async () => {
  await allTheWay(first, fapiRequest(first, { nonce: random(64) }));
});

it('fapi2-security-profile-final-ensure-authorization-request-with-long-nonce', async () => {
  await allTheWay(first, fapiRequest(first, { nonce: random(384) }));
});

it('fapi2-security-profile-final-ensure-authorization-request-with-long-state', async () => {
  // Someone who is not signed in: the state goes through all pages.
  browser = visitor(world.baseUrl);
  await allTheWay(first, fapiRequest(first, { state: random(1000), prompt: 'consent' }));
});

it('fapi2-security-profile-final-ensure-other-scope-order-succeeds', async () => {
  const scope = fapiScope.split(' ').toReversed().join(' ');
  await allTheWay(first, fapiRequest(first, { scope }));
});

it('fapi2-security-profile-final-test-claims-parameter-identity-claims', async () => {
  // Skipped by the suite, because discovery says so; the parameter does no harm.
  const { body } = await world.call('GET', '/.well-known/openid-configuration');
  expect(body).toMatchObject({ claims_parameter_supported: false });
  const claims = JSON.stringify({ id_token: { name: { essential: true } }, userinfo: { x: null } });
  await allTheWay(first, fapiRequest(first, { claims }));
});

it('fapi2-security-profile-final-access-token-type-header-case-sensitivity', async () => {
  const { tokens } = await allTheWay(first, fapiRequest(first));
  for (const scheme of ['dpOp', 'dpop', 'DPOP']) {
    expect((await suite.resource(tokens.access_token, held, {}, { scheme })).status).toBe(200);
  }
});

it('fapi2-security-profile-final-check-dpop-proof-nbf-exp', async () => {
  const claims = { nbf: suite.seconds(), exp: suite.seconds() + 300 };
  const request = fapiRequest(first);
  await redeemed(first, request, await aCode(first, request), { claims });
});

it.each([
  ['fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-before-succeeds', -10],
  ['fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-after-succeeds', 10],
])('%s', async (_, away) => {
  const made = { claims: { iat: suite.seconds() + away } };
  await allTheWay(first, fapiRequest(first), { bound: held, made });
});

it('fapi2-security-profile-final-ensure-mismatched-dpop-jkt-fails', async () => {
  const other = await calculateJwkThumbprint(await exportJWK((await proofKeys()).publicKey));
  const dpop = await suite.proof(held, 'POST', '/api/oauth/par', {});
  const answer = await refusedAtPar(fapiRequest(first, { dpop_jkt: other }), undefined, { dpop });
  expect(answer).toBe('400 invalid_dpop_proof');
});

it('fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt', async () => {
  const form = await aCode(first, fapiRequest(first), { bound: await proofKeys() });
  const answer = await suite.token({ ...form, ...(await suite.assertion(first)) }, held);
  expect(summaryOf(answer)).toBe('400 invalid_grant');
});

it('fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-jkt', async () => {
  const other = await calculateJwkThumbprint(await exportJWK((await proofKeys()).publicKey));
  const form = await aCode(first, fapiRequest(first, { dpop_jkt: other }));
  const answer = await suite.token({ ...form, ...(await suite.assertion(first)) }, held);
  expect(summaryOf(answer)).toBe('400 invalid_grant');
});

it('fapi2-security-profile-final-ensure-dpopproof-at-par-endpoint-binding-success', async () => {
  await allTheWay(first, fapiRequest(first), { bound: held });
});

it('fapi2-security-profile-final-ensure-dpop-auth-code-binding-success', async () => {
  const dpop_jkt = await calculateJwkThumbprint(await exportJWK(held.publicKey));
  await allTheWay(first, fapiRequest(first, { dpop_jkt }), { bound: held });
});

it.each([
  [
    'fapi2-security-profile-final-ensure-different-nonce-inside-and-outside-request-object',
    'nonce',
  ],
  [
    'fapi2-security-profile-final-ensure-different-state-inside-and-outside-request-object',
    'state',
  ],
])('%s', async (_, name) => {
  const request = fapiRequest(first);
  const uri = await suite.pushed(first, request);
  const code = await codeOf(first, request, uri, { [name]: `${request.form[name]}1` });
  await redeemed(first, request, suite.codeForm(first, request, code));
});

it('fapi2-security-profile-final-state-only-outside-request-object-not-used', async () => {
  const request = fapiRequest(first, { state: null });
  const uri = await suite.pushed(first, request);
  const code = await codeOf(first, request, uri, { state: random(10) });
  await redeemed(first, request, suite.codeForm(first, request, code));
});

it.each([
  'fapi2-security-profile-final-ensure-request-object-without-redirect-uri-fails',
  'fapi2-security-profile-final-ensure-redirect-uri-in-authorization-request',
])('%s', async () => {
  const request = fapiRequest(first, { redirect_uri: null });
  expect(await refusedAtPar(request)).toBe('400 invalid_request');
});

it('fapi2-security-profile-final-plain-fapi-tolerate-unregistered-redirect-uri', async () => {
  const request = fapiRequest(first, { redirect_uri: `${callback}/${random(10)}` });
  expect(await refusedAtPar(request)).toBe('400 invalid_request');
});

it('fapi2-security-profile-final-ensure-unsigned-authorization-request-without-using-par-fails', async () => {
  const { form } = fapiRequest(first);
  const { told: led } = await walk(world, browser, plainPath(form), { person: ada });
  const { error_description: _, ...rest } = led ?? {};
  const { state } = form;
  expect(rest).toEqual({ to: callback, error: 'invalid_request', state, iss: world.baseUrl });
});

it.each([
  ['fapi2-security-profile-final-ensure-response-type-code-idtoken-fails', 'code id_token'],
  ['fapi2-security-profile-final-ensure-response-type-token-fails', 'token'],
])('%s', async (_, response_type) => {
  expect(await refusedAtPar(fapiRequest(first, { response_type }))).toBe(
    '400 unsupported_response_type',
  );
});

it('fapi2-security-profile-final-ensure-client-id-in-token-endpoint', async () => {
  const form = await aCode(first, fapiRequest(first));
  // An assertion of the second client, by the key of the first.
  const by = await suite.assertion({ ...second, alg: first.alg, kid: first.kid, key: first.key });
  const answer = await suite.token({ ...form, client_id: second.clientId, ...by }, held);
  expect(summaryOf(answer)).toBe('401 invalid_client');
});

it('fapi2-security-profile-final-ensure-holder-of-key-required', async () => {
  const form = await aCode(first, fapiRequest(first));
  const answer = await suite.token({ ...form, ...(await suite.assertion(first)) }, null);
  expect(summaryOf(answer)).toBe('400 invalid_dpop_proof');
});

it('fapi2-security-profile-final-ensure-authorization-code-is-bound-to-client', async () => {
  const form = await aCode(first, fapiRequest(first));
  const answer = await suite.token({ ...form, ...(await suite.assertion(second)) }, held);
  expect(summaryOf(answer)).toBe('400 invalid_grant');
});

it('fapi2-security-profile-final-attempt-reuse-authorization-code-after-one-second', async () => {
  const { form, tokens } = await allTheWay(first, fapiRequest(first));
  world.clock.now += 1_000;
  const again = await suite.token({ ...form, ...(await suite.assertion(first)) }, held);
  expect(summaryOf(again)).toBe('400 invalid_grant');
  expect((await suite.resource(tokens.access_token, held)).status).toBe(401);
});

it('fapi2-security-profile-final-ensure-token-endpoint-fails-with-expired-auth-code', async () => {
  const form = await aCode(first, fapiRequest(first));
  world.clock.now += 62_000;
  const answer = await suite.token({ ...form, ...(await suite.assertion(first)) }, held);
  expect(summaryOf(answer)).toBe('400 invalid_grant');
});

const rs256 = async () => {
  const key = await importJWK({ ...first.jwk, alg: 'RS256' });
  if (key instanceof Uint8Array) throw new Error('set-up: the key is a secret');
  return suite.assertion(first, { alg: 'RS256', key });
};

it.each<[string, () => Promise<Fields>]>([
  ['fapi2-security-profile-final-ensure-signed-client-assertion-with-RS256-fails', rs256],
  [
    'fapi2-security-profile-final-ensure-client-assertion-in-token-endpoint',
    async () => ({ client_id: first.clientId }),
  ],
  [
    'fapi2-security-profile-final-ensure-client-assertion-with-exp-is-5-minutes-in-past-fails',
    () => suite.assertion(first, { claims: { exp: suite.seconds() - 300 } }),
  ],
  [
    'fapi2-security-profile-final-ensure-client-assertion-with-wrong-aud-fails',
    () => suite.assertion(first, { claims: { aud: 'https://www.other1.example.com/' } }),
  ],
  [
    'fapi2-security-profile-final-ensure-client-assertion-with-no-sub-fails',
    () => suite.assertion(first, { claims: { sub: null } }),
  ],
])('%s', async (_, by) => {
  const form = await aCode(first, fapiRequest(first));
  expect(summaryOf(await suite.token({ ...form, ...(await by()) }, held))).toBe(
    '401 invalid_client',
  );
});

/** A call with header lines that `fetch` would merge or spell differently. */
async function raw(...lines: readonly (readonly [string, string])[]): Promise<number> {
  const headers = ['host', new URL(world.baseUrl).host, ...lines.flat()];
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(world.baseUrl + fapiResource, { headers }, resolve)
      .on('error', reject)
      .end();
  });
  await text(answer);
  return answer.statusCode ?? 0;
}

it('fapi2-security-profile-final-dpop-negative-tests', async () => {
  const { tokens } = await allTheWay(first, fapiRequest(first));
  const { access_token: accessToken } = tokens;
  const call = async (made: MadeProof, keys = held) =>
    (await suite.resource(accessToken, keys, made)).status;
  const authorization = ['authorization', `DPoP ${accessToken}`] as const;
  const fresh = () => suite.proof(held, 'GET', fapiResource, { accessToken });
  const htu = world.baseUrl + fapiResource;
  const halves = (jwt: string) => jwt.split('.');
  const withHeader = (change: (header: object) => object) => (jwt: string) => {
    const [head = '', ...rest] = halves(jwt);
    const header = change(JSON.parse(Buffer.from(head, 'base64url').toString()));
    return [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.');
  };
  const refused: readonly (readonly [string, MadeProof])[] = [
    ['not well-formed', { change: (jwt) => halves(jwt).slice(0, 2).join('.') }],
    ['no typ', { header: { typ: null } }],
    ['no alg', { change: withHeader((header) => ({ ...header, alg: undefined, alg2: 'ES256' })) }],
    ['no jwk', { header: { jwk: null } }],
    ...['jti', 'htm', 'htu', 'iat', 'ath'].map(
      (name) => [`no ${name}`, { claims: { [name]: null } }] as const,
    ),
    ['another typ', { header: { typ: 'dpop+jwt+wrongyousee' } }],
    [
      'alg none',
      {
        change: (jwt) =>
          unsecured(JSON.parse(Buffer.from(halves(jwt)[1] ?? '', 'base64url').toString()), {
            alg: 'none',
            typ: 'dpop+jwt',
          }),
      },
    ],
    ['another signature', { change: (jwt) => jwt.replace(/[\w-]{20}$/, 'A'.repeat(20)) }],
    ['the private key', { header: { jwk: await exportJWK(held.privateKey) } }],
    ['another htm', { claims: { htm: 'PUT' } }],
    ['another htu', { claims: { htu: `${htu}ohnonotagain` } }],
    ['an hour ahead', { claims: { iat: suite.seconds() + 3600 } }],
    ['an hour old', { claims: { iat: suite.seconds() - 3600 } }],
    ['another ath', { claims: { ath: sha256('another') } }],
  ];
  const taken: readonly (readonly [string, MadeProof])[] = [
    ['a query and a fragment in htu', { claims: { htu: `${htu}?all#programmed` } }],
    ['more than is known', { header: { tx_id: 1 }, claims: { tx_id_key: 1 } }],
    [
      'capitals in scheme and host',
      { claims: { htu: htu.replace(/^http:\/\/[^/]+/, (origin) => origin.toUpperCase()) } },
    ],
  ];
  for (const [name, made] of refused) expect([name, await call(made)]).toEqual([name, 401]);
  for (const [name, made] of taken) expect([name, await call(made)]).toEqual([name, 200]);
  expect(await raw(authorization, ['DPOP', await fresh()])).toBe(200);
  for (const again of ['DPoP', 'dpop']) {
    const twice = [['DPoP', await fresh()] as const, [again, await fresh()] as const];
    expect(await raw(authorization, ...twice)).toBe(401);
  }
  expect(await call({}, await proofKeys())).toBe(401);
  expect(await raw(authorization)).toBe(401);
  expect(await raw(['authorization', `Bearer ${accessToken}`])).toBe(401);
  // The same jti again: the suite warns, unless the client has `strictDpopProofs`.
  const jti = random(15);
  expect([await call({ claims: { jti } }), await call({ claims: { jti } })]).toEqual([200, 200]);
  expect(await call({})).toBe(200);
});

it('fapi2-security-profile-final-refresh-token', async () => {
  const lasting: { refresh_token: string; access_token: string }[] = [];
  for (const client of [first, second]) {
    const mine = await proofKeys();
    const request = fapiRequest(client, { prompt: 'consent' });
    const { tokens, claims } = await allTheWay(client, request, { keys: mine });
    const { refresh_token } = tokens;
    expect(refresh_token).toMatch(/^[\x20-\x7e]{22,}$/);
    const scope: Fields = client === first ? { scope: fapiScope } : {};
    const form: Fields = { grant_type: 'refresh_token', refresh_token, ...scope };
    world.clock.now += 1_000;
    // Another key: the refresh token of a confidential client is bound to the client (RFC 9449, section 5).
    const renewed = await proofKeys();
    const answer = await suite.token({ ...form, ...(await suite.assertion(client)) }, renewed);
    const next = given(answer);
    expect(answer.body).toMatchObject({ token_type: 'DPoP', expires_in: expect.any(Number) });
    // The refresh token is not rotated.
    expect(next.refresh_token).toBeUndefined();
    const expected = { clientId: client.clientId, nonce: null, accessToken: next.access_token };
    const again = await checkedIdToken(world, next.id_token, expected, [client.alg]);
    const same = ['iss', 'sub', 'aud', 'auth_time'];
    expect(same.map((name) => again[name])).toEqual(same.map((name) => claims[name]));
    expect((await suite.resource(next.access_token, renewed)).status).toBe(200);
    expect((await suite.resource(next.access_token, mine)).status).toBe(401);
    if (client === first) {
      expect(summaryOf(await suite.token(form, mine))).toBe('401 invalid_client');
      const unproven = await suite.token({ ...form, ...(await suite.assertion(client)) }, null);
      expect(summaryOf(unproven)).toBe('400 invalid_dpop_proof');
    }
    lasting.push({ refresh_token, access_token: next.access_token });
  }
  const [, theirs] = lasting;
  expect((await suite.resource(theirs?.access_token ?? '', held)).status).toBe(401);
  const form = { grant_type: 'refresh_token', refresh_token: theirs?.refresh_token ?? '' };
  const stolen = await suite.token({ ...form, ...(await suite.assertion(first)) }, held);
  expect(summaryOf(stolen)).toBe('400 invalid_grant');
});

it('fapi2-security-profile-final-par-ensure-reused-request-uri-prior-to-auth-completion-succeeds', async () => {
  browser = visitor(world.baseUrl);
  const request = fapiRequest(first);
  const uri = await suite.pushed(first, request);
  const path = suite.authorizePath(request, uri);
  // On the first visit, the page is only opened.
  const page = await browser.open(path);
  const signIn = await browser.open(outcomeOf(page).location ?? '');
  expect(outcomeOf(signIn).location).toMatch(/^\/portal\/sign-in\?/);
  const code = await codeOf(first, request, uri);
  await redeemed(first, request, suite.codeForm(first, request, code));
});

it('fapi2-security-profile-final-par-attempt-reuse-request_uri', async () => {
  const request = fapiRequest(first);
  const uri = await suite.pushed(first, request);
  const code = await codeOf(first, request, uri);
  await redeemed(first, request, suite.codeForm(first, request, code));
  await errorPage(suite.authorizePath(request, uri), 'invalid_request_uri');
});

it('fapi2-security-profile-final-par-attempt-to-use-expired-request_uri', async () => {
  const request = fapiRequest(first);
  const { status, body, headers } = await suite.par(request.form, await suite.assertion(first));
  const { request_uri, expires_in } = Object(body);
  expect([status, headers.get('content-type')]).toEqual([201, 'application/json']);
  expect(request_uri.length).toBeGreaterThan('urn:ietf:params:oauth:request_uri:'.length + 21);
  expect(Number.isInteger(expires_in) && expires_in > 0 && expires_in < 600).toBe(true);
  world.clock.now += expires_in * 1000;
  await errorPage(suite.authorizePath(request, request_uri), 'invalid_request_uri');
});

it('fapi2-security-profile-final-par-attempt-to-use-request_uri-for-different-client', async () => {
  const request = fapiRequest(first);
  const uri = await suite.pushed(first, request);
  const path = suite.authorizePath(request, uri, { client_id: second.clientId });
  await errorPage(path, 'invalid_request_uri');
});

it('fapi2-security-profile-final-par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted', async () => {
  const request = fapiRequest(first);
  const soon = suite.seconds() + 8;
  const by = await suite.assertion(first, { claims: { iat: soon, nbf: soon } });
  const { status, body } = await suite.par(request.form, by);
  expect(status).toBe(201);
  const code = await codeOf(first, request, Object(body).request_uri);
  await redeemed(first, request, suite.codeForm(first, request, code));
});

it('fapi2-security-profile-final-par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails', async () => {
  const far = suite.seconds() + 3_600;
  const by = await suite.assertion(first, { claims: { iat: far, nbf: far, exp: far + 60 } });
  expect(await refusedAtPar(fapiRequest(first), by)).toBe('401 invalid_client');
});

it('fapi2-security-profile-final-par-authorization-request-containing-request_uri-form-param', async () => {
  const request_uri = 'https://suite.example/test/a/registry/requesturi';
  expect(await refusedAtPar(fapiRequest(first, { request_uri }))).toBe('400 invalid_request');
});

it('fapi2-security-profile-final-par-attempt-invalid-http-method', async () => {
  const { form } = fapiRequest(first);
  const body = new URLSearchParams({ ...form, ...(await suite.assertion(first)) }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answers = [
    await world.call('PUT', '/api/oauth/par', { body, headers }),
    await world.call('GET', '/api/oauth/par'),
  ];
  for (const { status } of answers) expect(Math.floor(status / 100)).toBe(4);
});

it('fapi2-security-profile-final-par-ensure-pkce-required', async () => {
  const without = { code_challenge: null, code_challenge_method: null };
  expect(await refusedAtPar(fapiRequest(first, without))).toBe('400 invalid_request');
});

it('fapi2-security-profile-final-ensure-pkce-code-verifier-required', async () => {
  const { code_verifier: _, ...form } = await aCode(first, fapiRequest(first));
  const answer = await suite.token({ ...form, ...(await suite.assertion(first)) }, held);
  expect(summaryOf(answer)).toBe('400 invalid_grant');
});

it('fapi2-security-profile-final-incorrect-pkce-code-verifier-rejected', async () => {
  const form = { ...(await aCode(first, fapiRequest(first))), code_verifier: random(64) };
  const answer = await suite.token({ ...form, ...(await suite.assertion(first)) }, held);
  expect(summaryOf(answer)).toBe('400 invalid_grant');
});

it('fapi2-security-profile-final-par-plain-pkce-rejected', async () => {
  const plain = { code_challenge: random(64), code_challenge_method: 'plain' };
  expect(await refusedAtPar(fapiRequest(first, plain))).toBe('400 invalid_request');
});

it('fapi2-security-profile-final-par-without-duplicate-parameters', async () => {
  const request = fapiRequest(first);
  const request_uri = await suite.pushed(first, request);
  const path = plainPath({ client_id: first.clientId, request_uri });
  const { told: led } = await walk(world, browser, path, { person: ada });
  await redeemed(first, request, suite.codeForm(first, request, String(led?.['code'])));
});

const audiences: readonly (readonly [string, () => unknown])[] = [
  [
    'fapi2-security-profile-final-par-test-array-as-audience-fails',
    () => [world.baseUrl, 'https://other1.example.com'],
  ],
  [
    'fapi2-security-profile-final-par-test-par-endpoint-url-as-audience-fails',
    () => `${world.baseUrl}/api/oauth/par`,
  ],
  [
    'fapi2-security-profile-final-par-test-token-endpoint-url-as-audience-fails',
    () => `${world.baseUrl}/api/oauth/token`,
  ],
];
it.each(audiences)('%s', async (_, aud) => {
  const by = await suite.assertion(first, { claims: { aud: aud() } });
  expect(await refusedAtPar(fapiRequest(first), by)).toBe('401 invalid_client');
});

it('fapi2-security-profile-final-ensure-invalid-client-assertions-fail', async () => {
  const { form } = fapiRequest(first);
  const whole = await suite.assertion(first);
  const iss = first.clientId;
  const claims = { iss, sub: iss, aud: world.baseUrl, jti: random(20), exp: suite.seconds() + 60 };
  const cases: readonly (readonly [string, Fields])[] = [
    ['no type', { client_assertion: whole['client_assertion'] ?? '' }],
    ['a wrong type', { ...whole, client_assertion_type: 'urn:wrong' }],
    ['a wrong sub', await suite.assertion(first, { claims: { sub: second.clientId } })],
    ['no iss', await suite.assertion(first, { claims: { iss: null } })],
    ['a wrong iss', await suite.assertion(first, { claims: { iss: 'wrong' } })],
    ['no aud', await suite.assertion(first, { claims: { aud: null } })],
    ['alg none', asserted(unsecured(claims))],
    [
      'another signature',
      asserted(`${(whole['client_assertion'] ?? '').slice(0, -20)}${'A'.repeat(20)}`),
    ],
  ];
  for (const [name, by] of cases) {
    expect([name, summaryOf(await postForm(world, 'par', { ...form, ...by }))]).toEqual([
      name,
      '401 invalid_client',
    ]);
  }
  expect(summaryOf(await suite.par(form, whole))).toBe('201');
});
