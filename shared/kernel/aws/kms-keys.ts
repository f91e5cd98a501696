import { createHash } from 'node:crypto';
import { timeLimits } from '../runtime/client-parts.ts';

/** Bytes that KMS takes as they are (https://docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html). */
const largestMessage = 4_096;

/** How KMS signs: what it is given, by its SHA-256. */
export type KmsAlgorithm =
  | 'RSASSA_PKCS1_V1_5_SHA_256'
  /** With a salt of 32 bytes. */
  | 'RSASSA_PSS_SHA_256'
  | 'ECDSA_SHA_256';

/** Asymmetric keys of KMS, whose private halves nobody ever has. */
export interface KmsKeys {
  /** The public half, DER (SPKI). */
  publicKey(keyId: string): Promise<Uint8Array>;
  /** A signature; of ECDSA it is DER. */
  sign(keyId: string, content: Uint8Array, algorithm: KmsAlgorithm): Promise<Uint8Array>;
}

/** The keys of the account. Refusals of KMS throw; what passes is tried four times. */
export function openKmsKeys(): KmsKeys {
  // Loaded with the first use, so that functions which may use KMS, and don't, are not slower for it.
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
