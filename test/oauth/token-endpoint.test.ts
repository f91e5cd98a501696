import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../shared/kernel/db/transact.ts';
import { findConsent, withdrawConsentWrite } from '../../shared/oauth/db/oauth-consents.ts';
import { aClient } from '../support/clients.ts';
import {
  aCode,
  claimsOf,
  given,
  headerOf,
  inForm,
  postForm,
  redemption,
  rotation,
  summaryOf,
} from '../support/oauth.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const client = await aClient(world);
const other = await aClient(world);
beforeEach(() => {
  // Wrong guesses are counted for five minutes.
  world.clock.now += 600_000;
});

const token = (form: Readonly<Record<string, string>> | string, headers = {}) =>
  postForm(world, 'token', form, headers);
const code = (more = {}) => aCode(world, { personId: ada.id, client, ...more });

// RFC 7636, appendix B.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('POST /api/oauth/token with a code (spec 4.1)', () => {
  it('returns uncached access, ID and refresh tokens', async () => {
    const answer = await token(redemption(client, await code({ nonce: 'n-1' })));
    const tokens = given(answer);
    const iat = Math.floor(world.clock.now / 1000);
    const scope =
      'openid profile email offline_access service:person.details.read service:person.residency.read service:person.id_verification.read service:person.documents.read service:entity.read service:entity.documents.read service:events.read';
    expect(answer.body).toEqual({
      access_token: tokens.access_token,
      token_type: 'Bearer',
      expires_in: 3600,
      scope,
      id_token: tokens.id_token,
      refresh_token: expect.stringMatching(/^rt_[0-9A-Za-z]{43}$/),
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('pragma')).toBe('no-cache');
    const kid = expect.stringMatching(/^[\w-]{43}$/);
    expect(headerOf(tokens.access_token)).toEqual({ alg: 'RS256', typ: 'at+jwt', kid });
    expect(headerOf(tokens.id_token)).toEqual({ alg: 'RS256', typ: 'JWT', kid });
    const uuid = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(claimsOf(tokens.access_token)).toEqual({
      iss: world.baseUrl,
      aud: 'registry-api',
      sub: ada.id,
      client_id: client.clientId,
      scope,
      jti: uuid,
      iat,
      exp: iat + 3600,
      acr: 'urn:registry:acr:emailed-code',
      amr: ['otp'],
      grant_id: uuid,
    });
    expect(claimsOf(tokens.id_token)).toEqual({
      sid: 'session',
      iss: world.baseUrl,
      aud: client.clientId,
      sub: ada.id,
      acr: 'urn:registry:acr:emailed-code',
      amr: ['otp'],
      iat,
      exp: iat + 3600,
      auth_time: iat,
      nonce: 'n-1',
      at_hash: expect.stringMatching(/^[\w-]{22}$/),
    });
  });

  it('puts the access token’s hash into the ID token', async () => {
    const { access_token, id_token } = given(await token(redemption(client, await code())));
    const half = createHash('sha256').update(access_token).digest().subarray(0, 16);
    expect(claimsOf(id_token)['at_hash']).toBe(half.toString('base64url'));
  });

  it('returns no ID token and no refresh token without their scopes', async () => {
    const scopes = ['service:entity.read'];
    const answer = await token(redemption(client, await code({ scopes })));
    expect(answer.body).toEqual({
      access_token: given(answer).access_token,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'service:entity.read',
    });
  });

  it('returns the scopes as the client spelled them, also after a refresh', async () => {
    const scope = 'eprospera:person.details.read offline_access';
    const scopes = ['service:person.details.read', 'offline_access'];
    const first = given(await token(redemption(client, await code({ scope, scopes }))));
    expect(first.scope).toBe(scope);
    expect(claimsOf(first.access_token)['scope']).toBe(scopes.join(' '));
    const second = given(await token(rotation(client, first.refresh_token)));
    expect(second.scope).toBe(scope);
    const narrower = { scope: 'eprospera:person.details.read' };
    const third = given(await token({ ...rotation(client, second.refresh_token), ...narrower }));
    expect(third.scope).toBe(narrower.scope);
  });

  it('leaves out scopes that the client has lost', async () => {
    const shrinking = await aClient(world);
    const issued = await aCode(world, { personId: ada.id, client: shrinking });
    const scopes = ['email', 'offline_access'];
    await world.admin('PATCH', `/oauth_clients/${shrinking.clientId}`, { scopes });
    expect(given(await token(redemption(shrinking, issued))).scope).toBe('email offline_access');
  });

  it('accepts the verifier of a code requested with PKCE', async () => {
    const form = redemption(client, await code({ codeChallenge: challenge }));
    expect(summaryOf(await token({ ...form, code_verifier: verifier }))).toBe('200');
  });

  it.each([
    ['a missing verifier', { codeChallenge: challenge }, {}],
    ['another verifier', { codeChallenge: challenge }, { code_verifier: `${verifier}x` }],
    ['the challenge as verifier', { codeChallenge: challenge }, { code_verifier: challenge }],
    ['a verifier for a code without challenge', {}, { code_verifier: verifier }],
    ['another redirect URI', {}, { redirect_uri: 'https://client.example/other' }],
    ['another client', {}, 'other'],
    ['an unknown code', {}, { code: 'unknown' }],
  ])('refuses %s with invalid_grant, and the code stays valid', async (_, asked, sent) => {
    const issued = await code(asked);
    const form = redemption(client, issued);
    const wrong = sent === 'other' ? { ...form, ...inForm(other) } : { ...form, ...Object(sent) };
    const answer = await token(wrong);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description: 'The grant is invalid, expired, used or revoked. Start a new sign-in.',
      },
    });
    const right = 'codeChallenge' in asked ? { ...form, code_verifier: verifier } : form;
    expect(summaryOf(await token(right))).toBe('200');
  });

  it('refuses a code from one minute after its issue', async () => {
    const [early, late] = [await code(), await code()];
    world.clock.now += 59_999;
    expect(summaryOf(await token(redemption(client, early)))).toBe('200');
    world.clock.now += 1;
    expect(summaryOf(await token(redemption(client, late)))).toBe('400 invalid_grant');
  });

  it('refuses a code whose consent was withdrawn, even after a new consent', async () => {
    const ben = await aResident(world);
    const before = await aCode(world, { personId: ben.id, client });
    const consent = await findConsent(world.table, ben.id, client.clientId);
    if (consent === null) throw new Error('set-up: no consent');
    await transact(world.table, { consent: withdrawConsentWrite(consent) });
    expect(summaryOf(await token(redemption(client, before)))).toBe('400 invalid_grant');
    const after = await aCode(world, { personId: ben.id, client });
    expect(summaryOf(await token(redemption(client, before)))).toBe('400 invalid_grant');
    expect(summaryOf(await token(redemption(client, after)))).toBe('200');
  });

  it('refuses a code from before a deactivation, even after a reactivation', async () => {
    const ben = await aResident(world);
    const before = await aCode(world, { personId: ben.id, client });
    await world.admin('POST', `/persons/${ben.id}/deactivate`, {});
    expect(summaryOf(await token(redemption(client, before)))).toBe('400 invalid_grant');
    await world.admin('POST', `/persons/${ben.id}/reactivate`, {});
    expect(summaryOf(await token(redemption(client, before)))).toBe('400 invalid_grant');
    const after = await aCode(world, { personId: ben.id, client });
    expect(summaryOf(await token(redemption(client, after)))).toBe('200');
    expect(summaryOf(await token(redemption(client, before)))).toBe('400 invalid_grant');
  });
});

