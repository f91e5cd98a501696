import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { openKmsKeys } from '../../kernel/aws/kms-keys.ts';
import { openSecretVersions } from '../../kernel/aws/secrets.ts';
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
  const kms = openKmsKeys({ requestTimeout: 5_000 });
  return {
    certificates,
    async sign(content) {
      const [certificate] = await certificates();
      if (certificate === undefined) throw new Error('what signs documents has no certificate');
      const type = new X509Certificate(certificate).publicKey.asymmetricKeyType;
      const algorithm = type === 'rsa' ? 'RSASSA_PKCS1_V1_5_SHA_256' : 'ECDSA_SHA_256';
      return kms.sign(kmsKeyId, content, algorithm);
    },
  };
}
