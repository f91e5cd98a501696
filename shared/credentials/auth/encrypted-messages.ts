import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { JOSEError } from 'jose/errors';
import { compactDecrypt } from 'jose/jwe/compact/decrypt';
import { CompactEncrypt } from 'jose/jwe/compact/encrypt';
import { importJWK } from 'jose/key/import';
import { type ContentEncryption, contentEncryptions, keyAgreement } from '../domain/encryption.ts';
import type { EncryptionKey } from './encryption-keys.ts';
import type { HolderKey } from './holder-proof.ts';

/** With what a wallet has its answer encrypted. */
export interface AnswerKey {
  readonly key: Awaited<ReturnType<typeof importJWK>>;
  /** What the wallet calls its key. */
  readonly kid: string | undefined;
  readonly enc: ContentEncryption;
}

/** The key of a wallet; null for coordinates that are no point of the curve. */
export async function answerKeyOf(
  { kty, crv, x, y, kid }: HolderKey & { readonly kid?: string | undefined },
  enc: ContentEncryption,
): Promise<AnswerKey | null> {
  try {
    return { key: await importJWK({ kty, crv, x, y }, keyAgreement), kid, enc };
  } catch {
    return null;
  }
}

/** What a wallet has encrypted with one of the keys, as text; null for what it has not, or in another way. */
export async function decryptedRequest(
  jwe: string,
  keys: readonly EncryptionKey[],
): Promise<string | null> {
  try {
    const { kid } = decodeProtectedHeader(jwe);
    const key = keys.find(({ jwk }) => jwk.kid === kid);
    if (key === undefined) return null;
    const { kty, crv, x, y } = key.jwk;
    const own = await importJWK({ kty, crv, x, y, d: key.d }, keyAgreement);
    const { plaintext } = await compactDecrypt(jwe, own, {
      keyManagementAlgorithms: [keyAgreement],
      contentEncryptionAlgorithms: [...contentEncryptions],
    });
    return new TextDecoder('utf-8', { fatal: true }).decode(plaintext);
  } catch (error) {
    // What is wrong with a message is one of these; WebCrypto says the last of a key that is none.
    if (error instanceof JOSEError || error instanceof TypeError || error instanceof DOMException) {
      return null;
    }
    throw error;
  }
}

/** The answer for the wallet alone, as an encrypted JWT. */
export function encryptedAnswer(answer: object, { key, kid, enc }: AnswerKey): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(answer)))
    .setProtectedHeader({ alg: keyAgreement, enc, ...(kid !== undefined && { kid }) })
    .encrypt(key);
}
