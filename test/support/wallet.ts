import { createHash, randomBytes } from 'node:crypto';
import type { CallbackContext, ClientAuthenticationCallback, Jwk } from '@openid4vc/oauth2';
import type { JWK } from 'jose';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { SignJWT } from 'jose/jwt/sign';
import { exportJWK } from 'jose/key/export';
import { generateKeyPair } from 'jose/key/generate/keypair';
import * as z from 'zod/mini';
import type { Visitor } from './portal.ts';
import type { Answer, World } from './world.ts';

// The library changes zod's messages everywhere, and test files share a worker.
const ownWords = { customError: undefined, ...z.config() };
const { createKeyAttestationJwt, Openid4vciClient, setGlobalConfig } = await import(
  '@openid4vc/openid4vci'
);
const { clientAuthenticationClientAttestationJwt } = await import('@openid4vc/oauth2');
z.config(ownWords);

// The local service uses http.
setGlobalConfig({ allowInsecureUrls: true });

/** The codes for a wallet, which the page shows once. */
export interface SeenOffer {
  readonly link: string;
  /** For a wallet that is a client and signs its holder in. */
  readonly signInLink: string;
  readonly code: string;
  readonly txCode: string;
}

/** Chooses a credential on the page, and reads its codes. `about`: `residency`, or an entity's id. */
export async function seeOffer(browser: Visitor, about: string): Promise<SeenOffer> {
  await browser.open('/portal/credentials');
  const { status, text } = await browser.send('/portal/credentials', { subject: about });
  if (status !== 200) throw new Error(`set-up: ${status}`);
  const [link = '', signInLink = ''] = [
    ...text.matchAll(/href="(openid-credential-offer:[^"]+)"/g),
  ].map(([, found]) => found);
  const txCode = /<strong class="exact">(\d{6})<\/strong>/.exec(text)?.[1] ?? '';
  const { grants } = JSON.parse(new URL(link).searchParams.get('credential_offer') ?? '{}');
  const [grant] = Object.values<Record<string, string>>(grants);
  return { link, signInLink, code: grant?.['pre-authorized_code'] ?? '', txCode };
}

/** A key of a holder. */
export async function aHolder() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  return { privateKey, publicJwk, thumbprint: await calculateJwkThumbprint(publicJwk) };
}
export type Holder = Awaited<ReturnType<typeof aHolder>>;

/** An independent wallet, `@openid4vc/openid4vci`, with the holder's key. */
export function openWallet(holder: Holder) {
  return newWallet(
    holder,
    () => {},
    () => ({}),
  );
}

/** The same, registered as a client: `authenticate` adds the client's authentication to a request's form. It uses the world’s clock. */
export function openClientWallet(
  holder: Holder,
  { clock }: Pick<World, 'clock'>,
  authenticate: (body: Record<string, unknown>) => Promise<void>,
) {
  return newWallet(holder, ({ body }) => authenticate(body), timesOf(clock));
}

/** The same, with its provider's attestation and a proof that the library signs with the holder's key. */
export function openAttestedWallet(
  holder: Holder,
  { clock }: Pick<World, 'clock'>,
  attestation: string,
) {
  const more = timesOf(clock);
  const callbacks = { generateRandom: randomBytes, signJwt: signerOf(holder, more) };
  const authenticate = clientAuthenticationClientAttestationJwt({
    ...{ clientAttestationJwt: attestation, callbacks },
  });
  return newWallet(holder, authenticate, more);
}

/**
 * The same, but it requests signed metadata, which the library reads but does not request. `keyOf`
 * verifies them, and returns the key that signed them.
 */
export function openVerifyingWallet(
  holder: Holder,
  { clock }: Pick<World, 'clock'>,
  keyOf: (jwt: string) => Promise<Jwk>,
) {
  return newWallet(holder, () => {}, timesOf(clock), {
    verifyJwt: async (_, { compact }) => ({ verified: true, signerJwk: await keyOf(compact) }),
    fetch: (input, init) =>
      String(input).endsWith('/.well-known/openid-credential-issuer')
        ? fetch(input, { ...init, headers: { accept: 'application/jwt' } })
        : fetch(input, init),
  });
}

/** The times of a wallet's signatures, by the world’s clock. */
function timesOf(clock: World['clock']) {
  return (payload: object) => {
    const iat = Math.floor(clock.now / 1000);
    return 'exp' in payload ? { iat, exp: iat + 60 } : { iat };
  };
}

type Times = (payload: object) => object;

function signerOf({ privateKey, publicJwk }: Holder, more: Times) {
  return async (_: unknown, { header, payload }: { header: object; payload: object }) => ({
    jwt: await new SignJWT({ ...payload, ...more(payload) })
      .setProtectedHeader({ ...header, alg: 'ES256' })
      .sign(privateKey),
    signerJwk: { ...publicJwk, kty: 'EC' },
  });
}

