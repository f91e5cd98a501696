import { createHash } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import {
  CreateSecretCommand,
  ResourceExistsException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { BitString, Integer, Utf8String } from 'asn1js';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  PublicKeyInfo,
  Time,
} from 'pkijs';

/** The names of the secret and of the key on this machine. */
export const documentCertificateSecret = 'registry/document-certificate';
export const documentKey = 'alias/documents';

/**
 * What an operator does for a deployment: has the key of KMS certified, and puts the certificate into its secret. Here
 * the key certifies itself, so that readers say that they don't know who signed.
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

/** A certificate as PEM. */
export function inPem(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** A certificate (DER) of a key on P-256 by itself: for signatures alone, from 2000 to 2099. `publicKey` is its SPKI. */
export async function selfSignedCertificate(
  publicKey: Uint8Array,
  sign: (content: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const certificate = new Certificate();
  certificate.version = 2;
  const digest = createHash('sha256').update(publicKey).digest();
  // Positive, as a serial number must be.
  certificate.serialNumber = new Integer({ valueHex: Buffer.from([1, ...digest.subarray(0, 8)]) });
  for (const name of [certificate.issuer, certificate.subject]) {
    name.typesAndValues.push(
      new AttributeTypeAndValue({
        type: '2.5.4.3',
        value: new Utf8String({ value: 'Resident Registry on this machine (self-signed)' }),
      }),
    );
  }
  certificate.notBefore = new Time({ value: new Date('2000-01-01T00:00:00Z') });
  certificate.notAfter = new Time({ type: 1, value: new Date('2099-12-31T23:59:59Z') });
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(publicKey);
  certificate.extensions = extensions();
  const algorithm = () => new AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.3.2' });
  certificate.signature = algorithm();
  certificate.signatureAlgorithm = algorithm();
  const toBeSigned = certificate.encodeTBS().toBER();
  certificate.tbsView = new Uint8Array(toBeSigned);
  certificate.signatureValue = new BitString({
    valueHex: await sign(new Uint8Array(toBeSigned)),
  });
  return new Uint8Array(certificate.toSchema(true).toBER());
}

/** What the key is for: digital signatures and non-repudiation, and no certificates. */
function extensions(): Extension[] {
  const usage = new BitString({ valueHex: Buffer.from([0xc0]), unusedBits: 6 });
  const basic = new BasicConstraints({ cA: false }).toSchema();
  return [
    new Extension({ extnID: '2.5.29.19', critical: true, extnValue: basic.toBER() }),
    new Extension({ extnID: '2.5.29.15', critical: true, extnValue: usage.toBER() }),
  ];
}
