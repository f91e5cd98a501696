import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  type CryptoKey,
  createRemoteJWKSet,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  jwtVerify,
  SignJWT,
} from 'jose';
import { type Client, clientAnswer, pathTo } from './authorization.ts';
import { claimsOf, postForm } from './oauth.ts';
import { mailedCode, type Visitor } from './portal.ts';
import { created, type Person } from './registry.ts';
import type { PageAnswer } from './visitor.ts';
import type { Answer, World } from './world.ts';

type Fields = Readonly<Record<string, string>>;
type Json = Readonly<Record<string, unknown>>;

export const random = (characters = 43) =>
  randomBytes(characters).toString('hex').slice(0, characters);
export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The same, without null values. */
const given = (fields: Json): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT signed with jose; null values are left out. */
export function aJwt(key: CryptoKey, header: Json, claims: Json): Promise<string> {
  // Tests make invalid headers.
  return new SignJWT(given(claims))
    .setProtectedHeader(given(header) as JWTHeaderParameters)
    .sign(key);
}

/** An unsigned JWT with the same parts. */
export function unsecured(claims: Json, header: Json = { alg: 'none' }): string {
  return `${part(header)}.${part(given(claims))}.`;
}

/** What a client receives: through a redirect, or a form that posts to its address. */
export type ClientAnswer = Readonly<Record<string, string | number>> & { readonly to?: string };

/** The end of a walk: a client, or one of our pages that needs an answer. */
export interface Walked {
  readonly told: ClientAnswer | null;
  readonly page: PageAnswer;
  /** The paths of our pages on the way. */
  readonly paths: readonly string[];
}

/** The fields of a form-post answer, and its target; null if the page is not such a form. */
function formPosted({ text }: PageAnswer): ClientAnswer | null {
  const to = /<form id="answer" method="post" action="([^"]+)">/.exec(text)?.[1];
  if (to === undefined) return null;
  const fields = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  const unescaped = (value: string) =>
    value
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  return {
    to: unescaped(to),
    ...Object.fromEntries(
      Array.from(fields, ([, name = '', value = '']) => [name, unescaped(value)]),
    ),
  };
}

/**
 * Follows the redirects of a person's browser like the suite: signs in with the emailed code if
 * asked, answers the consent question, and stops at the client. With `form`, the request is sent by
 * POST.
 */
export async function walk(
  world: World,
  browser: Visitor,
  path: string,
  {
    person,
    decision = 'approve',
    form,
  }: { readonly person: Person; readonly decision?: string; readonly form?: Fields },
): Promise<Walked> {
  const paths: string[] = [];
  let at = path;
  let page: PageAnswer =
    form === undefined ? await browser.open(at) : await browser.send(at, form, { csrf: null });
  for (let step = 0; step < 12; step += 1) {
    const location = page.headers.get('location');
    const posted = formPosted(page);
    if (posted !== null) return { told: posted, page, paths };
    if (location !== null && !location.startsWith('/') && !location.startsWith(world.baseUrl)) {
      const { status: _, ...answer } = clientAnswer(page);
      return { told: answer, page, paths };
    }
    if (location !== null) {
      at = location.replace(world.baseUrl, '');
      paths.push(at.split('?')[0] ?? '');
      page = await browser.open(at);
    } else if (at.startsWith('/portal/sign-in/code')) {
      page = await browser.send(at, { code: await mailedCode(world, person.email) });
    } else if (at.startsWith('/portal/sign-in')) {
      page = await browser.send(at, { email: person.email });
    } else if (at.startsWith('/oauth/consent') && page.status === 200) {
      page = await browser.send(at, { decision });
    } else {
      break;
    }
  }
  return { told: null, page, paths };
}

/** A confidential client with a secret; the plans of OpenID Connect register two. */
export async function aSecretClient(world: World, fields: Json = {}) {
  const redirectUri = 'https://suite.example/test/a/registry/callback';
  const requested = {
    name: 'Conformance Suite',
    redirectUris: [redirectUri],
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    ...fields,
  };
  const data = await created(world, '/oauth_clients', requested);
  const { redirectUris } = requested as { readonly redirectUris: readonly string[] };
  return {
    clientId: String(data['clientId']),
    clientSecret: String(data['clientSecret']),
    redirectUri: redirectUris[0] ?? redirectUri,
  };
}

