import { createHmac } from 'node:crypto';
import { decrypted, encrypted, type Seal } from '../../kernel/auth/seal.ts';

const secretPrefix = 'whsec_';
const secretBytes = 32;

/**
 * A new secret in the owner's format: `whsec_` and base64 of 32 bytes (Standard Webhooks 1.0.0).
 */
export function newWebhookSecret(random: (bytes: number) => Uint8Array): string {
  return secretPrefix + Buffer.from(random(secretBytes)).toString('base64');
}

/** The headers of an attempt at `at`; it has a signature with each of `secrets`. */
export function signedHeaders(
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * The stored form of a secret: encrypted with a key that only this service can derive, for this
 * endpoint, so that the table and its copies don't contain it.
 */
export async function sealSecret(
  seal: Seal,
  { endpointId, secret }: { readonly endpointId: string; readonly secret: string },
  random: (bytes: number) => Uint8Array,
): Promise<string> {
  const [key] = await seal.derive('webhook_secret', endpointId);
  if (key === undefined) throw new Error('there is no secret to seal with');
  return encrypted(secret, key, random);
}

/** The decrypted secret, with any value of our own secret; null if none decrypts it. */
export async function openSecret(
  seal: Seal,
  endpointId: string,
  sealed: string,
): Promise<string | null> {
  for (const key of await seal.derive('webhook_secret', endpointId)) {
    const secret = decrypted(sealed, key);
    if (secret !== null) return secret;
  }
  return null;
}
