import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { RoleCredentials } from '../runtime/client-parts.ts';
import { openJsonCalls } from './json-calls.ts';

/**
 * The largest message in bytes that KMS accepts without hashing it first
 * (https://docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html).
 */
const largestMessage = 4_096;

/** The algorithms with which KMS signs; all use SHA-256. */
export type KmsAlgorithm =
  | 'RSASSA_PKCS1_V1_5_SHA_256'
  /** With a salt of 32 bytes. */
  | 'RSASSA_PSS_SHA_256'
  | 'ECDSA_SHA_256';

/** Asymmetric KMS keys. Their private keys never leave KMS. */
export interface KmsKeys {
  /** The public key in DER (SPKI). */
  publicKey(keyId: string): Promise<Uint8Array>;
  /** A signature; an ECDSA signature is in DER. */
  sign(keyId: string, content: Uint8Array, algorithm: KmsAlgorithm): Promise<Uint8Array>;
}

const kms = {
  name: 'KMS',
  signedAs: 'kms',
  host: 'kms',
  variable: 'AWS_ENDPOINT_URL_KMS',
} as const;

const PublicKey = z.object({ PublicKey: z.string() });
const Signed = z.object({ Signature: z.string() });

/**
 * `requestTimeout` is the timeout of one attempt in milliseconds. Tests set the rest; it comes from
 * the environment by default.
 */
interface KmsSettings {
  readonly requestTimeout?: number;
  readonly region?: string;
  readonly credentials?: RoleCredentials;
  readonly endpoint?: string;
}

/**
 * The account's keys. Makes signed requests without the SDK's client, which was a third of each
 * function that signs. Throws KMS errors after four attempts if they are transient.
 */
export function openKmsKeys({ endpoint, ...settings }: KmsSettings = {}): KmsKeys {
  const call = openJsonCalls(kms, { attempts: 4, requestTimeout: 2_000, ...settings });
  const ask = (operation: string, body: object) =>
    call({
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `TrentService.${operation}`,
      },
      body,
      origin: endpoint,
    });
  return {
    async publicKey(KeyId) {
      const answer = PublicKey.parse(await ask('GetPublicKey', { KeyId }));
      return Buffer.from(answer.PublicKey, 'base64');
    },
    async sign(KeyId, content, SigningAlgorithm) {
      const isShort = content.length <= largestMessage;
      const message = isShort
        ? Buffer.from(content)
        : createHash('sha256').update(content).digest();
      const answer = await ask('Sign', {
        KeyId,
        Message: message.toString('base64'),
        MessageType: isShort ? 'RAW' : 'DIGEST',
        SigningAlgorithm,
      });
      return Buffer.from(Signed.parse(answer).Signature, 'base64');
    },
  };
}