/** Verifies an ID token with the keys that discovery names, and compares `at_hash` and `nonce`. Its claims. */
export async function checkedIdToken(
  world: World,
  idToken: string,
  expected: {
    readonly clientId: string;
    readonly nonce: string | null;
    readonly accessToken: string;
  },
  algorithms: readonly string[] = ['RS256'],
): Promise<Json> {
  const { body } = await world.call('GET', '/.well-known/openid-configuration');
  const keys = createRemoteJWKSet(new URL(String(Object(body).jwks_uri)));
  const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
    algorithms: [...algorithms],
    issuer: Object(body).issuer,
    audience: expected.clientId,
    requiredClaims: ['sub', 'iat', 'exp'],
    currentDate: new Date(world.clock.now),
  });
  if (protectedHeader.kid === undefined) throw new Error('the ID token names no key');
  if ((payload['nonce'] ?? null) !== expected.nonce) throw new Error('the nonce is another one');
  const hash = createHash('sha256').update(expected.accessToken).digest().subarray(0, 16);
  if (payload['at_hash'] !== hash.toString('base64url'))
    throw new Error('at_hash is of another token');
  return payload;
}

/** A client of FAPI 2.0 with the key of its assertions and that of its proofs. */
export interface FapiClient extends Client {
  readonly alg: 'PS256' | 'ES256';
  readonly kid: string;
  readonly key: CryptoKey;
  readonly jwk: Json;
}

export type ProofKeys = Awaited<ReturnType<typeof generateKeyPair>>;
export const proofKeys = () => generateKeyPair('ES256', { extractable: true });

export const fapiScope = 'openid service:person.details.read offline_access';
export const fapiResource = '/api/v1/me/natural-person';

/** Registers a client with all four settings of FAPI 2.0. */
export async function aFapiClient(
  world: World,
  alg: 'PS256' | 'ES256',
  redirectUri: string,
): Promise<FapiClient> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = `suite-${alg}`;
  const data = await created(world, '/oauth_clients', {
    name: 'FAPI Suite',
    redirectUris: [redirectUri],
    scopes: fapiScope.split(' '),
    requestObjectKeys: [{ ...(await exportJWK(publicKey)), kid, use: 'sig', alg }],
    tokenEndpointAuthMethod: 'private_key_jwt',
    requirePushedAuthorizationRequests: true,
    dpopBoundAccessTokens: true,
    idTokenSignedResponseAlg: alg,
  });
  const clientId = String(data['clientId']);
  return { clientId, redirectUri, alg, kid, key: privateKey, jwk: await exportJWK(privateKey) };
}

/** The suite's requests, and the values that it must receive again. */
export interface FapiRequest {
  readonly form: Fields;
  readonly verifier: string;
}

/** A request as the suite sends it; null values are left out. */
export function fapiRequest({ clientId, redirectUri }: Client, more: Json = {}): FapiRequest {
  const verifier = random(64);
  const form = given({
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: fapiScope,
    state: random(10),
    nonce: random(10),
    response_type: 'code',
    code_challenge: sha256(verifier),
    code_challenge_method: 'S256',
    ...more,
  });
  // All of them are texts.
  return { form: form as Fields, verifier };
}

export interface MadeProof {
  readonly header?: Json;
  readonly claims?: Json;
  /** Changes the JWT before it is sent. */
  readonly change?: (jwt: string) => string;
}

