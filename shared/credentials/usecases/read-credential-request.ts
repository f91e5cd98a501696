import * as z from 'zod/mini';
import { verifyProof } from '../../oauth/auth/dpop-proof.ts';
import { verifyAccessToken } from '../../oauth/auth/issued-tokens.ts';
import {
  type AnswerKey,
  answerKeyOf,
  decryptedRequest,
  encryptionKeys,
} from '../auth/encrypted-messages.ts';
import { CredentialRequest, ResponseEncryption } from '../contracts/issuance.ts';
import type { CredentialIssuerDeps } from '../deps/credential-deps.ts';
import { credentialAudience } from '../domain/configurations.ts';
import * as credentialErrors from '../errors/credential-errors.ts';
import type { CredentialAccess } from './credential-grant.ts';

/** The body: JSON, or a text encrypted for us. */
type Sent =
  | { readonly kind: 'open'; readonly value: CredentialRequest }
  | { readonly kind: 'sealed'; readonly text: string };

interface ReadRequest {
  readonly request: CredentialRequest;
  /** Null if the response must be plain JSON. */
  readonly answerKey: AnswerKey | null;
}

/**
 * A credential request, decrypted if necessary (OpenID4VCI 1.0, sections 8.2 and 10). A request for
 * an encrypted response must be encrypted as well: otherwise an attacker could replace the key in
 * it and read the response.
 *
 * Errors: 400 `invalid_encryption_parameters`, `invalid_credential_request`.
 */
export async function readCredentialRequest(
  sent: Sent,
  { seal }: Pick<CredentialIssuerDeps, 'seal'>,
): Promise<ReadRequest> {
  const request = sent.kind === 'open' ? sent.value : await opened(sent.text, seal);
  const { credential_response_encryption: requested } = request;
  if (requested === undefined) return { request, answerKey: null };
  const parsed = z.safeParse(ResponseEncryption, requested);
  if (!parsed.success || sent.kind === 'open') throw credentialErrors.invalidEncryption();
  const answerKey = await answerKeyOf(parsed.data.jwk, parsed.data.enc);
  if (answerKey === null) throw credentialErrors.invalidEncryption();
  return { request, answerKey };
}

async function opened(
  text: string,
  seal: CredentialIssuerDeps['seal'],
): Promise<CredentialRequest> {
  const plain = await decryptedRequest(text, await encryptionKeys(seal));
  if (plain === null) throw credentialErrors.invalidEncryption();
  const parsed = z.safeParse(CredentialRequest, parsedJson(plain));
  if (!parsed.success) throw credentialErrors.invalidRequest('The encrypted request is malformed');
  return parsed.data;
}

/** Undefined if it is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The grant of a request's access token, which must be one of ours and for credentials only. A
 * bound token needs the scheme `DPoP` and a proof with its key for this request (RFC 9449, section
 * 7); an unbound one is a bearer token. Only reads signing keys from the table.
 *
 * Error: 401 `invalid_token`.
 */
export async function readCredentialAccess(
  header: (name: string) => string | undefined,
  endpoint: `/api/credentials/${'credential' | 'notification'}`,
  { baseUrl, publicKeys, now }: CredentialIssuerDeps,
): Promise<CredentialAccess> {
  const [, scheme = '', token = ''] =
    /^(bearer|dpop) +(\S+) *$/i.exec(header('authorization') ?? '') ?? [];
  const isBound = scheme.toLowerCase() === 'dpop';
  const refused = () => credentialErrors.invalidToken(isBound ? 'DPoP' : 'Bearer');
  const authority = {
    issuer: baseUrl,
    audience: credentialAudience(baseUrl),
    keys: publicKeys,
    now,
  };
  const claims = await verifyAccessToken(token, authority);
  if (claims === null || isBound !== (claims.cnf !== undefined)) throw refused();
  if (claims.cnf !== undefined) {
    const url = `${baseUrl}${endpoint}`;
    const sent = { method: 'POST', url, accessToken: token };
    const proof = await verifyProof(header('dpop') ?? '', sent, now());
    if (proof?.jkt !== claims.cnf.jkt) throw refused();
  }
  return { personId: claims.sub, grantId: claims.grant_id };
}
