import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { Failure } from '../failure.ts';
import type { Tool } from '../tool.ts';
import { certificateRequest, keyTypeOf } from './certificate-request.ts';

const key = 'arn:aws:kms:eu-west-1:111122223333:key/0a1b2c3d-0000-4000-8000-000000000001';

/** `document-csr`: a certificate request for the key that signs documents. The key never leaves KMS. */
export const documentCsr: Tool = {
  name: 'document-csr',
  about: 'Write a certificate request (PKCS #10, PEM) for the KMS key that signs documents',
  options: [
    ['--key <arn>', 'the key (DOCUMENT_KEY): ECC_NIST_P256 or RSA, for signing'],
    ['--common-name <name>', 'name of the signer, such as "Registrar of the Resident Registry"'],
    ['--organization <name>', 'organization that runs the registry'],
    ['--locality <name>', 'town or city'],
    ['--country <code>', 'country, two letters'],
  ],
  example: `document-csr --key ${key} --common-name "Registrar of the Resident Registry" --country HN`,
  async run(options, target, terminal) {
    const { env, write } = terminal;
    const textOf = (name: string) => {
      const value = options[name];
      return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
    };
    const KeyId = textOf('key') ?? env['DOCUMENT_KEY'];
    const commonName = textOf('commonName');
    const country = textOf('country');
    if (KeyId === undefined) throw new Failure('usage', 'Missing --key: the ARN of a KMS key.');
    if (commonName === undefined)
      throw new Failure('usage', 'Missing --common-name: the name of the signer.');
    if (country !== undefined && !/^[A-Z]{2}$/.test(country)) {
      throw new Failure('usage', '--country must have two capital letters, such as HN.');
    }
    const endpoint = env['AWS_ENDPOINT_URL_KMS'];
    const { credentials, region, local } = target();
    if (local && endpoint === undefined) {
      throw new Failure('usage', 'Set REGISTRY_URL, or --profile and --region.');
    }
    const kms = new KMSClient({ region, credentials, ...(endpoint && { endpoint }) });
    try {
      const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId }));
      if (PublicKey === undefined) throw new Failure('refused', 'KMS returned no public key.');
      const type = keyTypeOf(PublicKey);
      const SigningAlgorithm = type === 'rsa' ? 'RSASSA_PKCS1_V1_5_SHA_256' : 'ECDSA_SHA_256';
      const sign = async (Message: Uint8Array) => {
        const asked = { KeyId, Message, MessageType: 'RAW', SigningAlgorithm } as const;
        const { Signature } = await kms.send(new SignCommand(asked));
        if (Signature === undefined) throw new Failure('refused', 'KMS did not sign.');
        return Signature;
      };
      const subject = {
        ...{ commonName, country },
        organization: textOf('organization'),
        locality: textOf('locality'),
      };
      write(await certificateRequest({ publicKey: PublicKey, type, sign }, subject));
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw new Failure(
        'refused',
        `KMS: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      kms.destroy();
    }
  },
};