/** The calls of the suite to a world's provider, at the world's time. */
export function openFapiSuite(world: World) {
  const seconds = () => Math.floor(world.clock.now / 1000);
  const at = (path: string) => world.baseUrl + path;

  /** An assertion, whose audience is the issuer; null claims are left out. */
  async function assertion(
    client: FapiClient,
    {
      claims = {},
      alg = client.alg,
      key = client.key,
    }: { claims?: Json; alg?: string; key?: CryptoKey } = {},
  ): Promise<Fields> {
    const { clientId: iss, kid } = client;
    const all = {
      iss,
      sub: iss,
      aud: world.baseUrl,
      jti: random(20),
      iat: seconds(),
      exp: seconds() + 60,
    };
    return asserted(await aJwt(key, { alg, kid }, { ...all, ...claims }));
  }

  /** A proof of the key for a request, with `ath` if there is an access token. */
  async function proof(
    { publicKey, privateKey }: ProofKeys,
    method: string,
    path: string,
    {
      accessToken,
      nonce = null,
    }: { readonly accessToken?: string; readonly nonce?: string | null },
    { header = {}, claims = {}, change = (jwt) => jwt }: MadeProof = {},
  ): Promise<string> {
    const jwk = await exportJWK(publicKey);
    const ath = accessToken === undefined ? null : sha256(accessToken);
    const jti = randomUUID();
    const said = { jti, htm: method, htu: at(path), iat: seconds(), ath, nonce, ...claims };
    const all = { alg: 'ES256', typ: 'dpop+jwt', jwk, ...header };
    return change(await aJwt(privateKey, all, said));
  }

  /** Repeats a call with the nonce of the answer, if the answer requests one. */
  async function withNonce(call: (nonce: string | null) => Promise<Answer>): Promise<Answer> {
    const first = await call(null);
    const nonce = first.headers.get('dpop-nonce');
    return Object(first.body).error === 'use_dpop_nonce' ? call(nonce) : first;
  }

  const par = (form: Fields, by: Fields, headers: Fields = {}) =>
    postForm(world, 'par', { ...form, ...by }, headers);

  /** Pushes a request, with a proof of `keys` if given. */
  async function pushed(
    client: FapiClient,
    { form }: FapiRequest,
    keys?: ProofKeys,
    made?: MadeProof,
  ): Promise<string> {
    const dpop = keys && (await proof(keys, 'POST', '/api/oauth/par', {}, made));
    const answer = await par(form, await assertion(client), dpop === undefined ? {} : { dpop });
    if (answer.status !== 201) throw new Error(`PAR answered ${JSON.stringify(answer.body)}`);
    return String(Object(answer.body).request_uri);
  }

  /**
   * The URL with the parameters that OpenID Connect also requires there, and with additional ones.
   */
  function authorizePath({ form }: FapiRequest, requestUri: string, beside: Fields = {}): string {
    const { client_id = '', redirect_uri = '', response_type = '', scope = '' } = form;
    const twice = { client_id, redirect_uri, response_type, scope };
    const query = new URLSearchParams({ ...twice, request_uri: requestUri, ...beside });
    return `/api/oauth/authorize?${query}`;
  }

  /**
   * Calls the token endpoint with a proof of `keys` (null: none) and the nonce that it requires.
   */
  const token = (form: Fields, keys: ProofKeys | null, made: MadeProof = {}) =>
    withNonce(async (nonce) => {
      if (keys === null) return postForm(world, 'token', form);
      const dpop = await proof(keys, 'POST', '/api/oauth/token', { nonce }, made);
      return postForm(world, 'token', form, { dpop });
    });

  const codeForm = (client: Client, { verifier }: FapiRequest, code: string): Fields => ({
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
  });

  /** A call of the resource; headers with the same name are added to the suite's. */
  async function resource(
    accessToken: string,
    keys: ProofKeys,
    made: MadeProof = {},
    {
      path = fapiResource,
      scheme = 'DPoP',
      headers = {},
    }: { path?: string; scheme?: string; headers?: Fields } = {},
  ): Promise<Answer> {
    const dpop = await proof(keys, 'GET', path, { accessToken }, made);
    return world.call('GET', path, {
      headers: { authorization: `${scheme} ${accessToken}`, dpop, ...headers },
    });
  }

  return {
    seconds,
    assertion,
    proof,
    par,
    pushed,
    authorizePath,
    token,
    codeForm,
    resource,
    withNonce,
  };
}

/** An assertion as the fields of a form. */
export function asserted(client_assertion: string): Fields {
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  return { client_assertion_type, client_assertion };
}

/** The user who signed in, from an ID token. */
export const subjectOf = (idToken: string) => claimsOf(idToken)['sub'];

/** The path of a request with its parameters; null ones are left out. */
export function plainPath(parameters: Json): string {
  // All of them are texts.
  return `/api/oauth/authorize?${new URLSearchParams(given(parameters) as Fields)}`;
}

export { pathTo };
