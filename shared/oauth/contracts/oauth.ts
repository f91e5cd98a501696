import * as z from 'zod/mini';
import { AuthorizationParameters } from './authorization.ts';
import { credentialDetailsType } from './authorization-details.ts';

/** A form field. An empty value is treated as not sent (RFC 6749, section 3.1). */
const Field = z.optional(z.string());

/** Other fields are ignored, but none can be sent twice. */
const Any = z.string();

const clientFields = {
  client_id: Field,
  client_secret: Field,
  client_assertion: Field,
  client_assertion_type: Field,
};

/** Body of `POST /api/oauth/token` (spec 4.1); `grant_type` decides which fields are required. */
export const TokenRequest = z.catchall(
  z.object({
    grant_type: Field,
    code: Field,
    redirect_uri: Field,
    code_verifier: Field,
    refresh_token: Field,
    scope: Field,
    resource: Field,
    device_code: Field,
    'pre-authorized_code': Field,
    tx_code: Field,
    authorization_details: Field,
    ...clientFields,
  }),
  Any,
);
export type TokenRequest = z.output<typeof TokenRequest>;

export const TokenResponse = z.object({
  access_token: z.string(),
  token_type: z.enum(['Bearer', 'DPoP']),
  expires_in: z.int(),
  scope: z.string(),
  id_token: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
  authorization_details: z.optional(
    z.array(
      z.object({
        type: z.literal(credentialDetailsType),
        credential_configuration_id: z.string(),
        credential_identifiers: z.array(z.string()),
      }),
    ),
  ),
});
export type TokenResponse = z.output<typeof TokenResponse>;

/** An empty JSON object, because clients parse the response to a revocation. */
export const Revoked = z.object({});

/** Body of `POST /api/oauth/revoke` (RFC 7009) and of `POST /api/oauth/introspect` (RFC 7662). */
export const TokenQuestion = z.catchall(
  z.object({ token: Field, token_type_hint: Field, ...clientFields }),
  Any,
);

/** Instants are in Unix seconds. An invalid token has `active` only. */
export const Introspection = z.object({
  active: z.boolean(),
  scope: z.optional(z.string()),
  client_id: z.optional(z.string()),
  username: z.optional(z.string()),
  sub: z.optional(z.string()),
  token_type: z.optional(z.enum(['Bearer', 'DPoP', 'refresh_token'])),
  exp: z.optional(z.int()),
  iat: z.optional(z.int()),
  jti: z.optional(z.string()),
  aud: z.optional(z.string()),
  iss: z.optional(z.string()),
  cnf: z.optional(z.object({ jkt: z.string() })),
});
export type Introspection = z.output<typeof Introspection>;

/** Body of `POST /api/oauth/par` (RFC 9126): the parameters of an authorization request. */
export const PushedRequest = z.catchall(
  z.object({ ...AuthorizationParameters.shape, ...clientFields }),
  Any,
);

/** `expires_in` is in seconds. */
export const PushedResponse = z.object({ request_uri: z.string(), expires_in: z.int() });

/** Body of `POST /api/oauth/device_authorization` (RFC 8628). */
export const DeviceRequest = z.catchall(z.object({ scope: Field, ...clientFields }), Any);

/** Times are in seconds. */
export const DeviceResponse = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  expires_in: z.int(),
  interval: z.int(),
});

/** Claims about a user: those that the token's scopes allow and that are known. */
export const Userinfo = z.object({
  sub: z.string(),
  name: z.optional(z.string()),
  given_name: z.optional(z.string()),
  family_name: z.optional(z.string()),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
});
export type Userinfo = z.output<typeof Userinfo>;

/** OpenID Connect Discovery 1.0 and RFC 8414. */
export const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string(),
  jwks_uri: z.string(),
  device_authorization_endpoint: z.string(),
  revocation_endpoint: z.string(),
  introspection_endpoint: z.string(),
  end_session_endpoint: z.string(),
  pushed_authorization_request_endpoint: z.string(),
  registration_endpoint: z.optional(z.string()),
  client_id_metadata_document_supported: z.boolean(),
  response_types_supported: z.array(z.string()),
  response_modes_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  'pre-authorized_grant_anonymous_access_supported': z.boolean(),
  subject_types_supported: z.array(z.string()),
  id_token_signing_alg_values_supported: z.array(z.string()),
  acr_values_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
  introspection_endpoint_auth_methods_supported: z.array(z.string()),
  token_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
  revocation_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
  introspection_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
  client_attestation_signing_alg_values_supported: z.array(z.string()),
  client_attestation_pop_signing_alg_values_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  prompt_values_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  authorization_details_types_supported: z.array(z.string()),
  claims_supported: z.array(z.string()),
  claims_parameter_supported: z.boolean(),
  request_parameter_supported: z.boolean(),
  request_object_signing_alg_values_supported: z.array(z.string()),
  request_uri_parameter_supported: z.boolean(),
  authorization_response_iss_parameter_supported: z.boolean(),
  require_pushed_authorization_requests: z.boolean(),
  dpop_signing_alg_values_supported: z.array(z.string()),
  frontchannel_logout_supported: z.boolean(),
  frontchannel_logout_session_supported: z.boolean(),
  backchannel_logout_supported: z.boolean(),
  backchannel_logout_session_supported: z.boolean(),
  service_documentation: z.string(),
});
export type Discovery = z.output<typeof Discovery>;

/** RFC 7517: the keys that verify ID tokens and access tokens. */
export const KeySet = z.object({
  keys: z.array(
    z.discriminatedUnion('kty', [
      z.object({
        kty: z.literal('RSA'),
        n: z.string(),
        e: z.string(),
        use: z.literal('sig'),
        alg: z.string(),
        kid: z.string(),
      }),
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
        use: z.literal('sig'),
        alg: z.string(),
        kid: z.string(),
      }),
    ]),
  ),
});
