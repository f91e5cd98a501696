import { createHash } from 'node:crypto';
import { timeLimits } from '../runtime/client-parts.ts';

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

/** The account's keys. Throws KMS errors after four attempts if they are transient. */
export function openKmsKeys(): KmsKeys {
  // Loaded on first use: functions that can use KMS but don't start faster.
  const kms = once(async () => {
    const { GetPublicKeyCommand, KMSClient, SignCommand } = await import('@aws-sdk/client-kms');
    const client = new KMSClient(timeLimits({ attempts: 4, requestTimeout: 2_000 }));
    return { client, GetPublicKeyCommand, SignCommand };
  });
  return {
    async publicKey(KeyId) {
      const { client, GetPublicKeyCommand } = await kms();
      const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId }));
      if (PublicKey === undefined) throw new Error('KMS answered without the key');
      return PublicKey;
    },
    async sign(KeyId, content, SigningAlgorithm) {
      const { client, SignCommand } = await kms();
      const message =
        content.length <= largestMessage
          ? { Message: content, MessageType: 'RAW' as const }
          : {
              Message: createHash('sha256').update(content).digest(),
              MessageType: 'DIGEST' as const,
            };
      const { Signature } = await client.send(
        new SignCommand({ KeyId, ...message, SigningAlgorithm }),
      );
      if (Signature === undefined) throw new Error('KMS answered without a signature');
      return Signature;
    },
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
