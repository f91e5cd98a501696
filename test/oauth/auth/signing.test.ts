import { decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPublicKeys, readIdTokenHint } from '../../../shared/oauth/auth/issued-tokens.ts';
import { openSigner } from '../../../shared/oauth/auth/signer.ts';
import {
  emptySigningKeys,
  generateSigningKey,
  type PrivateJwk,
  parseSigningKeys,
  publicHalf,
  type SigningKeys,
} from '../../../shared/oauth/auth/signing-keys.ts';
import { publishSigningKey, retireSigningKey } from '../../../shared/oauth/db/signing-keys.ts';
import { freshTable, type TestTable } from '../../support/table.ts';

const minutes = 60_000;
let one: PrivateJwk;
let two: PrivateJwk;
let others: SigningKeys['others'];

beforeAll(async () => {
  const pair = async (alg: 'ES256' | 'PS256') => {
    const key = await generateSigningKey(alg);
    return { current: key, next: key };
  };
  [one, two] = await Promise.all([generateSigningKey(), generateSigningKey()]);
  others = { ES256: await pair('ES256'), PS256: await pair('PS256') };
});

describe('a signing key', () => {
  it('is a 2048-bit RSA key for RS256 whose kid is unique', () => {
    expect(one).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256', e: 'AQAB' });
    expect(Buffer.from(one.n, 'base64url')).toHaveLength(256);
    expect(one.kid).toMatch(/^[\w-]{43}$/);
    expect(one.kid).not.toBe(two.kid);
  });

  it('has a public half without private members', () => {
    const { kid, n } = one;
    expect(publicHalf(one)).toEqual({ kty: 'RSA', n, e: 'AQAB', use: 'sig', alg: 'RS256', kid });
  });

  it('is stored with the next one in a secret that is empty before the first rotation', () => {
    expect(emptySigningKeys).toBe('{"keys":"none"}');
    expect(parseSigningKeys(emptySigningKeys)).toBeNull();
    // Secrets Manager adds what it has generated.
    expect(parseSigningKeys('{"keys":"none","seed":"x"}')).toBeNull();
    const filled = { current: one, next: two, others };
    expect(parseSigningKeys(JSON.stringify(filled))).toEqual(filled);
  });

  it.each(['', 'secret words', '{}', '{"keys":"some"}', 'null'])(
    'cannot be read from other text, and the error does not quote it: %j',
    (text) => {
      expect(() => parseSigningKeys(text)).toThrow(
        /^the secret of signing keys holds something else$/,
      );
    },
  );

  it('is refused if a member is missing or wrong', () => {
    for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'n', 'e', 'kid', 'kty', 'use', 'alg']) {
      const part = { ...one, [name]: undefined };
      expect(() =>
        parseSigningKeys(JSON.stringify({ current: part, next: two, others })),
      ).toThrow();
      expect(() =>
        parseSigningKeys(JSON.stringify({ current: one, next: part, others })),
      ).toThrow();
    }
    for (const wrong of [{ kty: 'EC' }, { use: 'enc' }, { alg: 'RS512' }]) {
      const other = { ...one, ...wrong };
      expect(() =>
        parseSigningKeys(JSON.stringify({ current: other, next: two, others })),
      ).toThrow();
    }
  });
});

