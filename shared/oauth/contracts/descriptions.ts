import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/**
 * Field descriptions for these contracts, by name or by `Around.name`. Only the API description
 * uses this file.
 */
export const descriptions: Readonly<Record<string, string>> = {
  'KeySet.keys': 'The public keys.',
  clientId: 'The id of the client.',
  'RegisterClient.clientId': 'An id of your choice; random by default.',
  clientSecret: 'The client secret; null for a public client. Only this response contains it.',
  secrets: 'The valid secrets, newest first.',
  'secrets.id': 'The id of the secret, needed to revoke it.',
  'secrets.expiresAt': 'When the secret expires; null until it is replaced.',
  'OAuthClient.name': 'The name that users see.',
  'RegisterClient.name': 'The name that users see.',
  'ReviseClient.name': 'The name that users see.',
  'NewOAuthClientAnswer.name': 'The name that users see.',
  'NewOAuthClientAnswer.active': 'Whether users can sign in to the client.',
  public: 'Whether the client is public: it can’t keep a secret and uses PKCE instead.',
  redirectUris:
    'The URIs that responses can be sent to; at most 20. A confidential client needs at least one.',
  maxClients: 'The maximum number of clients that can be registered with the token.',
  registered: 'The number of clients that were registered with the token.',
  'IssueRegistrationToken.days': 'The number of days until the token expires.',
  publisher:
    'The publisher’s name, which users see when they are asked for consent; null if there is none.',
  privacyUri:
    'The URL of the publisher’s privacy notice, which users see as a link; null if there is none.',
  logo: 'The SHA-256 of the logo that users see; null if there is none.',
  'proposed.logo': 'The proposed logo; in an OAuth client, its SHA-256. Null if there is none.',
  logoBase64:
    'The logo that users see beside the name: a square PNG in base64. Its metadata is removed. Null removes the logo.',
  'ClientAppearance.current': 'What users see now. In test mode, only the owner sees it.',
  'ClientAppearance.proposed':
    'What users will see if you approve the pending change; null if no change is pending.',
  'ClientAppearance.revision': 'The revision to send with your decision.',
  'current.name': 'The name that users see.',
  'proposed.name': 'The name that users see.',
  'current.logo': 'The logo beside the name; null if there is none.',
  'logo.side': 'The width and height in pixels.',
  'logo.contentBase64': 'The picture in base64.',
  grantTypes: 'The grants that a self-registered client can use; null if it can use every grant.',
  requestObjectKeys:
    'The public keys that verify its signed requests and assertions; at most five.',
  jwksUri:
    'The URL of the client’s public keys (a JWK Set), instead of `requestObjectKeys`; null if there is none.',
  attestationAnchors:
    'Trusted certificates (PEM) of authorities; at most five. An attestation of a client instance or wallet key is valid if its `x5c` chains to one of these, or one of the client’s keys signed it.',
  postLogoutRedirectUris: 'The URIs that a browser can be sent to after a logout; at most 20.',
  tokenEndpointAuthMethod:
    'How the client authenticates. `client_secret`: with its secret. `private_key_jwt`: with its keys. `attest_jwt_client_auth`: with signed attestations of its instances. `none`: it is a public client.',
  requirePushedAuthorizationRequests:
    'Whether it must push all its authorization requests (RFC 9126).',
  dpopBoundAccessTokens:
    'Whether its tokens are bound to a key (DPoP). If so, its refresh tokens do not rotate.',
  strictDpopProofs:
    'Whether `/api/v1/me` and userinfo accept each DPoP proof only once and require a nonce. Only with `dpopBoundAccessTokens`.',
  idTokenSignedResponseAlg: 'The algorithm that signs its ID tokens and access tokens.',
  frontchannelLogoutUri:
    'The URL to load in a frame when a session ends, with `iss` and `sid`; null if there is none. It must have the origin of a redirect URI.',
  backchannelLogoutUri:
    'The URL that receives a logout token when a session, a consent or a grant of the account ends; null if there is none.',
  backchannelLogoutSessionRequired:
    'Whether each logout token must name one session with `sid`, and end only that one. Only with `backchannelLogoutUri`.',
  'OAuthClient.review':
    'The review of an application that a resident registered; null for other clients.',
  'NewOAuthClientAnswer.review':
    'The review of an application that a resident registered; null for other clients.',
  'review.ownerId': 'The id of the resident who registered it.',
  'review.state':
    'The status. In `test`, `waiting` and `rejected`, only the owner can sign in with the application; in `suspended`, no one can.',
  'review.reason':
    'Why the application or its change was rejected, or why the application was suspended; null otherwise.',
  'review.proposed': 'The pending change of an approved application; null if no change is pending.',
  'review.revision': 'The revision. It increases with each change and each decision.',
  'review.similarNames':
    'Names that the current or proposed name could be confused with. Check them before you approve.',
  'similarNames.of': 'Whose name it is: the registry’s, its authority’s or another client’s.',
  'similarNames.clientId': 'The id of the other client; null for the registry and its authority.',
  'ClientDecision.decision': 'The decision.',
  'ClientDecision.revision': 'The revision that you reviewed.',
  'ClientDecision.reason': 'The reason, which the owner receives by email.',
  'OAuthClient.active': 'Whether users can sign in to it.',
  'ReviseClient.active': 'Whether users can sign in to it.',
  overlapHours: 'The number of hours that the previous secret stays valid; 0 ends it immediately.',

  'personalDetails.country': 'The country, as an ISO 3166-1 code.',
  'GetNaturalPersonAnswer.country': 'The English name of the country.',

  'GetNaturalPersonAnswer.name': 'Given names and surname.',
  'GetNaturalPersonAnswer.dateOfBirth': 'The date of birth, as midnight UTC.',
  'GetNaturalPersonAnswer.countryOfBirth': 'The English name of the country of birth.',
  'GetNaturalPersonAnswer.citizenships': 'Citizenships, as English country names.',
  'GetNaturalPersonAnswer.address': 'The address of residence; null if unknown.',
  wasEverResident: 'Whether the person was ever a resident.',
  activeResidency: 'The current residency; null if there is none.',
  'activeResidency.version': 'The version of the Agreement of Coexistence.',
  'PersonDocuments.version': 'The version of its text.',
  'IdVerification.id': 'The id of the verification; null if there is none.',
  'IdVerification.type': 'How the identity was verified; null if not published.',
  documentType: 'The identity document that was used; null if there is none.',
  'IdVerification.date': 'When the identity was verified; null if it was not.',
  'IdVerification.status': 'Whether the verification succeeded; null if there is none.',
  documents: 'The images that were checked, if they are published.',
  documentFront: 'The image of the document’s front; null if it is not published.',
  documentBack: 'The image of the document’s back; null if it is not published.',
  face: 'The image of the face; null if it is not published.',
  agreementOfCoexistence: 'The agreement for the residency; null if there is none.',
  aocId: 'The id of the agreement’s text.',
  templatePdfUrl: 'The URL of the unsigned agreement; null if it is not published.',
  signedDocumentId: 'The id of the signed agreement in the documents; null if there is none.',
  signedDocumentUrl:
    'A link to the signed agreement, valid for an hour without a credential; null if there is none.',

  client_id: 'The id of the client.',
  client_secret: 'The secret of a confidential client, unless it is sent with HTTP Basic.',
  redirect_uri:
    'Where the response goes. It must exactly match one of the client’s registered redirect URIs.',
  'TokenRequest.redirect_uri': 'The redirect URI that received the code.',
  response_type: 'Always `code`.',
  'AuthorizationParameters.scope': 'The scopes, with single spaces between them.',
  'AuthorizationParameters.state': 'Returned as it was sent; at most 2,000 characters.',
  'PushedRequest.state': 'Returned as it was sent; at most 2,000 characters.',
  'LogoutParameters.state': 'Returned as it was sent.',
  nonce: 'Returned in the ID token; at most 512 characters.',
  response_mode: 'How the response is sent: `query`, `fragment` or `form_post`.',
  code_challenge: 'PKCE: the base64url SHA-256 of the verifier. Public clients must send it.',
  code_challenge_method: 'PKCE: `S256`, which is also the default.',
  prompt:
    'Which pages to show the user: `login`, `consent` or `select_account`, even if they are not necessary, or `none`.',
  max_age:
    'The maximum age of the sign-in, in seconds. If the sign-in is older, the user signs in again.',
  id_token_hint: 'An ID token of the expected user.',
  post_logout_redirect_uri:
    'Where the browser goes after a logout. It must exactly match one of the client’s registered logout URIs.',
  login_hint: 'The email address to fill in on the sign-in page.',
  dpop_jkt: 'DPoP: the thumbprint of the key that can redeem the code.',
  resource: 'The API (default), or the MCP endpoint (RFC 8707).',
  request_uri: 'The URI of a pushed request.',
  client_assertion: 'A JWT that authenticates the client (`private_key_jwt`).',
  client_assertion_type: 'Always `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`.',
  cnf: 'The key that the token is bound to.',
  jkt: 'The thumbprint of that key (RFC 7638).',
  'PushedResponse.expires_in': 'How long the request URI is valid, in seconds.',
  request: 'A signed request: a JWT whose claims are the parameters (RFC 9101).',
  grant_type: 'The type of grant.',
  'TokenRequest.code': 'The authorization code.',
  code_verifier: 'PKCE: the verifier from which you made the challenge.',
  refresh_token: 'A refresh token. Each works once.',
  'TokenRequest.scope': 'The scopes to request, if fewer than the refresh token has.',
  device_code: 'The code that the device polls with.',
  access_token: 'The access token, a JWT.',
  token_type: 'The type of token.',
  expires_in: 'How long it is valid, in seconds.',
  id_token: 'The ID token, a JWT. Only with the scope `openid`.',
  'TokenResponse.refresh_token': 'The next refresh token. Only with the scope `offline_access`.',
  'TokenResponse.scope': 'The scopes that were granted.',
  token: 'The token to introspect or revoke.',
  'NewRegistrationTokenAnswer.token': 'The token. Only this response contains it.',
  token_type_hint: 'The type of token, if you know it.',
  'Introspection.active': 'Whether the token is valid. If not, there is no other field.',
  username: 'The same as `sub`.',
  sub: 'The user’s id.',
  exp: 'When the token expires, in Unix seconds.',
  iat: 'When the token was issued, in Unix seconds.',
  jti: 'The id of the token.',
  aud: 'The audience of the token.',
  iss: 'The issuer of the token.',
  user_code: 'The code that the user types in the browser.',
  verification_uri: 'The URL of the page where the user types the code.',
  verification_uri_complete: 'The URL of the same page with the code filled in.',
  interval: 'Seconds to wait between two polls.',
  'DeviceResponse.expires_in': 'How long the codes are valid, in seconds.',
  'Userinfo.name': 'Given names and surname.',
  given_name: 'Given names.',
  family_name: 'Surname.',
  'Userinfo.email': 'The email address.',
  email_verified: 'Whether the address was verified with a code sent by email.',
  issuer: 'The issuer of the tokens, as in their `iss`.',
  authorization_endpoint: 'The URL to send browsers to.',
  token_endpoint: 'The URL that exchanges codes and refresh tokens for tokens.',
  userinfo_endpoint: 'The URL of the claims about the user.',
  jwks_uri: 'The URL of the token-signing keys.',
  device_authorization_endpoint: 'The URL where devices start a sign-in.',
  revocation_endpoint: 'The URL where clients revoke tokens.',
  introspection_endpoint: 'The URL where clients introspect tokens.',
  response_types_supported: 'The supported values of `response_type`.',
  response_modes_supported: 'The supported values of `response_mode`.',
  grant_types_supported: 'The supported values of `grant_type`.',
  subject_types_supported: 'Whether the user’s id is the same for all clients.',
  id_token_signing_alg_values_supported: 'How ID tokens are signed.',
  acr_values_supported: 'How users are authenticated.',
  token_endpoint_auth_methods_supported: 'How clients authenticate at the token endpoint.',
  revocation_endpoint_auth_methods_supported: 'How clients authenticate to revoke tokens.',
  introspection_endpoint_auth_methods_supported: 'How clients authenticate to introspect tokens.',
  client_attestation_signing_alg_values_supported: 'How providers can sign attestations.',
  client_attestation_pop_signing_alg_values_supported:
    'How client instances can sign proofs of their key.',
  code_challenge_methods_supported: 'The methods of PKCE.',
  prompt_values_supported: 'The supported values of `prompt`.',
  scopes_supported: 'The supported scopes.',
  claims_supported: 'The supported claims.',
  claims_parameter_supported: 'Whether clients can request single claims.',
  request_parameter_supported: 'Whether requests can be signed.',
  request_object_signing_alg_values_supported: 'How requests can be signed.',
  request_uri_parameter_supported: 'Whether a request can be sent by reference.',
  pushed_authorization_request_endpoint: 'The URL where clients push their requests.',
  require_pushed_authorization_requests: 'Whether all clients must push their requests.',
  dpop_signing_alg_values_supported: 'How key proofs can be signed.',
  token_endpoint_auth_signing_alg_values_supported: 'How client assertions can be signed.',
  revocation_endpoint_auth_signing_alg_values_supported:
    'How client assertions can be signed at the revocation endpoint.',
  introspection_endpoint_auth_signing_alg_values_supported:
    'How client assertions can be signed at the introspection endpoint.',
  registration_endpoint:
    'The URL where clients register themselves; absent if only operators register clients.',
  client_id_issued_at: 'When the client was registered, in Unix seconds.',
  'ClientInformation.client_secret':
    'The secret of a confidential client. Only this response contains it.',
  client_secret_expires_at: 'When the secret expires, in Unix seconds; 0 means never.',
  client_name: 'The name that users see.',
  redirect_uris:
    'The URIs that responses can be sent to; at most 20. Every client needs one, except public clients that only use the device flow.',
  token_endpoint_auth_method:
    'How the client authenticates; `client_secret_basic` by default, which also allows the secret in the form.',
  grant_types: 'The grants that the client uses.',
  response_types: 'The response types that it uses: `code`.',
  'ClientMetadata.jwks_uri': 'The URL of the client’s public keys, instead of `jwks`.',
  'ClientInformation.jwks_uri': 'The URL of the client’s public keys, instead of `jwks`.',
  'ClientMetadata.require_pushed_authorization_requests':
    'Whether it must push all its authorization requests (RFC 9126).',
  'ClientInformation.require_pushed_authorization_requests':
    'Whether it must push all its authorization requests (RFC 9126).',
  jwks: 'The public keys of the client, a JWK Set; at most five.',
  policy_uri: 'The URL of the client’s privacy notice. Users see the link.',
  post_logout_redirect_uris: 'The URIs that a browser can be sent to after a logout; at most 20.',
  frontchannel_logout_uri: 'The URL to load in a frame when a session ends, with `iss` and `sid`.',
  backchannel_logout_uri: 'The URL that receives a logout token when a session or a consent ends.',
  backchannel_logout_session_required: 'Whether each logout token must name a session.',
  id_token_signed_response_alg: 'The algorithm that signs its ID tokens and access tokens.',
  dpop_bound_access_tokens: 'Whether its tokens are bound to a key (DPoP).',
  end_session_endpoint: 'The URL to send browsers to for signing out.',
  frontchannel_logout_supported: 'Whether a page in a frame notifies applications of a logout.',
  frontchannel_logout_session_supported: 'Whether the URL of this page names the session.',
  backchannel_logout_supported:
    'Whether a call from the service notifies applications of a logout.',
  backchannel_logout_session_supported: 'Whether this call can name the session.',
  authorization_response_iss_parameter_supported: 'Whether responses name the issuer (RFC 9207).',
  client_id_metadata_document_supported:
    'Whether a client’s id can be the address of its metadata.',
  service_documentation: 'The URL of the documentation.',
  kty: 'The kind of the key.',
  n: 'The modulus in base64url.',
  e: 'The exponent in base64url.',
  use: 'What the key is for: signatures.',
  alg: 'The algorithm of the signatures.',
  kid: 'The id of the key, as in signatures.',
  crv: 'The curve.',
  x: 'The first coordinate, 32 bytes in base64url.',
  y: 'The second coordinate, 32 bytes in base64url.',
  d: 'Never send this: it would be the private key.',
  credential_configuration_id: 'The id of the requested credential in the issuer’s configurations.',
  authorization_details:
    'A JSON array with one object: `type` is `openid_credential`, and `credential_configuration_id` names the credential.',
  'TokenResponse.authorization_details': 'The authorization details of the request.',
  'authorization_details.type': 'Always `openid_credential`.',
  credential_identifiers: 'The identifiers to request the credential with.',
  authorization_details_types_supported: 'The supported types of authorization details.',
  'pre-authorized_grant_anonymous_access_supported':
    'Whether wallets can accept an offer without a client id.',
  'pre-authorized_code': 'The code of an offer.',
  tx_code: 'The six digits on the offer’s page.',

  'RevokeMany.of': 'What to revoke.',
  'RevokeMany.kinds': 'Only keys of these kinds.',
  'RevokeMany.scope': 'Only keys with this scope. Standard Keys have no scopes.',
  'RevokeMany.integrationId': 'Only Partner Keys of this integration.',
  'RevokeMany.clientId': 'Only tokens of this client.',
  'RevokeMany.carryOut': 'Whether to revoke the matches. If false, they are only counted.',
  'RevokeMany.reason': 'The reason, for the audit trail.',
  'Revocation.of': 'What was revoked.',
  'Revocation.carryOut': 'Whether the matches were revoked. If false, they were only counted.',
  issuedBefore:
    'Only what was issued before this time is revoked. The default is the current time. For tokens, it is compared with the time when the user authorized them.',
  scanned: 'The number of owners checked: people and integrations, or clients.',
  found:
    'The number of matches: keys, or clients that may have valid tokens from before `issuedBefore`.',
  revoked: 'The number of matches revoked by this call.',
  'Revocation.newer': 'The number of keys issued later, which stay valid.',
  'Revocation.failed': 'The number of owners whose keys can’t be read. The log names them.',
  repeatRequired:
    'Whether a key from before `issuedBefore` may have been missed because it was being issued. If so, repeat the whole run fifteen seconds later.',
};

