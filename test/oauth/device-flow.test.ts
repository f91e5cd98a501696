import { beforeEach, describe, expect, it } from 'vitest';
import {
  deviceReference,
  findDeviceByUserCode,
} from '../../shared/oauth/db/device-authorizations.ts';
import { userCodeKey } from '../../shared/oauth/domain/device-authorization.ts';
import { approveDevice, denyDevice } from '../../shared/oauth/usecases/authorize-device.ts';
import { findPerson } from '../../shared/people/db/people.ts';
import { aClient } from '../support/clients.ts';
import { approve, claimsOf, given, inForm, isLive, postForm, summaryOf } from '../support/oauth.ts';
import { aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import type { Answer } from '../support/world.ts';

const scopes = ['openid', 'profile', 'offline_access', 'service:person.details.read'];
const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';

const world = await useWorld();
const ada = await aResident(world);
const confidential = await aClient(world);
const client = { name: 'Television', public: true, redirectUris: [], scopes };
const publicClient = String((await created(world, '/oauth_clients', client))['clientId']);
beforeEach(() => {
  world.clock.now += 600_000;
});

const begin = (form: Readonly<Record<string, string>> = {}) =>
  postForm(world, 'device_authorization', {
    client_id: publicClient,
    scope: scopes.join(' '),
    ...form,
  });
const codeOf = ({ body }: Answer) => String(Reflect.get(Object(body), 'device_code'));
const aDevice = async () => codeOf(await begin());
const poll = (device_code: string, client_id = publicClient) =>
  postForm(world, 'token', { grant_type, device_code, client_id });
const wait = (seconds: number) => {
  world.clock.now += seconds * 1000;
};
const userOf = async (device_code: string) => {
  const person = await findPerson(world.table, ada.id);
  if (person === null) throw new Error('set-up: no such person');
  return { reference: deviceReference(device_code), person };
};

describe('POST /api/oauth/device_authorization (RFC 8628)', () => {
  it('returns a device code and a user code', async () => {
    const answer = await begin();
    const userCode = expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        device_code: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
        user_code: userCode,
        verification_uri: `${world.baseUrl}/oauth/device`,
        verification_uri_complete: `${world.baseUrl}/oauth/device?user_code=${Reflect.get(Object(answer.body), 'user_code')}`,
        expires_in: 600,
        interval: 5,
      },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('pragma')).toBe('no-cache');
  });

  it.each([
    ['no scope', { scope: '' }, '400 invalid_scope'],
    ['only an unknown scope', { scope: 'everything' }, '400 invalid_scope'],
    ['a scope that the client may not request', { scope: 'email' }, '400 invalid_scope'],
    [
      'a scope that the client may not request beside an unknown one',
      { scope: 'x openid email' },
      '400 invalid_scope',
    ],
    ['an unknown client', { client_id: 'nobody' }, '401 invalid_client'],
    ['no client', { client_id: '' }, '401 invalid_client'],
    ['a secret for a public client', { client_secret: 'x' }, '401 invalid_client'],
  ])('refuses %s', async (_, form, expected) => {
    expect(summaryOf(await begin(form))).toBe(expected);
  });

  it('ignores unknown scopes, and names one that the client may not request', async () => {
    const { user_code: code } = Object((await begin({ scope: 'x openid y' })).body);
    expect(await findDeviceByUserCode(world.table, userCodeKey(code) ?? '')).toMatchObject({
      ...{ scope: 'openid', scopes: ['openid'] },
    });
    expect((await begin({ scope: 'x openid email' })).body).toEqual({
      error: 'invalid_scope',
      error_description: 'The client may not ask for email',
    });
  });

  it('accepts at most 60 requests per client and network in five minutes', async () => {
    const answers = await Promise.all(Array.from({ length: 61 }, () => begin()));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(summaryOf)).toEqual(['429 invalid_request']);
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    wait(300);
    expect((await begin()).status).toBe(200);
  });
});

