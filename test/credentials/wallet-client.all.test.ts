import { createHash, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueCredential } from '../../shared/credentials/usecases/issue-credential.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { anAskingClient, clientAnswer, pathTo } from '../support/authorization.ts';
import { justBefore } from '../support/just-before.ts';
import { claimsOf, postForm } from '../support/oauth.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
import { anEntity, aResident, created, type Person } from '../support/registry.ts';
import { aSigningKey, type SigningKey } from '../support/request-objects.ts';
import { useWorld } from '../support/use-world.ts';
import {
  aHolder,
  aNonce,
  aProof,
  atCredentialEndpoint,
  atTokenEndpoint,
  type Holder,
  openAttestedWallet,
  openClientWallet,
  seeOffer,
  takingUp,
} from '../support/wallet.ts';

/** A wallet that is a registered client and signs its holder in: HAIP 1.0, section 4. */
const redirectUri = 'https://wallet.example/callback';
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const residency = 'credential:residency';
const standing = 'credential:good_standing';
type Fields = Readonly<Record<string, string>>;

const world = await useWorld();
let own: SigningKey;
let device: Holder;
let holder: Holder;
let ada: Person;
let browser: Visitor;
let clientId: string;

const asWallet = {
  redirectUris: [redirectUri],
  scopes: [residency, standing],
  tokenEndpointAuthMethod: 'private_key_jwt',
  requirePushedAuthorizationRequests: true,
  dpopBoundAccessTokens: true,
};

beforeAll(async () => {
  own = await aSigningKey('ES256', 'wallet');
  await world.deps.signer.nonces();
});
beforeEach(async () => {
  world.clock.now += 86_400_000;
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
  [device, holder] = [await aHolder(), await aHolder()];
  clientId = await aWalletClient();
});

const anEntityOf = (person: Person) =>
  anEntity(world, {
    representatives: [person.id],
    residencyEffectiveDate: new Date(world.clock.now - 86_400_000).toISOString(),
  });

async function aWalletClient(more: object = {}): Promise<string> {
  const fields = {
    ...asWallet,
    ...more,
    clientId: undefined,
    name: 'Pocket',
    requestObjectKeys: [own.jwk],
  };
  const registered = await created(world, '/oauth_clients', fields);
  return String(registered['clientId']);
}

const anAttestedClient = () => aWalletClient({ tokenEndpointAuthMethod: 'attest_jwt_client_auth' });

const seconds = () => Math.floor(world.clock.now / 1000);

async function assertion(id = clientId): Promise<Fields> {
  const claims = { iss: id, sub: id, aud: world.baseUrl, jti: randomUUID() };
  const jwt = await new SignJWT({ ...claims, iat: seconds(), exp: seconds() + 60 })
    .setProtectedHeader({ alg: own.alg, kid: 'wallet' })
    .sign(own.privateKey);
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  return { client_assertion_type, client_assertion: jwt };
}

/** The provider's attestation of the device key. */
async function attestation(claims: object = {}, key = own, header: object = {}): Promise<string> {
  const { kty, crv, x, y } = device.publicJwk;
  const said = {
    sub: clientId,
    cnf: { jwk: { kty, crv, x, y } },
    iat: seconds(),
    exp: seconds() + 3600,
  };
  return new SignJWT({ ...said, ...claims })
    .setProtectedHeader({ alg: key.alg, typ: 'oauth-client-attestation+jwt', ...header })
    .sign(key.privateKey);
}

/** The device's proof of possession of that key. */
async function pop(claims: object = {}, key = device, header: object = {}): Promise<string> {
  const said = { aud: world.baseUrl, jti: randomUUID(), iat: seconds() };
  return new SignJWT({ ...said, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'oauth-client-attestation-pop+jwt', ...header })
    .sign(key.privateKey);
}

async function dpop(path: string, accessToken?: string, key = device): Promise<Fields> {
  const [nonce = ''] = await world.deps.signer.nonces();
  const ath = createHash('sha256')
    .update(accessToken ?? '')
    .digest('base64url');
  const proof = await new SignJWT({
    ...{ jti: randomUUID(), htm: 'POST', htu: world.baseUrl + path, iat: seconds() },
    ...(accessToken === undefined ? { nonce } : { ath }),
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: key.publicJwk })
    .sign(key.privateKey);
  return { dpop: proof };
}