describe('POST /api/oauth/token with a refresh token', () => {
  const first = async (more = {}) => given(await token(redemption(client, await code(more))));

  it('returns the next one and an ID token for the same sign-in, without a nonce', async () => {
    const signedInAt = Math.floor(world.clock.now / 1000);
    const tokens = await first({ nonce: 'n-2' });
    world.clock.now += 86_400_000;
    const next = given(await token(rotation(client, tokens.refresh_token)));
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    const { iss, sub, aud } = claimsOf(tokens.id_token);
    const { auth_time, nonce, iat, ...others } = claimsOf(next.id_token);
    expect(others).toMatchObject({ iss, sub, aud });
    expect({ auth_time, nonce, iat }).toEqual({
      auth_time: signedInAt,
      nonce: undefined,
      iat: signedInAt + 86_400,
    });
  });

  it('narrows only the access token: the refresh token keeps all granted scopes', async () => {
    const tokens = await first();
    const narrow = given(
      await token({ ...rotation(client, tokens.refresh_token), scope: 'email' }),
    );
    expect([narrow.scope, narrow.id_token]).toEqual(['email', undefined]);
    expect(claimsOf(narrow.access_token)['scope']).toBe('email');
    const wide = given(await token(rotation(client, narrow.refresh_token)));
    expect(wide.scope.split(' ')).toHaveLength(11);
  });

  it.each([
    ['that was not granted', 'profile'],
    ['that is unknown', 'service:everything'],
    ['that the client has lost', 'openid'],
  ])('refuses a scope %s with invalid_scope, and the token stays valid', async (_, scope) => {
    const shrinking = await aClient(world);
    const scopes = ['openid', 'email', 'offline_access'];
    const issued = await aCode(world, { personId: ada.id, client: shrinking, scopes });
    const { refresh_token } = given(await token(redemption(shrinking, issued)));
    await world.admin('PATCH', `/oauth_clients/${shrinking.clientId}`, {
      scopes: ['email', 'profile', 'offline_access'],
    });
    const form = rotation(shrinking, refresh_token);
    expect(summaryOf(await token({ ...form, scope }))).toBe('400 invalid_scope');
    expect(given(await token(form)).scope).toBe('email offline_access');
  });

  it('refuses it 30 days after its issue or 180 days after the start of its family', async () => {
    const day = 86_400_000;
    const [kept, unused] = [await first(), await first()];
    let refresh = kept.refresh_token;
    for (let days = 29; days < 180; days += 29) {
      world.clock.now += 29 * day;
      refresh = given(await token(rotation(client, refresh))).refresh_token;
    }
    // After 174 days, the last token expires with its family six days later.
    world.clock.now += 6 * day - 1;
    expect(summaryOf(await token(rotation(client, unused.refresh_token)))).toBe(
      '400 invalid_grant',
    );
    expect(
      summaryOf(await postForm(world, 'introspect', { token: refresh, ...inForm(client) })),
    ).toBe('200');
    world.clock.now += 1;
    expect(summaryOf(await token(rotation(client, refresh)))).toBe('400 invalid_grant');
  });

  it('refuses it from another client, and it stays valid', async () => {
    const { refresh_token } = await first();
    expect(summaryOf(await token(rotation(other, refresh_token)))).toBe('400 invalid_grant');
    expect(summaryOf(await token(rotation(client, refresh_token)))).toBe('200');
  });
});

describe('an internal error at the token endpoint', () => {
  it('returns internal_server_error and does not use up the code', async () => {
    const issued = await code();
    world.proxy.failNext({ operation: 'BatchGetItem', kind: 'internal', times: 3 });
    const answer = await token(redemption(client, issued));
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 500,
      body: { error: 'internal_server_error' },
    });
    expect(world.proxy.pending()).toBe(0);
    expect(summaryOf(await token(redemption(client, issued)))).toBe('200');
  });
});
