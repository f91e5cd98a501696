import { decodeJwt } from 'jose/jwt/decode';
import { SignJWT } from 'jose/jwt/sign';
import { beforeEach, describe, expect, it } from 'vitest';
import { listCredentials } from '../../shared/credentials/db/credentials.ts';
import { signedIn, type Visitor } from '../support/portal.ts';
import { aRegisteredWallet, type RegisteredWallet } from '../support/registered-wallet.ts';
import { aResident, type Person } from '../support/registry.ts';
import { aSigningKey, type SigningKey } from '../support/request-objects.ts';
import { useWorld } from '../support/use-world.ts';
import {
  aHolder,
  aNonce,
  anAttestation,
  aProof,
  atCredentialEndpoint,
  atTokenEndpoint,
  type Holder,
  openWallet,
  seeOffer,
  takingUp,
} from '../support/wallet.ts';

const world = await useWorld();
let ada: Person;
let browser: Visitor;
let wallet: RegisteredWallet;
let access: string;

beforeEach(async () => {
  world.clock.now += 86_400_000;
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
  wallet = await aRegisteredWallet(world);
  const tokens = await wallet.tokens(browser);
  access = String(tokens['access_token']);
});

const holders = (count: number) => Promise.all(Array.from({ length: count }, () => aHolder()));
const bare = ({ publicJwk: { kty, crv, x, y } }: Holder) => ({ kty, crv, x, y });

/** A hand-made attestation; undefined claims are left out. */
async function attested(
  keys: readonly object[],
  claims: object = {},
  key: SigningKey = wallet.provider,
  header: object = {},
): Promise<string> {
  const [iat, nonce] = [wallet.seconds(), await aNonce(world)];
  return new SignJWT({ iat, exp: iat + 3600, nonce, attested_keys: keys, ...claims })
    .setProtectedHeader({ alg: key.alg, typ: 'key-attestation+jwt', ...header })
    .sign(key.privateKey);
}

const ask = (proofs: object, token = access) =>
  wallet.ask(token, { credential_configuration_id: 'residency', proofs });

const keysOf = (body: unknown): unknown[] =>
  Object(body).credentials.map(({ credential }: { credential: string }) => {
    const { jwk } = Object(decodeJwt(credential.split('~')[0] ?? '')['cnf']);
    return jwk;
  });

const refused = (error: string) => ({
  status: 400,
  body: { error, error_description: expect.any(String) },
});

const isAttested = async () => {
  const query = `/audit?subjectId=${ada.id}&action=credential.issued`;
  const { body } = await world.admin('GET', query);
  return Object(body).data[0].details.attested;
};

