import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { openSecretVersions } from '../../kernel/aws/secrets.ts';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';
import type { DocumentSigner } from '../pdf/detached-signature.ts';

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const keyBlock =
  /-----BEGIN (?:EC |RSA )?PRIVATE KEY-----[^-]+-----END (?:EC |RSA )?PRIVATE KEY-----/;

/**
 * Signs with the PEM certificates in the secret (the key's first, then the chain to its root) and the KMS key or,
 * without one, the private key in the same secret.
 *
 * The secret is read for every document, so that a new certificate needs no deployment.
 */
export function openDocumentSigner(secretId: string, kmsKeyId: string | undefined): DocumentSigner {
  const secret = openSecretVersions(secretId);
  const certificates = async () => {
    const found = (await secret.current()).match(certificateBlock) ?? [];
    return found.map((pem) => new Uint8Array(new X509Certificate(pem).raw));
  };
  if (kmsKeyId === undefined) {
    return {
      certificates,
      async sign(content) {
        const [pem] = keyBlock.exec(await secret.current()) ?? [];
        if (pem === undefined) throw new Error('the secret has no key to sign documents with');
        return sign('sha256', content, createPrivateKey(pem));
      },
    };
  }
  return {
    certificates,
    async sign(content) {
      const [certificate] = await certificates();
      if (certificate === undefined) throw new Error('what signs documents has no certificate');
      const type = new X509Certificate(certificate).publicKey.asymmetricKeyType;
      return signInKms(kmsKeyId, content, type === 'rsa');
    },
  };
}

/** KMS accepts messages of up to 4,096 bytes; the signed attributes of a document have some 200. */
async function signInKms(KeyId: string, Message: Uint8Array, isRsa: boolean): Promise<Uint8Array> {
  // Loaded only if there is a KMS key.
  const { KMSClient, SignCommand } = await import('@aws-sdk/client-kms');
  const client = new KMSClient(timeLimits({ attempts: 4, requestTimeout: 5_000 }));
  const { Signature } = await client.send(
    new SignCommand({
      KeyId,
      Message,
      MessageType: 'RAW',
      SigningAlgorithm: isRsa ? 'RSASSA_PKCS1_V1_5_SHA_256' : 'ECDSA_SHA_256',
    }),
  );
  if (Signature === undefined) throw new Error('KMS answered without a signature');
  return Signature;
}
