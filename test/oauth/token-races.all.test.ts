import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../shared/kernel/db/transact.ts';
import { findConsent, withdrawConsentWrite } from '../../shared/oauth/db/oauth-consents.ts';
import { aClient } from '../support/clients.ts';
import type { FaultKind } from '../support/dynamodb-proxy.ts';
import {
  aCode,
  approve,
  given,
  inForm,
  isLive,
  postForm,
  redemption,
  rotation,
  summaryOf,
} from '../support/oauth.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let ada: Person;

const world = await useWorld();
const client = await aClient(world);
beforeEach(async () => {
  world.clock.now += 600_000;
  ada = await aResident(world);
});

const token = (form: Readonly<Record<string, string>>) => postForm(world, 'token', form);
const code = () => aCode(world, { personId: ada.id, client });
const firstTokens = async () => given(await token(redemption(client, await code())));
const tenTimes = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, call));

/** The number of each answer. */
function tally(answers: readonly string[]): Readonly<Record<string, number>> {
  const groups = Map.groupBy(answers, (answer) => answer);
  return Object.fromEntries([...groups].map(([answer, same]) => [answer, same.length]));
}

/** The audit entries about the person's revoked grants. */
async function audited(): Promise<readonly unknown[]> {
  const { body } = await world.admin(
    'GET',
    `/audit?subjectId=${ada.id}&action=oauth_grant.revoked`,
  );
  const { data } = body as {
    readonly data: readonly { readonly actor: unknown; readonly details: unknown }[];
  };
  return data.map(({ actor, details }) => ({ actor, details }));
}

const revokedFor = (reason: string) => ({
  actor: { kind: 'oauth_client', id: client.clientId, personId: ada.id },
  details: { grantId: expect.any(String), clientId: client.clientId, reason },
});

describe('a second use', () => {
  it('of a code revokes the tokens of its first use', async () => {
    const issued = await code();
    const tokens = given(await token(redemption(client, issued)));
    expect(summaryOf(await token(redemption(client, issued)))).toBe('400 invalid_grant');
    expect(await isLive(world, client, tokens.access_token)).toBe(false);
    expect(summaryOf(await token(rotation(client, tokens.refresh_token)))).toBe(
      '400 invalid_grant',
    );
    expect(await audited()).toEqual([revokedFor('code_reuse')]);
  });

  it('of a code revokes them however late it is and whatever else is wrong', async () => {
    const issued = await code();
    const tokens = given(await token(redemption(client, issued)));
    world.clock.now += 20 * 86_400_000;
    const wrong = { ...redemption(client, issued), redirect_uri: 'https://client.example/other' };
    expect(summaryOf(await token(wrong))).toBe('400 invalid_grant');
    expect(await isLive(world, client, tokens.refresh_token)).toBe(false);
  });

  it('of a code by another client revokes no tokens', async () => {
    const issued = await code();
    const tokens = given(await token(redemption(client, issued)));
    const other = await aClient(world);
    const foreign = { ...redemption(client, issued), ...inForm(other) };
    expect(summaryOf(await token(foreign))).toBe('400 invalid_grant');
    expect(await isLive(world, client, tokens.access_token)).toBe(true);
  });

  it('of a refresh token revokes every token of its family', async () => {
    const first = await firstTokens();
    const second = given(await token(rotation(client, first.refresh_token)));
    const third = given(await token(rotation(client, second.refresh_token)));
    expect(summaryOf(await token(rotation(client, first.refresh_token)))).toBe('400 invalid_grant');
    const family = [first, second, third].map(({ access_token }) => access_token);
    const live = [...family, third.refresh_token].map((each) => isLive(world, client, each));
    expect(await Promise.all(live)).toEqual([false, false, false, false]);
    expect(await audited()).toEqual([revokedFor('refresh_token_reuse')]);
  });

  it('of a refresh token keeps other families of the same user and client valid', async () => {
    const [one, another] = [await firstTokens(), await firstTokens()];
    await token(rotation(client, one.refresh_token));
    await token(rotation(client, one.refresh_token));
    expect(await isLive(world, client, one.access_token)).toBe(false);
    expect(await isLive(world, client, another.access_token)).toBe(true);
  });
});

