import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { openRequestObject } from '../../../shared/oauth/auth/request-object.ts';
import type { RequestObjectJwk } from '../../../shared/oauth/domain/client-keys.ts';
import { aSigningKey, requestObject, type SigningKey } from '../../support/request-objects.ts';

/** RFC 9101: verification of signed request objects. */

const now = new Date('2026-03-01T12:00:00.000Z');
const seconds = now.getTime() / 1000;
const issuer = 'https://registry.example';
const claims = { iss: 'client', aud: issuer, exp: seconds + 60, scope: 'openid' };

let elliptic: SigningKey;
let rsa: SigningKey;
let named: SigningKey;
let foreign: SigningKey;

beforeAll(async () => {
  [elliptic, rsa, named, foreign] = await Promise.all([
    aSigningKey('ES256'),
    aSigningKey('PS256'),
    aSigningKey('ES256', 'second'),
    aSigningKey('ES256'),
  ]);
});

/** The keys as they are registered. */
const registered = (...keys: readonly SigningKey[]) =>
  // What jose exports of these two kinds of key.
  keys.map(({ jwk }) => jwk as unknown as RequestObjectJwk);
const open = (token: string, keys: readonly SigningKey[] = [elliptic, rsa]) =>
  openRequestObject(token, {
    clientId: 'client',
    keys: registered(...keys),
    issuer,
    now: () => now,
  });

describe('a request object', () => {
  it('returns its claims if the client signed it with ES256 or PS256', async () => {
    expect(await open(await requestObject(elliptic, claims))).toEqual(claims);
    expect(await open(await requestObject(rsa, claims))).toEqual(claims);
  });

  it.each([
    ['from another client', { iss: 'other' }],
    ['for another provider', { aud: 'https://other.example' }],
    ['without an audience', { aud: null }],
    ['without an issuer', { iss: null }],
    ['without an expiry', { exp: null }],
    ['that expired half a minute ago', { exp: seconds - 30 }],
    ['that becomes valid in more than half a minute', { nbf: seconds + 31 }],
    ['that could be a client assertion', { sub: 'client' }],
  ])('%s is invalid', async (_, wrong) => {
    expect(await open(await requestObject(elliptic, { ...claims, ...wrong }))).toBeNull();
  });

  it("is valid if the client's clock is off by less than half a minute", async () => {
    const late = { ...claims, exp: seconds - 29 };
    const early = { ...claims, nbf: seconds + 30 };
    expect(await open(await requestObject(elliptic, late))).toEqual(late);
    expect(await open(await requestObject(elliptic, early))).toEqual(early);
  });

  it('is valid if its subject is not the client', async () => {
    const other = { ...claims, sub: 'ada' };
    expect(await open(await requestObject(elliptic, other))).toEqual(other);
  });

  it.each(['JWT', 'application/oauth-authz-req+jwt', null])(
    'of the type %s is valid',
    async (typ) => {
      expect(await open(await requestObject(elliptic, claims, { typ }))).toEqual(claims);
    },
  );

  it.each(['at+jwt', 'dpop+jwt', 'oauth-client-attestation+jwt'])(
    'of the type %s is invalid',
    async (typ) => {
      expect(await open(await requestObject(elliptic, claims, { typ }))).toBeNull();
    },
  );

  it('signed with a foreign key is invalid, whatever keys its header names', async () => {
    const jku = 'https://evil.example/keys.json';
    for (const header of [{}, { jwk: foreign.jwk }, { jku }, { kid: 'second' }]) {
      expect(await open(await requestObject(foreign, claims, header))).toBeNull();
    }
  });

  it('without a signature, or signed with a shared secret, is invalid', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const typ = 'oauth-authz-req+jwt';
    const plain = `${part({ alg: 'none', typ })}.${part(claims)}`;
    expect(await open(`${plain}.`)).toBeNull();
    const input = `${part({ alg: 'HS256', typ })}.${part(claims)}`;
    for (const secret of ['', JSON.stringify(elliptic.jwk)]) {
      const mac = createHmac('sha256', secret).update(input).digest('base64url');
      expect(await open(`${input}.${mac}`)).toBeNull();
    }
  });

  it('signed with RS256 is invalid, even with a registered key', async () => {
    const other = await aSigningKey('RS256');
    expect(await open(await requestObject(other, claims), [other])).toBeNull();
  });

  it('is verified with every key of its algorithm, or with the one whose kid it names', async () => {
    const keys = [rsa, foreign, elliptic, named];
    expect(await open(await requestObject(elliptic, claims), keys)).toEqual(claims);
    expect(await open(await requestObject(named, claims, { kid: 'second' }), keys)).toEqual(claims);
    expect(await open(await requestObject(named, claims, { kid: 'third' }), [named])).toBeNull();
    // A key that was registered without a name may have any.
    const token = await requestObject(elliptic, claims, { kid: 'third' });
    expect(await open(token, keys)).toEqual(claims);
    expect(await open(await requestObject(named, claims), keys)).toEqual(claims);
  });

  it.each(['', 'a', 'a.b.c', 'bnVsbA.e30.e30', 'e30.e30.e30'])(
    'is invalid if it is the text %j',
    async (text) => {
      expect(await open(text)).toBeNull();
    },
  );

  it('causes an error instead of being invalid if verification itself fails', async () => {
    const failing = {
      clientId: 'client',
      keys: registered(elliptic),
      issuer,
      now: () => {
        throw new Error('no clock');
      },
    };
    const token = await requestObject(elliptic, claims);
    await expect(openRequestObject(token, failing)).rejects.toThrow('no clock');
  });
});
