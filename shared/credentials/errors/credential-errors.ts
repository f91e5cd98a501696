import { defineError } from '../../kernel/errors/api-error.ts';
import { batchSize } from '../domain/credential.ts';

// Errors of the credential endpoint (OpenID4VCI 1.0, section 8.3.1.2): the standard's code in
// `error`, and a description for developers. They have no code of ours.

export const unknownConfiguration = credentialError(
  'unknown_credential_configuration',
  'This credential configuration does not exist',
);

export const unknownIdentifier = credentialError(
  'unknown_credential_identifier',
  'The access token does not include this credential identifier',
);

export const invalidRequest = defineError(
  { status: 400, error: 'invalid_credential_request' },
  (description: string) => ({ error_description: description }),
);

export const invalidNotification = defineError({
  status: 400,
  error: 'invalid_notification_request',
  when: 'The body is malformed.',
});

export const invalidEncryption = credentialError(
  'invalid_encryption_parameters',
  'Encrypt the request with ECDH-ES and a key from the metadata. To get an encrypted response, also send a P-256 key and choose A128GCM or A256GCM.',
);

export const invalidProof = credentialError(
  'invalid_proof',
  `A key proof is missing or wrong. Send 1 to ${batchSize} JWTs of type openid4vci-proof+jwt, each signed with ES256 and a different key. Each needs its public key as jwk, and this issuer as aud.`,
);

export const invalidNonce = credentialError(
  'invalid_nonce',
  'The nonce is unknown, too old or was used before',
);

export const invalidNotificationId = credentialError(
  'invalid_notification_id',
  'No credential was issued with this notification_id',
);

/**
 * The credential is not available now: the residency has ended, the entity lost its good standing,
 * or the key differs.
 */
export const denied = credentialError(
  'credential_request_denied',
  'This holder cannot get this credential now',
);

/** RFC 6750, section 3.1. `scheme` is how the token was sent. */
export const invalidToken = defineError(
  {
    status: 401,
    error: 'invalid_token',
    when: 'The access token is missing, wrong, expired or revoked, or its key was not proved.',
  },
  (scheme: 'Bearer' | 'DPoP') => ({
    error_description: 'The access token is missing, wrong, expired or revoked',
    headers: { 'www-authenticate': `${scheme} error="invalid_token"` },
  }),
);

export const formerStatusList = defineError({
  status: 501,
  code: 'status_list.no_previous_versions',
  error: 'Previous versions of a status list are not available',
  when: 'You sent `time`.',
});

function credentialError(error: string, description: string) {
  return defineError({ status: 400, error }, () => ({ error_description: description }));
}
