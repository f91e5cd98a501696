import * as z from 'zod/mini';
import { type AnswerKey, answerKeyOf, decryptedRequest } from '../auth/encrypted-messages.ts';
import { encryptionKeys } from '../auth/encryption-keys.ts';
import { CredentialRequest, ResponseEncryption } from '../contracts/issuance.ts';
import type { CredentialIssuerDeps } from '../deps/credential-issuer.ts';
import { credentialErrors } from './credential-errors.ts';

/** What came: JSON, or a text that was encrypted for us. */
type Sent =
  | { readonly kind: 'open'; readonly value: CredentialRequest }
  | { readonly kind: 'sealed'; readonly text: string };

export interface ReadRequest {
  readonly request: CredentialRequest;
  /** Null: the answer is to be JSON. */
  readonly answerKey: AnswerKey | null;
}

/**
 * A request for a credential, decrypted if need be (OpenID4VCI 1.0, sections 8.2 and 10). Who wants an encrypted answer has to encrypt the
 * request, too: whoever could change the key in it would read the answer.
 *
 * Errors: 400 `invalid_encryption_parameters`, `invalid_credential_request`.
 */
export async function readCredentialRequest(
  sent: Sent,
  { seal }: Pick<CredentialIssuerDeps, 'seal'>,
): Promise<ReadRequest> {
  const request = sent.kind === 'open' ? sent.value : await opened(sent.text, seal);
  const { credential_response_encryption: wanted } = request;
  if (wanted === undefined) return { request, answerKey: null };
  const parsed = z.safeParse(ResponseEncryption, wanted);
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

/** Undefined for what is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