describe('a signer', () => {
  let secret: string;
  let reads: number;
  let now: number;
  let fails: boolean;

  beforeEach(() => {
    secret = JSON.stringify({ current: one, next: two, others });
    [reads, now, fails] = [0, 0, false];
  });
  const signer = () =>
    openSigner(
      async () => {
        reads += 1;
        if (fails) throw new Error('out of reach');
        return secret;
      },
      () => new Date(now),
    );

  it('signs with the current key and puts its kid and the type into the header', async () => {
    const claims = { sub: 'ada' };
    for (const typ of ['at+jwt', 'JWT'] as const) {
      const token = await signer().sign(claims, typ);
      expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ, kid: one.kid });
      const key = await importJWK({ ...publicHalf(one) }, 'RS256');
      expect((await jwtVerify(token, key)).payload).toEqual(claims);
    }
  });

  it('reads the secret once in five minutes, even for signatures at the same time', async () => {
    const kept = signer();
    await Promise.all([kept.sign({}, 'JWT'), kept.sign({}, 'JWT')]);
    now = 5 * minutes - 1;
    await kept.sign({}, 'JWT');
    expect(reads).toBe(1);
    now = 5 * minutes;
    secret = JSON.stringify({ current: two, next: one, others });
    expect(decodeProtectedHeader(await kept.sign({}, 'JWT')).kid).toBe(two.kid);
    now += 5 * minutes - 1;
    await kept.sign({}, 'JWT');
    expect(reads).toBe(2);
  });

  it('retries with the next signature if the secret could not be read', async () => {
    const kept = signer();
    fails = true;
    await expect(kept.sign({}, 'JWT')).rejects.toThrow('out of reach');
    fails = false;
    await kept.sign({}, 'JWT');
    expect(reads).toBe(2);
  });

  it('signs with the current key of another algorithm', async () => {
    const kept = signer();
    for (const alg of ['ES256', 'PS256'] as const) {
      const token = await kept.sign({}, 'JWT', alg);
      expect(decodeProtectedHeader(token).kid).toBe(others[alg].current.kid);
    }
    expect(reads).toBe(1);
  });

  it('fails before the first rotation with an error that names it', async () => {
    secret = emptySigningKeys;
    await expect(signer().sign({}, 'JWT')).rejects.toThrow('the first rotation makes it');
  });
});

describe('the public keys', () => {
  const start = Date.UTC(2026, 0, 1);
  let table: TestTable;
  let now: number;
  let queries: number;

  beforeEach(async () => {
    table = await freshTable();
    [now, queries] = [start, 0];
    await publishSigningKey(table, publicHalf(one), new Date(now).toISOString());
    table.proxy.beforeNext(isQuery, count);
  });
  const isQuery = (_: unknown, operation: string) => operation === 'Query';
  async function count(): Promise<void> {
    queries += 1;
    table.proxy.beforeNext(isQuery, count);
  }
  const open = () => openPublicKeys(table, () => new Date(now));
  const found = async (keys: ReturnType<typeof open>, { kid }: PrivateJwk) =>
    (await keys.find(kid)) !== null;

  it('are found by kid and verify signatures', async () => {
    const keys = open();
    const key = await keys.find(one.kid);
    if (key === null) throw new Error('it was published');
    const signing = new SignJWT({}).setProtectedHeader({ alg: 'RS256' });
    const token = await signing.sign(await importJWK({ ...one }, 'RS256'));
    expect((await jwtVerify(token, key)).payload).toEqual({});
    expect(await found(keys, two)).toBe(false);
  });

  it('are read once for lookups at the same time, and cached for five minutes', async () => {
    const keys = open();
    await Promise.all([keys.find(one.kid), keys.find(one.kid), keys.find(one.kid)]);
    now += 5 * minutes - 1;
    await keys.find(one.kid);
    expect(queries).toBe(1);
    now += 1;
    await keys.find(one.kid);
    expect(queries).toBe(2);
  });

  it('are read again for an unknown kid at most once in five seconds, and a new key is found', async () => {
    const keys = open();
    await keys.find(one.kid);
    await publishSigningKey(table, publicHalf(two), new Date(now).toISOString());
    now += 4_999;
    expect(await found(keys, two)).toBe(false);
    expect(queries).toBe(1);
    now += 1;
    expect(await found(keys, two)).toBe(true);
    expect(await found(keys, one)).toBe(true);
    expect(queries).toBe(2);
  });

  it('are read again for each lookup until one is published', async () => {
    table = await freshTable();
    const keys = open();
    expect(await found(keys, one)).toBe(false);
    await publishSigningKey(table, publicHalf(one), new Date(now).toISOString());
    expect(await found(keys, one)).toBe(true);
  });

  it('are removed a week after they are retired', async () => {
    await retireSigningKey(
      table,
      { kid: one.kid, jwk: publicHalf(one) },
      new Date(now).toISOString(),
    );
    now += 7 * 24 * 60 * minutes - 1;
    expect(await found(open(), one)).toBe(true);
    now += 1;
    expect(await found(open(), one)).toBe(false);
  });

  it('of ES256 are kept a week longer than the credentials they signed', async () => {
    const key = await generateSigningKey('ES256');
    const { kid } = key;
    await publishSigningKey(table, publicHalf(key), new Date(now).toISOString());
    await retireSigningKey(table, { kid, jwk: publicHalf(key) }, new Date(now).toISOString());
    now += 37 * 24 * 60 * minutes - 1;
    expect(await open().find(kid, 'ES256')).not.toBeNull();
    now += 1;
    expect(await open().find(kid, 'ES256')).toBeNull();
  });

  it('are read again after the table has failed', async () => {
    const keys = open();
    table.proxy.failNext({ operation: 'Query', kind: 'throttle', times: 20 });
    await expect(keys.find(one.kid)).rejects.toThrow();
    table.proxy.disarm();
    expect(await found(keys, one)).toBe(true);
  });
});

