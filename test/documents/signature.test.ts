import { createPublicKey, generateKeyPairSync, sign, verify, X509Certificate } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, expect, it } from 'vitest';
import {
  documentCertificateSecret,
  documentKey,
  prepareDocumentCertificate,
  selfSignedCertificate,
} from '../../local/document-certificate.ts';
import { localAws } from '../../local/engines/engine.ts';
import { startKms } from '../../local/engines/kms.ts';
import { startSecretsManager } from '../../local/engines/secrets-manager.ts';
import { inPem } from '../../local/make-certificate.ts';
import { openDocumentSigner } from '../../shared/documents/aws/document-signer.ts';
import { openTestDocumentSigner } from '../support/document-signer.ts';
import { readPdf } from '../support/pdf-text.ts';
import { goodStandingOf } from './extreme-documents.ts';

const [kms, secrets] = await Promise.all([startKms(), startSecretsManager()]);
Object.assign(process.env, {
  AWS_REGION: localAws.region,
  AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
  AWS_ENDPOINT_URL_KMS: kms.endpoint,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
});
const client = new SecretsManagerClient({});
afterAll(async () => {
  client.destroy();
  await Promise.all([kms.stop(), secrets.stop()]);
});

const at = '2026-11-20T14:45:31.000Z';

/** The range that a signature covers, and the bytes of the signature. */
function partsOf(file: Uint8Array) {
  const text = Buffer.from(file).toString('latin1');
  const places = /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(text)?.slice(1).map(Number) ?? [];
  const [opens = 0, closes = 0, rest = 0] = places;
  return {
    whole: closes + rest === file.length && text[opens] === '<' && text[closes - 1] === '>',
    signature: Buffer.from(text.slice(opens + 1, closes - 1), 'hex'),
    text,
  };
}

it('a signature covers the whole file except itself, and is not visible', async () => {
  const signer = openTestDocumentSigner();
  const signed = await goodStandingOf('Acme LLC', { signing: { signer, at } });
  const { whole, signature, text } = partsOf(signed);
  expect(whole).toBe(true);
  // It contains the certificate, among other data.
  const [certificate = new Uint8Array()] = await signer.certificates();
  expect(signature.includes(Buffer.from(certificate))).toBe(true);
  expect(text).toContain('/SubFilter /ETSI.CAdES.detached');
  expect(text).toContain('/M (D:20261120144531Z)');
  const [seen, plain] = [readPdf(signed), readPdf(await goodStandingOf('Acme LLC'))];
  expect(seen.texts).toEqual(plain.texts);
  expect(seen.structure.at(-1)).toEqual({
    type: 'Form',
    alt: 'Digital signature of the Registrar of the Resident Registry',
  });
});

it('a document is not signed with an expired certificate', async () => {
  const signing = { signer: openTestDocumentSigner(), at: '2100-01-01T00:00:00.000Z' };
  await expect(goodStandingOf('Acme LLC', { signing })).rejects.toThrow(
    'the certificate that signs documents is not valid today',
  );
});

it('a KMS key signs with the certificate prepared for it from a laptop', async () => {
  await prepareDocumentCertificate();
  await prepareDocumentCertificate();
  const signer = openDocumentSigner(documentCertificateSecret, documentKey);
  const [certificate = new Uint8Array(), ...others] = await signer.certificates();
  const keys = new KMSClient({});
  const { PublicKey = new Uint8Array() } = await keys.send(
    new GetPublicKeyCommand({ KeyId: documentKey }),
  );
  keys.destroy();
  const key = createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
  const x509 = new X509Certificate(certificate);
  expect([others.length, x509.ca, x509.verify(key)]).toEqual([0, false, true]);
  const content = Buffer.from('content');
  expect(verify('sha256', content, key, await signer.sign(content))).toBe(true);
  const secret = new GetSecretValueCommand({ SecretId: documentCertificateSecret });
  expect((await client.send(secret)).SecretString).not.toContain('PRIVATE');
});

it('without KMS, the key in the secret signs', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = await selfSignedCertificate(
    publicKey.export({ type: 'spki', format: 'der' }),
    async (content) => sign('sha256', content, privateKey),
  );
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const SecretString = `${inPem(certificate)}${pem}`;
  await client.send(new CreateSecretCommand({ Name: 'both', SecretString }));
  const signer = openDocumentSigner('both', undefined);
  const content = Buffer.from('content');
  expect(await signer.certificates()).toEqual([certificate]);
  expect(verify('sha256', content, publicKey, await signer.sign(content))).toBe(true);
  await client.send(new CreateSecretCommand({ Name: 'none', SecretString: inPem(certificate) }));
  await expect(openDocumentSigner('none', undefined).sign(content)).rejects.toThrow(
    'the secret has no key to sign documents with',
  );
});
