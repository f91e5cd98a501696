import { inflateSync } from 'node:zlib';
import { compactDecrypt } from 'jose/jwe/compact/decrypt';
import { CompactEncrypt } from 'jose/jwe/compact/encrypt';
import { compactVerify } from 'jose/jws/compact/verify';
import { decodeJwt } from 'jose/jwt/decode';
import { SignJWT } from 'jose/jwt/sign';
import { exportJWK } from 'jose/key/export';
import { generateKeyPair } from 'jose/key/generate/keypair';
import { importJWK } from 'jose/key/import';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Authority,
  anAuthority,
  certifiedBy,
  keyByCertificate,
  x5cOf,
} from '../support/authority.ts';
import { signedIn, type Visitor } from '../support/portal.ts';
import { aRegisteredWallet, type RegisteredWallet } from '../support/registered-wallet.ts';
import { aResident, type Person } from '../support/registry.ts';
import { aSigningKey } from '../support/request-objects.ts';
import { useWorld } from '../support/use-world.ts';
import { aHolder, aNonce, aProof, type Holder } from '../support/wallet.ts';

// Requirements of the OpenID Foundation's issuer test plan (oid4vci-1_0-issuer-…) that no other file tests: see the table in docs/conformance.md.

const world = await useWorld();
const provider = await aSigningKey('ES256');
const anchor = await anAuthority('Providers of wallets');
const header = { x5c: x5cOf(await anchor.issue(provider.jwk)) };
const scope = { scope: 'credential:residency' };

let jurisdiction: Authority;
let ada: Person;
let browser: Visitor;
let wallet: RegisteredWallet;

const aWallet = () =>
  aRegisteredWallet(
    world,
    {
      tokenEndpointAuthMethod: 'attest_jwt_client_auth',
      ...{ requestObjectKeys: [], attestationAnchors: [anchor.pem] },
    },
    provider,
  );

beforeAll(async () => {
  jurisdiction = await certifiedBy(world);
});
beforeEach(async () => {
  world.clock.now += 86_400_000;
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
  wallet = await aWallet();
});

const metadata = async () => {
  const { body } = await world.call('GET', '/.well-known/openid-credential-issuer');
  return Object(body);
};

/** One attestation of all keys; the first key signs the proof. */
async function proofs(keys: readonly Holder[]): Promise<object> {
  const [first = await aHolder()] = keys;
  const [iat, nonce] = [wallet.seconds(), await aNonce(world)];
  const attested_keys = keys.map(({ publicJwk }) => publicJwk);
  const key_attestation = await new SignJWT({ iat, exp: iat + 3600, nonce, attested_keys })
    .setProtectedHeader({ alg: 'ES256', typ: 'key-attestation+jwt', ...header })
    .sign(provider.privateKey);
  return {
    jwt: [await aProof(world, first, { nonce, iss: wallet.clientId }, { key_attestation })],
  };
}

const accessOf = async (one: RegisteredWallet, more: Readonly<Record<string, string>> = {}) =>
  String((await one.tokens(browser, { ...scope, ...more }, {}, header))['access_token']);

const configuration = { credential_configuration_id: 'residency' };

/** Requests an encrypted response as a wallet does; returns the decrypted response. */
async function askEncrypted(access: string, content: object, more: object = {}) {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), alg: 'ECDH-ES', use: 'enc', kid: 'w' };
  const { credential_request_encryption: asked } = await metadata();
  const [key] = asked.jwks.keys;
  const input = { ...content, credential_response_encryption: { jwk, enc: 'A256GCM', ...more } };
  const body = await new CompactEncrypt(Buffer.from(JSON.stringify(input)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid })
    .encrypt(await importJWK(key, 'ECDH-ES'));
  const path = '/api/credentials/credential';
  const answer = await fetch(world.baseUrl + path, {
    method: 'POST',
    headers: {
      ...{ authorization: `DPoP ${access}`, 'content-type': 'application/jwt' },
      ...(await wallet.dpop(path, access)),
    },
    body,
  });
  const text = await answer.text();
  const type = answer.headers.get('content-type');
  if (type !== 'application/jwt') return { status: answer.status, body: JSON.parse(text), type };
  const { plaintext } = await compactDecrypt(text, privateKey);
  return { status: answer.status, type, body: JSON.parse(Buffer.from(plaintext).toString()) };
}

