import { createHmac } from 'node:crypto';
import { exportSPKI, importJWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyAccessToken } from '../../../shared/oauth/auth/issued-tokens.ts';
import {
  generateSigningKey,
  type PrivateJwk,
  publicHalf,
} from '../../../shared/oauth/auth/signing-keys.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const iat = now.getTime() / 1000;
const claims = {
  iss: 'https://registry.example',
  aud: 'registry-api',
  sub: 'ada',
  client_id: 'client',
  scope: 'openid',
  jti: 'one',
  iat,
  exp: iat + 3600,
  grant_id: 'grant',
};

let ours: PrivateJwk;
let theirs: PrivateJwk;
let asked: string[];

beforeAll(async () => {
  [ours, theirs] = await Promise.all([generateSigningKey(), generateSigningKey()]);
});

/** The token's claims as read by a service with only this key; null if it is invalid. */
function verify(token: string, at: Date = now) {
  asked = [];
  const find = async (kid: string, alg?: string) => {
    asked.push(kid);
    return kid === ours.kid && alg === 'RS256' ? importJWK({ ...publicHalf(ours) }, 'RS256') : null;
  };
  const { iss: issuer, aud: audience } = claims;
  return verifyAccessToken(token, { issuer, audience, keys: { find }, now: () => at });
}