describe('ten simultaneous', () => {
  it('exchanges of one code succeed once, and its tokens are revoked', async () => {
    const issued = await code();
    const answers = await tenTimes(() => token(redemption(client, issued)));
    expect(tally(answers.map(summaryOf))).toEqual({ '200': 1, '400 invalid_grant': 9 });
    const [winner] = answers.filter(({ status }) => status === 200).map(given);
    expect(await isLive(world, client, winner?.access_token ?? '')).toBe(false);
    expect(await isLive(world, client, winner?.refresh_token ?? '')).toBe(false);
    expect(await audited()).toEqual([revokedFor('code_reuse')]);
  });

  it('refreshes with one token succeed once, and its family is revoked', async () => {
    const first = await firstTokens();
    const answers = await tenTimes(() => token(rotation(client, first.refresh_token)));
    expect(tally(answers.map(summaryOf))).toEqual({ '200': 1, '400 invalid_grant': 9 });
    const [winner] = answers.filter(({ status }) => status === 200).map(given);
    const all = [first.access_token, winner?.access_token ?? '', winner?.refresh_token ?? ''];
    const live = await Promise.all(all.map((each) => isLive(world, client, each)));
    expect(live).toEqual([false, false, false]);
  });

  it('polls of an approved device return tokens once', async () => {
    const form = { ...inForm(client), scope: 'openid offline_access' };
    const { body } = await postForm(world, 'device_authorization', form);
    const device_code = String(Reflect.get(Object(body), 'device_code'));
    await approve(world, device_code, { personId: ada.id, scopes: ['openid', 'offline_access'] });
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    const poll = () => token({ grant_type, device_code, ...inForm(client) });
    const answers = (await tenTimes(poll)).map(summaryOf);
    expect(tally(answers)).toEqual({ '200': 1, '400 invalid_grant': 9 });
  });

  it('revocations of a family’s tokens all return 200 and revoke both', async () => {
    const { access_token, refresh_token } = await firstTokens();
    const revoke = (each: string) => postForm(world, 'revoke', { token: each, ...inForm(client) });
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => revoke(access_token)),
      ...Array.from({ length: 5 }, () => revoke(refresh_token)),
    ]);
    expect(tally(answers.map(summaryOf))).toEqual({ '200': 10 });
    expect(await isLive(world, client, access_token)).toBe(false);
    expect(summaryOf(await token(rotation(client, refresh_token)))).toBe('400 invalid_grant');
  });
});

describe('between the reads and the transaction,', () => {
  const isTransaction = (_: unknown, operation: string) => operation === 'TransactWriteItems';
  const writesGrant = (body: Readonly<Record<string, unknown>>, operation: string) =>
    isTransaction(body, operation) && JSON.stringify(body).includes('REFRESH_TOKEN#');
  const deactivate = () => world.admin('POST', `/persons/${ada.id}/deactivate`, {});
  const withdraw = async () => {
    const consent = await findConsent(world.table, ada.id, client.clientId);
    if (consent !== null) await transact(world.table, { consent: withdrawConsentWrite(consent) });
  };

  it.each([
    ['a deactivation', deactivate],
    ['a withdrawal of the consent', withdraw],
  ])('%s prevents the redemption of a code', async (_, event) => {
    const issued = await code();
    world.proxy.beforeNext(writesGrant, event);
    expect(summaryOf(await token(redemption(client, issued)))).toBe('400 invalid_grant');
  });

  it.each([
    ['a deactivation', deactivate],
    ['a withdrawal of the consent', withdraw],
  ])('%s prevents a refresh', async (_, event) => {
    const { refresh_token } = await firstTokens();
    world.proxy.beforeNext(writesGrant, event);
    expect(summaryOf(await token(rotation(client, refresh_token)))).toBe('400 invalid_grant');
  });

  it('a revocation prevents a refresh, and no token of the family stays valid', async () => {
    const { access_token, refresh_token } = await firstTokens();
    const revoke = () => postForm(world, 'revoke', { token: refresh_token, ...inForm(client) });
    world.proxy.beforeNext(writesGrant, revoke);
    expect(summaryOf(await token(rotation(client, refresh_token)))).toBe('400 invalid_grant');
    expect(await isLive(world, client, access_token)).toBe(false);
  });

  it('a revocation after a refresh revokes the new tokens', async () => {
    const { refresh_token } = await firstTokens();
    const next = given(await token(rotation(client, refresh_token)));
    // The used token still names its family.
    await postForm(world, 'revoke', { token: refresh_token, ...inForm(client) });
    expect(await isLive(world, client, next.access_token)).toBe(false);
    expect(await isLive(world, client, next.refresh_token)).toBe(false);
  });

  it('a deactivation revokes tokens permanently, even after a reactivation', async () => {
    const { access_token, refresh_token } = await firstTokens();
    await deactivate();
    await world.admin('POST', `/persons/${ada.id}/reactivate`, {});
    expect(await isLive(world, client, access_token)).toBe(false);
    expect(summaryOf(await token(rotation(client, refresh_token)))).toBe('400 invalid_grant');
    expect(await isLive(world, client, (await firstTokens()).access_token)).toBe(true);
    expect(await isLive(world, client, access_token)).toBe(false);
  });
});

