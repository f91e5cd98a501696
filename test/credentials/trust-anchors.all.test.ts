import { SignJWT } from 'jose/jwt/sign';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Authority, anAuthority, unknownKey, x5cOf } from '../support/authority.ts';
import { signedIn, type Visitor } from '../support/portal.ts';
import {
  aRegisteredWallet,
  attestedBy,
  type RegisteredWallet,
} from '../support/registered-wallet.ts';
import { aResident } from '../support/registry.ts';
import { aSigningKey, type SigningKey } from '../support/request-objects.ts';
import { useWorld } from '../support/use-world.ts';
import { aHolder, aNonce, type Holder } from '../support/wallet.ts';

const world = await useWorld();
const provider = await aSigningKey('ES256');
const anchor = await anAuthority('Providers of wallets');
const middle = await anchor.below('Providers of this country');
const unknown = { publicKey: unknownKey(provider.jwk) };
const chain = x5cOf(await middle.issue(provider.jwk), middle.certificate);

const byAttestation = { tokenEndpointAuthMethod: 'attest_jwt_client_auth' };
const trusting = (more: object = {}) =>
  aRegisteredWallet(
    world,
    { ...byAttestation, requestObjectKeys: [], attestationAnchors: [anchor.pem], ...more },
    provider,
  );

let browser: Visitor;

beforeEach(async () => {
  world.clock.now += 86_400_000;
  browser = await signedIn(world, (await aResident(world)).email);
});

const scope = { scope: 'credential:residency' };

/** The wallet provider's key attestation. */
async function keyAttestation(
  wallet: RegisteredWallet,
  keys: readonly Holder[],
  header: object,
  key: Pick<SigningKey, 'privateKey'> = provider,
): Promise<string> {
  const [iat, nonce] = [wallet.seconds(), await aNonce(world)];
  const attested_keys = keys.map(({ publicJwk }) => publicJwk);
  return new SignJWT({ iat, exp: iat + 3600, nonce, attested_keys })
    .setProtectedHeader({ alg: 'ES256', typ: 'key-attestation+jwt', ...header })
    .sign(key.privateKey);
}

const askWith = (wallet: RegisteredWallet, access: string, attestation: string) =>
  wallet.ask(access, {
    credential_configuration_id: 'residency',
    proofs: { attestation: [attestation] },
  });

