import { createECDH } from 'node:crypto';
import {
  CompactEncrypt,
  compactDecrypt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { encryptionKeys } from '../../shared/credentials/auth/encrypted-messages.ts';
import { listCredentials } from '../../shared/credentials/db/credentials.ts';
import { openSeal } from '../../shared/kernel/auth/seal.ts';
import { signedIn, type Visitor } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import {
  aHolder,
  aNonce,
  aProof,
  atTokenEndpoint,
  type Holder,
  openWallet,
  seeOffer,
  takingUp,
} from '../support/wallet.ts';

const world = await useWorld();
let ada: Person;
let browser: Visitor;
let access: string;
let holder: Holder;

beforeEach(async () => {
  world.clock.now += 86_400_000;
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
  holder = await aHolder();
  const offer = await seeOffer(browser, 'residency');
  const { body } = await atTokenEndpoint(world, takingUp(offer));
  access = String(Object(body).access_token);
});

const metadata = async () => {
  const { body } = await world.call('GET', '/.well-known/openid-credential-issuer');
  return Object(body);
};
const issuerKey = async (): Promise<JWK> =>
  (await metadata()).credential_request_encryption.jwks.keys[0];

/** A wallet's key for encrypted responses. */
async function aWalletKey(kid?: string) {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', {
    ...{ crv: 'P-256', extractable: true },
  });
  const jwk = await exportJWK(publicKey);
  return { privateKey, jwk: { ...jwk, alg: 'ECDH-ES', use: 'enc', ...(kid && { kid }) } };
}

const input = async (more: object = {}) => ({
  credential_configuration_id: 'residency',
  proofs: { jwt: [await aProof(world, holder, { nonce: await aNonce(world) })] },
  ...more,
});

/** A request encrypted with jose; `header` replaces members of a valid one. */
async function sealed(content: object | string, header: object = {}, key?: JWK): Promise<string> {
  const jwk = key ?? (await issuerKey());
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM', kid: jwk.kid ?? '', ...header })
    .encrypt(await importJWK(jwk, 'ECDH-ES'));
}

const send = (body: string, type = 'application/jwt', token = access) =>
  fetch(`${world.baseUrl}/api/credentials/credential`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
  });

const problem = async (answer: Promise<Response>) => {
  const { status, headers } = await answer;
  const { error } = (await (await answer).json()) as { error: string };
  return [status, headers.get('content-type'), error];
};
const refused = (error: string, status = 400) => [status, 'application/json', error];

describe('an encrypted credential request', () => {
  it.each(['A128GCM', 'A256GCM'])('gets an encrypted response with %s', async (enc) => {
    const key = await aWalletKey('of-the-wallet');
    const answers = { credential_response_encryption: { jwk: key.jwk, enc } };
    const answer = await send(await sealed(await input(answers), { enc }));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/jwt']);
    const { plaintext, protectedHeader } = await compactDecrypt(
      await answer.text(),
      key.privateKey,
    );
    expect(protectedHeader).toMatchObject({ alg: 'ECDH-ES', enc, kid: 'of-the-wallet' });
    expect(JSON.parse(Buffer.from(plaintext).toString())).toEqual({
      credentials: [{ credential: expect.stringMatching(/^eyJ.+~$/) }],
      notification_id: expect.any(String),
    });
  });

  it('gets an open response if it does not request encryption', async () => {
    const answer = await send(await sealed(await input()));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await answer.json()).toMatchObject({ credentials: [{}] });
    const type = 'Application/JWT; charset=utf-8';
    expect((await send(await sealed(await input()), type)).status).toBe(200);
  });

  it('gets unencrypted errors', async () => {
    const { jwk } = await aWalletKey();
    const encryption = { credential_response_encryption: { jwk, enc: 'A256GCM' } };
    const unknown = { ...encryption, credential_configuration_id: 'passport' };
    expect(await problem(send(await sealed(await input(unknown))))).toEqual(
      refused('unknown_credential_configuration'),
    );
    const stale = { ...encryption, proofs: { jwt: ['no.jwt.atall'] } };
    expect(await problem(send(await sealed(await input(stale))))).toEqual(refused('invalid_proof'));
  });

  it('is decrypted only after the token was checked', async () => {
    const body = await sealed(await input());
    expect(await problem(send(body, 'application/jwt', 'a.b.c'))).toEqual(
      refused('invalid_token', 401),
    );
  });
});

