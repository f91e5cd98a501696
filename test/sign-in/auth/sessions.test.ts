import { randomBytes, randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSeal } from '../../../shared/kernel/auth/seal.ts';
import { keys } from '../../../shared/kernel/db/keys.ts';
import { transact } from '../../../shared/kernel/db/transact.ts';
import type { StoredPerson } from '../../../shared/people/db/people.ts';
import { registerPerson } from '../../../shared/people/usecases/register-person.ts';
import {
  accountsOf,
  addressDigest,
  deviceCookie,
  knownBrowserId,
  rememberingCookie,
} from '../../../shared/sign-in/auth/known-browser.ts';
import {
  newSessionToken,
  resolveSession,
  sessionCookie,
  sessionCookieValue,
} from '../../../shared/sign-in/auth/session.ts';
import { newKnownBrowserWrite } from '../../../shared/sign-in/db/known-browsers.ts';
import { findSession, newSessionWrites } from '../../../shared/sign-in/db/sessions.ts';
import { maxKnownAccounts } from '../../../shared/sign-in/domain/known-browser.ts';
import { newSession } from '../../../shared/sign-in/domain/session.ts';
import { depsOn, operator } from '../../support/core-deps.ts';
import { nobody } from '../../support/people.ts';
import { freshTable, type TestTable } from '../../support/table.ts';

const start = Date.UTC(2026, 0, 1);
const minutes = 60_000;

let table: TestTable;
let ada: StoredPerson;
let now: number;

beforeEach(async () => {
  table = await freshTable();
  now = start;
  ada = await registerPerson({ ...nobody, email: 'ada@example.com' }, operator, depsOn(table));
});

const clock = () => new Date(now);

/** Sets the account's status and epoch, as a deactivation and reactivation do. */
async function change(fields: { status?: string; credentialEpoch?: number }): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keys.person(ada.id),
      UpdateExpression: 'SET #status = :status, credentialEpoch = :epoch',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':status': fields.status ?? 'active',
        ':epoch': fields.credentialEpoch ?? ada.credentialEpoch,
      },
    }),
  );
}

it('the cookies keep their names', () => {
  expect([sessionCookie, deviceCookie]).toEqual(['registry_session', 'registry_device']);
});

describe('a session', () => {
  let token: string;
  let cookie: string;

  beforeEach(async () => {
    token = newSessionToken((count) => randomBytes(count));
    cookie = sessionCookieValue(token, ada.id);
    const which = { id: randomUUID(), browser: 'Firefox', knownBrowserId: randomUUID() };
    const session = { ...newSession(ada, clock(), { ...which, amr: ['otp'] }), id: which.id };
    await transact(table, newSessionWrites(token, session));
  });
  const resolve = (value: string | undefined = cookie, unnoted?: boolean) =>
    resolveSession(value, { table, now: clock }, unnoted === undefined ? undefined : { unnoted });
  const seenAt = async () => (await findSession(table, token, ada.id)).session?.seenAt;

  it('is resolved to the person who is signed in', async () => {
    const { session } = await findSession(table, token, ada.id);
    expect(await resolve()).toEqual({ person: ada, session, token, extraItems: [] });
  });

  it('is invalid without its secret or for another person', async () => {
    const other = newSessionToken((count) => randomBytes(count));
    const ben = await registerPerson(
      { ...nobody, email: 'ben@example.com' },
      operator,
      depsOn(table),
    );
    for (const value of [
      '',
      'nothing',
      sessionCookieValue(other, ada.id),
      sessionCookieValue(token, ben.id),
      sessionCookieValue(token, randomUUID()),
    ]) {
      expect(await resolve(value)).toBeNull();
    }
    expect(await resolveSession(undefined, { table, now: clock })).toBeNull();
  });

  it('updates its last use every five minutes, unless told not to', async () => {
    const first = new Date(now).toISOString();
    now += 5 * minutes - 1;
    expect((await resolve())?.session.seenAt).toBe(first);
    now += 1;
    await resolve(cookie, true);
    expect(await seenAt()).toBe(first);
    const noted = new Date(now).toISOString();
    expect((await resolve())?.session.seenAt).toBe(noted);
    expect(await seenAt()).toBe(noted);
  });

  it('ends after two idle hours, after twelve hours and with a deactivation', async () => {
    now += 120 * minutes;
    expect(await resolve()).toBeNull();
    now = start;
    for (let hour = 1; hour < 12; hour += 1) {
      now += 60 * minutes;
      expect(await resolve()).not.toBeNull();
    }
    now += 60 * minutes;
    expect(await resolve()).toBeNull();
    now = start;
    await change({ status: 'deactivated' });
    expect(await resolve()).toBeNull();
    await change({ credentialEpoch: ada.credentialEpoch + 1 });
    expect(await resolve()).toBeNull();
  });
});