/** Examples for fields that occur in no operation’s example. */
export const examples: Readonly<Record<string, unknown>> = {
  authorization_details: '[{"type":"openid_credential","credential_configuration_id":"residency"}]',
  credential_identifiers: ['0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f'],
  'TokenRequest.pre-authorized_code': 'oaKazRN8I0IbtZ0C7JuMn5',
  tx_code: '493536',
  logo: '6d7f2a0c51e8b94b3f0c8a5e1d29c7467be1f0a3928d5c64e7b1a80f93d2c5e4',
  // A 64-pixel square in one colour.
  logoBase64:
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAeklEQVR4nO3PUQkAIBTAwBfCOAYzviH8OITBAtxm7fN1wwUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFDWhBA1rQgBY0oAUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFDWhBA1rQgBY0oAUNaEEDWtCAFjSgBQ1oQQNa0IAWPHYBnFWAtRimcXoAAAAASUVORK5CYII=',
  jwksUri: 'https://bank.example/keys.json',
  attestationAnchors: ['-----BEGIN CERTIFICATE-----\nMIIBWjCC\n-----END CERTIFICATE-----\n'],
  jwks_uri: 'https://bank.example/keys.json',
  registration_endpoint: 'https://registry.example/api/oauth/register',
  post_logout_redirect_uris: ['https://bank.example/signed-out'],
  frontchannel_logout_uri: 'https://bank.example/frame-signed-out',
  backchannel_logout_uri: 'https://bank.example/logout',
  backchannel_logout_session_required: true,
  'IssueRegistrationToken.days': 30,
  'address.state': 'Bay Islands',
  response_mode: 'query',
  prompt: 'login',
  max_age: '3600',
  id_token_hint: 'eyJhbGciOiJSUzI1NiIsImtpZCI6Ij…',
  login_hint: 'ada@example.com',
  client_assertion: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln',
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  dpop_jkt: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I',
  resource: 'https://registry.example/mcp',
  jkt: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I',
  client_secret: 'cs-7Zk2vQ9xW4mN8pT3rB6yL1sD5fG0hJ',
  jti: '0194b58e-3f5a-7c21-9d0b-5b0f6f8a1c2d',
  aud: '3b51a070-6a0c-4a53-9d0b-0f4f6f8a1c2d',
  iss: 'https://registry.example',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};