const push = async (scope: string, more: Fields = {}) =>
  postForm(world, 'par', {
    ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope },
    ...{ state: 'abc', code_challenge: challenge, code_challenge_method: 'S256' },
    ...more,
    ...(await assertion(more['client_id'] ?? clientId)),
  });

/** The consent page of a pushed request. */
async function consentPath(scope: string, by = browser): Promise<string> {
  const { body } = await push(scope);
  const query = new URLSearchParams({
    client_id: clientId,
    request_uri: String(Object(body)['request_uri']),
  });
  const page = pathTo(await by.open(`/api/oauth/authorize?${query}`));
  await by.open(page);
  return page;
}

async function aCode(scope = residency, answer: Fields = {}): Promise<string> {
  const page = await consentPath(scope);
  const told = clientAnswer(await browser.send(page, { decision: 'approve', ...answer }));
  return String(Reflect.get(told, 'code'));
}

const redeem = async (code: string, by: Fields | null = null) =>
  atTokenEndpoint(
    world,
    {
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      ...{ code_verifier: verifier, ...(by ?? (await assertion())) },
    },
    await dpop('/api/oauth/token'),
  );

const renew = async (refreshToken: string, by: Fields | null = null, key = device) =>
  atTokenEndpoint(
    world,
    {
      ...{ grant_type: 'refresh_token', refresh_token: refreshToken },
      ...(by ?? (await assertion())),
    },
    await dpop('/api/oauth/token', undefined, key),
  );

async function tokens(code?: string): Promise<{ access: string; refresh: string }> {
  const { status, body } = await redeem(code ?? (await aCode()));
  if (status !== 200) throw new Error(`set-up: ${JSON.stringify(body)}`);
  const { access_token, refresh_token } = Object(body);
  return { access: access_token, refresh: refresh_token };
}

async function fetchCredential(access: string, id = 'residency') {
  const jwt = await aProof(world, holder, { nonce: await aNonce(world) });
  const headers = {
    authorization: `DPoP ${access}`,
    ...(await dpop('/api/credentials/credential', access)),
  };
  const body = { credential_configuration_id: id, proofs: { jwt: [jwt] } };
  return atCredentialEndpoint(world, access, body, headers);
}

const errorOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  Object(body)['error'],
];

describe('a wallet library', () => {
  /** Goes from the page's offer to the credential, with the library's own requests. */
  async function goesAllTheWay(wallet: ReturnType<typeof openClientWallet>) {
    const { signInLink } = await seeOffer(browser, 'residency');
    const credentialOffer = await wallet.resolveCredentialOffer(signInLink);
    const issuerMetadata = await wallet.resolveIssuerMetadata(credentialOffer.credential_issuer);
    const [id = ''] = credentialOffer.credential_configuration_ids;
    const known = issuerMetadata.credentialIssuer.credential_configurations_supported[id];
    const signer = {
      ...{ method: 'jwk' as const, alg: 'ES256' },
      publicJwk: { ...device.publicJwk, kty: 'EC' },
    };
    const begun = await wallet.createAuthorizationRequestUrlFromOffer({
      ...{ credentialOffer, issuerMetadata, clientId, redirectUri, state: 'abc' },
      ...{ scope: known?.scope ?? '', dpop: { signer } },
    });
    expect(new URL(begun.authorizationRequestUrl).searchParams.get('scope')).toBeNull();
    const { pathname, search } = new URL(begun.authorizationRequestUrl);
    const page = pathTo(await browser.open(pathname + search));
    await browser.open(page);
    const back = pathTo(await browser.send(page, { decision: 'approve' }));
    const answer = wallet.parseAndVerifyAuthorizationResponseRedirectUrl({
      ...{ url: back, authorizationServerMetadata: issuerMetadata.authorizationServers[0] },
    } as Parameters<typeof wallet.parseAndVerifyAuthorizationResponseRedirectUrl>[0]);
    const given = await wallet.retrieveAuthorizationCodeAccessTokenFromOffer({
      ...{ issuerMetadata, credentialOffer, redirectUri, authorizationCode: String(answer.code) },
      pkceCodeVerifier: begun.pkce?.codeVerifier ?? '',
      dpop: begun.dpop ?? { signer },
    });
    expect(given.accessTokenResponse).toMatchObject({ token_type: 'DPoP', scope: residency });
    const { c_nonce: nonce } = await wallet.requestNonce({ issuerMetadata });
    const { jwt } = await wallet.createCredentialRequestJwtProof({
      ...{ issuerMetadata, credentialConfigurationId: id, nonce, signer },
      issuedAt: new Date(world.clock.now),
    });
    const { credentialResponse } = await wallet.retrieveCredentials({
      ...{ issuerMetadata, credentialConfigurationId: id, proofs: { jwt: [jwt] } },
      accessToken: given.accessTokenResponse.access_token,
      dpop: given.dpop ?? { signer },
    });
    const [first] = credentialResponse.credentials ?? [];
    const credential = String(typeof first === 'string' ? first : first?.['credential']);
    expect(claimsOf(credential.split('~')[0] ?? '')).toMatchObject({
      ...{ iss: world.baseUrl, vct: `${world.baseUrl}/credentials/types/residency` },
      cnf: { jwk: device.publicJwk },
    });
  }

  it('gets the credential from the page’s offer after a sign-in', async () => {
    await goesAllTheWay(
      openClientWallet(device, world, async (body) => {
        Object.assign(body, await assertion(), { client_id: clientId });
      }),
    );
    expect.hasAssertions();
  });

  it('gets the credential with its provider’s attestation instead of an assertion', async () => {
    clientId = await anAttestedClient();
    await goesAllTheWay(
      openAttestedWallet(device, world, await attestation({ iss: 'https://provider.example' })),
    );
    expect.hasAssertions();
  });
});

