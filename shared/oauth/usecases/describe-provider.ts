import { oauthScopes } from '../../kernel/domain/scopes.ts';
import { type Discovery, grantTypes } from '../contracts/oauth.ts';
import { authenticationContexts } from '../domain/authentication-context.ts';
import { prompts, responseModes } from '../domain/authorization-request.ts';
import { requestObjectAlgorithms } from '../domain/request-object-key.ts';

/** Claims that can be had: in the ID token or at userinfo. */
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
];

/** What a client library needs to know of this provider; `issuer` is the deployment's address. */
export function describeProvider(issuer: string): Discovery {
  const endpoint = (name: string) => `${issuer}/api/oauth/${name}`;
  const withSecret = ['client_secret_basic', 'client_secret_post'];
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
    response_types_supported: ['code'],
    response_modes_supported: [...responseModes],
    grant_types_supported: [...grantTypes],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    acr_values_supported: Object.values(authenticationContexts),
    token_endpoint_auth_methods_supported: withoutSecret,
    revocation_endpoint_auth_methods_supported: withoutSecret,
    introspection_endpoint_auth_methods_supported: withSecret,
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: [...prompts],
    scopes_supported: [...oauthScopes],
    claims_supported: claims,
    claims_parameter_supported: false,
    request_parameter_supported: true,
    request_object_signing_alg_values_supported: [...requestObjectAlgorithms],
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  };
}
