import { createCipheriv, createDecipheriv } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** The text, encrypted with AES-256-GCM as base64url; `key` has 32 bytes. */
export function encrypted(
  text: string,
  key: Uint8Array,
  random: (bytes: number) => Uint8Array,
): string {
  const nonce = random(nonceBytes);
  const encryption = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  const bytes = Buffer.concat([encryption.update(text), encryption.final()]);
  return Buffer.concat([nonce, encryption.getAuthTag(), bytes]).toString('base64url');
}

/** The text again; null where it was encrypted with another key, or changed since. */
export function decrypted(sealed: string, key: Uint8Array): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  try {
    const decryption = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes });
    decryption.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = decryption.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decryption.final()]).toString();
  } catch {
    return null;
  }
}