/** The suite's checks of a credential: its certificate, key, expiry and status. */
async function expectGood(credential: string, key: Holder) {
  const [jwt = ''] = credential.split('~');
  await compactVerify(jwt, keyByCertificate(jwt, jurisdiction), { algorithms: ['ES256'] });
  const { cnf, exp, status } = decodeJwt<{ status: { status_list: { uri: string; idx: number } } }>(
    jwt,
  );
  expect(cnf).toEqual({ jwk: key.publicJwk });
  expect(exp).toBeGreaterThan(wallet.seconds());
  const { uri, idx } = status.status_list;
  const list = await (await fetch(uri)).text();
  await compactVerify(list, keyByCertificate(list, jurisdiction), { algorithms: ['ES256'] });
  const { status_list: bits } = decodeJwt<{ status_list: { lst: string } }>(list);
  const bytes = inflateSync(Buffer.from(bits.lst, 'base64url'));
  expect(((bytes[idx >> 3] ?? 0) >> (idx & 7)) & 1).toBe(0);
}

describe('a HAIP wallet with certified attestations', () => {
  it.each([['open'], ['encrypted']])(
    'gets credentials that verify and accepts them, with %s responses',
    async (way) => {
      const access = await accessOf(wallet);
      const keys = [await aHolder(), await aHolder()];
      const content = { ...configuration, proofs: await proofs(keys), unknown: 'is ignored' };
      const { status, body } =
        way === 'open'
          ? await wallet.ask(access, content)
          : await askEncrypted(access, content, { zip: 'DEF' });
      expect(status).toBe(200);
      const { credentials, notification_id } = Object(body);
      expect(credentials).toHaveLength(2);
      for (const [place, { credential }] of credentials.entries()) {
        await expectGood(credential, keys[place] ?? (await aHolder()));
      }
      const path = '/api/credentials/notification';
      const { status: noted } = await world.call('POST', path, {
        body: { notification_id, event: 'credential_accepted', event_description: 'kept' },
        headers: { authorization: `DPoP ${access}`, ...(await wallet.dpop(path, access)) },
      });
      expect(noted).toBe(204);
    },
  );

  it('gets more credentials with FAPI headers and any Accept header', async () => {
    const access = await accessOf(wallet);
    const kinds: readonly Readonly<Record<string, string>>[] = [
      {
        'x-fapi-auth-date': 'Tue, 11 Sep 2012 19:43:31 GMT',
        'x-fapi-customer-ip-address': '198.51.100.119',
        'x-fapi-interaction-id': 'c770aef3-6784-41f7-8e0e-ff5f97bddb3a',
      },
      {
        'x-fapi-customer-ip-address': '2001:db8::1893:25c8:1946',
        accept: 'application/json; charset=utf-8',
      },
      { accept: 'application/json, application/*+json, */*' },
    ];
    for (const headers of kinds) {
      const keys = [await aHolder()];
      const content = { ...configuration, proofs: await proofs(keys) };
      const answer = await wallet.ask(access, content, headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('date')).not.toBeNull();
    }
  });

  it('gets credentials after another one, with a state of 128 characters', async () => {
    const first = wallet;
    for (const [one, state] of [
      [first, 's'.repeat(16)],
      [await aWallet(), 's'.repeat(128)],
    ] as const) {
      wallet = one;
      const keys = [await aHolder()];
      const access = await accessOf(one, { state });
      const { status, body } = await one.ask(access, {
        ...{ ...configuration, proofs: await proofs(keys) },
      });
      expect(status).toBe(200);
      await expectGood(Object(body).credentials[0].credential, keys[0] ?? (await aHolder()));
    }
  });

  it('renews its tokens with another DPoP key, but not as another instance', async () => {
    const refresh = String((await wallet.tokens(browser, scope, {}, header))['refresh_token']);
    const [other, bound] = [await aHolder(), await aHolder()];
    const renewed = await wallet.renew(refresh, header, { bound });
    expect(renewed.status).toBe(200);
    expect(decodeJwt(String(Object(renewed.body).access_token))['cnf']).toEqual({
      jkt: bound.thumbprint,
    });
    for (const keys of [{ instance: other }, { instance: other, bound: other }]) {
      const refused = await wallet.renew(refresh, header, keys);
      expect([refused.status, Object(refused.body).error]).toEqual([400, 'invalid_grant']);
    }
    expect((await wallet.renew(refresh, header)).status).toBe(200);
  });

  it('is refused with a token in the URL', async () => {
    const access = await accessOf(wallet);
    const path = '/api/credentials/credential';
    const content = { ...configuration, proofs: await proofs([await aHolder()]) };
    const answer = await world.call('POST', `${path}?access_token=${access}`, {
      ...{ body: content, headers: await wallet.dpop(path, access) },
    });
    expect([answer.status, Object(answer.body).error]).toEqual([401, 'invalid_token']);
  });

  it('gets an unencrypted error for an unsupported response encryption', async () => {
    const access = await accessOf(wallet);
    const content = { ...configuration, proofs: await proofs([await aHolder()]) };
    for (const more of [{ alg: 'UNSUPPORTED_ALG' }, { enc: 'A128CBC-HS256' }]) {
      const { status, type, body } = await askEncrypted(access, content, more);
      expect([status, type, body.error]).toEqual([
        ...[400, 'application/json', 'invalid_encryption_parameters'],
      ]);
    }
  });
});