describe('a wallet’s authorization request', () => {
  it('is explained on the consent page and needs consent each time', async () => {
    const page = await consentPath(residency);
    expect(shownText(await browser.open(page))).toMatch(
      /Pocket.*Add a credential to your wallet that shows your name, your permit number/,
    );
    await browser.send(page, { decision: 'approve' });
    const again = await consentPath(residency);
    expect((await browser.open(again)).status).toBe(200);
    expect(clientAnswer(await browser.send(again, { decision: 'deny' }))).toMatchObject({
      error: 'access_denied',
    });
  });

  it.each([[`openid ${residency}`], [`${residency} ${standing}`], [`${residency} offline_access`]])(
    'must be for one credential only, not %s',
    async (scope) => {
      const id = await created(world, '/oauth_clients', {
        ...{ ...asWallet, name: 'Pocket', requestObjectKeys: [own.jwk] },
        scopes: ['openid', 'offline_access', residency, standing],
      });
      expect(errorOf(await push(scope, { client_id: String(id['clientId']) }))).toEqual([
        400,
        'invalid_scope',
      ]);
    },
  );

  it('is refused with prompt=none, in the device flow and from other clients', async () => {
    const { body } = await push(residency, { prompt: 'none' });
    const query = new URLSearchParams({
      client_id: clientId,
      request_uri: String(Object(body)['request_uri']),
    });
    expect(clientAnswer(await browser.open(`/api/oauth/authorize?${query}`))).toMatchObject({
      error: 'consent_required',
    });
    const device = { scope: residency, ...(await assertion()) };
    expect(errorOf(await postForm(world, 'device_authorization', device))).toEqual([
      400,
      'invalid_scope',
    ]);
    const other = await anAskingClient(world);
    const answer = await browser.open(
      `/api/oauth/authorize?${new URLSearchParams({ client_id: other.clientId, redirect_uri: other.redirectUri, response_type: 'code', scope: residency })}`,
    );
    expect(clientAnswer(answer)).toMatchObject({ error: 'invalid_scope' });
  });

  it.each([
    'tokenEndpointAuthMethod',
    'requirePushedAuthorizationRequests',
    'dpopBoundAccessTokens',
  ])('needs a client with %s, at registration and after changes', async (field) => {
    const plain = { ...asWallet, name: 'Pocket', requestObjectKeys: [own.jwk], [field]: undefined };
    const refused = await world.admin('POST', '/oauth_clients', plain);
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: ['scopes'] }] } });
    const value = field === 'tokenEndpointAuthMethod' ? 'client_secret' : false;
    const path = `/oauth_clients/${clientId}`;
    const revised = await world.admin('PATCH', path, { [field]: value });
    expect(revised).toMatchObject({ status: 400, body: { details: [{ path: ['scopes'] }] } });
  });

  it('is for the one entity that the holder chooses', async () => {
    const entity = await anEntityOf(ada);
    const other = await anEntity(world);
    const page = await consentPath(standing);
    const shown = await browser.open(page);
    expect(shown.text).toMatch(new RegExp(`type="radio"[^>]*value="${entity.id}"`));
    const choices: readonly Fields[] = [{}, { legalEntityId: other.id }];
    for (const choice of choices) {
      const refused = await browser.send(page, { decision: 'approve', ...choice });
      expect(refused.status).toBe(400);
      expect(shownText(refused)).toContain('Choose the legal entity that the credential is about');
    }
    const answer = await browser.send(page, { decision: 'approve', legalEntityId: entity.id });
    const { access } = await tokens(String(Reflect.get(clientAnswer(answer), 'code')));
    const { status, body } = await fetchCredential(access, 'good_standing');
    expect(status).toBe(200);
    expect(Object(body).credentials).toHaveLength(1);
  });

  it('can only be denied by someone without an entity, and the page explains why', async () => {
    const page = await consentPath(standing);
    const shown = await browser.open(page);
    expect(shownText(shown)).toContain(
      'You can’t get this credential because you don’t represent a legal entity',
    );
    expect(shown.text).not.toContain('value="approve"');
    const refused = await browser.send(page, { decision: 'approve' });
    expect(refused.status).toBe(400);
    expect(clientAnswer(await browser.send(page, { decision: 'deny' }))).toMatchObject({
      error: 'access_denied',
    });
  });
});

