import {
  assertedClientId,
  assertionType,
  attestationHeader,
  attestationPopHeader,
  type ClientAttestation,
} from '../auth/client-authentication.ts';
import { storedClientId } from '../auth/oauth-token.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';

/** A client's unverified credentials. */
export interface ClientCredentials {
  readonly clientId: string;
  /** Null for a public client, which has none. */
  readonly secret: string | null;
  /** Sent with HTTP Basic: a refusal then has a challenge. */
  readonly basic: boolean;
  /** The `client_assertion`, of the only supported type. */
  readonly assertion?: string;
  /** A client instance's credentials in headers. */
  readonly attestation?: ClientAttestation;
}

/** The form fields that identify a client. */
interface ClientFields {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
}

/**
 * The client's credentials: HTTP Basic, where id and secret are form-urlencoded (RFC 6749, section
 * 2.3.1), form fields, or an attestation with its proof in headers; never two of them.
 *
 * Errors: 400 `invalid_request` for more than one; 401 `invalid_client` for none, and for malformed
 * credentials.
 */
export function clientCredentials(
  header: (name: string) => string | undefined,
  fields: ClientFields,
): ClientCredentials {
  const authorization = header('authorization');
  const { client_id, client_secret, client_assertion: assertion } = fields;
  const attestation = header(attestationHeader);
  const pop = header(attestationPopHeader);
  if (attestation !== undefined || pop !== undefined) {
    if (authorization !== undefined || client_secret || assertion) {
      throw oauthErrors.invalidRequest('The client uses more than one authentication method');
    }
    return attested({ attestation, pop }, fields);
  }
  if (assertion || fields.client_assertion_type) {
    if (authorization !== undefined || client_secret) {
      throw oauthErrors.invalidRequest('The client uses more than one authentication method');
    }
    return asserted(assertion, fields);
  }
  if (authorization === undefined) {
    // An empty field is treated as not sent (RFC 6749, section 3.1).
    if (!client_id) throw oauthErrors.invalidClient(false);
    return { clientId: storedClientId(client_id), secret: client_secret || null, basic: false };
  }
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) throw oauthErrors.invalidClient(true);
  if (client_secret) {
    throw oauthErrors.invalidRequest('The client uses more than one authentication method');
  }
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  const clientId = colon < 0 ? null : formDecoded(pair.slice(0, colon));
  const secret = colon < 0 ? null : formDecoded(pair.slice(colon + 1));
  if (!clientId || secret === null) throw oauthErrors.invalidClient(true);
  if (client_id && client_id !== clientId) {
    throw oauthErrors.invalidRequest('client_id differs from the one in the Authorization header');
  }
  return { clientId, secret: secret === '' ? null : secret, basic: true };
}

/** The client in an assertion; `client_id` is optional next to it, but must match. */
function asserted(
  assertion: string | undefined,
  { client_id, client_assertion_type: type }: ClientFields,
): ClientCredentials {
  const clientId = assertion ? assertedClientId(assertion) : null;
  if (!assertion || clientId === null || type !== assertionType) {
    throw oauthErrors.invalidClient(false);
  }
  if (client_id && client_id !== clientId) throw oauthErrors.invalidClient(false);
  return { clientId, secret: null, basic: false, assertion };
}

/** The client in an attestation; `client_id` is optional next to it, but must match. */
function attested(
  { attestation, pop }: { readonly [Part in keyof ClientAttestation]: string | undefined },
  { client_id }: ClientFields,
): ClientCredentials {
  const clientId = attestation ? assertedClientId(attestation) : null;
  if (!attestation || !pop || clientId === null || (client_id && client_id !== clientId)) {
    throw oauthErrors.invalidClient(false);
  }
  return { clientId, secret: null, basic: false, attestation: { attestation, pop } };
}

function formDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
