import { beforeEach, describe, expect, it } from 'vitest';
import { aClient } from '../support/clients.ts';
import { aCode, given, inHeader, postForm, redemption, summaryOf } from '../support/oauth.ts';
import { aResident, created } from '../support/registry.ts';
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

describe('a client authenticates', () => {
  const fields = (issued: string) => {
    const { client_id: _, client_secret: __, ...rest } = redemption(client, issued);
    return rest;
  };

  it('with HTTP Basic, with or without its id in the form', async () => {
    expect(summaryOf(await token(fields(await code()), inHeader(client)))).toBe('200');
    const withId = { ...fields(await code()), client_id: client.clientId };
    expect(summaryOf(await token(withId, inHeader(client)))).toBe('200');
  });

  it('neither with both methods at the same time nor with two ids', async () => {
    const issued = await code();
    expect(summaryOf(await token(redemption(client, issued), inHeader(client)))).toBe(
      '400 invalid_request',
    );
    const otherId = { ...fields(issued), client_id: other.clientId };
    expect(summaryOf(await token(otherId, inHeader(client)))).toBe('400 invalid_request');
    expect(summaryOf(await token(redemption(client, issued)))).toBe('200');
  });

  const basic = (text: string) => ({
    authorization: `Basic ${Buffer.from(text).toString('base64')}`,
  });

  it('with HTTP Basic and a percent-encoded id and secret (RFC 6749, section 2.3.1)', async () => {
    const escaped = (text: string) =>
      [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const pair = `${escaped(client.clientId)}:${escaped(client.clientSecret)}`;
    expect(summaryOf(await token(fields(await code()), basic(pair)))).toBe('200');
  });

  it.each([
    ['another secret', () => inHeader({ ...client, clientSecret: 'wrong' })],
    [
      'the secret of another client',
      () => inHeader({ ...client, clientSecret: other.clientSecret }),
    ],
    ['no secret', () => basic(`${client.clientId}:`)],
    ['an unknown client', () => basic('nobody:secret')],
    ['no client id', () => basic(':secret')],
    ['no colon', () => basic(client.clientId)],
    ['a broken escape', () => basic(`${client.clientId}:%zz`)],
    ['another scheme', () => ({ authorization: 'Bearer secret' })],
  ])('not with %s in the header: 401 with a Basic challenge', async (_, headers) => {
    const answer = await token(fields(await code()), headers());
    expect(summaryOf(answer)).toBe('401 invalid_client');
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="oauth"');
    expect(Object.keys(Object(answer.body)).toSorted()).toEqual(['error', 'error_description']);
  });

  it.each([
    ['another secret', () => ({ client_id: client.clientId, client_secret: 'wrong' })],
    ['no secret', () => ({ client_id: client.clientId })],
    ['an empty secret', () => ({ client_id: client.clientId, client_secret: '' })],
    ['an unknown client', () => ({ client_id: 'nobody', client_secret: 'secret' })],
    ['a malformed client id', () => ({ client_id: 'A B', client_secret: 'secret' })],
    ['no client', () => ({})],
  ])('not with %s in the form: 401 without a challenge', async (_, sent) => {
    const answer = await token({ ...fields(await code()), ...sent() });
    expect(summaryOf(answer)).toBe('401 invalid_client');
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  it('not while it is inactive', async () => {
    const off = await aClient(world);
    const issued = await aCode(world, { personId: ada.id, client: off });
    await world.admin('PATCH', `/oauth_clients/${off.clientId}`, { active: false });
    expect(summaryOf(await token(redemption(off, issued)))).toBe('401 invalid_client');
  });

  it('with either secret during a rotation’s overlap', async () => {
    const changing = await aClient(world);
    const { body } = await world.admin('POST', `/oauth_clients/${changing.clientId}/secrets`, {
      overlapHours: 1,
    });
    const clientSecret = String(Object(Object(body).data).clientSecret);
    const redeem = async (secret: string) => {
      const issued = await aCode(world, { personId: ada.id, client: changing });
      return summaryOf(await token(redemption({ ...changing, clientSecret: secret }, issued)));
    };
    expect([await redeem(changing.clientSecret), await redeem(clientSecret)]).toEqual([
      '200',
      '200',
    ]);
    world.clock.now += 3_600_000;
    expect([await redeem(changing.clientSecret), await redeem(clientSecret)]).toEqual([
      '401 invalid_client',
      '200',
    ]);
  });

  it('with only its id if it is public; a secret is refused', async () => {
    const { clientId } = await created(world, '/oauth_clients', {
      name: 'Public',
      public: true,
      redirectUris: [client.redirectUri],
      scopes: ['openid', 'offline_access'],
    }).then((made) => ({ clientId: String(made['clientId']) }));
    const open = { ...client, clientId };
    const scopes = ['openid', 'offline_access'];
    const asked = { personId: ada.id, client: open, scopes, codeChallenge: challenge };
    const form = {
      ...redemption(open, await aCode(world, asked)),
      client_secret: '',
      code_verifier: verifier,
    };
    expect(summaryOf(await token({ ...form, client_secret: 'x' }))).toBe('401 invalid_client');
    const { refresh_token } = given(await token(form));
    const next = { grant_type: 'refresh_token', refresh_token, client_id: clientId };
    expect(summaryOf(await token(next))).toBe('200');
  });
});

describe('an invalid token request', () => {
  const grant = 'grant_type=authorization_code&code=x&redirect_uri=y';
  it.each([
    ['with an empty form', '', '400 invalid_request'],
    ['without a grant type', 'code=x', '400 invalid_request'],
    ['with an unsupported grant type', 'grant_type=password', '400 unsupported_grant_type'],
    ['without a code', 'grant_type=authorization_code&redirect_uri=y', '400 invalid_request'],
    [
      'with an empty code',
      'grant_type=authorization_code&code=&redirect_uri=y',
      '400 invalid_request',
    ],
    ['without a redirect URI', 'grant_type=authorization_code&code=x', '400 invalid_request'],
    ['without a refresh token', 'grant_type=refresh_token', '400 invalid_request'],
    [
      'without a device code',
      'grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code',
      '400 invalid_request',
    ],
    ['with two codes', `${grant}&code=z`, '400 invalid_request'],
    ['with two client ids', `${grant}&client_id=a&client_id=a`, '400 invalid_request'],
    ['with an unknown parameter twice', `${grant}&audience=a&audience=b`, '400 invalid_request'],
    ['a broken escape', `${grant}&x=%zz`, '400 invalid_request'],
    ['with bytes that are not UTF-8', `${grant}&x=%ff`, '400 invalid_request'],
  ])('%s is refused with an uncached OAuth error', async (_, form, expected) => {
    const answer = await token(form, inHeader(client));
    expect(summaryOf(answer)).toBe(expected);
    expect(Object.keys(Object(answer.body)).toSorted()).toEqual(['error', 'error_description']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('pragma')).toBe('no-cache');
  });

  it('that is too long or has too many fields is refused with the reason', async () => {
    const long = await token(`a=${'x'.repeat(1_048_576)}`, inHeader(client));
    expect({ status: long.status, body: long.body }).toEqual({
      status: 413,
      body: { error: 'invalid_request', error_description: 'Request body too large' },
    });
    const fields = (max: number) => Array.from({ length: max }, (_, n) => `f${n}=`).join('&');
    const many = await token(fields(2_001), inHeader(client));
    expect({ status: many.status, body: many.body }).toEqual({
      status: 400,
      body: { error: 'invalid_request', error_description: 'A form has 2000 fields at most' },
    });
    // No field is dropped silently: a repeated one is also found at the end.
    const twice = await token(`${grant}&${fields(1_000)}&code=x`, inHeader(client));
    expect(twice.body).toEqual({
      error: 'invalid_request',
      error_description: 'code was sent more than once',
    });
  });

  it('in JSON is refused with the required content type', async () => {
    const answer = await token(JSON.stringify({ grant_type: 'refresh_token' }), {
      ...inHeader(client),
      'content-type': 'application/json',
    });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: {
        error: 'invalid_request',
        error_description: 'Content-Type must be application/x-www-form-urlencoded',
      },
    });
  });
});

it('a token request is authenticated before it is validated', async () => {
  for (const form of ['', 'grant_type=password', 'grant_type=refresh_token']) {
    expect(summaryOf(await token(form))).toBe('401 invalid_client');
    expect(summaryOf(await token(form, inHeader({ ...client, clientSecret: 'x' })))).toBe(
      '401 invalid_client',
    );
  }
});