function newWallet(
  holder: Holder,
  clientAuthentication: ClientAuthenticationCallback,
  more: Times,
  verifying: Partial<Pick<CallbackContext, 'verifyJwt' | 'fetch'>> = {},
) {
  return new Openid4vciClient({
    callbacks: {
      ...verifying,
      hash: (data, alg) => createHash(alg.replace('-', '')).update(data).digest(),
      generateRandom: (length) => randomBytes(length),
      clientAuthentication,
      signJwt: signerOf(holder, more),
    },
  });
}

/** Redeems an offer with that wallet, from the QR code to the credential. */
export async function takeUp(world: World, offer: SeenOffer, holder: Holder) {
  const wallet = openWallet(holder);
  const credentialOffer = await wallet.resolveCredentialOffer(offer.link);
  const issuerMetadata = await wallet.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const { accessTokenResponse: tokens } =
    await wallet.retrievePreAuthorizedCodeAccessTokenFromOffer({
      ...{ credentialOffer, issuerMetadata, txCode: offer.txCode },
    });
  const [credentialConfigurationId = ''] = credentialOffer.credential_configuration_ids;
  const fetched = async (accessToken: string) => {
    const { c_nonce: nonce } = await wallet.requestNonce({ issuerMetadata });
    const { jwt } = await wallet.createCredentialRequestJwtProof({
      ...{ issuerMetadata, credentialConfigurationId, nonce },
      issuedAt: new Date(world.clock.now),
      signer: { method: 'jwk', alg: 'ES256', publicJwk: { ...holder.publicJwk, kty: 'EC' } },
    });
    const { credentialResponse } = await wallet.retrieveCredentials({
      ...{ issuerMetadata, credentialConfigurationId, accessToken },
      proofs: { jwt: [jwt] },
    });
    const [first] = credentialResponse.credentials ?? [];
    return String(typeof first === 'string' ? first : first?.['credential']);
  };
  return { tokens, issuerMetadata, fetched, credential: await fetched(tokens.access_token) };
}

type Fields = Readonly<Record<string, string>>;

/** A hand-made request to the token endpoint. */
export function atTokenEndpoint(world: World, fields: Fields, headers: Fields = {}) {
  return world.call('POST', '/api/oauth/token', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

/** The form that redeems an offer. */
export function takingUp({ code, txCode }: Pick<SeenOffer, 'code' | 'txCode'>): Fields {
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
    'pre-authorized_code': code,
    tx_code: txCode,
  };
}

/** A nonce for a proof. */
export async function aNonce(world: World): Promise<string> {
  const { body } = await world.call('POST', '/api/credentials/nonce');
  return String(Object(body)['c_nonce']);
}

/** A hand-made key proof; `header` and `claims` replace or add members of a valid one. */
export async function aProof(
  world: World,
  { privateKey, publicJwk }: Pick<Holder, 'privateKey' | 'publicJwk'>,
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const iat = Math.floor(world.clock.now / 1000);
  return new SignJWT({ aud: world.baseUrl, iat, ...claims })
    .setProtectedHeader({
      ...{ alg: 'ES256', typ: 'openid4vci-proof+jwt', jwk: publicJwk },
      ...header,
    })
    .sign(privateKey);
}

/** A hand-made request to the credential endpoint. */
export function atCredentialEndpoint(
  world: World,
  accessToken: string,
  body: object,
  headers: Fields = {},
): Promise<Answer> {
  return world.call('POST', '/api/credentials/credential', {
    body,
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
  });
}

/** A wallet provider's attestation of keys, created by that library, with the type of the final specification. */
export function anAttestation(
  { clock }: Pick<World, 'clock'>,
  provider: Pick<Holder, 'privateKey'> & { readonly jwk: JWK },
  {
    keys,
    ...more
  }: {
    readonly keys: readonly Holder[];
    readonly nonce: string;
    readonly use: 'proof_type.jwt' | 'proof_type.attestation';
  },
): Promise<string> {
  const jwk = { ...provider.jwk, kty: 'EC' };
  return createKeyAttestationJwt({
    ...more,
    attestedKeys: keys.map(({ publicJwk }) => ({ ...publicJwk, kty: 'EC' })),
    issuedAt: new Date(clock.now),
    expiresAt: new Date(clock.now + 3_600_000),
    keyStorage: ['iso_18045_high'],
    signer: { method: 'jwk', alg: 'ES256', publicJwk: jwk },
    callbacks: {
      signJwt: async (_, { header, payload }) => ({
        jwt: await new SignJWT({ ...payload })
          .setProtectedHeader({ ...header, alg: 'ES256', typ: 'key-attestation+jwt' })
          .sign(provider.privateKey),
        signerJwk: jwk,
      }),
    },
  });
}