describe('a wallet whose provider has a certificate', () => {
  it('gets credentials with certificates instead of registered keys', async () => {
    const wallet = await trusting();
    const tokens = await wallet.tokens(browser, scope, {}, { x5c: chain });
    const keys = [await aHolder(), await aHolder()];
    const attested = await keyAttestation(wallet, keys, { x5c: chain });
    const answer = await askWith(wallet, String(tokens['access_token']), attested);
    expect([answer.status, Object(answer.body).credentials?.length]).toEqual([200, 2]);
    const renewed = await wallet.renew(String(tokens['refresh_token']), { x5c: chain });
    expect(renewed.status).toBe(200);
  });

  it('can also have registered keys, which are accepted with any x5c', async () => {
    const both = await trusting({ requestObjectKeys: [provider.jwk] });
    const keysAlone = await trusting({
      ...{ requestObjectKeys: [provider.jwk], attestationAnchors: [] },
    });
    const foreign = x5cOf(await (await anAuthority('Others')).issue(provider.jwk));
    for (const [wallet, header] of [
      [both, {}],
      [both, { x5c: chain }],
      [both, { x5c: foreign }],
      [keysAlone, {}],
      [keysAlone, { x5c: chain }],
    ] as const) {
      expect((await wallet.push(scope, header)).status).toBe(201);
    }
  });

  const later = new Date('2098-01-01T00:00:00Z');
  const plainIssuer = async () => {
    const { jwk } = await aSigningKey('ES256');
    return anchor.issue(jwk, { subject: 'Nobody' });
  };
  const under = async (authority: Authority, more = {}) =>
    x5cOf(await authority.issue(provider.jwk, more), authority.certificate);

  it.each<[string, () => Promise<object>]>([
    ['no certificate', async () => ({})],
    ['an empty list', async () => ({ x5c: [] })],
    ['text that is not a certificate', async () => ({ x5c: ['AAAA'] })],
    ['a certificate as PEM', async () => ({ x5c: [Buffer.from(anchor.pem).toString('base64')] })],
    [
      'an expired certificate',
      async () => ({
        x5c: x5cOf(await anchor.issue(provider.jwk, { to: new Date('2020-01-01T00:00:00Z') })),
      }),
    ],
    [
      'a certificate that is not valid yet',
      async () => ({ x5c: x5cOf(await anchor.issue(provider.jwk, { from: later })) }),
    ],
    [
      'an expired authority',
      async () => ({
        x5c: await under(await anchor.below('Ended', { to: new Date('2020-01-01T00:00:00Z') })),
      }),
    ],
    [
      'a certificate of another authority',
      async () => ({ x5c: x5cOf(await (await anAuthority('Others')).issue(provider.jwk)) }),
    ],
    [
      'a certificate of another authority with the same name',
      async () => {
        const same = await anAuthority('Providers of wallets');
        return { x5c: x5cOf(await same.issue(provider.jwk)) };
      },
    ],
    [
      'the anchor at the end of the chain',
      async () => ({ x5c: [...chain, ...x5cOf(anchor.certificate)] }),
    ],
    ['another key’s certificate', async () => ({ x5c: x5cOf(await anchor.issue(await other())) })],
    [
      'an issuer that is not an authority',
      async () => {
        const nobody = await anchor.below('Nobody');
        return { x5c: x5cOf(await nobody.issue(provider.jwk), await plainIssuer()) };
      },
    ],
    ['a chain without its intermediate certificate', async () => ({ x5c: chain.slice(0, 1) })],
    [
      'more authorities than one of them allows',
      async () => {
        const short = await anchor.below('Short', { authoritiesBelow: 0 });
        const low = await short.below('Low');
        return { x5c: [...(await under(low)), ...x5cOf(short.certificate)] };
      },
    ],
    [
      'a chain of five',
      async () => {
        const [a, b, c, d] = await descend(4);
        if (!a || !b || !c || !d) throw new Error('set-up');
        return {
          x5c: x5cOf(
            await d.issue(provider.jwk),
            ...[d, c, b, a].map(({ certificate }) => certificate),
          ),
        };
      },
    ],
    [
      'an unknown critical extension',
      async () => ({
        x5c: x5cOf(await anchor.issue(provider.jwk, { unknownExtension: '1.2.3.4' })),
      }),
    ],
    ['text instead of a list', async () => ({ x5c: chain[0] })],
    [
      'a key of an unknown algorithm',
      async () => ({ x5c: x5cOf(await anchor.issue(provider.jwk, unknown)) }),
    ],
    [
      'an authority with a key of an unknown algorithm',
      async () => {
        const strange = await anchor.below('Strange', unknown);
        return {
          x5c: [...x5cOf(await strange.issue(provider.jwk)), ...x5cOf(strange.certificate)],
        };
      },
    ],
  ])('is refused with %s, and so is its key attestation', async (_, make) => {
    const wallet = await trusting();
    const header = await make();
    const { status, body } = await wallet.push(scope, header);
    expect([status, Object(body).error]).toEqual([401, 'invalid_client']);
    const { access_token: access } = await wallet.tokens(browser, scope, {}, { x5c: chain });
    const attested = await keyAttestation(wallet, [await aHolder()], header);
    const answer = await askWith(wallet, String(access), attested);
    expect([answer.status, Object(answer.body).error]).toEqual([400, 'invalid_proof']);
  });

  it('is refused with a self-signed certificate', async () => {
    const alone = await anAuthority('Alone', { authoritiesBelow: undefined });
    const wallet = await trusting();
    const { status } = await wallet.push(scope, { x5c: x5cOf(alone.certificate) });
    expect(status).toBe(401);
  });

  it('is refused with a valid certificate and another key’s signature', async () => {
    const [wallet, stranger] = [await trusting(), await aSigningKey('ES256')];
    const attestation = await wallet.attestation({}, { x5c: chain }, stranger);
    const headers = attestedBy({ attestation, pop: await wallet.pop() });
    expect((await wallet.pushAs(scope, { form: {}, headers })).status).toBe(401);
    const { access_token: access } = await wallet.tokens(browser, scope, {}, { x5c: chain });
    const keys = [await aHolder()];
    const attested = await keyAttestation(wallet, keys, { x5c: chain }, stranger);
    expect((await askWith(wallet, String(access), attested)).status).toBe(400);
  });
});

