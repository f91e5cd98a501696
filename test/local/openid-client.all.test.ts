import * as oauth from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attribute, formOf, hiddenFields, person } from '../support/person.ts';
import { type Data, type RunningService, startService } from '../support/running-service.ts';

const scopes = ['openid', 'profile', 'email', 'offline_access', 'service:entity.read'];
const redirectUri = 'https://client.example/callback';
let service: RunningService;
let ada: Data;
let email: string;
let acme: Data;
let other: Data;
let confidential: { clientId: string; clientSecret: string };

beforeAll(async () => {
  service = await startService();
  confidential = await service.register({ scopes, redirectUris: [redirectUri] });
});
afterAll(() => service.stop());

let people = 0;
// A new person in each test, as sign-in emails to one address are limited by the hour.
beforeEach(async () => {
  people += 1;
  email = `ada-${people}@residents.example`;
  ada = await service.operate('/persons', { email, givenName: 'Ada', surname: 'Lovelace' });
  const entity = { optionId: 'llc', extension: 'LLC', representatives: [ada.id] };
  acme = await service.operate('/legal_entities', { ...entity, name: `Acme ${people}` });
  other = await service.operate('/legal_entities', { ...entity, name: `Other ${people}` });
});

/** The library, configured only with the issuer. */
function configured(
  { clientId, clientSecret } = confidential,
  authentication: (secret: string) => oauth.ClientAuth = oauth.ClientSecretBasic,
  metadata: Partial<oauth.ClientMetadata> = {},
): Promise<oauth.Configuration> {
  return oauth.discovery(
    new URL(service.baseUrl),
    clientId,
    metadata,
    authentication(clientSecret),
    { execute: [oauth.allowInsecureRequests] },
  );
}

const browser = () => person(service.baseUrl, email);
type Browser = ReturnType<typeof browser>;

/** An authorization request of the library with all its checks, and the person's answer. */
async function authorized(
  config: oauth.Configuration,
  {
    by = browser(),
    answers = {},
    ...parameters
  }: {
    by?: Browser;
    answers?: Parameters<Browser['answer']>[1];
    [parameter: string]: unknown;
  } = {},
) {
  const checks = {
    pkceCodeVerifier: oauth.randomPKCECodeVerifier(),
    expectedState: oauth.randomState(),
    expectedNonce: oauth.randomNonce(),
  };
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    // The tests add only text parameters.
    ...(parameters as Record<string, string>),
  });
  return { checks, arrival: await by.answer(url.href, answers) };
}

async function signedIn(
  config: oauth.Configuration,
  options: Parameters<typeof authorized>[1] = {},
) {
  const { checks, arrival } = await authorized(config, options);
  return oauth.authorizationCodeGrant(config, new URL(arrival.url), checks);
}

const entitiesSeen = async (config: oauth.Configuration, token: string) => {
  const url = new URL('/api/v1/me/legal-entities', service.baseUrl);
  const answer = await oauth.fetchProtectedResource(config, token, url, 'GET');
  return ((await answer.json()) as { data: Data[] }).data.map(({ id }) => id);
};

