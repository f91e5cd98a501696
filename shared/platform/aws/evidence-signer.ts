import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';

/** Signs what was copied on a day, with a key that is there for nothing else. */
export interface EvidenceSigner {
  /** ECDSA with P-256 over the SHA-256 of the bytes: a DER signature in base64. */
  sign(content: Uint8Array): Promise<string>;
  /** The public key, DER (SPKI) in base64. */
  publicKey(): Promise<string>;
}

/** A key of KMS, whose private half nobody ever has: not the service, not whoever administers the account. */
export function openEvidenceSigner(
  keyId: string,
  client = new KMSClient(timeLimits({ attempts: 4, requestTimeout: 5_000 })),
): EvidenceSigner {
  return {
    async sign(content) {
      const { Signature } = await client.send(
        new SignCommand({
          KeyId: keyId,
          Message: content,
          // KMS takes messages of up to 4,096 bytes.
          MessageType: 'RAW',
          SigningAlgorithm: 'ECDSA_SHA_256',
        }),
      );
      if (Signature === undefined) throw new Error('KMS answered without a signature');
      return Buffer.from(Signature).toString('base64');
    },
    async publicKey() {
      const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }));
      if (PublicKey === undefined) throw new Error('KMS answered without the key');
      return Buffer.from(PublicKey).toString('base64');
    },
  };
}
