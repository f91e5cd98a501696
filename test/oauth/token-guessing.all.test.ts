import { beforeEach, describe, expect, it } from 'vitest';
import { authenticateClient } from '../../shared/oauth/usecases/authenticate-client.ts';
import { refreshTokens } from '../../shared/oauth/usecases/refresh-tokens.ts';
import { aClient, type Client } from '../support/clients.ts';
import {
  aCode,
  given,
  inForm,
  postForm,
  redemption,
  rotation,
  summaryOf,
} from '../support/oauth.ts';
import { refusal } from '../support/people.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let client: Client;

const world = await useWorld();
const ada = await aResident(world);
beforeEach(async () => {
  // Counts restart every five minutes.
  world.clock.now += 300_000 - (world.clock.now % 300_000);
  client = await aClient(world);
});

const sixty = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 60 }, call));
const token = (form: Readonly<Record<string, string>>) => postForm(world, 'token', form);
const wrongSecret = () => token({ ...rotation(client, 'rt_x'), client_secret: 'wrong' });
const redeem = async () =>
  token(redemption(client, await aCode(world, { personId: ada.id, client })));

describe('wrong client secrets', () => {
  it('are refused sixty times in five minutes, then every secret gets 429', async () => {
    expect(new Set((await sixty(wrongSecret)).map(summaryOf))).toEqual(
      new Set(['401 invalid_client']),
    );
    world.clock.now += 1_000;
    const answer = await redeem();
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 429,
      body: { error: 'invalid_request', error_description: 'Too many attempts' },
    });
    expect(answer.headers.get('retry-after')).toBe('299');
    world.clock.now += 299_000;
    expect(summaryOf(await redeem())).toBe('200');
  });

  it('are counted together across all endpoints', async () => {
    const endpoints = ['token', 'revoke', 'introspect', 'device_authorization'];
    const form = { ...rotation(client, 'rt_x'), token: 'x', client_secret: 'wrong' };
    for (let guess = 0; guess < 60; guess += 1) {
      await postForm(world, endpoints[guess % 4] ?? '', form);
    }
    const answers = endpoints.map((endpoint) =>
      postForm(world, endpoint, { ...form, ...inForm(client) }),
    );
    expect((await Promise.all(answers)).map(summaryOf)).toEqual(
      endpoints.map(() => '429 invalid_request'),
    );
  });

  it('from one network block neither other clients nor other networks', async () => {
    const other = await aClient(world);
    await sixty(wrongSecret);
    expect(summaryOf(await wrongSecret())).toBe('429 invalid_request');
    const issued = await aCode(world, { personId: ada.id, client: other });
    expect(summaryOf(await token(redemption(other, issued)))).toBe('200');
    const { clientId, clientSecret: secret } = client;
    const from = (clientAddress: string) =>
      refusal(
        authenticateClient({ clientId, secret, basic: false, clientAddress }, [], world.deps),
      );
    expect(await from('127.0.0.1')).toBe('429 invalid_request');
    expect(await from('203.0.113.7')).toBe('done');
  });

  it('are not counted if no secret was sent or the client is unknown', async () => {
    await sixty(() => token({ ...rotation(client, 'rt_x'), client_secret: '' }));
    await sixty(() => token({ grant_type: 'refresh_token', refresh_token: 'rt_x' }));
    expect(summaryOf(await redeem())).toBe('200');
  });
});

describe('codes and tokens that we never issued', () => {
  it.each([
    ['authorization codes', () => redemption(client, 'unknown')],
    ['refresh tokens', () => rotation(client, 'rt_unknown')],
    [
      'device codes',
      () => ({
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: 'unknown',
        ...inForm(client),
      }),
    ],
  ])('(%s) are refused with 400 sixty times in five minutes, then with 429', async (_, form) => {
    const answers = await sixty(() => token(form()));
    expect(new Set(answers.map(summaryOf))).toEqual(new Set(['400 invalid_grant']));
    expect(summaryOf(await token(form()))).toBe('429 invalid_request');
    const presented = { clientId: client.clientId, secret: client.clientSecret, basic: false };
    const elsewhere = { ...presented, clientAddress: '2001:db8::1' };
    const again = { refreshToken: 'rt_unknown', scope: null, resource: null, binding: null };
    expect(await refusal(refreshTokens(again, elsewhere, world.deps))).toBe('400 invalid_grant');
  });

  it('do not block valid ones, because anyone can make a client send invented codes', async () => {
    const { refresh_token } = given(await redeem());
    await sixty(() => token(redemption(client, 'made-up')));
    expect(summaryOf(await token(redemption(client, 'made-up')))).toBe('429 invalid_request');
    expect(summaryOf(await redeem())).toBe('200');
    expect(summaryOf(await token(rotation(client, refresh_token)))).toBe('200');
  });

  it('do not include expired or used ones, which a client with many users sends', async () => {
    const { refresh_token } = given(await redeem());
    await sixty(() => token(rotation(client, refresh_token)));
    expect(summaryOf(await redeem())).toBe('200');
  });
});