describe('a key attestation', () => {
  it('replaces proofs and gets a copy for each of its keys', async () => {
    const keys = await holders(3);
    const jwt = await anAttestation(world, wallet.provider, {
      keys,
      use: 'proof_type.attestation',
      nonce: await aNonce(world),
    });
    const { status, body } = await ask({ attestation: [jwt] });
    expect(status).toBe(200);
    expect(keysOf(body)).toEqual(keys.map(bare));
    expect(await isAttested()).toBe(true);
  });

  it('in a wallet library’s proof gets a copy for each of its keys', async () => {
    const keys = await holders(2);
    const [first = await aHolder()] = keys;
    const own = openWallet(first);
    const issuerMetadata = await own.resolveIssuerMetadata(world.baseUrl);
    const { c_nonce: nonce } = await own.requestNonce({ issuerMetadata });
    const keyAttestationJwt = await anAttestation(world, wallet.provider, {
      ...{ keys, nonce },
      use: 'proof_type.jwt',
    });
    const { jwt } = await own.createCredentialRequestJwtProof({
      ...{ issuerMetadata, credentialConfigurationId: 'residency', nonce, keyAttestationJwt },
      issuedAt: new Date(world.clock.now),
      signer: { method: 'jwk', alg: 'ES256', publicJwk: { ...first.publicJwk, kty: 'EC' } },
    });
    const { status, body } = await ask({ jwt: [jwt] });
    expect(status).toBe(200);
    expect(keysOf(body)).toEqual(keys.map(bare));
    expect(await isAttested()).toBe(true);
  });

  it('can contain the proof’s key, named by kid or position', async () => {
    const keys = await holders(2);
    const [, second = await aHolder()] = keys;
    const nonce = await aNonce(world);
    const jwks = keys.map((key, index) => ({ ...bare(key), kid: `key-${index}` }));
    for (const kid of ['key-1', '1']) {
      const key_attestation = await attested(jwks);
      const header = { jwk: undefined, kid, key_attestation };
      const proof = await aProof(world, second, { nonce: await aNonce(world) }, header);
      const { status, body } = await ask({ jwt: [proof] });
      expect(status).toBe(200);
      expect(keysOf(body)).toEqual([second, ...keys.slice(0, 1)].map(bare));
    }
    for (const kid of ['key-2', '2', '0', '-1']) {
      const header = { jwk: undefined, kid, key_attestation: await attested(jwks) };
      const proof = await aProof(world, second, { nonce }, header);
      expect(await ask({ jwt: [proof] })).toMatchObject(refused('invalid_proof'));
    }
  });

  it('can have times with fractions of a second (RFC 7519, section 2)', async () => {
    const key = await aHolder();
    const [iat, exp] = [wallet.seconds() - 0.25, wallet.seconds() + 300.5];
    const { status, body } = await ask({
      attestation: [await attested([bare(key)], { iat, exp })],
    });
    expect(status).toBe(200);
    expect(keysOf(body)).toEqual([bare(key)]);
  });

  it('with more than ten keys gets ten copies', async () => {
    const keys = await holders(12);
    const { status, body } = await ask({ attestation: [await attested(keys.map(bare))] });
    expect(status).toBe(200);
    expect(keysOf(body)).toEqual(keys.slice(0, 10).map(bare));
  });

  const stranger = () => aSigningKey('ES256', 'wallet');
  it.each<[string, (key: Holder) => Promise<string>]>([
    ['is signed with another key', async (key) => attested([bare(key)], {}, await stranger())],
    ['has expired', (key) => attested([bare(key)], { exp: wallet.seconds() - 60 })],
    ['is from the future', (key) => attested([bare(key)], { iat: wallet.seconds() + 86_400 })],
    ['has no nonce', (key) => attested([bare(key)], { nonce: undefined })],
    ['has no keys', () => attested([])],
    ['has no attested_keys claim', (key) => attested([bare(key)], { attested_keys: undefined })],
    ['contains a key twice', (key) => attested([bare(key), { ...bare(key), kid: 'again' }])],
    ['contains a private key', (key) => attested([{ ...bare(key), d: bare(key).x }])],
    ['contains a symmetric key', () => attested([{ kty: 'oct', k: 'c2VjcmV0' }])],
    [
      'contains a point off the curve',
      () => attested([{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }]),
    ],
    ['has another type', (key) => attested([bare(key)], {}, wallet.provider, { typ: 'JWT' })],
    ['is malformed', async () => 'no.jwt.atall'],
    ['is unsigned', async (key) => unsigned({ attested_keys: [bare(key)] })],
  ])('that %s is refused, alone and in a proof', async (_, make) => {
    const key = await aHolder();
    const key_attestation = await make(key);
    expect(await ask({ attestation: [key_attestation] })).toMatchObject(refused('invalid_proof'));
    const proof = await aProof(world, key, { nonce: await aNonce(world) }, { key_attestation });
    expect(await ask({ jwt: [proof] })).toMatchObject(refused('invalid_proof'));
    expect(await listCredentials(world.table, ada.id)).toEqual([]);
  });

  const unsigned = async (claims: object) =>
    `${[
      { alg: 'none', typ: 'key-attestation+jwt' },
      { iat: wallet.seconds(), ...claims },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')}.`;

  it('in a proof needs an expiry and the proof’s key', async () => {
    const [key = await aHolder(), other = key] = await holders(2);
    const nonce = await aNonce(world);
    for (const key_attestation of [
      await attested([bare(key)], { exp: undefined }),
      await attested([bare(other)]),
    ]) {
      const proof = await aProof(world, key, { nonce }, { key_attestation });
      expect(await ask({ jwt: [proof] })).toMatchObject(refused('invalid_proof'));
    }
    const endless = await attested([bare(key)], { exp: undefined });
    expect((await ask({ attestation: [endless] })).status).toBe(200);
  });

  it('needs our nonce, which is valid once', async () => {
    const key = await aHolder();
    const invented = await attested([bare(key)], { nonce: 'invented' });
    expect(await ask({ attestation: [invented] })).toMatchObject(refused('invalid_nonce'));
    const once = await attested([bare(key)]);
    expect((await ask({ attestation: [once] })).status).toBe(200);
    expect(await ask({ attestation: [once] })).toMatchObject(refused('invalid_nonce'));
    const proof = await aProof(
      ...[world, key, { nonce: await aNonce(world) }, { key_attestation: once }],
    );
    expect(await ask({ jwt: [proof] })).toMatchObject(refused('invalid_nonce'));
  });

  it('must be the only attestation and the only type of proof', async () => {
    const [key = await aHolder(), other = key] = await holders(2);
    const [one, two] = [await attested([bare(key)]), await attested([bare(other)])];
    expect(await ask({ attestation: [one, two] })).toMatchObject(refused('invalid_proof'));
    const jwt = [await aProof(world, key, { nonce: await aNonce(world) })];
    expect(await ask({ attestation: [two], jwt })).toMatchObject(refused('invalid_proof'));
    expect(await ask({})).toMatchObject(refused('invalid_proof'));
    expect(await ask({ di_vp: [{}] })).toMatchObject(refused('invalid_proof'));
  });

  it('is accepted only from the wallet’s own provider', async () => {
    const other = await aRegisteredWallet(world);
    const key = await aHolder();
    const foreign = await attested([bare(key)], {}, other.provider);
    expect(await ask({ attestation: [foreign] })).toMatchObject(refused('invalid_proof'));
    const path = `/oauth_clients/${wallet.clientId}`;
    await world.admin('PATCH', path, { requestObjectKeys: [other.provider.jwk] });
    expect((await ask({ attestation: [foreign] })).status).toBe(200);
  });
});

