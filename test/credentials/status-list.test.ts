import { inflateSync } from 'node:zlib';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { encodedStatuses, openStatusTokens } from '../../shared/credentials/auth/signed-tokens.ts';
import { listRevokedPlaces, takeStatusPlaces } from '../../shared/credentials/db/credentials.ts';
import {
  isStatusList,
  packedStatuses,
  statusListOf,
  statusListSize,
} from '../../shared/credentials/domain/status-list.ts';
import { revokeCredential } from '../../shared/credentials/usecases/credentials.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { system } from '../../shared/platform/domain/audit-entry.ts';
import { aStoredCredential } from '../support/issued-credentials.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const isRevoked = (bytes: Uint8Array, index: number) =>
  ((bytes[Math.floor(index / 8)] ?? 0) >> (index % 8)) & 1;

describe('the bits of a status list', () => {
  it('are packed as the draft specifies', () => {
    // Token Status List, section 4.1: 1 0 0 1 1 1 0 1, 1 1 0 0 0 1 0 1, from the first one on.
    const bytes = packedStatuses([0, 3, 4, 5, 7, 8, 9, 13, 15], 16);
    expect(Buffer.from(bytes).toString('hex')).toBe('b9a3');
    expect(encodedStatuses(bytes)).toBe('eNrbuRgAAhcBXQ');
  });

  it('are 12,500 bytes for 100,000 credentials, and compress well if few are revoked', () => {
    const none = packedStatuses([]);
    expect(none).toHaveLength(12_500);
    expect(encodedStatuses(none).length).toBeLessThan(60);
    const some = packedStatuses([0, 99_999, 50_000, 50_000, 123_456]);
    expect([0, 99_999, 50_000, 1, 49_999].map((index) => isRevoked(some, index))).toEqual([
      1, 1, 1, 0, 0,
    ]);
  });
});

describe('status lists', () => {
  it('are named after the month of expiry, with more lists after repeated attempts', () => {
    const end = '2027-02-03T04:05:06.000Z';
    expect([0, 3, 4, 8, 10_000].map((attempt) => statusListOf(end, attempt))).toEqual([
      '2027-02-1',
      '2027-02-1',
      '2027-02-2',
      '2027-02-3',
      '2027-02-50',
    ]);
  });

  it('exist while one of their credentials can be valid', () => {
    const now = new Date('2027-01-31T23:59:59.000Z');
    const there = ['2026-12-1', '2027-01-50', '2027-02-1', '2027-03-9'];
    expect(there.filter((list) => isStatusList(list, now))).toEqual(there);
    const absent = [
      '2026-11-1',
      '2027-04-1',
      '2027-02-51',
      '2027-02-0',
      '2027-13-1',
      '2027-02',
      '',
      '../x',
    ];
    expect(absent.filter((list) => isStatusList(list, now))).toEqual([]);
  });

  it('assign no place twice, even if the same one is drawn at the same time', async () => {
    const end = new Date(world.clock.now + 86_400_000).toISOString();
    const same = () => takeStatusPlaces(1, () => new Uint8Array(6).fill(7), end);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => transact(world.table, { place: same()[0]?.write })),
    );
    expect(outcomes.filter(({ kind }) => kind === 'written')).toHaveLength(1);
  });

  it('assign each copy of a batch another place', () => {
    // The same number is drawn three times, then the next one, and so on.
    let calls = 0;
    const random = (count: number) => new Uint8Array(count).fill(Math.floor(calls++ / 3));
    const places = takeStatusPlaces(10, random, new Date(world.clock.now).toISOString());
    expect(new Set(places.map(({ place }) => place.index)).size).toBe(10);
    expect(places).toHaveLength(10);
  });

  it('assign places that are spread over the list', () => {
    const end = new Date(world.clock.now).toISOString();
    const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
    const drawn = takeStatusPlaces(2_000, random, end).map(({ place }) => place.index);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...drawn)).toBeLessThan(statusListSize);
    expect(drawn.filter((index) => index < statusListSize / 2).length).toBeGreaterThan(800);
  });
});

