import { createHash, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { clientAnswer, pathTo } from './authorization.ts';
import { postForm } from './oauth.ts';
import type { Visitor } from './portal.ts';
import { created } from './registry.ts';
import { aSigningKey, type SigningKey } from './request-objects.ts';
import { aHolder, atCredentialEndpoint, atTokenEndpoint, type Holder } from './wallet.ts';
import type { World } from './world.ts';

type Fields = Readonly<Record<string, string>>;
type Signs = Pick<SigningKey, 'privateKey'>;

/** Attestation and proof, as the headers of a request. */
export const attestedBy = ({ attestation, pop }: { attestation: string; pop: string }): Fields => ({
  'oauth-client-attestation': attestation,
  'oauth-client-attestation-pop': pop,
});

const redirectUri = 'https://wallet.example/callback';
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/**
 * A wallet that is a client here, with its provider's key (`provider`) and a DPoP key. `more`:
 * fields of the client; with `attest_jwt_client_auth` it authenticates with attestations, otherwise
 * with assertions.
 */
export async function aRegisteredWallet(
  world: World,
  more: { readonly tokenEndpointAuthMethod?: string; readonly [field: string]: unknown } = {},
  provider: SigningKey | null = null,
) {
  const [ownProvider, device] = [await aSigningKey('ES256', 'wallet'), await aHolder()];
  const signing = provider ?? ownProvider;
  const registered = await created(world, '/oauth_clients', {
    name: 'Pocket',
    redirectUris: [redirectUri],
    scopes: ['credential:residency', 'credential:good_standing'],
    tokenEndpointAuthMethod: 'private_key_jwt',
    requirePushedAuthorizationRequests: true,
    dpopBoundAccessTokens: true,
    requestObjectKeys: [signing.jwk],
    ...more,
  });
  const clientId = String(registered['clientId']);
  const seconds = () => Math.floor(world.clock.now / 1000);

  async function assertion(): Promise<Fields> {
    const claims = { iss: clientId, sub: clientId, aud: world.baseUrl, jti: randomUUID() };
    const client_assertion = await new SignJWT({ ...claims, iat: seconds(), exp: seconds() + 60 })
      .setProtectedHeader({ alg: 'ES256', kid: 'wallet' })
      .sign(signing.privateKey);
    const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    return { client_assertion_type, client_assertion };
  }

  /**
   * The provider's attestation and the device's proof; `claims` and `header` replace or add members
   * of a valid attestation.
   */
  async function attestation(claims: object = {}, header: object = {}, key: Signs = signing) {
    const { kty, crv, x, y } = device.publicJwk;
    const said = { sub: clientId, cnf: { jwk: { kty, crv, x, y } }, iat: seconds() };
    return new SignJWT({ ...said, exp: seconds() + 3600, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'oauth-client-attestation+jwt', ...header })
      .sign(key.privateKey);
  }

  async function pop(claims: object = {}, key: Signs = device): Promise<string> {
    return new SignJWT({ aud: world.baseUrl, jti: randomUUID(), iat: seconds(), ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'oauth-client-attestation-pop+jwt' })
      .sign(key.privateKey);
  }

  /** The wallet's authentication as form fields and headers; `header` is that of an attestation. */
  async function proof(
    header: object = {},
    instance: Holder = device,
  ): Promise<{ form: Fields; headers: Fields }> {
    if (more.tokenEndpointAuthMethod !== 'attest_jwt_client_auth') {
      return { form: await assertion(), headers: {} };
    }
    const cnf = { jwk: instance.publicJwk };
    const attested = {
      attestation: await attestation({ cnf }, header),
      pop: await pop({}, instance),
    };
    return { form: {}, headers: attestedBy(attested) };
  }

  async function dpop(path: string, accessToken?: string, key: Holder = device): Promise<Fields> {
    const [nonce = ''] = await world.deps.signer.nonces();
    const ath = createHash('sha256').update(accessToken ?? '');
    const proof = await new SignJWT({
      ...{ jti: randomUUID(), htm: 'POST', htu: world.baseUrl + path, iat: seconds() },
      ...(accessToken === undefined ? { nonce } : { ath: ath.digest('base64url') }),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: key.publicJwk })
      .sign(key.privateKey);
    return { dpop: proof };
  }

  const pushAs = (fields: Fields, { form, headers }: { form: Fields; headers: Fields }) =>
    postForm(
      world,
      'par',
      {
        ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code' },
        ...{ code_challenge: challenge, code_challenge_method: 'S256' },
        ...{ ...fields, ...form },
      },
      headers,
    );
  const push = async (fields: Fields, header: object = {}) => pushAs(fields, await proof(header));

  /** The consent page for the holder; `fields` are those of the pushed request. */
  async function consentPage(browser: Visitor, fields: Fields, header: object = {}) {
    const { body } = await push(fields, header);
    const request_uri = String(Object(body)['request_uri']);
    const query = new URLSearchParams({ client_id: clientId, request_uri });
    const page = pathTo(await browser.open(`/api/oauth/authorize?${query}`));
    return { page, shown: await browser.open(page) };
  }

  async function redeem(code: string, fields: Fields = {}, header: object = {}) {
    const { form, headers } = await proof(header);
    return atTokenEndpoint(
      world,
      {
        ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        ...{ code_verifier: verifier, client_id: clientId, ...fields, ...form },
      },
      { ...headers, ...(await dpop('/api/oauth/token')) },
    );
  }

  return {
    ...{ clientId, device, seconds, push, pushAs, consentPage, redeem, attestation, pop },
    provider: signing,
    /** The token response for a code that the holder allowed in the browser. */
    async tokens(
      browser: Visitor,
      fields: Fields = { scope: 'credential:residency' },
      answer: Fields = {},
      header: object = {},
    ): Promise<Record<string, unknown>> {
      const { page } = await consentPage(browser, fields, header);
      const told = clientAnswer(await browser.send(page, { decision: 'approve', ...answer }));
      const { status, body } = await redeem(String(Reflect.get(told, 'code')), {}, header);
      if (status !== 200) throw new Error(`set-up: ${JSON.stringify(body)}`);
      return Object(body);
    },
    /** `instance` and `bound`: the keys of the attestation and of DPoP. */
    async renew(
      refreshToken: string,
      header: object = {},
      { instance = device, bound = device }: { instance?: Holder; bound?: Holder } = {},
    ) {
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const { form, headers } = await proof(header, instance);
      return atTokenEndpoint(
        world,
        { client_id: clientId, ...fields, ...form },
        { ...headers, ...(await dpop('/api/oauth/token', undefined, bound)) },
      );
    },
    /** Requests a credential with the wallet's DPoP key. */
    async ask(access: string, body: object, headers: Fields = {}) {
      const path = '/api/credentials/credential';
      return atCredentialEndpoint(world, access, body, {
        ...{ authorization: `DPoP ${access}`, ...(await dpop(path, access)), ...headers },
      });
    },
    dpop,
  };
}
export type RegisteredWallet = Awaited<ReturnType<typeof aRegisteredWallet>>;