describe('a known browser', () => {
  const seal = () => openSeal(async () => ['secret'], clock);
  const days = 24 * 60 * minutes;
  let browserId: string;

  beforeEach(async () => {
    browserId = randomUUID();
    const { id: personId, credentialEpoch } = ada;
    const write = newKnownBrowserWrite({ id: browserId, personId, credentialEpoch }, clock());
    await transact(table, { write });
  });
  const account = () => ({ personId: ada.id, browserId, address: addressDigest(ada.email) });
  const known = (cookie: string | undefined, email = ada.email) =>
    knownBrowserId({ cookie, email }, { table, seal: seal(), now: clock });
  const remembering = (accounts = account(), before: readonly object[] = []) =>
    rememberingCookie(before as readonly ReturnType<typeof account>[], accounts, seal());

  it('is recognised for the account in its cookie, in any spelling of its address', async () => {
    const cookie = await remembering();
    for (const email of ['ada@example.com', ' ADA@example.com ', 'Ada@Example.COM']) {
      expect(await known(cookie, email)).toBe(browserId);
    }
    expect(addressDigest('ada@example.com')).toBe('tfyF5VdV-eDQMKEKtEKbaylEhV-aDWAHf-gyvsvEHXI');
  });

  it('is not recognised for other accounts, without reading the table', async () => {
    const cookie = await remembering();
    let reads = 0;
    table.proxy.beforeNext(
      (_, operation) => operation === 'BatchGetItem',
      async () => {
        reads += 1;
      },
    );
    expect(await known(cookie, 'ben@example.com')).toBeNull();
    expect(await known(undefined)).toBeNull();
    expect(await known('forged')).toBeNull();
    expect(reads).toBe(0);
    table.proxy.disarm();
  });

  it('is forgotten after 400 days, when it is removed and after a deactivation', async () => {
    const cookie = await remembering();
    now += 400 * days - 1;
    expect(await known(cookie)).toBe(browserId);
    now += 1;
    expect(await known(cookie)).toBeNull();
    now = start;
    expect(await known(await remembering({ ...account(), browserId: randomUUID() }))).toBeNull();
    await change({ credentialEpoch: ada.credentialEpoch + 1 });
    expect(await known(cookie)).toBeNull();
  });

  it('remembers the accounts that signed in last, each once, newest first', async () => {
    const others = Array.from({ length: maxKnownAccounts }, (_, index) => ({
      personId: randomUUID(),
      browserId: randomUUID(),
      address: `address ${index}`,
    }));
    const cookie = await remembering(account(), others);
    const expected = [account(), ...others.slice(0, maxKnownAccounts - 1)];
    expect(await accountsOf(cookie, seal())).toEqual(expected);
    const again = await remembering({ ...account(), browserId: others[0]?.browserId ?? '' }, [
      account(),
    ]);
    expect(await accountsOf(again, seal())).toHaveLength(1);
  });

  it.each([
    ['that was forged', async () => 'a.b.c'],
    ['for another purpose', () => seal().seal('authorization_request', { accounts: [] }, 1000)],
    ['without accounts', () => seal().seal('device', {}, 1000)],
    [
      'with an invalid account',
      () =>
        seal().seal('device', { accounts: [{ personId: 'x', browserId: 'y', address: '' }] }, 1000),
    ],
  ])('has no accounts with a cookie %s', async (_, cookie) => {
    expect(await accountsOf(await cookie(), seal())).toEqual([]);
  });
});