describe('an ID token hint', () => {
  const issuer = 'https://registry.example';
  const claims = { iss: issuer, sub: 'ada', aud: 'client' };
  const find = async (kid: string) =>
    kid === one.kid ? importJWK({ ...publicHalf(one) }, 'RS256') : null;
  const read = (token: string) => readIdTokenHint(token, { issuer, keys: { find } });
  const sign = async (payload: object, header: object = {}, key = one) =>
    new SignJWT({ ...payload })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: one.kid, ...header })
      .sign(await importJWK({ ...key }, 'RS256'));

  it('names the user and the client, even if it has expired', async () => {
    const meant = { personId: 'ada', clientId: 'client', sid: null };
    expect(await read(await sign(claims))).toEqual(meant);
    expect(await read(await sign({ ...claims, exp: 1 }))).toEqual(meant);
  });

  it.each([
    ['from another issuer', { iss: 'https://other.example' }],
    ['without a subject', { sub: undefined }],
    ['without an audience', { aud: undefined }],
    ['for several clients', { aud: ['client', 'other'] }],
  ])('%s is invalid', async (_, wrong) => {
    expect(await read(await sign({ ...claims, ...wrong }))).toBeNull();
  });

  it.each([
    ['that is an access token', { typ: 'at+jwt' }],
    ['without a key id', { kid: undefined }],
    ['with an unknown key id', { kid: 'unknown' }],
  ])('%s is invalid', async (_, header) => {
    expect(await read(await sign(claims, header))).toBeNull();
  });

  it('signed with a foreign key is invalid', async () => {
    expect(await read(await sign(claims, {}, two))).toBeNull();
  });

  it('with another algorithm is invalid without a key lookup', async () => {
    const asked: string[] = [];
    const keys = {
      find: async (kid: string) => {
        asked.push(kid);
        return null;
      },
    };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: one.kid })
      .sign(new Uint8Array(32));
    expect(await readIdTokenHint(token, { issuer, keys })).toBeNull();
    expect(asked).toEqual([]);
  });

  it.each(['', 'a', 'a.b.c', 'bnVsbA.e30.e30', 'e30.e30.e30'])(
    'is invalid if it is the text %j',
    async (text) => {
      expect(await read(text)).toBeNull();
    },
  );

  it('is at most 8,192 characters long', async () => {
    const base = (await sign({ ...claims, more: '' })).length;
    const long = (length: number) => sign({ ...claims, more: 'x'.repeat(length) });
    const fitting = await long(Math.floor((8_192 - base) * 0.74));
    expect(fitting.length).toBeGreaterThan(8_000);
    expect(await read(fitting)).not.toBeNull();
    expect(await read(await long(6_200))).toBeNull();
  });

  it('causes an error if our keys can’t be read', async () => {
    const keys = { find: () => Promise.reject(new Error('the table is away')) };
    await expect(readIdTokenHint(await sign(claims), { issuer, keys })).rejects.toThrow('away');
  });
});
