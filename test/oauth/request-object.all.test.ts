import { allowInsecureRequests, buildAuthorizationUrlWithJAR, discovery } from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  anAskingClient,
  authorizePath,
  type Client,
  clientAnswer,
  pathTo,
} from '../support/authorization.ts';
import { claimsOf } from '../support/oauth.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aResident, created, type Person } from '../support/registry.ts';
import { aSigningKey, requestObject, type SigningKey } from '../support/request-objects.ts';
import { visitor } from '../support/visitor.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let client: Client;
let ada: Person;
let rsa: SigningKey;
let ec: SigningKey;
let other: SigningKey;

beforeAll(async () => {
  [world, rsa, ec, other] = await Promise.all([
    startWorld(),
    aSigningKey('PS256', 'first'),
    aSigningKey('ES256', 'second'),
    aSigningKey('ES256', 'second'),
  ]);
  client = await anAskingClient(world, { requestObjectKeys: [rsa.jwk, ec.jwk] });
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
});

const seconds = () => Math.floor(world.clock.now / 1000);

/** The claims that a client signs (RFC 9101). */
const claims = (): Readonly<Record<string, unknown>> => ({
  iss: client.clientId,
  aud: world.baseUrl,
  exp: seconds() + 300,
  client_id: client.clientId,
  redirect_uri: client.redirectUri,
  response_type: 'code',
  scope: 'openid email',
  state: 'signed',
});

type Parameters = Readonly<Record<string, string | readonly string[] | null>>;

const ask = (
  parameters: Parameters,
  browser: Visitor = visitor(world.baseUrl),
  of: Client = client,
) => browser.open(authorizePath(of, parameters));

/** The fewest parameters beside a request object. */
const alone = (request: string): Parameters => ({
  redirect_uri: null,
  response_type: null,
  scope: null,
  state: null,
  request,
});

describe('a signed request', () => {
  it.each(['PS256', 'ES256'])('with %s overrides parameters that are sent with it', async (alg) => {
    const key = alg === 'PS256' ? rsa : ec;
    const browser = await signedIn(world, ada.email);
    const request = await requestObject(key, claims(), { kid: key.jwk.kid });
    const beside = {
      request,
      redirect_uri: 'https://evil.example/',
      scope: 'openid service:entity.read',
      state: 'unsigned',
      response_mode: 'form_post',
      prompt: 'none',
    };
    const page = pathTo(await ask(beside, browser));
    const question = await browser.open(page);
    expect(shownText(question)).toContain('See your email address');
    expect(shownText(question)).not.toContain('Legal entities');
    expect(clientAnswer(await browser.send(page, { decision: 'approve' }))).toEqual({
      status: 303,
      to: client.redirectUri,
      code: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
      state: 'signed',
      iss: world.baseUrl,
    });
  });

  it('needs only the client_id beside it, in a link or a form', async () => {
    const request = await requestObject(ec, { ...claims(), response_mode: 'fragment', max_age: 0 });
    const page = pathTo(await ask(alone(request)));
    expect(page).toMatch(/^\/oauth\/consent\?request=/);
    const form = await visitor(world.baseUrl).send(
      '/api/oauth/authorize',
      { client_id: client.clientId, request },
      { csrf: null },
    );
    expect(outcomeOf(form)).toEqual({
      status: 303,
      location: expect.stringMatching(/^\/oauth\/consent\?request=/),
    });
    const browser = await signedIn(world, ada.email);
    // `max_age` is a number in a request object.
    const again = pathTo(await ask(alone(request), browser));
    expect(outcomeOf(await browser.open(again)).location).toMatch(/^\/portal\/sign-in\?/);
    await browser.open('/portal');
    const silent = await requestObject(ec, {
      ...claims(),
      response_mode: 'fragment',
      prompt: 'none',
    });
    expect(pathTo(await ask(alone(silent)))).toMatch(
      /^https:\/\/client\.example\/callback#error=login_required&.*state=signed/,
    );
  });

  it('returns its errors to its own redirect URI, in its own response mode', async () => {
    const request = await requestObject(ec, { ...claims(), scope: 'x', response_mode: 'fragment' });
    expect(pathTo(await ask(alone(request)))).toMatch(
      /^https:\/\/client\.example\/callback#error=invalid_scope&/,
    );
    const astray = await requestObject(ec, { ...claims(), redirect_uri: 'https://evil.example/' });
    expect(outcomeOf(await ask({ request: astray }))).toEqual({ status: 400, location: null });
  });

  it('is valid with a clock difference of 29 seconds', async () => {
    for (const times of [{ exp: seconds() - 29 }, { nbf: seconds() + 29 }]) {
      const request = await requestObject(ec, { ...claims(), ...times });
      expect((await ask(alone(request))).status).toBe(307);
    }
  });

  it('works as openid-client builds it from the discovery document', async () => {
    const config = await discovery(new URL(world.baseUrl), client.clientId, 'x', undefined, {
      execute: [allowInsecureRequests],
    });
    const parameters = { redirect_uri: client.redirectUri, scope: 'openid', state: 'by library' };
    const key = { key: ec.privateKey, kid: 'second' };
    const url = await buildAuthorizationUrlWithJAR(config, parameters, key);
    // It signs with the clock of this machine.
    world.clock.now = Date.now();
    const answer = await visitor(world.baseUrl).open(url.pathname + url.search);
    expect(outcomeOf(answer)).toEqual({
      status: 307,
      location: expect.stringMatching(/^\/oauth\/consent\?request=/),
    });
  });
});