describe('openid-client, configured only with the issuer,', () => {
  it.each([
    ['Basic', oauth.ClientSecretBasic],
    ['form fields', oauth.ClientSecretPost],
  ])(
    'signs a person in and reads what they selected, with its secret sent as %s',
    async (_, authentication) => {
      const config = await configured(confidential, authentication);
      const tokens = await signedIn(config, {
        prompt: 'consent',
        answers: { legalEntityIds: [acme.id] },
      });
      expect(tokens.claims()).toMatchObject({
        iss: service.baseUrl,
        aud: confidential.clientId,
        sub: ada.id,
        acr: 'urn:registry:acr:emailed-code',
        amr: ['otp'],
      });
      expect(Object.keys(tokens.claims() ?? {})).not.toContain('email');
      expect(tokens).toMatchObject({
        token_type: 'bearer',
        expires_in: 3600,
        scope: scopes.join(' '),
      });
      expect(await oauth.fetchUserInfo(config, tokens.access_token, ada.id)).toEqual({
        sub: ada.id,
        name: 'Ada Lovelace',
        given_name: 'Ada',
        family_name: 'Lovelace',
        email,
        email_verified: true,
      });
      expect(await entitiesSeen(config, tokens.access_token)).toEqual([acme.id]);
    },
  );

  it("gets the scope back as requested, and the tokens have the contract's name", async () => {
    const config = await configured();
    const scope = 'openid eprospera:entity.read offline_access';
    const tokens = await signedIn(config, { scope });
    const next = await oauth.refreshTokenGrant(config, String(tokens.refresh_token));
    expect([tokens.scope, next.scope]).toEqual([scope, scope]);
    expect(await entitiesSeen(config, next.access_token)).toEqual([]);
    const [, claims = ''] = next.access_token.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      scope: 'openid service:entity.read offline_access',
    });
  });

  it('keeps a person signed in, using each refresh token once', async () => {
    const config = await configured();
    const first = await signedIn(config);
    const second = await oauth.refreshTokenGrant(config, String(first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.claims()).toMatchObject({
      sub: ada.id,
      auth_time: first.claims()?.['auth_time'],
    });
    const narrow = await oauth.refreshTokenGrant(config, String(second.refresh_token), {
      scope: 'openid',
    });
    expect(narrow.scope).toBe('openid');
    expect(await oauth.fetchUserInfo(config, narrow.access_token, ada.id)).toEqual({ sub: ada.id });

    await expect(
      oauth.refreshTokenGrant(config, String(first.refresh_token)),
    ).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
    for (const { access_token } of [first, second, narrow]) {
      await expect(oauth.fetchUserInfo(config, access_token, ada.id)).rejects.toMatchObject({
        status: 401,
      });
    }
    await expect(
      oauth.refreshTokenGrant(config, String(second.refresh_token)),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('introspects and revokes its tokens', async () => {
    const config = await configured();
    const tokens = await signedIn(config);
    const active = { active: true, sub: ada.id, client_id: confidential.clientId };
    expect(await oauth.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      ...active,
      iss: service.baseUrl,
      scope: scopes.join(' '),
    });
    const refresh = String(tokens.refresh_token);
    expect(await oauth.tokenIntrospection(config, refresh)).toMatchObject(active);
    await oauth.tokenRevocation(config, refresh, { token_type_hint: 'refresh_token' });
    for (const token of [tokens.access_token, refresh]) {
      expect(await oauth.tokenIntrospection(config, token)).toEqual({ active: false });
    }
  });

  it('accepts the response in the fragment and as a form post', async () => {
    const config = await configured();
    const by = browser();
    const inFragment = await authorized(config, { by, response_mode: 'fragment' });
    const { origin, pathname, search, hash } = new URL(inFragment.arrival.url);
    expect(origin + pathname + search).toBe(redirectUri);
    const asQuery = new URL(`${redirectUri}?${hash.slice(1)}`);
    const { access_token } = await oauth.authorizationCodeGrant(config, asQuery, inFragment.checks);
    expect(await oauth.fetchUserInfo(config, access_token, ada.id)).toMatchObject({ sub: ada.id });

    const posted = await authorized(config, { by, response_mode: 'form_post' });
    const form = String(formOf(String(posted.arrival.text)));
    const action = String(attribute(form, 'action'));
    expect(action).toBe(redirectUri);
    const request = new Request(action, { method: 'POST', body: hiddenFields(form) });
    const tokens = await oauth.authorizationCodeGrant(config, request, posted.checks);
    expect(tokens.claims()?.sub).toBe(ada.id);
  });

  it('requires a new sign-in with max_age, and checks its time', async () => {
    const config = await configured(confidential, oauth.ClientSecretBasic, { default_max_age: 60 });
    const by = browser();
    const first = await signedIn(config, { by, max_age: '60' });
    const again = await signedIn(config, { by, max_age: '60' });
    expect(again.claims()?.['auth_time']).toBe(first.claims()?.['auth_time']);
    expect(by.signIns()).toBe(1);
    await signedIn(config, { by, max_age: '0' });
    await signedIn(config, { by, prompt: 'login' });
    expect(by.signIns()).toBe(3);
  });

  it('succeeds with prompt=none only if there is nothing to ask', async () => {
    const config = await configured();
    await expect(signedIn(config, { prompt: 'none' })).rejects.toMatchObject({
      error: 'login_required',
    });
    const by = browser();
    await signedIn(config, { by, prompt: 'consent' });
    const silent = await signedIn(config, { by, prompt: 'none' });
    expect(silent.claims()?.sub).toBe(ada.id);
    const fresh = await configured(await service.register({ scopes, redirectUris: [redirectUri] }));
    await expect(signedIn(fresh, { by, prompt: 'none' })).rejects.toMatchObject({
      error: 'consent_required',
    });
  });

  it('gets access_denied and no tokens if the person declines', async () => {
    const config = await configured();
    const denied = signedIn(config, { prompt: 'consent', answers: { decision: 'deny' } });
    await expect(denied).rejects.toMatchObject({ error: 'access_denied' });
  });

  it('redeems a code once, and a second use revokes the tokens of the first', async () => {
    const config = await configured();
    const { checks, arrival } = await authorized(config);
    const redeem = () => oauth.authorizationCodeGrant(config, new URL(arrival.url), checks);
    const tokens = await redeem();
    await expect(redeem()).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(oauth.fetchUserInfo(config, tokens.access_token, ada.id)).rejects.toMatchObject({
      status: 401,
    });
  });

  it('works for a public client without a secret, with PKCE', async () => {
    const client = await service.register({ scopes, redirectUris: [redirectUri], public: true });
    const config = await configured(client, oauth.None);
    const by = browser();
    const answers = { legalEntityIds: [acme.id, other.id] };
    const tokens = await signedIn(config, { by, answers });
    expect((await entitiesSeen(config, tokens.access_token)).toSorted()).toEqual(
      [acme.id, other.id].toSorted(),
    );
    const next = await oauth.refreshTokenGrant(config, String(tokens.refresh_token));
    await oauth.tokenRevocation(config, String(next.refresh_token));
    const { checks, arrival } = await authorized(config, { by });
    const wrong = { ...checks, pkceCodeVerifier: oauth.randomPKCECodeVerifier() };
    await expect(
      oauth.authorizationCodeGrant(config, new URL(arrival.url), wrong),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('signs a device in after its user confirms the code in a browser', async () => {
    const client = await service.register({ scopes, redirectUris: [], public: true });
    const config = await configured(client, oauth.None);
    const scope = scopes.join(' ');
    const device = await oauth.initiateDeviceAuthorization(config, { scope });
    expect(device).toEqual({
      device_code: expect.any(String),
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
      verification_uri: `${service.baseUrl}/oauth/device`,
      verification_uri_complete: `${service.baseUrl}/oauth/device?user_code=${device.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    const answers = { legalEntityIds: [other.id] };
    const by = browser();
    await by.answer(device.verification_uri_complete ?? '', answers);
    // The answer already exists, so there is no need to wait for the polling interval.
    const tokens = await oauth.pollDeviceAuthorizationGrant(config, { ...device, interval: 1 });
    expect(await entitiesSeen(config, tokens.access_token)).toEqual([other.id]);
    expect(tokens.claims()?.sub).toBe(ada.id);

    const refused = await oauth.initiateDeviceAuthorization(config, { scope });
    await by.answer(refused.verification_uri_complete ?? '', { decision: 'deny' });
    await expect(
      oauth.pollDeviceAuthorizationGrant(config, { ...refused, interval: 1 }),
    ).rejects.toMatchObject({ error: 'access_denied' });
  });
});
