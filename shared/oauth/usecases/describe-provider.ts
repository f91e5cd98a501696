import type { Table } from '../../kernel/db/table.ts';
import { credentialScopes, oauthScopes } from '../../kernel/domain/scopes.ts';
import { attestationPopAlgorithms } from '../auth/client-authentication.ts';
import { proofAlgorithms } from '../auth/dpop-proof.ts';
import { credentialDetailsType } from '../contracts/authorization-details.ts';
import type { Discovery } from '../contracts/oauth.ts';
import { listSigningKeys, type PublicJwk } from '../db/signing-keys.ts';
import { authenticationContexts } from '../domain/authentication-context.ts';
import { prompts, responseModes } from '../domain/authorization-request.ts';
import { requestObjectAlgorithms } from '../domain/client-keys.ts';
import { grantTypes, preAuthorizedGrant, tokenAlgorithms } from '../domain/client-metadata.ts';

/** The supported claims, in the ID token or at userinfo. */
const claims = [
  'sub',
  'name',
  'given_name',
  'family_name',
  'email',
  'email_verified',
  'iss',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'acr',
  'amr',
  'at_hash',
  'sid',
];

/**
 * The provider's metadata for client libraries; `issuer` is the deployment's base URL.
 * `registration` is whether clients can register themselves, `documents` whether their id can be the
 * address of their metadata.
 */
export function describeProvider(
  issuer: string,
  {
    registration = false,
    documents = true,
  }: { readonly registration?: boolean; readonly documents?: boolean } = {},
): Discovery {
  const endpoint = (name: string) => `${issuer}/api/oauth/${name}`;
  const withSecret = [
    'client_secret_basic',
    'client_secret_post',
    'private_key_jwt',
    'attest_jwt_client_auth',
  ];
  const withoutSecret = [...withSecret, 'none'];
  return {
    issuer,
    authorization_endpoint: endpoint('authorize'),
    token_endpoint: endpoint('token'),
    userinfo_endpoint: endpoint('userinfo'),
    jwks_uri: endpoint('.well-known/jwks.json'),
    device_authorization_endpoint: endpoint('device_authorization'),
    revocation_endpoint: endpoint('revoke'),
    introspection_endpoint: endpoint('introspect'),
    end_session_endpoint: endpoint('end_session'),
    pushed_authorization_request_endpoint: endpoint('par'),
    ...(registration && { registration_endpoint: endpoint('register') }),
    response_types_supported: ['code'],
    response_modes_supported: [...responseModes],
    grant_types_supported: [...grantTypes, preAuthorizedGrant],
    'pre-authorized_grant_anonymous_access_supported': true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...tokenAlgorithms],
    acr_values_supported: Object.values(authenticationContexts),
    token_endpoint_auth_methods_supported: withoutSecret,
    revocation_endpoint_auth_methods_supported: withoutSecret,
    introspection_endpoint_auth_methods_supported: withSecret,
    token_endpoint_auth_signing_alg_values_supported: [...requestObjectAlgorithms],
    revocation_endpoint_auth_signing_alg_values_supported: [...requestObjectAlgorithms],
    introspection_endpoint_auth_signing_alg_values_supported: [...requestObjectAlgorithms],
    client_attestation_signing_alg_values_supported: [...requestObjectAlgorithms],
    client_attestation_pop_signing_alg_values_supported: [...attestationPopAlgorithms],
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: [...prompts],
    // Those of agents are in the metadata of their resource.
    scopes_supported: [...oauthScopes, ...credentialScopes],
    authorization_details_types_supported: [credentialDetailsType],
    claims_supported: claims,
    claims_parameter_supported: false,
    request_parameter_supported: true,
    request_object_signing_alg_values_supported: [...requestObjectAlgorithms],
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: documents,
    require_pushed_authorization_requests: false,
    dpop_signing_alg_values_supported: [...proofAlgorithms],
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    service_documentation: `${issuer}/docs`,
  };
}

/** The public keys that verify all tokens that are valid now or will be signed soon. */
export async function readKeySet({
  table,
  now,
}: {
  readonly table: Table;
  now(): Date;
}): Promise<{ readonly keys: readonly PublicJwk[] }> {
  const keys = (await listSigningKeys(table, now())).map(({ jwk }) => jwk);
  // The keys of nearly all tokens come first, for clients that only use the first key.
  const last = ({ alg }: PublicJwk): number => Number(alg !== 'RS256');
  return { keys: keys.toSorted((one, other) => last(one) - last(other)) };
}