describe('an invalid request object', () => {
  type Made = () => Promise<string> | string;
  const signed = (
    change: Readonly<Record<string, unknown>>,
    header: Readonly<Record<string, unknown>> = {},
  ) => requestObject(ec, { ...claims(), ...change }, header);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  const wrong: readonly (readonly [string, Made])[] = [
    ['unsigned', () => `${part({ alg: 'none', typ: 'oauth-authz-req+jwt' })}.${part(claims())}.`],
    ['signed by someone else', () => requestObject(other, claims())],
    ['signed with RS256', async () => requestObject(await aSigningKey('RS256', 'first'), claims())],
    ['signed with another key than its kid names', () => signed({}, { kid: 'first' })],
    ['with the type of an access token', () => signed({}, { typ: 'at+jwt' })],
    ['for another provider', () => signed({ aud: 'https://elsewhere.example' })],
    ['without an audience', () => signed({ aud: null })],
    ['from another issuer', () => signed({ iss: 'another' })],
    ['without an issuer', () => signed({ iss: null })],
    ['without an expiry', () => signed({ exp: null })],
    ['expired', () => signed({ exp: seconds() - 31 })],
    ['not valid yet', () => signed({ nbf: seconds() + 31 })],
    ['for another client', () => signed({ client_id: 'another' })],
    ['without a client', () => signed({ client_id: null })],
    ['usable as a client assertion', () => signed({ sub: client.clientId })],
    ['with a nested request object', () => signed({ request: 'x' })],
    ['with a request_uri', () => signed({ request_uri: 'https://client.example/r' })],
    ['with an unknown critical extension', () => signed({}, { crit: ['x'], x: 1 })],
    [
      'changed',
      async () =>
        (await signed({})).replace(/\.[^.]+\./, `.${part({ ...claims(), scope: 'email' })}.`),
    ],
    ['not a token', () => 'hello'],
    ['a token in five parts', () => 'eyJhbGciOiJSU0EtT0FFUCJ9.a.b.c.d'],
  ];

  it.each(wrong)('(%s) returns an error to the redirect URI beside it', async (_case, make) => {
    const request = await make();
    const told = {
      to: client.redirectUri,
      error: 'invalid_request_object',
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      state: 'abc',
      iss: world.baseUrl,
    };
    expect(clientAnswer(await ask({ request }))).toEqual({ status: 303, ...told });
  });

  it('determines neither the response mode nor the redirect URI', async () => {
    const request = await requestObject(other, {
      ...claims(),
      response_mode: 'form_post',
      redirect_uri: 'https://evil.example/',
    });
    expect(clientAnswer(await ask({ request }))).toMatchObject({
      status: 303,
      to: client.redirectUri,
    });
    const inFragment = await ask({ request, response_mode: 'fragment' });
    expect(pathTo(inFragment)).toMatch(/callback#error=invalid_request_object&/);
  });

  it('returns 400 without a registered redirect URI beside it', async () => {
    const request = await requestObject(other, claims());
    const answer = await world.call('GET', authorizePath(client, alone(request)));
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        error: 'invalid_request_object',
        error_description:
          'The request object is not signed by the client for this provider, or is too old',
      },
    ]);
    const astray = await ask({ request, redirect_uri: 'https://evil.example/' });
    expect(outcomeOf(astray)).toEqual({ status: 400, location: null });
  });

  it('is one from a client without keys or an unknown client', async () => {
    const plain = await anAskingClient(world);
    const request = await requestObject(ec, {
      ...claims(),
      iss: plain.clientId,
      client_id: plain.clientId,
    });
    expect(clientAnswer(await ask({ request }, visitor(world.baseUrl), plain))).toMatchObject({
      error: 'invalid_request_object',
    });
    const answer = await world.call('GET', authorizePath(client, { client_id: 'nobody', request }));
    expect(answer.body).toMatchObject({ error: 'invalid_client' });
  });

  it('includes one by reference, even with a signed one beside it', async () => {
    const request = await requestObject(ec, claims());
    const both = { request, request_uri: 'https://client.example/r' };
    expect(clientAnswer(await ask(both))).toMatchObject({ error: 'request_uri_not_supported' });
  });
});