async function sign(payload: object, header: object = {}, key: PrivateJwk = ours): Promise<string> {
  const full = { alg: 'RS256', typ: 'at+jwt', kid: ours.kid, ...header };
  const signing = new SignJWT({ ...payload }).setProtectedHeader(full as JWTHeaderParameters);
  return signing.sign(await importJWK({ ...key }, String(full.alg)));
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with the given header and signature. */
function forge(header: object, signature: (input: string) => string, payload: object = claims) {
  const input = `${part({ typ: 'at+jwt', kid: ours.kid, ...header })}.${part(payload)}`;
  return `${input}.${signature(input)}`;
}

describe('an access token', () => {
  it('returns its claims until the second at which it expires', async () => {
    const token = await sign(claims);
    expect(await verify(token)).toEqual(claims);
    expect(await verify(token, new Date((iat + 3600) * 1000 - 1))).toEqual(claims);
    expect(await verify(token, new Date((iat + 3600) * 1000))).toBeNull();
  });

  it.each([
    ['from another issuer', { iss: 'https://registry.example.evil' }],
    ['for another audience', { aud: 'other-api' }],
    ['for a client, as ID tokens are', { aud: 'client' }],
    ['without an expiry', { exp: undefined }],
    ['without a grant', { grant_id: undefined }],
    ['whose scope is a list instead of text', { scope: ['openid'] }],
    ['that is not valid yet', { nbf: iat + 60 }],
  ])('%s is invalid', async (_, wrong) => {
    expect(await verify(await sign({ ...claims, ...wrong }))).toBeNull();
  });

  it.each([
    ['with the type of an ID token', { typ: 'JWT' }],
    ['without a type', { typ: undefined }],
    ['without a key id', { kid: undefined }],
    ['with an unknown key id', { kid: 'unknown' }],
    ['RS512', { alg: 'RS512' }],
    ['PS256', { alg: 'PS256' }],
  ])('%s is invalid', async (_, header) => {
    expect(await verify(await sign(claims, header))).toBeNull();
  });

  it.each([{ alg: 'RS512' }, { alg: 'RS384' }, { kid: undefined }])(
    'whose header fits none of our keys causes no key lookup: %j',
    async (header) => {
      await verify(await sign(claims, header));
      expect(asked).toEqual([]);
    },
  );

  it('is at most 8,192 characters long', async () => {
    const lengths = new Map<number, boolean>();
    // One more character in a claim adds one or two to the token.
    for (let more = 5_560; more < 5_640; more += 1) {
      const token = await sign({ ...claims, more: 'x'.repeat(more) });
      lengths.set(token.length, (await verify(token)) !== null);
    }
    const fitting = [...lengths].filter(([length]) => length <= 8_192);
    expect(Math.max(...lengths.keys())).toBeGreaterThan(8_192);
    expect(lengths.get(8_192)).toBe(true);
    expect(fitting.every(([, taken]) => taken)).toBe(true);
    expect([...lengths].some(([length, taken]) => length > 8_192 && taken)).toBe(false);
  });

  it('causes an internal error if our key is broken', async () => {
    const find = async () => new Uint8Array(8);
    const { iss: issuer, aud: audience } = claims;
    const authority = { issuer, audience, keys: { find }, now: () => now };
    await expect(verifyAccessToken(await sign(claims), authority)).rejects.toThrow(TypeError);
  });

  it('signed with a foreign key is invalid, whatever keys its header names', async () => {
    const jwk = publicHalf(theirs);
    const jku = 'https://evil.example/jwks.json';
    for (const header of [{}, { jwk }, { jku }, { x5u: jku }, { jwk, kid: theirs.kid }]) {
      expect(await verify(await sign(claims, header, theirs))).toBeNull();
    }
  });

  it('is verified with our keys only, even if its header names others', async () => {
    const header = { jwk: publicHalf(theirs), jku: 'https://evil.example/jwks.json' };
    expect(await verify(await sign(claims, header))).toEqual(claims);
    expect(asked).toEqual([ours.kid]);
  });

  it('without a signature is invalid', async () => {
    for (const alg of ['none', 'None', 'NONE', '']) {
      expect(await verify(forge({ alg }, () => ''))).toBeNull();
    }
    const [header, payload] = (await sign(claims)).split('.');
    expect(await verify(`${header}.${payload}.`)).toBeNull();
    expect(await verify(`${header}.${payload}`)).toBeNull();
  });

  it('signed with our public key as a shared secret is invalid', async () => {
    const jwk = publicHalf(ours);
    const key = await importJWK({ ...jwk }, 'RS256', { extractable: true });
    if (key instanceof Uint8Array) throw new Error('unreachable: the key is RSA');
    for (const secret of [await exportSPKI(key), ours.n, JSON.stringify(jwk)]) {
      const mac = (input: string) => createHmac('sha256', secret).update(input).digest('base64url');
      expect(await verify(forge({ alg: 'HS256' }, mac))).toBeNull();
      expect(await verify(forge({ alg: 'RS256' }, mac))).toBeNull();
    }
  });

  it('is invalid if any part of it is changed', async () => {
    const token = await sign(claims);
    const [header = '', , signature = ''] = token.split('.');
    const more = part({ ...claims, scope: 'openid service:entity.read' });
    expect(await verify(`${header}.${more}.${signature}`)).toBeNull();
    for (const place of [0, 20, token.length - 20]) {
      const other = token[place] === 'A' ? 'B' : 'A';
      expect(await verify(token.slice(0, place) + other + token.slice(place + 1))).toBeNull();
    }
  });

  it.each([
    ['', 'empty text'],
    ['hello', 'a word'],
    ['..', 'dots'],
    ['a.b.c', 'three letters'],
    ['e30.e30.e30', 'empty objects'],
    [`${'A'.repeat(9000)}.e30.e30`, 'too long a text'],
    ['bnVsbA.e30.e30', 'null as header'],
  ])('is invalid without a key lookup if it is malformed (%#): %s', async (token) => {
    expect(await verify(token)).toBeNull();
    expect(asked).toEqual([]);
  });

  it('causes an internal error if our key cannot be read', async () => {
    const find = () => Promise.reject(new TypeError('fetch failed'));
    const { iss: issuer, aud: audience } = claims;
    const authority = { issuer, audience, keys: { find }, now: () => now };
    await expect(verifyAccessToken(await sign(claims), authority)).rejects.toThrow('fetch failed');
  });
});