/** Path parameters, by the preceding part of the path: a description and an example. */
export const pathParameters: ParameterNotes = {
  registration_tokens: [
    'The id of the token. It is not the token itself.',
    '6f1c0a7de2b94385a91f04c2d67be835',
  ],
  oauth_clients: ['The id of the client.', '9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42'],
  secrets: ['The id of the secret in the list.', '3c0e9a5d7b1f2468'],
};

/** Query parameters, by name or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  'adminListClients.state': ['Only residents’ applications with this status.', 'waiting'],
  ...authorizationParameters(),
};

/** The parameters of an authorization request, which clients can also send as a form. */
function authorizationParameters(): ParameterNotes {
  const samples = {
    client_id: '5b0c6f5e-0c1f-4a55-9c1d-3f1a7f1f0c11',
    redirect_uri: 'https://client.example/callback',
    response_type: 'code',
    scope: 'openid profile service:entity.read',
    state: 'af0ifjsldkj',
    nonce: 'n-0S6_WzA2Mj',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    response_mode: examples['response_mode'],
    prompt: examples['prompt'],
    max_age: examples['max_age'],
    id_token_hint: examples['id_token_hint'],
    post_logout_redirect_uri: 'https://client.example/signed-out',
    login_hint: examples['login_hint'],
    request: 'eyJhbGciOiJFUzI1NiIsInR5cCI6Im9…',
    authorization_details: examples['authorization_details'],
    dpop_jkt: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I',
    resource: 'https://registry.example/mcp',
    request_uri: 'urn:ietf:params:oauth:request_uri:eyJhbGciOiJIUzI1NiJ9',
  };
  return Object.fromEntries(
    Object.entries(samples).map(([name, example]) => [
      name,
      [descriptions[`AuthorizationParameters.${name}`] ?? descriptions[name] ?? '', example],
    ]),
  );
}

