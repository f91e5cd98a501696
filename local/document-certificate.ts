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
 * An operator's step of a deployment: has the KMS key certified, and puts the certificate into its secret. Here the key
 * certifies itself, so PDF readers report an unknown signer.
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

/** A certificate (DER) of a key on P-256 by itself: for signatures alone, from 2000 to 2099. `publicKey` is its SPKI. */
export function selfSignedCertificate(
  publicKey: Uint8Array,
  sign: (content: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const subject = 'Resident Registry on this machine (self-signed)';
  return makeCertificate({ subject, publicKey }, sign);
}