describe('a wallet that redeemed an offer', () => {
  const tokenOf = async () => {
    const offer = await seeOffer(browser, 'residency');
    const { body } = await atTokenEndpoint(world, takingUp(offer));
    return String(Object(body).access_token);
  };

  it('cannot use a key attestation: alone it is refused, in a proof it is ignored', async () => {
    const token = await tokenOf();
    const [key = await aHolder(), other = key] = await holders(2);
    const asked = (proofs: object) =>
      atCredentialEndpoint(world, token, { credential_configuration_id: 'residency', proofs });
    const alone = await attested([bare(key)]);
    expect(await asked({ attestation: [alone] })).toMatchObject(refused('invalid_proof'));
    const key_attestation = await attested([bare(key), bare(other)]);
    const proof = await aProof(world, key, { nonce: await aNonce(world) }, { key_attestation });
    const { status, body } = await asked({ jwt: [proof] });
    expect([status, keysOf(body)]).toEqual([200, [bare(key)]]);
    expect(await isAttested()).toBeUndefined();
    const named = { jwk: undefined, kid: '0', key_attestation };
    const without = await aProof(world, key, { nonce: await aNonce(world) }, named);
    expect(await asked({ jwt: [without] })).toMatchObject(refused('invalid_proof'));
  });
});

it('the metadata list both proof types, without requiring attestation', async () => {
  const { body } = await world.call('GET', '/.well-known/openid-credential-issuer');
  for (const kind of ['residency', 'good_standing']) {
    const { proof_types_supported: types } = Object(body).credential_configurations_supported[kind];
    const algorithms = { proof_signing_alg_values_supported: ['ES256'] };
    expect(types).toEqual({ jwt: algorithms, attestation: algorithms });
  }
});
