import { expect, it } from 'vitest';
import {
  type Device,
  deviceLogin,
  keepTokensFresh,
  openRegistry,
} from '../../packages/client/src/index.ts';
import { deviceReference } from '../../shared/oauth/db/device-authorizations.ts';
import { denyDevice } from '../../shared/oauth/usecases/authorize-device.ts';
import { findPerson } from '../../shared/people/db/people.ts';
import { approve } from '../support/oauth.ts';
import { aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const scopes = ['openid', 'offline_access', 'service:person.residency.read'];

const world = await useWorld();
const { baseUrl } = world;
const ada = await aResident(world);
const television = { name: 'Television', public: true, redirectUris: [], scopes };
const clientId = String((await created(world, '/oauth_clients', television))['clientId']);

/** The world's clock, advanced by each pause; `then` runs during the pause with its number. */
function paced(then: Readonly<Record<number, () => Promise<unknown>>> = {}) {
  const pauses: number[] = [];
  const sleep = async (milliseconds: number) => {
    world.clock.now += milliseconds;
    pauses.push(milliseconds);
    await then[pauses.length]?.();
  };
  return { pauses, pace: { sleep, now: () => world.clock.now } };
}

/** Captures the device code, which users never see. */
function watched() {
  const seen = { deviceCode: '' };
  const send: typeof fetch = async (url, request) => {
    const answer = await fetch(url, request);
    const { device_code: code } = Object(await answer.clone().json());
    if (typeof code === 'string') seen.deviceCode = code;
    return answer;
  };
  return { seen, fetch: send };
}

it('a device login waits for approval in a browser, and its tokens are refreshed', async () => {
  const { seen, fetch } = watched();
  const shown: Device[] = [];
  const { pace, pauses } = paced({
    2: () => approve(world, seen.deviceCode, { personId: ada.id, scopes }),
  });
  const options = { baseUrl, clientId, fetch, pace };
  const tokens = await deviceLogin({
    ...options,
    scopes,
    onDevice: (device) => void shown.push(device),
  });
  expect(shown).toEqual([
    {
      userCode: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      verificationUri: `${baseUrl}/oauth/device`,
      verificationUriComplete: `${baseUrl}/oauth/device?user_code=${shown[0]?.userCode}`,
      expiresAt: expect.any(Number),
    },
  ]);
  expect(pauses).toEqual([5_000, 5_000]);

  const kept: (string | undefined)[] = [];
  const credential = keepTokensFresh(
    { ...options, onTokens: ({ refreshToken }) => void kept.push(refreshToken) },
    tokens,
  );
  const registry = openRegistry({ baseUrl, credential });
  expect(await registry.call('getNaturalPersonResidency')).toHaveProperty('activeResidency');
  expect(kept).toEqual([]);
  world.clock.now += 3_590_000;
  const both = ['getNaturalPersonResidency', 'getNaturalPersonResidency'] as const;
  await Promise.all(both.map((id) => registry.call(id)));
  expect(kept).toEqual([expect.stringMatching(/^rt_/)]);
});

/** A client that gets these answers first and the service's answers after them. */
function after(...answers: readonly (Response | Error)[]): typeof fetch {
  const left = [...answers];
  return async (url, request) => {
    const next = String(url).endsWith('/token') ? left.shift() : undefined;
    if (next instanceof Error) throw next;
    return next ?? fetch(url, request);
  };
}

it('a device login continues with longer pauses if the network or the service fails', async () => {
  const seen = watched();
  const answers = after(new TypeError('fetch failed'), new Response('{}', { status: 503 }));
  const send: typeof fetch = async (url, request) =>
    String(url).endsWith('/token') ? answers(url, request) : seen.fetch(url, request);
  const { pace, pauses } = paced({
    3: () => approve(world, seen.seen.deviceCode, { personId: ada.id, scopes }),
  });
  const options = { baseUrl, clientId, scopes, fetch: send, pace, onDevice: () => {} };
  expect((await deviceLogin(options)).refreshToken).toMatch(/^rt_/);
  expect(pauses).toEqual([5_000, 10_000, 15_000]);
});

it('each refresh token is sent once, even if storing the new tokens fails', async () => {
  const sent: (string | null)[] = [];
  const answer = (count: number) => ({
    access_token: `at_${count}`,
    refresh_token: `rt_${count}`,
    expires_in: 30,
  });
  const send: typeof fetch = async (_, request) => {
    sent.push(new URLSearchParams(String(request?.body)).get('refresh_token'));
    return Response.json(answer(sent.length));
  };
  const { pace } = paced();
  const first = {
    accessToken: 'at_0',
    refreshToken: 'rt_0',
    idToken: undefined,
    scope: '',
    expiresAt: world.clock.now,
  };
  let isFull = true;
  const onTokens = () => {
    if (isFull) throw new Error('no space left');
  };
  const credential = keepTokensFresh({ baseUrl, clientId, fetch: send, pace, onTokens }, first);
  await expect(credential()).rejects.toThrow('no space left');
  isFull = false;
  expect(await credential()).toBe('at_2');
  expect(sent).toEqual(['rt_0', 'rt_1']);
});

it('a device login fails with access_denied if the person refuses', async () => {
  const { seen, fetch } = watched();
  const person = await findPerson(world.table, ada.id);
  if (person === null) throw new Error('set-up: no such person');
  const { pace } = paced({
    1: () => denyDevice({ reference: deviceReference(seen.deviceCode), person }, world.deps),
  });
  const login = deviceLogin({ baseUrl, clientId, scopes, fetch, pace, onDevice: () => {} });
  await expect(login).rejects.toThrow('access_denied');
});