describe('a client’s attestation anchors', () => {
  const path = (id: string) => `/oauth_clients/${id}`;

  it('are normalised, and can be replaced and removed', async () => {
    const { clientId } = await trusting({
      ...{ requestObjectKeys: [provider.jwk] },
      attestationAnchors: [`\n${anchor.pem}\n`],
    });
    const shown = await world.admin('GET', path(clientId));
    expect(Object(shown.body).data.attestationAnchors).toEqual([anchor.pem]);
    const both = { attestationAnchors: [anchor.pem, middle.pem] };
    const { body } = await world.admin('PATCH', path(clientId), both);
    expect(Object(body).data).toMatchObject(both);
    await world.admin('PATCH', path(clientId), { attestationAnchors: [] });
    const after = await world.admin('GET', path(clientId));
    expect(Object(after.body).data.attestationAnchors).toEqual([]);
  });

  const plain = {
    tokenEndpointAuthMethod: 'client_secret',
    requestObjectKeys: [],
    scopes: ['openid'],
  };
  const bare = {
    ...plain,
    requirePushedAuthorizationRequests: false,
    dpopBoundAccessTokens: false,
  };
  it.each<[string, () => Promise<object> | object, readonly (string | number)[]]>([
    ['a client with a secret', () => ({ ...bare, clientId: undefined }), ['attestationAnchors']],
    [
      'a private_key_jwt client without credential scopes',
      () => ({
        ...bare,
        tokenEndpointAuthMethod: 'private_key_jwt',
        requestObjectKeys: [provider.jwk],
      }),
      ['attestationAnchors'],
    ],
    [
      'a private_key_jwt client without keys',
      () => ({ tokenEndpointAuthMethod: 'private_key_jwt' }),
      ['requestObjectKeys'],
    ],
    ['text that is not PEM', () => ({ attestationAnchors: ['none'] }), ['attestationAnchors', 0]],
    [
      'PEM that is not a certificate',
      () => ({ attestationAnchors: [anchor.pem.replaceAll('M', 'A')] }),
      ['attestationAnchors', 0],
    ],
    [
      'a certificate that cannot issue others',
      async () => ({
        attestationAnchors: [anchor.pem, await pemOf({ authoritiesBelow: undefined })],
      }),
      ['attestationAnchors', 1],
    ],
    [
      'an expired certificate',
      async () => ({ attestationAnchors: [await pemOf({ to: new Date('2020-01-01T00:00:00Z') })] }),
      ['attestationAnchors', 0],
    ],
    [
      'a certificate with an unknown key type',
      async () => ({ attestationAnchors: [await pemOf(unknown)] }),
      ['attestationAnchors', 0],
    ],
    [
      'the same certificate twice',
      () => ({ attestationAnchors: [anchor.pem, anchor.pem] }),
      ['attestationAnchors', 1],
    ],
    [
      'more than five certificates',
      () => ({ attestationAnchors: Array.from({ length: 6 }, () => anchor.pem) }),
      ['attestationAnchors'],
    ],
  ])('are refused for %s', async (_, make, where) => {
    const { status, body } = await world.admin('POST', '/oauth_clients', {
      ...{ name: 'Pocket', redirectUris: ['https://wallet.example/callback'] },
      ...{ scopes: ['credential:residency'], ...byAttestation, requestObjectKeys: [] },
      ...{ requirePushedAuthorizationRequests: true, dpopBoundAccessTokens: true },
      ...{ attestationAnchors: [anchor.pem], ...(await make()) },
    });
    expect([status, Object(body).details?.[0].path]).toEqual([400, where]);
  });

  it('cannot be removed if the client has no other way to authenticate', async () => {
    const { clientId } = await trusting();
    const { status, body } = await world.admin('PATCH', path(clientId), { attestationAnchors: [] });
    expect([status, Object(body).details?.[0].path]).toEqual([400, ['requestObjectKeys']]);
  });
});

const pemOf = async (more: object) => (await anAuthority('Other', more)).pem;
const other = async () => (await aSigningKey('ES256')).jwk;

/** Authorities, each issued by the previous one. */
async function descend(count: number): Promise<readonly Authority[]> {
  const all: Authority[] = [];
  for (let index = 0; index < count; index += 1) {
    all.push(await (all.at(-1) ?? anchor).below(`Authority ${index}`));
  }
  return all;
}