describe('a device that polls', () => {
  it('gets authorization_pending until the user approves, then tokens once', async () => {
    const device = await aDevice();
    const pending = await poll(device);
    expect({ status: pending.status, body: pending.body }).toEqual({
      status: 400,
      body: {
        error: 'authorization_pending',
        error_description: 'The user has not decided yet. Try again later.',
      },
    });
    await approve(world, device, { personId: ada.id, scopes });
    const tokens = given(await poll(device));
    expect(tokens.scope).toBe(scopes.join(' '));
    expect(claimsOf(tokens.access_token)['sub']).toBe(ada.id);
    expect(claimsOf(tokens.id_token)['aud']).toBe(publicClient);
    expect(tokens.refresh_token).toMatch(/^rt_/);
    expect(summaryOf(await poll(device))).toBe('400 invalid_grant');
    const { status } = await world.call('GET', '/api/oauth/userinfo', { key: tokens.access_token });
    expect(status).toBe(200);
  });

  it('too fast gets slow_down, which adds five seconds to the interval', async () => {
    const device = await aDevice();
    const answers = [summaryOf(await poll(device)), summaryOf(await poll(device))];
    wait(8);
    answers.push(summaryOf(await poll(device)));
    wait(15);
    answers.push(summaryOf(await poll(device)));
    expect(answers).toEqual([
      '400 authorization_pending',
      '400 slow_down',
      '400 slow_down',
      '400 authorization_pending',
    ]);
  });

  it('gets the user’s decision immediately, even if it polls too fast', async () => {
    const [allowed, refused] = [await aDevice(), await aDevice()];
    await Promise.all([poll(allowed), poll(refused)]);
    await approve(world, allowed, { personId: ada.id, scopes });
    await denyDevice(await userOf(refused), world.deps);
    expect(summaryOf(await poll(allowed))).toBe('200');
    expect(summaryOf(await poll(refused))).toBe('400 access_denied');
  });

  it('gets expired_token after ten minutes, even if the user has approved', async () => {
    const [waiting, allowed] = [await aDevice(), await aDevice()];
    await approve(world, allowed, { personId: ada.id, scopes });
    wait(600);
    expect([summaryOf(await poll(waiting)), summaryOf(await poll(allowed))]).toEqual([
      '400 expired_token',
      '400 expired_token',
    ]);
  });

  it('with an unknown code or another client’s code gets invalid_grant', async () => {
    const other = codeOf(await begin({ ...inForm(confidential), scope: 'openid' }));
    await approve(world, other, { personId: ada.id, scopes: ['openid'] });
    expect(summaryOf(await poll(other))).toBe('400 invalid_grant');
    expect(summaryOf(await poll('unknown'))).toBe('400 invalid_grant');
    const form = { grant_type, device_code: other, ...inForm(confidential) };
    expect(summaryOf(await postForm(world, 'token', form))).toBe('200');
  });
});

describe('the user’s decision about a device', () => {
  const consent = {
    scopes,
    scope: scopes.join(' '),
    legalEntityIds: [],
    authTime: '2026-01-01T00:00:00.000Z',
    amr: ['otp'],
  };

  it('is made once, even with ten decisions at the same time', async () => {
    const device = await aDevice();
    const user = await userOf(device);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        number % 2 === 0 ? approveDevice(user, consent, world.deps) : denyDevice(user, world.deps),
      ),
    );
    expect(outcomes.filter(({ kind }) => kind === 'decided')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'closed')).toHaveLength(9);
  });

  it('is not accepted after ten minutes', async () => {
    const device = await aDevice();
    wait(600);
    const outcome = await approveDevice(await userOf(device), consent, world.deps);
    expect(outcome).toEqual({ kind: 'closed', status: 'expired' });
  });

  it('is not accepted from a deactivated account, and an earlier approval gives no tokens', async () => {
    const ben = await aResident(world);
    const person = await findPerson(world.table, ben.id);
    if (person === null) throw new Error('set-up: no such person');
    const [before, after] = [await aDevice(), await aDevice()];
    await approve(world, before, { personId: ben.id, scopes });
    await world.admin('POST', `/persons/${ben.id}/deactivate`, {});
    const reference = deviceReference(after);
    expect(await approveDevice({ reference, person }, consent, world.deps)).toEqual({
      kind: 'deactivated',
    });
    expect(summaryOf(await poll(before))).toBe('400 invalid_grant');
    await world.admin('POST', `/persons/${ben.id}/reactivate`, {});
    expect(summaryOf(await poll(before))).toBe('400 invalid_grant');
  });

  it('is not lost if the device polls at the same time', async () => {
    const device = await aDevice();
    const polls = Array.from({ length: 5 }, () => poll(device));
    await Promise.all([approve(world, device, { personId: ada.id, scopes }), ...polls]);
    const later = [...(await Promise.all(polls)).map(summaryOf), summaryOf(await poll(device))];
    expect(later.filter((answer) => answer === '200')).toHaveLength(1);
  });
});

it('a confidential client can use the device flow and must authenticate at each step', async () => {
  expect(summaryOf(await begin({ client_id: confidential.clientId, scope: 'openid' }))).toBe(
    '401 invalid_client',
  );
  const device = codeOf(await begin({ ...inForm(confidential), scope: 'openid' }));
  await approve(world, device, { personId: ada.id, scopes: ['openid'] });
  expect(summaryOf(await poll(device, confidential.clientId))).toBe('401 invalid_client');
  const form = { grant_type, device_code: device, ...inForm(confidential) };
  const tokens = given(await postForm(world, 'token', form));
  expect(await isLive(world, confidential, tokens.access_token)).toBe(true);
});
