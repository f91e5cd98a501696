import { runInNewContext } from 'node:vm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aSecretClient,
  checkedIdToken,
  plainPath,
  random,
  sha256,
  subjectOf,
  unsecured,
  walk,
} from '../../support/certification.ts';
import type { Client } from '../../support/clients.ts';
import {
  claimsOf,
  given,
  headerOf,
  inForm,
  inHeader,
  postForm,
  summaryOf,
} from '../../support/oauth.ts';
import { outcomeOf, shownText, type Visitor } from '../../support/portal.ts';
import { aResident } from '../../support/registry.ts';
import { useWorld } from '../../support/use-world.ts';
import { visitor } from '../../support/visitor.ts';

// The modules of the plans "Basic OP" and "Form Post Basic OP" of the OpenID Foundation, with discovery and static clients,
// each in the order of its requests.

type Fields = Readonly<Record<string, string>>;
type Json = Readonly<Record<string, unknown>>;

const world = await useWorld();
const ada = await aResident(world);
const first = await aSecretClient(world);
const second = await aSecretClient(world);
let browser: Visitor;
beforeEach(() => {
  world.clock.now += 61_000;
});

describe.each([
  ['Basic OP', null],
  ['Form Post Basic OP', 'form_post'],
])('%s:', (_, response_mode) => {
  beforeAll(() => {
    browser = visitor(world.baseUrl);
  });

  /** A request as the suite makes it; null parameters are left out. */
  const requestOf = (client: Client, more: Json): Json => ({
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: 'openid',
    response_type: 'code',
    state: random(10),
    nonce: random(10),
    response_mode,
    ...more,
  });

  /** Completes the request; returns what the client receives and the paths of the pages. */
  async function told(
    request: Json,
    more: { readonly form?: Fields; readonly path?: string } = {},
  ) {
    const { form, path = plainPath(request) } = more;
    const walked = await walk(world, browser, path, { person: ada, ...(form && { form }) });
    if (walked.told === null) throw new Error(`nothing was told: ${shownText(walked.page)}`);
    // Form post is answered with a page, every other mode with a redirect.
    expect(walked.page.status === 200).toBe(response_mode === 'form_post');
    return { ...walked, told: walked.told };
  }

  /** The code of an answer without unexpected parameters. */
  function codeIn(answer: Json, request: Json): string {
    const { code, ...rest } = answer;
    const { redirect_uri: to, state } = request;
    expect(rest).toEqual({ to, state, iss: world.baseUrl });
    expect(code).toMatch(/^[\w-]{32,}$/);
    return String(code);
  }

  const redeem = (client: Client, code: string, more: Fields = {}, headers?: Fields) => {
    const form = { grant_type: 'authorization_code', code, redirect_uri: client.redirectUri };
    return postForm(world, 'token', { ...form, ...more }, headers ?? inHeader(client));
  };

  const userinfo = (accessToken: string, method = 'GET') =>
    world.call(method, '/api/oauth/userinfo', { key: accessToken });

  /** Tokens for the code of an answer, checked as the suite does, and a call of userinfo with them. */
  async function tokensFor(
    answer: Json,
    request: Json,
    { client = first, more = {} }: { readonly client?: Client; readonly more?: Fields } = {},
  ) {
    const code = codeIn(answer, request);
    const redeemed = await redeem(client, code, more);
    const tokens = given(redeemed);
    expect(redeemed.body).toMatchObject({ token_type: 'Bearer', expires_in: expect.any(Number) });
    expect(redeemed.headers.get('cache-control')).toBe('no-store');
    const { clientId } = client;
    const nonce = (request['nonce'] ?? null) as string | null;
    const expected = { clientId, nonce, accessToken: tokens.access_token };
    const claims = await checkedIdToken(world, tokens.id_token, expected);
    expect(claims['name']).toBeUndefined();
    expect((await userinfo(tokens.access_token)).status).toBe(200);
    return { code, tokens, claims };
  }

  async function allTheWay(more: Json = {}, client = first) {
    const request = requestOf(client, more);
    const walked = await told(request);
    return { request, ...walked, ...(await tokensFor(walked.told, request, { client })) };
  }

  it('oidcc-server', async () => {
    browser = visitor(world.baseUrl);
    const { paths } = await allTheWay();
    expect(paths).toContain('/portal/sign-in');
  });

  it('oidcc-response-type-missing', async () => {
    const request = requestOf(first, { response_type: null });
    const accept = { headers: { accept: 'text/html,*/*' } };
    const answer = await world.call('GET', plainPath(request), accept);
    const shown = `${answer.headers.get('location') ?? ''}${String(answer.body)}`;
    expect([303, 200]).toContain(answer.status);
    expect(shown).toMatch(/suite\.example[^"]*callback/);
    expect(shown).toContain('invalid_request');
    expect(shown).toContain(String(request['state']));
  });

  it('oidcc-idtoken-signature', async () => {
    const { tokens } = await allTheWay();
    expect(headerOf(tokens.id_token)).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
  });

  it('oidcc-idtoken-unsigned', async () => {
    // Skipped by the suite, because discovery does not offer it.
    const { body } = await world.call('GET', '/.well-known/openid-configuration');
    expect(Object(body).id_token_signing_alg_values_supported).not.toContain('none');
  });

  it.each([
    ['oidcc-userinfo-get', 'GET'],
    ['oidcc-userinfo-post-header', 'POST'],
    ['oidcc-userinfo-post-body', null],
  ])('%s', async (__, method) => {
    const { tokens } = await allTheWay();
    const { access_token } = tokens;
    const answer =
      method === null
        ? await postForm(world, 'userinfo', { access_token })
        : await userinfo(access_token, method);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(answer.body).toEqual({ sub: subjectOf(tokens.id_token) });
  });

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const { claims } = await allTheWay({ nonce: null });
    expect(claims['nonce']).toBeUndefined();
  });

  it.each([
    ['oidcc-scope-profile', 'openid profile', ['name', 'given_name', 'family_name']],
    ['oidcc-scope-email', 'openid email', ['email', 'email_verified']],
    ['oidcc-alternate-happy-flow', 'email openid', ['email', 'email_verified']],
  ])('%s', async (module, scope, opened) => {
    const request = requestOf(first, { scope });
    // The alternate one has the parameters in another order.
    const query = [...new URLSearchParams(plainPath(request).split('?')[1])].toReversed();
    const reversed = `/api/oauth/authorize?${new URLSearchParams(query)}`;
    const more = module === 'oidcc-alternate-happy-flow' ? { path: reversed } : {};
    const { tokens, claims } = await tokensFor((await told(request, more)).told, request);
    const { body } = await userinfo(tokens.access_token);
    expect(Object.keys(Object(body)).toSorted()).toEqual(['sub', ...opened].toSorted());
    expect(Object(body).sub).toBe(claims['sub']);
    // Nothing is null, and none of it is in the ID token.
    expect(Object.values(Object(body))).not.toContain(null);
    expect(opened.filter((name) => name in claims)).toEqual([]);
  });

  it.each([
    ['oidcc-scope-address', 'openid address'],
    ['oidcc-scope-phone', 'openid phone'],
    ['oidcc-scope-all', 'openid profile email address phone'],
  ])('%s', async (__, scope) => {
    // Skipped by the suite, because discovery does not offer these scopes; they do no harm.
    const { body } = await world.call('GET', '/.well-known/openid-configuration');
    const offered: readonly string[] = Object(body).scopes_supported;
    expect(scope.split(' ').every((each) => offered.includes(each))).toBe(false);
    await allTheWay({ scope });
  });

  it.each<[string, Json]>([
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-login-hint', { login_hint: 'buffy@example.com' }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
  ])('%s', async (__, more) => {
    await allTheWay(more);
  });

  it('oidcc-prompt-login', async () => {
    const before = await allTheWay();
    world.clock.now += 1_000;
    const after = await allTheWay({ prompt: 'login' });
    expect(after.paths).toContain('/portal/sign-in');
    expect(Number(after.claims['auth_time'])).toBeGreaterThan(Number(before.claims['auth_time']));
  });

  it('oidcc-prompt-none-not-logged-in', async () => {
    browser = visitor(world.baseUrl);
    const request = requestOf(first, { prompt: 'none' });
    const { told: answer, paths } = await told(request);
    const { error_description: __, ...rest } = answer;
    const { redirect_uri: to, state } = request;
    expect(rest).toEqual({ to, state, error: 'login_required', iss: world.baseUrl });
    expect(paths).not.toContain('/portal/sign-in');
  });

  it('oidcc-prompt-none-logged-in', async () => {
    const before = await allTheWay();
    const after = await allTheWay({ prompt: 'none' });
    expect(after.paths.filter((path) => path.startsWith('/portal'))).toEqual([]);
    for (const name of ['sub', 'auth_time']) expect(after.claims[name]).toBe(before.claims[name]);
  });

  it('oidcc-max-age-1', async () => {
    const before = await allTheWay();
    world.clock.now += 2_000;
    const after = await allTheWay({ max_age: '1' });
    expect(after.paths).toContain('/portal/sign-in');
    expect(Number(after.claims['auth_time'])).toBeGreaterThan(Number(before.claims['auth_time']));
    expect(Number(after.claims['auth_time'])).toBeGreaterThan(world.clock.now / 1000 - 300);
  });

  it('oidcc-max-age-10000', async () => {
    const before = await allTheWay({ max_age: '15000' });
    const after = await allTheWay({ max_age: '10000' });
    expect(after.paths.filter((path) => path.startsWith('/portal'))).toEqual([]);
    expect(before.claims['auth_time']).toEqual(expect.any(Number));
    for (const name of ['sub', 'auth_time']) expect(after.claims[name]).toBe(before.claims[name]);
  });

  it('oidcc-id-token-hint', async () => {
    const before = await allTheWay();
    const after = await allTheWay({ prompt: 'none', id_token_hint: before.tokens.id_token });
    for (const name of ['sub', 'auth_time']) expect(after.claims[name]).toBe(before.claims[name]);
  });

  it('oidcc-ensure-request-with-acr-values-succeeds', async () => {
    const { body } = await world.call('GET', '/.well-known/openid-configuration');
    const offered: readonly string[] = Object(body).acr_values_supported;
    const { claims } = await allTheWay({ acr_values: offered.join(' ') });
    expect(offered).toContain(claims['acr']);
    await allTheWay({ acr_values: '1 2' });
  });

  it.each([
    ['oidcc-codereuse', 0],
    ['oidcc-codereuse-30seconds', 30_000],
  ])('%s', async (__, after) => {
    const { code, tokens } = await allTheWay();
    world.clock.now += after;
    const again = await redeem(first, code);
    expect(summaryOf(again)).toBe('400 invalid_grant');
    expect(Object(again.body).error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    expect((await userinfo(tokens.access_token)).status).toBe(401);
  });

  it('oidcc-ensure-registered-redirect-uri', async () => {
    const redirect_uri = `${first.redirectUri}/${random(10)}`;
    const path = plainPath(requestOf(first, { redirect_uri }));
    const walked = await walk(world, browser, path, { person: ada });
    expect([walked.told, outcomeOf(walked.page)]).toEqual([null, { status: 400, location: null }]);
    expect(walked.page.text).not.toContain(redirect_uri);
  });

  it('oidcc-ensure-post-request-succeeds', async () => {
    browser = visitor(world.baseUrl);
    const request = requestOf(first, {});
    const form = Object.fromEntries(new URLSearchParams(plainPath(request).split('?')[1]));
    const walked = await told(request, { path: '/api/oauth/authorize', form });
    await tokensFor(walked.told, request);
  });

  it('oidcc-server-client-secret-post', async () => {
    const request = requestOf(first, {});
    const code = codeIn((await told(request)).told, request);
    const tokens = given(await redeem(first, code, inForm(first), {}));
    const nonce = String(request['nonce']);
    const expected = { clientId: first.clientId, nonce, accessToken: tokens.access_token };
    await checkedIdToken(world, tokens.id_token, expected);
  });

  /** An unsigned request object, with the required parameters outside it as well. */
  const unsigned = (request: Json) => {
    const iss = first.clientId;
    const { response_mode: mode, ...claims } = request;
    const { client_id, redirect_uri, scope, response_type } = request;
    const object = unsecured({ ...claims, response_mode: mode, iss, aud: world.baseUrl });
    return { client_id, redirect_uri, scope, response_type, response_mode, request: object };
  };

  it('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async () => {
    // Skipped by the suite, because discovery does not offer `none`.
    const { body } = await world.call('GET', '/.well-known/openid-configuration');
    expect(Object(body).request_object_signing_alg_values_supported).toEqual(['PS256', 'ES256']);
    const { told: answer } = await told(unsigned(requestOf(first, {})));
    expect(answer).toMatchObject({ to: first.redirectUri, error: 'invalid_request_object' });
  });

  it('oidcc-ensure-request-object-with-redirect-uri', async () => {
    // Skipped by the suite, like the previous one; the address is not registered, so there is no redirect.
    const redirect_uri = `${first.redirectUri}/${random(10)}`;
    const path = plainPath({ ...unsigned(requestOf(first, {})), redirect_uri });
    const walked = await walk(world, browser, path, { person: ada });
    expect([walked.told, walked.page.status]).toEqual([null, 400]);
  });

  it('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', async () => {
    // Not run for static clients; other clients get an error.
    const request_uri = 'https://suite.example/test/a/registry/requesturi';
    const { told: answer } = await told(requestOf(first, { request_uri }));
    expect(answer).toMatchObject({ to: first.redirectUri, error: 'request_uri_not_supported' });
  });

  it('oidcc-claims-essential', async () => {
    // The suite warns that the name is not given: `claims_parameter_supported` is false.
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
    const { tokens } = await allTheWay({ claims });
    const { body } = await userinfo(tokens.access_token);
    expect(body).toEqual({ sub: subjectOf(tokens.id_token) });
  });

  it('oidcc-refresh-token', async () => {
    const refresh: string[] = [];
    for (const client of [first, second]) {
      const scope = 'openid offline_access';
      const { tokens, claims } = await allTheWay({ scope, prompt: 'consent' }, client);
      expect(tokens.refresh_token).toMatch(/^[\x20-\x7e]{22,}$/);
      const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
      const input: Fields = client === first ? { ...form, scope } : form;
      world.clock.now += 1_000;
      const answer = await postForm(world, 'token', input, inHeader(client));
      const next = given(answer);
      expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: expect.any(Number) });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(next.access_token).not.toBe(tokens.access_token);
      const expected = { clientId: client.clientId, nonce: null, accessToken: next.access_token };
      const again = await checkedIdToken(world, next.id_token, expected);
      for (const name of ['iss', 'sub', 'aud', 'auth_time']) expect(again[name]).toBe(claims[name]);
      expect(again['iat']).not.toBe(claims['iat']);
      expect((await userinfo(next.access_token)).status).toBe(200);
      refresh.push(next.refresh_token);
    }
    const form = { grant_type: 'refresh_token', refresh_token: refresh[1] ?? '' };
    const stolen = await postForm(world, 'token', form, inHeader(first));
    expect(summaryOf(stolen)).toBe('400 invalid_grant');
  });

  it('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    const code_verifier = random(64);
    const code_challenge = sha256(code_verifier);
    const request = requestOf(first, { code_challenge, code_challenge_method: 'S256' });
    const { told: answer } = await told(request);
    const { claims } = await tokensFor(answer, request, { more: { code_verifier } });
    expect(claims['sub']).toBe(ada.id);
  });

  it('issues ID tokens without the claims of userinfo', async () => {
    const { tokens } = await allTheWay({ scope: 'openid profile email' });
    expect(Object.keys(claimsOf(tokens.id_token)).toSorted()).toEqual([
      'acr',
      'amr',
      'at_hash',
      'aud',
      'auth_time',
      'exp',
      'iat',
      'iss',
      'nonce',
      'sid',
      'sub',
    ]);
  });
});

it('the script that submits the form also runs in the suite’s browser', async () => {
  const { body } = await world.call('GET', '/assets/continue.js');
  const script = String(body);
  // HtmlUnit knows ECMAScript 5 and parts of what came later.
  expect(script).not.toMatch(/=>|\?\.|\?\?|`|\.\.\.|\b(const|let|class|async|of)\b/);
  const sent: string[] = [];
  const element = { submit: () => sent.push('submit'), click: () => sent.push('click') };
  const run = (id: string) => {
    const document = { getElementById: (asked: string) => (asked === id ? element : null) };
    const window = { addEventListener: (_: 'load', then: () => void) => then() };
    runInNewContext(script, { document, window });
    return sent.splice(0);
  };
  expect([run('answer'), run('onward'), run('neither')]).toEqual([['submit'], ['click'], []]);
});