describe('a wallet’s tokens', () => {
  it('give access to that credential only, and can be renewed by the client', async () => {
    const { access, refresh } = await tokens();
    expect(claimsOf(access)).toMatchObject({ client_id: clientId, scope: residency });
    expect((await fetchCredential(access)).status).toBe(200);
    expect(errorOf(await fetchCredential(access, 'good_standing'))).toEqual([
      400,
      'invalid_credential_request',
    ]);
    const me = await world.call('GET', '/api/v1/me/natural-person', {
      headers: { authorization: `DPoP ${access}` },
    });
    expect(me.status).toBe(401);
    const renewed = await renew(refresh);
    expect(renewed).toMatchObject({ status: 200, body: { refresh_token: refresh } });
    expect((await fetchCredential(String(Object(renewed.body)['access_token']))).status).toBe(200);
  });

  it('can get credentials for any holder key, because they are DPoP-bound', async () => {
    const { access, refresh } = await tokens();
    expect((await fetchCredential(access)).status).toBe(200);
    holder = await aHolder();
    expect((await fetchCredential(access)).status).toBe(200);
    const renewed = await renew(refresh);
    holder = await aHolder();
    expect((await fetchCredential(String(Object(renewed.body)['access_token']))).status).toBe(200);
  });

  it('cannot be renewed without the client’s authentication or a DPoP proof', async () => {
    const { refresh } = await tokens();
    expect(errorOf(await renew(refresh, {}))).toEqual([401, 'invalid_client']);
    const other = await aWalletClient();
    expect(errorOf(await renew(refresh, await assertion(other)))).toEqual([400, 'invalid_grant']);
    const unproved = await atTokenEndpoint(world, {
      ...{ grant_type: 'refresh_token', refresh_token: refresh, ...(await assertion()) },
    });
    expect(errorOf(unproved)).toEqual([400, 'invalid_dpop_proof']);
    const { client_assertion, ...rest } = await assertion();
    expect(
      (await renew(refresh, { ...rest, client_assertion: String(client_assertion) })).status,
    ).toBe(200);
    expect(
      errorOf(await renew(refresh, { ...rest, client_assertion: String(client_assertion) })),
    ).toEqual([401, 'invalid_client']);
  });

  it('can be renewed with another DPoP key, to which the new access token is bound', async () => {
    const { refresh } = await tokens();
    const other = await aHolder();
    const renewed = await renew(refresh, null, other);
    expect(renewed.status).toBe(200);
    const { cnf } = claimsOf(String(Object(renewed.body)['access_token']));
    expect(cnf).toEqual({ jkt: other.thumbprint });
  });

  it('are issued once per code; a second use revokes them', async () => {
    const code = await aCode();
    const { access, refresh } = await tokens(code);
    expect(errorOf(await redeem(code))).toEqual([400, 'invalid_grant']);
    expect(errorOf(await fetchCredential(access))).toEqual([401, 'invalid_token']);
    expect(errorOf(await renew(refresh))).toEqual([400, 'invalid_grant']);
  });

  it('are issued at most once if a code is used three times at the same time', async () => {
    const code = await aCode();
    const answers = await Promise.all([redeem(code), redeem(code), redeem(code)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    [
      'the holder ends the connection',
      async () => {
        await browser.open('/portal/connections');
        await browser.send(`/portal/connections/${clientId}/revoke`, {});
      },
    ],
    [
      'the client is deactivated',
      () => world.admin('PATCH', `/oauth_clients/${clientId}`, { active: false }),
    ],
    [
      'the client loses the scope',
      () => world.admin('PATCH', `/oauth_clients/${clientId}`, { scopes: [standing] }),
    ],
  ])('are invalid if %s', async (_, act) => {
    const { access, refresh } = await tokens();
    await act();
    expect(errorOf(await fetchCredential(access))).toEqual([401, 'invalid_token']);
    expect((await renew(refresh)).status).toBeGreaterThanOrEqual(400);
  });

  it('are not issued for a code whose consent was withdrawn', async () => {
    const code = await aCode();
    await browser.open('/portal/connections');
    await browser.send(`/portal/connections/${clientId}/revoke`, {});
    expect(errorOf(await redeem(code))).toEqual([400, 'invalid_grant']);
  });

  it('can be revoked only by their client', async () => {
    const { access, refresh } = await tokens();
    const other = await aWalletClient();
    const revoke = async (by: string) =>
      postForm(world, 'revoke', { token: refresh, ...(await assertion(by)) });
    expect((await revoke(other)).status).toBe(200);
    expect((await fetchCredential(access)).status).toBe(200);
    expect((await revoke(clientId)).status).toBe(200);
    expect(errorOf(await fetchCredential(access))).toEqual([401, 'invalid_token']);
    expect(errorOf(await renew(refresh))).toEqual([400, 'invalid_grant']);
    expect((await revoke(clientId)).status).toBe(200);
  });

  it('do not affect tokens from an offer, which need no authentication', async () => {
    const offer = await seeOffer(browser, 'residency');
    const { body } = await atTokenEndpoint(world, takingUp(offer));
    const { refresh_token } = Object(body);
    const renewed = await atTokenEndpoint(world, {
      ...{ grant_type: 'refresh_token', refresh_token, client_id: 'some-wallet' },
    });
    expect(renewed).toMatchObject({ status: 200, body: { scope: residency } });
  });

  it('do not share an entity with the client', async () => {
    const entity = await anEntityOf(ada);
    await aCode(standing, { legalEntityId: entity.id });
    expect(await getItem(world.table, keys.consent(ada.id, clientId))).toMatchObject({
      scopes: [standing],
      legalEntityIds: [],
    });
  });
});

describe('a wallet with its provider’s attestation', () => {
  const pushAs = async (headers: Fields, more: Fields = {}) =>
    postForm(
      world,
      'par',
      {
        ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code' },
        ...{ scope: residency, code_challenge: challenge, code_challenge_method: 'S256', ...more },
      },
      headers,
    );
  const both = async (one: Promise<string>, other: Promise<string>): Promise<Fields> => ({
    'oauth-client-attestation': await one,
    'oauth-client-attestation-pop': await other,
  });

  beforeEach(async () => {
    clientId = await anAttestedClient();
  });

  it('is authenticated', async () => {
    expect((await pushAs(await both(attestation(), pop()))).status).toBe(201);
    const tolerant = pop({ iss: clientId, exp: seconds() + 60 });
    expect((await pushAs(await both(attestation(), tolerant))).status).toBe(201);
  });

  const stranger = () => aSigningKey('ES256', 'wallet');
  const hour = 3600;
  it.each<[string, () => Promise<Fields>]>([
    [
      'an attestation signed with another key',
      async () => both(attestation({}, await stranger()), pop()),
    ],
    ['a proof signed with another key', async () => both(attestation(), pop({}, await aHolder()))],
    ['an expired attestation', () => both(attestation({ exp: seconds() - hour }), pop())],
    ['an attestation without an expiry', () => both(attestation({ exp: undefined }), pop())],
    ['an attestation without a subject', () => both(attestation({ sub: undefined }), pop())],
    [
      'an attestation for another client',
      () => both(attestation({ sub: 'another-wallet' }), pop()),
    ],
    ['an attestation without a key', () => both(attestation({ cnf: undefined }), pop())],
    [
      'an attestation with a point off the curve',
      () =>
        both(attestation({ cnf: { jwk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } } }), pop()),
    ],
    ['an attestation with another type', () => both(attestation({}, own, { typ: 'JWT' }), pop())],
    [
      'a proof for another server',
      () => both(attestation(), pop({ aud: 'https://other.example' })),
    ],
    [
      'a proof for several servers',
      () => both(attestation(), pop({ aud: [world.baseUrl, 'https://other.example'] })),
    ],
    ['a proof without an id', () => both(attestation(), pop({ jti: undefined }))],
    ['a proof from an hour ago', () => both(attestation(), pop({ iat: seconds() - hour }))],
    ['a proof from tomorrow', () => both(attestation(), pop({ iat: seconds() + 24 * hour }))],
    ['a proof from another client', () => both(attestation(), pop({ iss: 'another-wallet' }))],
    ['a proof with another type', () => both(attestation(), pop({}, device, { typ: 'JWT' }))],
    ['the attestation as its own proof', () => both(attestation(), attestation())],
    ['no proof', async () => ({ 'oauth-client-attestation': await attestation() })],
    ['only a proof', async () => ({ 'oauth-client-attestation-pop': await pop() })],
    ['neither attestation nor proof', async () => ({})],
  ])('is refused with %s', async (_, headers) => {
    expect(errorOf(await pushAs(await headers()))).toEqual([401, 'invalid_client']);
  });

  it('is refused with a proof that was used before', async () => {
    const headers = await both(attestation(), pop());
    expect((await pushAs(headers)).status).toBe(201);
    expect(errorOf(await pushAs(headers))).toEqual([401, 'invalid_client']);
  });

  it('cannot use two methods, and other clients cannot use this one', async () => {
    const headers = await both(attestation(), pop());
    expect(errorOf(await pushAs(headers, await assertion()))).toEqual([400, 'invalid_request']);
    expect(errorOf(await pushAs({}, await assertion()))).toEqual([401, 'invalid_client']);
    clientId = await aWalletClient();
    const foreign = await both(attestation(), pop());
    expect(errorOf(await pushAs(foreign))).toEqual([401, 'invalid_client']);
  });
});

describe('the issuing transaction', () => {
  const issueAt = async (event: () => Promise<unknown>, id: string, access: string) => {
    const jwt = await aProof(world, holder, { nonce: await aNonce(world) });
    const { sub: personId, grant_id: grantId } = claimsOf(access);
    return issueCredential(
      { configurationId: id, proofs: { jwt: [jwt] } },
      { personId: String(personId), grantId: String(grantId) },
      { ...world.deps, table: justBefore(world.table, event) },
    );
  };

  it('issues nothing if the wallet’s connection is revoked at the same time', async () => {
    const { access } = await tokens();
    await browser.open('/portal/connections');
    const ended = () => browser.send(`/portal/connections/${clientId}/revoke`, {});
    await expect(issueAt(ended, 'residency', access)).rejects.toMatchObject({ status: 401 });
  });

  it('issues no good standing if the entity is dissolved at the same time', async () => {
    const entity = await anEntityOf(ada);
    const { access } = await tokens(await aCode(standing, { legalEntityId: entity.id }));
    const dissolved = async () => {
      const revision = { dissolutionDate: new Date(world.clock.now).toISOString() };
      const { status } = await world.admin('PATCH', `/legal_entities/${entity.id}`, revision);
      if (status !== 200) throw new Error(`set-up: ${status}`);
    };
    await expect(issueAt(dissolved, 'good_standing', access)).rejects.toMatchObject({
      status: 400,
      message: 'credential_request_denied',
    });
  });

  it('issues nothing if the holder is suspended at the same time', async () => {
    const { access } = await tokens();
    const suspended = async () => {
      const person = await getItem(world.table, keys.person(ada.id));
      const suspension = { caseId: randomUUID(), since: new Date(world.clock.now).toISOString() };
      const version = Number(person?.['version']) + 1;
      await transact(world.table, {
        person: { put: { Item: { ...person, suspension, version } } },
      });
    };
    await expect(issueAt(suspended, 'residency', access)).rejects.toMatchObject({ status: 401 });
  });
});

it('the metadata publish a scope for each credential', async () => {
  const { body: server } = await world.call('GET', '/.well-known/oauth-authorization-server');
  expect(Object(server).scopes_supported).toEqual(expect.arrayContaining([residency, standing]));
  const { body: issuer } = await world.call('GET', '/.well-known/openid-credential-issuer');
  const { credential_configurations_supported: all } = Object(issuer);
  expect([all.residency.scope, all.good_standing.scope]).toEqual([residency, standing]);
});