describe('a signed status list', () => {
  const path = (list: string) => `${world.baseUrl}/credentials/status/${list}`;
  const current = () => statusListOf(new Date(world.clock.now).toISOString(), 0);

  async function payloadOf(token: string) {
    const { keys } = (await (
      await fetch(`${world.baseUrl}/api/oauth/.well-known/jwks.json`)
    ).json()) as { keys: { kid: string }[] };
    const { kid } = decodeProtectedHeader(token);
    const key = await importJWK(keys.find((each) => each.kid === kid) ?? {}, 'ES256');
    const verified = await jwtVerify(token, key, {
      typ: 'statuslist+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(world.clock.now),
    });
    return verified.payload as {
      sub: string;
      iat: number;
      exp: number;
      ttl: number;
      status_list: { bits: number; lst: string };
    };
  }

  it('shows which credentials are revoked, to any origin', async () => {
    const { id } = await aResident(world);
    const [good, bad] = [await aStoredCredential(world, id), await aStoredCredential(world, id)];
    await revokeCredential(bad, { reason: 'issued_in_error' }, system, world.deps);
    const answer = await fetch(path(bad.status.list));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/statuslist+jwt');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const { status_list, iat, ...claims } = await payloadOf(await answer.text());
    expect(iat).toBe(Math.floor(world.clock.now / 1000));
    expect(claims).toEqual({ sub: path(bad.status.list), exp: iat + 86_400, ttl: 900 });
    expect(status_list.bits).toBe(1);
    const bytes = inflateSync(Buffer.from(status_list.lst, 'base64url'));
    expect(isRevoked(bytes, bad.status.index)).toBe(1);
    expect(isRevoked(bytes, good.status.index)).toBe(0);
  });

  it('is signed again only after a revocation or an hour', async () => {
    const list = current();
    const first = await fetch(path(list));
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(path(list), { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    world.clock.now += 3_599_000;
    expect(await (await fetch(path(list))).text()).toBe(await first.text());
    world.clock.now += 2_000;
    const hourly = await fetch(path(list), { headers: { 'if-none-match': etag } });
    expect(hourly.status).toBe(200);
    const { id } = await aResident(world);
    const expiresAt = new Date(world.clock.now + 1_000).toISOString();
    const { status, ...credential } = await aStoredCredential(world, id, { expiresAt });
    const here = { ...credential, status: { ...status, list } };
    await revokeCredential(here, { reason: 'holder' }, system, world.deps);
    const changed = await (await fetch(path(list))).text();
    expect(changed).not.toBe(await hourly.text());
    expect(await listRevokedPlaces(world.table, list)).toContain(status.index);
  });

  it('is signed once for simultaneous requests, and retried after a failure', async () => {
    let made = 0;
    const tokens = openStatusTokens({
      signer: {
        sign: async () => {
          made += 1;
          if (made === 1) throw new Error('no key');
          return `token ${made}`;
        },
      },
      baseUrl: () => 'https://registry.example',
      now: () => new Date(0),
    });
    await expect(tokens.of('1970-01-1', [])).rejects.toThrow('no key');
    const all = await Promise.all(Array.from({ length: 5 }, () => tokens.of('1970-01-1', [])));
    expect(new Set(all)).toEqual(new Set(['token 2']));
    expect(await tokens.of('1970-01-1', [4])).toBe('token 3');
    expect(made).toBe(3);
  });

  it('is not found (404) for other months, and has no previous versions (501)', async () => {
    for (const list of ['2001-01-1', '2999-01-1', 'x', '%ff']) {
      const answer = await fetch(path(list));
      expect(answer.status, list).toBe(404);
    }
    const former = await fetch(`${path(current())}?time=1`);
    expect(former.status).toBe(501);
    expect(await former.json()).toMatchObject({
      error: 'Previous versions of a status list are not available',
    });
  });

  it('allows 120 requests a minute from one network', async () => {
    world.clock.now += 60_000 - (world.clock.now % 60_000);
    const statuses: number[] = [];
    for (let count = 0; count < 121; count += 1) {
      statuses.push((await fetch(path(current()))).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.at(-1)).toBe(429);
  });
});