/** What each error code means and what to do, grouped as on the errors page. */
export const errorNotes: ErrorNotes = {
  'Keys and accounts': {
    'api_key.standard_not_supported': [
      'This path accepts only access tokens and Agent Keys.',
      'Use one of them.',
    ],
  },
  'For operators': {
    'client.id_taken': ['Another client has this ID.', 'Choose another ID.'],
    'client.changed': [
      'The client was changed after you read it.',
      'Read it again and decide on the current version.',
    ],
    'client.limit_reached': [
      'The resident already has ten clients.',
      'Ask the resident to delete one first.',
    ],
    'client.owner_name_required': [
      'A client is published under its owner’s name, and the account has no name.',
      'Add the name to the account.',
    ],
    'client.no_privacy_uri': [
      'The client has no privacy notice, which is required for approval.',
      'Add the URL of the notice, then request approval again.',
    ],
    'client.approval_requested': [
      'Approval is already requested or granted.',
      'You don’t need to do anything.',
    ],
    'client.not_owned': [
      'Operators registered this client, or it was registered with a token that they issued.',
      'To stop it, set its `active` to false.',
    ],
    'client.no_logo': ['The client has no logo.', 'You don’t need to do anything.'],
    'client.not_suspended': ['The client is not suspended.', 'You don’t need to do anything.'],
    'client.not_pending': [
      'The client is not waiting for a decision.',
      'Read its status. To stop the client, suspend it.',
    ],
    'client.owned': [
      'A resident owns the client.',
      'Only its owner can change it. Operators can suspend it.',
    ],
    'client.suspended': ['The client is suspended.', 'Reinstate it first.'],
    'client.public': ['A public client has no secret.', 'You don’t need to rotate anything.'],
    'client.registration_token_limit_reached': [
      'There are already 100 valid registration tokens.',
      'Revoke a token that is no longer needed.',
    ],
    'client.secret_limit_reached': ['Two secrets are in use.', 'Revoke one first.'],
  },
};
