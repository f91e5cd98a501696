import { defineRoute, type ErrorCase } from '../../kernel/http/route.ts';
import { describeIssuer, describeType } from '../contracts/describe-issuer.ts';
import {
  CredentialRequest,
  CredentialResponse,
  IssuerMetadata,
  NonceResponse,
  NotificationRequest,
  TypeMetadata,
  TypePath,
  VcIssuer,
} from '../contracts/issuance.ts';

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
  summary: 'Describe the issuer of credentials',
  description:
    'All that a wallet needs to know (OpenID4VCI 1.0, section 12.2); may be kept for five minutes. The authorization server is the service itself. With `Accept: application/jwt`, where the key of credentials has a certificate, the same is in a JWT that it has signed (`typ` `openidvci-issuer-metadata+jwt`, with `x5c`, `sub` and `iat`; section 12.2.3); otherwise it is JSON.',
  json: IssuerMetadata,
  // The key for encrypted requests is made of that secret.
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
  summary: 'Say where the keys are that verify credentials',
  description: 'For verifiers (SD-JWT VC); may be kept for five minutes.',
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
  summary: 'Describe a type of credentials',
  description: 'What a credential of the type says (SD-JWT VC); may be kept for five minutes.',
  json: TypeMetadata,
  example: { response: describeType('residency', issuer) },
  errors: [{ status: 404, error: 'Not found' }],
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
  summary: 'Get a nonce for a key proof',
  description: 'For the `nonce` of one key proof, within five minutes (OpenID4VCI 1.0, section 7).',
  response: NonceResponse,
  example: { response: { c_nonce: 'eyJhbGciOiJIUzI1NiJ9.c2VhbGVk.c2lnbmF0dXJl' } },
  errors: [],
});

const notificationId = 'mkgd1v8w_7c0e9a52-1b0e-4d58-8a2c-1b2f6c3d4e5f';

const invalid = (error: string, when: string): ErrorCase => ({ status: 400, error, when });

export const getCredential = defineRoute({
  ...shared,
  operationId: 'getCredential',
  path: '/api/credentials/credential',
  writes: {
    put: ['audit', 'clientKeySet', 'credential', 'credentialIndex', 'credentialOfEntity'],
    update: ['attempts', 'credentialGrant'],
    check: ['consent', 'credentialGrant', 'entity', 'person', 'representative'],
  },
  summary: 'Get a credential for a key',
  description:
    'OpenID4VCI 1.0, section 8. With the access token of an offer or of a sign-in, and a proof of the key to which the credential is bound; with up to ten proofs, by as many keys, there is a copy for each. A wallet that is a client may send an attestation of its provider in place of proofs, or in one. They are SD-JWT VCs of at most 30 days; every claim about their holder can be kept back. A request may be encrypted with the key of the issuer’s metadata (`application/jwt`), and have its answer encrypted then. With the refresh token, further ones can be had: with a proof by the first key, unless the tokens are bound to a key of DPoP.',
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
    invalid('invalid_credential_request', 'the body is malformed, or the token opens another one'),
    invalid('unknown_credential_configuration', 'there is no such configuration'),
    invalid('unknown_credential_identifier', 'the token came with no such identifier'),
    invalid(
      'invalid_encryption_parameters',
      'the request can’t be decrypted, or an answer is to be encrypted in another way, or for a request that was not',
    ),
    invalid(
      'invalid_proof',
      'a key proof is missing, or wrong, is one too many, or is by the key of another one',
    ),
    invalid('invalid_nonce', 'the nonce of a proof is unknown, too old or was used before'),
    invalid(
      'credential_request_denied',
      'the residency or the standing has ended, or no key is that of the first credential, and the tokens are bound to none',
    ),
    {
      status: 401,
      error: 'invalid_token',
      when: 'the access token is missing, wrong, ended or revoked, or its key was not proved',
    },
    { status: 429, error: 'invalid_request', when: 'with `Retry-After`' },
  ],
});

export const notifyOfCredential = defineRoute({
  ...shared,
  operationId: 'notifyOfCredential',
  path: '/api/credentials/notification',
  writes: { put: ['audit', 'revokedPlace'], update: ['credential'] },
  summary: 'Say what became of a credential',
  description:
    'OpenID4VCI 1.0, section 11: whether the wallet keeps what it was given in one answer, with an access token of the same grant. What it says is in the holder’s Activity, once for each event; `credential_deleted` revokes the credential with all its copies. Answered with 204, also when it comes again and of one that is revoked. The description is not kept.',
  body: NotificationRequest,
  success: 204,
  produces: 'application/json',
  example: { request: { notification_id: notificationId, event: 'credential_accepted' } },
  errors: [
    invalid('invalid_notification_request', 'the body is malformed'),
    invalid(
      'invalid_notification_id',
      'nothing was given under it with this grant, or 90 days are over since its end',
    ),
    {
      status: 401,
      error: 'invalid_token',
      when: 'the access token is missing, wrong, ended or revoked, or its key was not proved',
    },
  ],
});
