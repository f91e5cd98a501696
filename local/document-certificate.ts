import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import {
  CreateSecretCommand,
  ResourceExistsException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { inPem, makeCertificate } from './make-certificate.ts';

/** The names of the secret and of the key on this machine. */
export const documentCertificateSecret = 'registry/document-certificate';
export const documentKey = 'alias/documents';

/**
 * An operator's step of a deployment: has the KMS key certified, and stores the certificate in its secret. Here the
 * certificate is self-signed, so PDF readers report an unknown signer.
 */
export async function prepareDocumentCertificate(): Promise<void> {
  const secrets = new SecretsManagerClient({});
  const kms = new KMSClient({});
  try {
    const { PublicKey = new Uint8Array() } = await kms.send(
      new GetPublicKeyCommand({ KeyId: documentKey }),
    );
    const certificate = await selfSignedCertificate(PublicKey, async (Message) => {
      const SigningAlgorithm = 'ECDSA_SHA_256';
      const { Signature } = await kms.send(
        new SignCommand({ KeyId: documentKey, Message, MessageType: 'RAW', SigningAlgorithm }),
      );
      return Signature ?? new Uint8Array();
    });
    const secret = { Name: documentCertificateSecret, SecretString: inPem(certificate) };
    await secrets.send(new CreateSecretCommand(secret));
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  } finally {
    secrets.destroy();
    kms.destroy();
  }
}

/** A self-signed certificate (DER) of a P-256 key, only for signatures, from 2000 to 2099. `publicKey` is its SPKI. */
export function selfSignedCertificate(
  publicKey: Uint8Array,
  sign: (content: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const subject = 'Resident Registry on this machine (self-signed)';
  return makeCertificate({ subject, publicKey }, sign);
}