describe('the issuer metadata', () => {
  it('contain all members that the specifications require, and no others', async () => {
    const answer = await fetch(`${world.baseUrl}/.well-known/openid-credential-issuer`, {
      headers: { accept: 'application/json' },
    });
    expect(answer.headers.get('content-type')).toBe('application/json');
    const issuer = Object(await answer.json());
    expect(Object.keys(issuer).toSorted()).toEqual([
      ...['batch_credential_issuance', 'credential_configurations_supported'],
      ...['credential_endpoint', 'credential_issuer', 'credential_request_encryption'],
      ...['credential_response_encryption', 'display', 'nonce_endpoint', 'notification_endpoint'],
    ]);
    expect(issuer.credential_issuer).toBe(world.baseUrl);
    for (const name of ['credential_endpoint', 'nonce_endpoint', 'notification_endpoint']) {
      expect(new URL(issuer[name]).origin).toBe(world.baseUrl);
    }
    for (const one of Object.values<Record<string, unknown>>(
      issuer.credential_configurations_supported,
    )) {
      expect(one).toMatchObject({
        ...{ format: 'dc+sd-jwt', vct: expect.any(String), scope: expect.any(String) },
        cryptographic_binding_methods_supported: ['jwk'],
        proof_types_supported: {
          jwt: { proof_signing_alg_values_supported: ['ES256'] },
          attestation: { proof_signing_alg_values_supported: ['ES256'] },
        },
      });
    }
    const { body } = await world.call('GET', '/.well-known/oauth-authorization-server');
    expect(body).toMatchObject({
      issuer: world.baseUrl,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: expect.arrayContaining(['S256']),
      token_endpoint_auth_methods_supported: expect.arrayContaining(['attest_jwt_client_auth']),
      dpop_signing_alg_values_supported: expect.arrayContaining(['ES256']),
      client_attestation_signing_alg_values_supported: expect.arrayContaining(['ES256']),
      client_attestation_pop_signing_alg_values_supported: expect.arrayContaining(['ES256']),
    });
    expect(Object(body).pushed_authorization_request_endpoint).toMatch(/\/api\/oauth\/par$/);
  });
});
