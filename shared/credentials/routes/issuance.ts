import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import * as oauthErrors from '../../oauth/errors/oauth-errors.ts';
import {
  CredentialRequest,
  CredentialResponse,
  describeIssuer,
  describeType,
  IssuerMetadata,
  NonceResponse,
  NotificationRequest,
  TypeMetadata,
  TypePath,
  VcIssuer,
} from '../contracts/issuance.ts';
import * as credentialErrors from '../errors/credential-errors.ts';

const metadata = {
  method: 'GET',
  entry: 'functions/credentials/metadata.ts',
  tag: 'Verifiable credentials',
  auth: { scheme: 'none' },
  produces: 'application/json',
  crossOrigin: true,
  errors: [],
  table: 'none',
  service: true,
  spec: '4.1',
} as const;

const issuer = 'https://registry.example';

export const describeCredentialIssuer = defineRoute({
  ...metadata,
  operationId: 'describeCredentialIssuer',
  path: '/.well-known/openid-credential-issuer',
  summary: 'Retrieve credential issuer metadata',
  description:
    'Returns everything a wallet needs (OpenID4VCI 1.0, section 12.2). You can cache it for five minutes. The service is its own authorization server. With `Accept: application/jwt`, you get the metadata as a signed JWT (`typ` `openidvci-issuer-metadata+jwt`, with `x5c`, `sub` and `iat`; section 12.2.3). This requires a certificate for the credential-signing key; without one you get JSON.',
  json: IssuerMetadata,
  // The key for encrypted requests is derived from that secret.
  seals: true,
  signs: true,
  example: {
    response: describeIssuer(issuer, 'Resident Registry', {
      ...{ kty: 'EC', crv: 'P-256', use: 'enc', alg: 'ECDH-ES' },
      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
      kid: 'iFfXjXs4uYmqM1qTPfnRZMAhTKTQPfXPGqoIxvzmJkA',
    }),
  },
});

export const describeVcIssuer = defineRoute({
  ...metadata,
  operationId: 'describeVcIssuer',
  path: '/.well-known/jwt-vc-issuer',
  summary: 'Retrieve JWT VC issuer metadata',
  description:
    'Tells verifiers where the credential-signing keys are (SD-JWT VC). You can cache it for five minutes.',
  json: VcIssuer,
  example: {
    response: { issuer, jwks_uri: `${issuer}/api/oauth/.well-known/jwks.json` },
  },
});

export const describeCredentialType = defineRoute({
  ...metadata,
  operationId: 'describeCredentialType',
  path: '/credentials/types/{kind}',
  params: TypePath,
  summary: 'Retrieve credential type metadata',
  description:
    'Describes the claims of a credential type (SD-JWT VC). You can cache it for five minutes.',
  json: TypeMetadata,
  example: { response: describeType('residency', issuer) },
  errors: [apiErrors.notFound],
});

const shared = {
  method: 'POST',
  entry: 'functions/credentials/issue.ts',
  tag: 'Verifiable credentials',
  auth: { scheme: 'none' },
  crossOrigin: true,
  table: 'read',
  service: true,
  signs: true,
  seals: true,
  spec: '4.1',
} as const;

export const makeCredentialNonce = defineRoute({
  ...shared,
  operationId: 'makeCredentialNonce',
  path: '/api/credentials/nonce',
  summary: 'Create a nonce for a key proof',
  description:
    'Returns the `nonce` for one key proof. It expires after five minutes (OpenID4VCI 1.0, section 7).',
  response: NonceResponse,
  example: { response: { c_nonce: 'eyJhbGciOiJIUzI1NiJ9.c2VhbGVk.c2lnbmF0dXJl' } },
  errors: [],
});

const notificationId = 'mkgd1v8w_7c0e9a52-1b0e-4d58-8a2c-1b2f6c3d4e5f';

export const getCredential = defineRoute({
  ...shared,
  operationId: 'getCredential',
  ownToken: 'credential',
  path: '/api/credentials/credential',
  writes: {
    put: ['audit', 'clientKeySet', 'credential', 'credentialIndex', 'credentialOfEntity'],
    update: ['attempts', 'credentialGrant'],
    check: ['consent', 'credentialGrant', 'entity', 'person', 'representative'],
  },
  summary: 'Issue a credential',
  description:
    'Issues SD-JWT VCs that are valid for at most 30 days (OpenID4VCI 1.0, section 8). Send the access token of an offer or a sign-in, and a proof of the key that the credential will be bound to. With up to ten proofs, each with its own key, you get one copy for each key. A wallet that is a client can send its provider’s attestation instead of proofs, or inside a proof. The holder can withhold every claim about them. You can encrypt the request with the key in the issuer’s metadata (`application/jwt`) and ask for an encrypted response. Use the refresh token to get further credentials. They need a proof with the first key, unless the tokens are bound to a DPoP key.',
  body: CredentialRequest,
  sealable: true,
  produces: 'application/json',
  json: CredentialResponse,
  example: {
    request: {
      credential_configuration_id: 'residency',
      proofs: { jwt: ['eyJ0eXAiOiJvcGVuaWQ0dmNpLXByb29mK2p3dCJ9.e30.c2lnbmF0dXJl'] },
    },
    response: {
      credentials: [{ credential: 'eyJ0eXAiOiJkYytzZC1qd3QifQ.e30.c2lnbmF0dXJl~WyJzYWx0Il0~' }],
      notification_id: notificationId,
    },
  },
  errors: [
    {
      ...credentialErrors.invalidRequest,
      when: 'The body is malformed, or the token is for another configuration.',
    },
    credentialErrors.unknownConfiguration,
    {
      ...credentialErrors.unknownIdentifier,
      when: 'The token response did not contain this identifier.',
    },
    {
      ...credentialErrors.invalidEncryption,
      when: 'The request can’t be decrypted, its response encryption is not supported, or the request itself is not encrypted.',
    },
    {
      ...credentialErrors.invalidProof,
      when: 'A key proof is missing or wrong, there are too many, or one uses an unexpected key.',
    },
    {
      ...credentialErrors.invalidNonce,
      when: 'The nonce of a proof is unknown, expired or was used before.',
    },
    {
      ...credentialErrors.denied,
      when: 'The residency or good standing has ended. Or the tokens are not bound to a key, and no proof uses the key of the first credential.',
    },
    credentialErrors.invalidToken,
    { ...oauthErrors.tooManyRequests, when: 'Wait for `Retry-After`.' },
  ],
});

export const notifyOfCredential = defineRoute({
  ...shared,
  operationId: 'notifyOfCredential',
  ownToken: 'credential',
  path: '/api/credentials/notification',
  writes: { put: ['audit', 'revokedIndex'], update: ['credential'] },
  summary: 'Report what happened to a credential',
  description:
    'Records whether the wallet kept the credentials of one response (OpenID4VCI 1.0, section 11). Send an access token of the same grant. Each event appears once in the holder’s Activity. `credential_deleted` revokes the credential with all its copies. Repeats, and reports about a revoked credential, also get 204. The description is not stored.',
  body: NotificationRequest,
  success: 204,
  produces: 'application/json',
  example: { request: { notification_id: notificationId, event: 'credential_accepted' } },
  errors: [
    { ...credentialErrors.invalidNotification, when: 'The body is malformed.' },
    {
      ...credentialErrors.invalidNotificationId,
      when: 'This grant issued no credential with this id, or its credentials ended more than 90 days ago.',
    },
    credentialErrors.invalidToken,
  ],
});
