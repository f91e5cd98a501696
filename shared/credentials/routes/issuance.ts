import { defineRoute, type ErrorCase } from '../../kernel/http/route.ts';
import { describeIssuer, describeType } from '../contracts/describe-issuer.ts';
import {
  CredentialRequest,
  CredentialResponse,
  IssuerMetadata,
  NonceResponse,
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
    'All that a wallet needs to know (OpenID4VCI 1.0, section 12.2); may be kept for five minutes. The authorization server is the service itself.',
  json: IssuerMetadata,
  example: { response: describeIssuer(issuer, 'Resident Registry') },
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

const invalid = (error: string, when: string): ErrorCase => ({ status: 400, error, when });

export const getCredential = defineRoute({
  ...shared,
  operationId: 'getCredential',
  path: '/api/credentials/credential',
  writes: {
    put: ['audit', 'credential', 'credentialIndex', 'credentialOfEntity'],
    update: ['attempts', 'credentialGrant'],
    check: ['consent', 'entity', 'person', 'representative'],
  },
  summary: 'Get a credential for a key',
  description:
    'OpenID4VCI 1.0, section 8. With the access token of an offer, and a proof of the key to which the credential is bound. It is an SD-JWT VC of at most 30 days; every claim about its holder can be kept back. With the refresh token, a further one can be had for the same key.',
  body: CredentialRequest,
  response: CredentialResponse,
  example: {
    request: {
      credential_configuration_id: 'residency',
      proofs: { jwt: ['eyJ0eXAiOiJvcGVuaWQ0dmNpLXByb29mK2p3dCJ9.e30.c2lnbmF0dXJl'] },
    },
    response: {
      credentials: [{ credential: 'eyJ0eXAiOiJkYytzZC1qd3QifQ.e30.c2lnbmF0dXJl~WyJzYWx0Il0~' }],
    },
  },
  errors: [
    invalid('invalid_credential_request', 'the body is malformed, or the token opens another one'),
    invalid('unknown_credential_configuration', 'there is no such configuration'),
    invalid('unknown_credential_identifier', 'identifiers are not given here'),
    invalid('invalid_encryption_parameters', 'an encrypted answer is asked for'),
    invalid('invalid_proof', 'the key proof is missing, or wrong'),
    invalid('invalid_nonce', 'the nonce of the proof is unknown, too old or was used before'),
    invalid(
      'credential_request_denied',
      'the residency or the standing has ended, or the key is another one than that of the first credential',
    ),
    {
      status: 401,
      error: 'invalid_token',
      when: 'the access token is missing, wrong, ended or revoked, or its key was not proved',
    },
    { status: 429, error: 'invalid_request', when: 'with `Retry-After`' },
  ],
});
