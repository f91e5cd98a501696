import { ApiError } from '../../kernel/errors/api-error.ts';
import { batchSize } from '../domain/credential.ts';

/** What the credential endpoint answers (OpenID4VCI 1.0, section 8.3.1.2): a code, and words for developers. */
export const credentialErrors = {
  unknownConfiguration: () =>
    credentialError(
      'unknown_credential_configuration',
      'There is no such credential configuration',
    ),
  unknownIdentifier: () =>
    credentialError(
      'unknown_credential_identifier',
      'The access token came with no such credential identifier',
    ),
  invalidRequest: (description: string) =>
    credentialError('invalid_credential_request', description),
  invalidEncryption: () =>
    credentialError(
      'invalid_encryption_parameters',
      'Requests are encrypted by ECDH-ES with a key of the metadata, and so are those that want an encrypted answer, for a key of P-256, by A128GCM or A256GCM',
    ),
  invalidProof: () =>
    credentialError(
      'invalid_proof',
      `A key proof is missing or wrong: JWTs of type openid4vci-proof+jwt signed with ES256, with their jwk, for this issuer, each by another key, ${batchSize} at most`,
    ),
  invalidNonce: () =>
    credentialError('invalid_nonce', 'The nonce is unknown, too old or was used before'),
  invalidNotificationId: () =>
    credentialError(
      'invalid_notification_id',
      'No credential was given under this notification_id',
    ),
  /** The credential can't be had now: the residency has ended, the entity lost its standing, the key is another one. */
  denied: () =>
    credentialError('credential_request_denied', 'There is no such credential for this holder now'),
  /** RFC 6750, section 3.1. `scheme` is how the token was sent. */
  invalidToken: (scheme: 'Bearer' | 'DPoP') =>
    new ApiError(401, 'invalid_token', {
      error_description: 'The access token is missing, wrong, ended or revoked',
      headers: { 'www-authenticate': `${scheme} error="invalid_token"` },
    }),
} as const;

function credentialError(code: string, description: string): ApiError {
  return new ApiError(400, code, { error_description: description });
}