describe('a client’s request object keys', () => {
  const register = (requestObjectKeys: unknown) =>
    world.admin('POST', '/oauth_clients', {
      name: 'Signing',
      redirectUris: ['https://client.example/callback'],
      scopes: ['openid'],
      requestObjectKeys,
    });

  it('can be set, replaced and removed by operators, effective with the next request', async () => {
    const data = await created(world, '/oauth_clients', {
      name: 'Signing',
      redirectUris: [client.redirectUri],
      scopes: ['openid'],
      requestObjectKeys: [{ ...ec.jwk, use: 'sig', alg: 'ES256', key_ops: ['verify'] }],
    });
    const clientId = String(data['clientId']);
    expect(data['requestObjectKeys']).toEqual([{ ...ec.jwk, use: 'sig', alg: 'ES256' }]);
    const of = { clientId, redirectUri: client.redirectUri };
    const accepted = async (key: SigningKey) => {
      const object = { ...claims(), iss: clientId, client_id: clientId, scope: 'openid' };
      const request = await requestObject(key, object);
      return (await ask({ request }, visitor(world.baseUrl), of)).status === 307;
    };
    expect([await accepted(ec), await accepted(rsa)]).toEqual([true, false]);
    const path = `/oauth_clients/${clientId}`;
    const replaced = await world.admin('PATCH', path, { requestObjectKeys: [rsa.jwk] });
    expect(replaced.body).toMatchObject({ data: { requestObjectKeys: [rsa.jwk] } });
    expect([await accepted(ec), await accepted(rsa)]).toEqual([false, true]);
    await world.admin('PATCH', path, { requestObjectKeys: [] });
    expect([await accepted(ec), await accepted(rsa)]).toEqual([false, false]);
    expect(claimsOf(await requestObject(rsa, claims()))['iss']).toBe(client.clientId);
  });

  it.each<[string, () => unknown, (string | number)[]]>([
    ['a private key', () => [{ ...ec.jwk, d: ec.jwk.x }], ['requestObjectKeys', 0, 'd']],
    ['a symmetric key', () => [{ kty: 'oct', k: 'x'.repeat(43) }], ['requestObjectKeys', 0, 'kty']],
    ['another curve', () => [{ ...ec.jwk, crv: 'P-384' }], ['requestObjectKeys', 0, 'crv']],
    [
      'a point off the curve',
      () => [rsa.jwk, { ...ec.jwk, x: ec.jwk.y }],
      ['requestObjectKeys', 1],
    ],
    ['a short modulus', () => [{ ...rsa.jwk, n: 'x'.repeat(171) }], ['requestObjectKeys', 0, 'n']],
    [
      'a modulus with leading zeros',
      () => [{ ...rsa.jwk, n: `A${'A'.repeat(250)}${'x'.repeat(100)}` }],
      ['requestObjectKeys', 0],
    ],
    ['a key for encryption', () => [{ ...rsa.jwk, use: 'enc' }], ['requestObjectKeys', 0, 'use']],
    ['another algorithm', () => [{ ...rsa.jwk, alg: 'RS256' }], ['requestObjectKeys', 0, 'alg']],
    ['six keys', () => Array.from({ length: 6 }, () => ec.jwk), ['requestObjectKeys']],
    ['a key set instead of a list', () => ({ keys: [ec.jwk] }), ['requestObjectKeys']],
  ])('cannot be %s', async (_case, sent, path) => {
    const answer = await register(sent());
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'Invalid request body', code: 'request.invalid_body', details: [{ path }] },
    });
    expect(JSON.stringify(answer.body)).not.toContain(ec.jwk.x);
  });
});