describe('a table that fails during the transaction', () => {
  const kinds: readonly FaultKind[] = ['conflict', 'throttle', 'internal', 'drop-response'];

  it.each(kinds)('(%s) is retried during a redemption, which creates one family', async (kind) => {
    const issued = await code();
    world.proxy.failNext({ operation: 'TransactWriteItems', kind });
    const tokens = given(await token(redemption(client, issued)));
    expect(world.proxy.pending()).toBe(0);
    expect(await isLive(world, client, tokens.access_token)).toBe(true);
    expect(await isLive(world, client, tokens.refresh_token)).toBe(true);
  });

  it.each(kinds)('(%s) is retried during a refresh, and the family stays valid', async (kind) => {
    const first = await firstTokens();
    world.proxy.failNext({ operation: 'TransactWriteItems', kind });
    const next = given(await token(rotation(client, first.refresh_token)));
    expect(world.proxy.pending()).toBe(0);
    expect(await isLive(world, client, next.refresh_token)).toBe(true);
  });

  it('for too long causes a 500, and the refresh token stays valid', async () => {
    const first = await firstTokens();
    world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'internal', times: 3 });
    expect(summaryOf(await token(rotation(client, first.refresh_token)))).toBe(
      '500 internal_server_error',
    );
    expect(summaryOf(await token(rotation(client, first.refresh_token)))).toBe('200');
  });
});

describe('sequential round trips to the table of a warm function', () => {
  async function roundTrips(call: () => Promise<{ readonly status: number }>): Promise<number> {
    world.proxy.calls.reset();
    expect((await call()).status).toBe(200);
    return world.proxy.calls.roundTrips();
  }

  it('are three for a code, for a refresh and for an approved device', async () => {
    const issued = await code();
    expect(await roundTrips(() => token(redemption(client, issued)))).toBe(3);
    const { refresh_token } = await firstTokens();
    expect(await roundTrips(() => token(rotation(client, refresh_token)))).toBe(3);
    const form = { ...inForm(client), scope: 'openid' };
    const { body } = await postForm(world, 'device_authorization', form);
    const device_code = String(Reflect.get(Object(body), 'device_code'));
    await approve(world, device_code, { personId: ada.id, scopes: ['openid'] });
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    const poll = () => token({ grant_type, device_code, ...inForm(client) });
    expect(await roundTrips(poll)).toBe(3);
  });

  it('are one for a token at a resource, strongly consistent', async () => {
    const { access_token } = await firstTokens();
    const ask = () => world.call('GET', '/api/oauth/userinfo', { key: access_token });
    await ask();
    expect(await roundTrips(ask)).toBe(1);
    expect(world.proxy.calls.list().map(({ consistentRead }) => consistentRead)).toEqual([true]);
  });
});
