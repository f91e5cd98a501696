import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/**
 * Field descriptions for these contracts, by name or by `Around.name`. Only the API description
 * uses this file.
 */
export const descriptions: Readonly<Record<string, string>> = {
  statusList: 'The status list that contains the credential.',
  statusIndex:
    'The credential’s index in that list. If there are several copies, the index of the first.',
  'CredentialView.copies':
    'The number of copies, one for each wallet key. Each has its own index, and all are revoked together.',
  revokedReason: 'Why the credential was revoked; null if it was not.',

  'SwornStatement.locale': 'The language in which the statement was shown.',
  'display.locale': 'The language.',
  'display.label': 'The name in that language.',
  'claims.path': 'The path to the claim, outermost part first.',
  'CredentialView.issuedAt': 'When the credential was issued.',

  credential_identifier:
    'An identifier that came with the access token. Send it instead of the configuration id.',
  proofs: 'Proofs that the wallet holds the keys to which the credential will be bound.',
  'proofs.jwt': 'One proof for each key, signed with that key (`openid4vci-proof+jwt`).',
  'CredentialRequest.credential_response_encryption':
    'How to encrypt the response: `jwk`, the wallet’s key for `ECDH-ES`, and `enc`. The request must also be encrypted.',
  'IssuerMetadata.credential_response_encryption': 'How responses can be encrypted.',
  credential_request_encryption: 'How requests can be encrypted, and with which key.',
  'credential_request_encryption.jwks': 'The encryption key, as a JWK Set.',
  'credential_request_encryption.use': 'What the key is for: encryption.',
  'credential_request_encryption.alg': 'The key agreement algorithm.',
  enc_values_supported: 'The content encryption algorithms.',
  alg_values_supported: 'The key agreement algorithms.',
  encryption_required: 'Whether encryption is required.',
  'proofs.attestation':
    'A key attestation from the wallet provider (`key-attestation+jwt`). Replaces `jwt` for a wallet that is a registered client.',
  credentials: 'Identical copies of the credential, one for each key.',
  credential: 'The credential, as an SD-JWT.',
  credential_issuer: 'The issuer of the credentials: the URL of this service.',
  credential_endpoint: 'The URL that issues credentials.',
  'CredentialResponse.notification_id':
    'The id to send when you report what happened to the credentials.',
  'NotificationRequest.notification_id': 'The id from the response that issued the credentials.',
  'NotificationRequest.event':
    'What happened: the wallet stored the credential, failed to store it, or the holder deleted or declined it.',
  event_description: 'A note for developers, in ASCII. It is not stored.',
  notification_endpoint: 'The URL where wallets report what happened to credentials.',
  batch_credential_issuance: 'How many proofs a request can contain.',
  batch_size: 'The maximum number of proofs.',
  nonce_endpoint: 'The URL where wallets get a nonce for their proofs.',
  credential_configurations_supported: 'The available credentials, by id.',
  c_nonce: 'The nonce for your next proof. It works once.',
  vct: 'The type of the credential.',
  'TypeMetadata.name': 'The name of the type.',
  'IssuerMetadata.display': 'The name of the issuer, by language.',
  'TypeMetadata.display': 'The name and description of the type, by language.',
  'display.name': 'The name in that language.',
  'display.description': 'The description in that language.',
  'TypeMetadata.claims': 'The claims of this credential type.',
  'claims.display': 'The name of the claim, by language.',
  'claims.sd': 'Whether the holder can withhold the claim.',
};

/** Examples for fields that occur in no operation’s example. */
export const examples: Readonly<Record<string, unknown>> = {
  'CredentialRequest.credential_identifier': 'residency',
  'proofs.attestation': ['eyJ0eXAiOiJrZXktYXR0ZXN0YXRpb24rand0In0.e30.c2lnbmF0dXJl'],
  'CredentialRequest.credential_response_encryption': { enc: 'A256GCM' },
  event_description: 'Could not store the credential. Out of storage.',
};

/** Path parameters, by the preceding part of the path: a description and an example. */
export const pathParameters: ParameterNotes = {
  types: ['The credential type.', 'residency'],
  status: ['The status list that the credential names.', '2027-01-1'],
  credentials: ['The id of the credential.', '7c0e9a52-1b0e-4d58-8a2c-1b2f6c3d4e5f'],
};

/** Query parameters, by name or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  'adminListCredentials.personId': [
    'Only credentials of this person.',
    '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  ],
  'adminListCredentials.legalEntityId': [
    'Only credentials about this entity.',
    '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
  ],
  'getStatusList.time': [
    'A past moment in Unix seconds. Previous versions are not stored, so the response is 501.',
    '1790000000',
  ],
};

/** What each error code means and what to do, grouped as on the errors page. */
export const errorNotes: ErrorNotes = {
  Pages: {
    'status_list.no_previous_versions': [
      'Only the current status list is available.',
      'Leave out the parameter `time`.',
    ],
  },
};