describe('encryption that does not match the metadata', () => {
  const invalid = refused('invalid_encryption_parameters');

  it('is refused in a request', async () => {
    const other = await aWalletKey(String((await issuerKey()).kid));
    const good = await sealed(await input());
    for (const body of [
      'no.jwe.at.all.here',
      'eyJhbGciOiJub25lIn0.e30.',
      '',
      good.slice(0, -4),
      await sealed(await input(), { enc: 'A128CBC-HS256' }),
      await sealed(await input(), { alg: 'ECDH-ES+A128KW' }),
      await sealed(await input(), { kid: 'unknown' }),
      await sealed(await input(), {}, other.jwk),
    ]) {
      expect(await problem(send(body))).toEqual(invalid);
    }
    for (const text of ['[', '[]', '"text"', '{"proofs":7}']) {
      expect(await problem(send(await sealed(text)))).toEqual(
        refused('invalid_credential_request'),
      );
    }
    expect(await problem(send(good, 'application/json'))).toEqual(
      refused('invalid_credential_request'),
    );
  });

  it('is refused for the response, and nothing is issued', async () => {
    const { jwk } = await aWalletKey();
    const asked = async (credential_response_encryption: unknown) =>
      problem(send(await sealed(await input({ credential_response_encryption }))));
    const enc = 'A256GCM';
    for (const wrong of [
      {},
      'A256GCM',
      { jwk },
      { enc },
      { jwk, enc: 'A256CBC-HS512' },
      { jwk, enc, zip: 'LZ4' },
      { jwk: { ...jwk, alg: undefined }, enc },
      { jwk: { ...jwk, alg: 'RSA-OAEP-256' }, enc },
      { jwk: { ...jwk, crv: 'P-384' }, enc },
      { jwk: { ...jwk, d: jwk.x }, enc },
      { jwk: { ...jwk, x: 'AA', y: 'AA' }, enc },
      { jwk: { kty: 'oct', k: 'c2VjcmV0', alg: 'dir' }, enc },
    ]) {
      expect(await asked(wrong)).toEqual(invalid);
    }
    expect(await listCredentials(world.table, ada.id)).toEqual([]);
    expect(await asked({ jwk, enc, alg: 'ECDH-ES' }).catch(() => 'sealed')).toBe('sealed');
  });

  it('is refused for the response if the request is not encrypted', async () => {
    const { jwk } = await aWalletKey();
    const body = await input({ credential_response_encryption: { jwk, enc: 'A256GCM' } });
    expect(await problem(send(JSON.stringify(body), 'application/json'))).toEqual(invalid);
  });
});

it('the metadata contain the key and the algorithms, as a wallet library reads them', async () => {
  const { credential_request_encryption: requests, credential_response_encryption: answers } =
    await metadata();
  const enc_values_supported = ['A128GCM', 'A256GCM'];
  expect(requests).toEqual({
    jwks: {
      keys: [
        {
          ...{ kty: 'EC', crv: 'P-256', use: 'enc', alg: 'ECDH-ES' },
          ...{ kid: expect.any(String), x: expect.any(String), y: expect.any(String) },
        },
      ],
    },
    enc_values_supported,
    encryption_required: false,
  });
  expect(answers).toEqual({
    ...{ alg_values_supported: ['ECDH-ES'], enc_values_supported, encryption_required: false },
  });
  const { credentialIssuer } = await openWallet(await aHolder()).resolveIssuerMetadata(
    world.baseUrl,
  );
  expect(credentialIssuer.credential_response_encryption).toEqual(answers);
});

it('a rotation of the secret adds a new encryption key and keeps the previous one', async () => {
  const secrets = ['one'.repeat(20)];
  const keysNow = () => encryptionKeys(openSeal(async () => secrets, world.deps.now));
  const [before] = await keysNow();
  secrets.unshift('two'.repeat(20));
  const [after, former, ...none] = await keysNow();
  expect(former).toEqual(before);
  expect(after?.jwk.kid).not.toBe(before?.jwk.kid);
  expect(none).toEqual([]);
  // The private half fits the public one.
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(String(after?.d), 'base64url'));
  expect(curve.getPublicKey().subarray(1, 33).toString('base64url')).toBe(after?.jwk.x);
});
